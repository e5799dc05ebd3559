import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// A program whose selection the compositor had refused, which it does not report, pasted its own text from then on, whatever other programs
/// copied.
@Suite("After a refused copy", .hangLimit) struct RefusedCopyHidesOthersTextTests {
  private static let first = SelectionPlace.first

  /// Another program copies by a later input, unless it did already.
  private static func place(isRefused: Bool) throws -> SelectionPlace {
    let place = try SelectionPlace()
    place.press(50)
    if isRefused { place.compositor.selections["wl_data_device"] = .init(source: 0, serial: 100) }
    return place
  }

  @Test("the next text of another program is pasted", arguments: [true, false])
  func another(_ hasText: Bool) throws {
    try onFreshThread {
      let place = try Self.place(isRefused: true)
      let selection = try place.selection()
      selection.own("mine")
      place.settle()
      #expect(selection.isOwned && place.lost == 0, "it can not know")
      if hasText {
        place.compositor.offer(Self.first, ["TEXT"])
      } else {
        place.compositor.offerNothing()
      }
      place.settle()
      #expect(!selection.isOwned && place.lost == 1)
      #expect(place.compositor.requests.contains { $0.name == "wl_data_source.1" })
      var texts: [String?] = []
      selection.read { texts.append($0) }
      if hasText {
        place.settle()
        try place.write("theirs")
      }
      #expect(place.run { !texts.isEmpty } && texts == [hasText ? "theirs" : nil])
      place.display.close()
    }
  }

  @Test("what was selected before distinguishes the two", arguments: [true, false])
  func before(_ isRefused: Bool) throws {
    try onFreshThread {
      let place = try Self.place(isRefused: isRefused)
      let selection = try place.selection()
      selection.own("mine")
      // Under way before the compositor has read of it.
      place.compositor.offer(Self.first, ["TEXT"])
      place.settle()
      #expect(selection.isOwned == !isRefused && place.lost == (isRefused ? 1 : 0))
      place.display.close()
    }
  }

  @Test("a copy that was taken stays, in other windows and after other programs' windows")
  func taken() throws {
    try onFreshThread {
      let place = try Self.place(isRefused: false)
      let selection = try place.selection()
      selection.own("mine")
      place.settle()
      let source = try #require(place.compositor.selections["wl_data_device"]).source
      let types = try #require(place.compositor.types[source])
      #expect(types.last?.hasPrefix("application/x-mainspring-") == true)
      place.focus(false)
      place.compositor.offer(Self.first, types)
      place.focus(true)
      place.settle()
      #expect(selection.isOwned && place.lost == 0)
      // Another copy of this library has a mark of its own.
      place.compositor.offer(Self.first + 1, types.dropLast() + ["application/x-mainspring-1"])
      place.settle()
      #expect(!selection.isOwned && place.lost == 1)
      place.display.close()
    }
  }
}
