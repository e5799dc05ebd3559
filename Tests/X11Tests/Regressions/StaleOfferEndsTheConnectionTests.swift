import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// An offer that was under way when this side released its device got no number, and the next event about it ended the connection, with
/// all windows.
@Suite("An offer of a device that was released", .hangLimit) struct StaleOfferEndsTheConnectionTests {
  private static let first = SelectionPlace.first

  @Test(
    "is destroyed, and what follows is dropped",
    arguments: [
      ("wl_data_device", "wl_data_offer.2", UInt32(3)), ("wl_data_device", "wl_data_offer.2", 1),
      ("zwp_primary_selection_device_v1", "zwp_primary_selection_offer_v1.1", 3),
    ])
  func stale(_ device: String, _ destroy: String, _ version: UInt32) throws {
    try onFreshThread {
      let compositor = FakeCompositor()
      let manager = compositor.globals.firstIndex { $0.0 == "wl_data_device_manager" }!
      compositor.globals[manager].1 = version
      let place = try SelectionPlace(compositor)
      let number = compositor.object(device)
      compositor.send("wl_registry", 1, [UInt32(compositor.globals.firstIndex { $0.0 == "wl_seat" }! + 1)])
      // Before the compositor has read that the device was released.
      compositor.offer(Self.first, ["TEXT"], to: device)
      place.settle()
      #expect(place.display.end == nil)
      #expect(compositor.requests.filter { $0.name == destroy }.map(\.object) == [Self.first])
      compositor.send(compositor.object("wl_registry"), 0) {
        $0.add(99 as UInt32)
        $0.add("wl_seat")
        $0.add(5 as UInt32)
      }
      place.settle()
      place.focus(true)
      // The number is free again.
      compositor.offer(Self.first, ["image/png"], to: device)
      place.settle()
      #expect(place.display.end == nil)
      guard version == 1 else { return place.display.close() }
      #expect(compositor.object(device) != number)
      // A device that can not be released goes on; its texts are not the new one's.
      compositor.send(number, 0) { $0.add(Self.first + 1) }
      compositor.send(Self.first + 1, 0) { $0.add("TEXT") }
      compositor.send(number, 5) { $0.add(Self.first + 1) }
      place.settle()
      var texts: [String?] = []
      try place.selection().read { texts.append($0) }
      #expect(place.display.end == nil && texts == [nil] && compositor.wanted.isEmpty)
      place.display.close()
    }
  }
}
