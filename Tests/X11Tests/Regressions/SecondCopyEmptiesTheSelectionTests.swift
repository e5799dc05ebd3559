import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// A program that copied twice by the same input, as while a key is held that selects more and more, set a second source. Compositors
/// ignore that, and the first source was destroyed: no program had any text.
@Suite("A second copy by the same input", .hangLimit) struct SecondCopyEmptiesTheSelectionTests {
  @Test(
    "gives its text",
    arguments: [
      (WaylandSelection.Kind.clipboard, "wl_data_source", UInt16(1), "wl_data_device"),
      (.primary, "zwp_primary_selection_source_v1", 0, "zwp_primary_selection_device_v1"),
    ])
  func copies(_ kind: WaylandSelection.Kind, _ source: String, _ send: UInt16, _ device: String) throws {
    try onFreshThread {
      let place = try SelectionPlace()
      let (compositor, selection) = (place.compositor, try place.selection(kind))
      place.press(5)
      selection.own("first")
      place.settle()
      let first = try #require(compositor.selections[device])
      #expect(first.serial == 5)
      selection.own("second")
      place.settle()
      let second = try #require(compositor.selections[device], "no program has the selection")
      #expect(second.source == first.source && selection.isOwned && place.lost == 0)
      #expect(place.fetchBytes("TEXT", from: second.source, send) == Array("second".utf8))
      // Another input: the selection is set anew, so that others see that it has changed.
      place.press(6)
      selection.own("third")
      place.settle()
      let third = try #require(compositor.selections[device])
      #expect(third.serial == 6 && third.source != first.source && selection.isOwned && place.lost == 0)
      #expect(place.fetchBytes("TEXT", from: third.source, send) == Array("third".utf8))
      #expect(compositor.requests.filter { $0.name == source + ".1" }.map(\.object) == [first.source])
      place.display.close()
    }
  }

  @Test("after another program had the selection is a copy of its own")
  func afterLoss() throws {
    try onFreshThread {
      let place = try SelectionPlace()
      let selection = try place.selection()
      place.press(5)
      selection.own("first")
      place.settle()
      place.compositor.cancel()
      place.settle()
      #expect(!selection.isOwned)
      selection.own("second")
      place.settle()
      let source = try #require(place.compositor.selections["wl_data_device"]).source
      #expect(place.fetchBytes("TEXT", from: source, 1) == Array("second".utf8))
      place.display.close()
    }
  }
}
