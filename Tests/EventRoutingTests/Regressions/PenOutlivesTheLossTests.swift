import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// A surface with one contact did not notice a pen that came or left while records were lost.
@Suite("After lost records", .hangLimit)
struct PenOutlivesTheLossTests {
  @Test(
    "a surface asks its device whether a pen is there",
    arguments: [(true, [], HIDEvent.Contact.Kind.finger), (false, [InputCode.rubberButton], .pencil)]
      as [(Bool, [UInt16], HIDEvent.Contact.Kind)])
  func pen(_ wasPen: Bool, _ keys: [UInt16], _ kind: HIDEvent.Contact.Kind) throws {
    var device = Device()
    device.absolute(InputCode.x, 10)
    device.key(InputCode.penButton, wasPen ? 1 : 0)
    device.synchronize()
    device.synchronize(InputCode.dropped)
    device.synchronize()
    device.key(InputCode.touchButton, 1)
    device.synchronize()
    let events = try device.events(DeviceDescription()) {
      DeviceState(slots: [], currentSlot: 0, keys: Set(keys))
    }
    guard case .digitizer(let contacts)? = events.last?.payload else {
      Issue.record("no contact")
      return
    }
    #expect(contacts.map(\.kind) == [kind])
  }
}
