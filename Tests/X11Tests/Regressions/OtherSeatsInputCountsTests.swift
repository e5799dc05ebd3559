import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// A copy named the last input of any seat, and was set for the first one. With its last input another seat's, a compositor refuses it.
@Suite("Two seats", .hangLimit) struct OtherSeatsInputCountsTests {
  private static func place() throws -> (SelectionPlace, first: UInt32) {
    let compositor = FakeCompositor()
    compositor.globals.append(("wl_seat", 5))
    let place = try SelectionPlace(compositor)
    return (place, try #require(compositor.firstKeyboard))
  }

  @Test("a copy is by the input of its own seat")
  func serials() throws {
    try onFreshThread {
      let (place, first) = try Self.place()
      place.compositor.send(first, 3) { for word in [7, 1, 30, 1] as [UInt32] { $0.add(word) } }
      // The second seat's.
      place.press(50)
      try place.selection().own("text")
      place.settle()
      #expect(place.compositor.selections["wl_data_device"]?.serial == 7)
      place.display.close()
    }
  }

  @Test("a text that was lost with a seat can be the next one's at once")
  func next() throws {
    try onFreshThread {
      let (place, _) = try Self.place()
      let selection = try place.selection()
      selection.own("text")
      place.settle()
      selection.onLost = { [weak selection] in selection?.own("again") }
      let seat = place.compositor.globals.firstIndex { $0.0 == "wl_seat" }! + 1
      place.compositor.send("wl_registry", 1, [UInt32(seat)])
      place.settle()
      let source = try #require(place.compositor.selections["wl_data_device"]).source
      #expect(selection.isOwned && place.fetchBytes("TEXT", from: source, 1) == Array("again".utf8))
      place.display.close()
    }
  }
}
