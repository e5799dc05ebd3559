import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// After `SYN_DROPPED` nothing counts up to the next report, and a stream must name its slot again.
@Suite("Records behind a loss", .hangLimit)
struct LostRecordsCountTests {
  /// Two contacts of a stream that names slots, the second slot last; then a loss.
  private static var afterLoss: Device {
    var device = Device()
    device.slot(0)
    device.down(1, 10, 10)
    device.slot(1)
    device.down(2, 20, 20)
    device.synchronize()
    device.synchronize(InputCode.dropped)
    device.synchronize()
    return device
  }

  private static func since(_ loss: Device, _ play: (inout Device) -> Void) throws -> [String] {
    var device = loss
    play(&device)
    return try device.events().dropFirst(loss.events().count).map(\.short)
  }

  @Test("a contact without a slot does not begin in the one that was named before")
  func contact() throws {
    let words = try Self.since(Self.afterLoss) { device in
      device.down(5, 70, 70)
      device.synchronize()
      device.slot(0)
      device.down(6, 30, 30)
      device.synchronize()
    }
    #expect(words == ["began 3 (30.0 30.0)"])
  }

  @Test("coordinates without a slot do not move the one that was named before")
  func coordinates() throws {
    let words = try Self.since(Self.afterLoss) { device in
      device.move(70, 70)
      device.synchronize()
      device.slot(1)
      device.absolute(InputCode.trackingID, 9)
      device.synchronize()
    }
    #expect(words == ["began 3 (20.0 20.0)"], "only the slot's own records count")
  }

  @Test("a stream that never names a slot has one, and it counts")
  func single() throws {
    var device = Device()
    device.down(1, 10, 10)
    device.synchronize()
    device.synchronize(InputCode.dropped)
    device.synchronize()
    #expect(
      try Self.since(device) { device in
        device.down(2, 30, 30)
        device.synchronize()
      } == ["began 2 (30.0 30.0)"])
  }

  @Test("motion, scrolling, keys and buttons before the report count for nothing")
  func between() throws {
    var device = Device()
    device.relative(InputCode.relativeX, 5)
    device.synchronize()
    device.synchronize(InputCode.dropped)
    device.relative(InputCode.relativeX, 7)
    device.relative(InputCode.wheelY, 1)
    device.key(30, 1)
    device.key(0x110, 1)
    device.synchronize(InputCode.dropped)
    device.relative(InputCode.relativeY, 9)
    device.synchronize()
    device.relative(InputCode.relativeX, 1)
    device.synchronize()
    device.key(30, 0)
    device.synchronize()
    #expect(
      try device.events(DeviceDescription()).map(\.short) == ["moved (55.0 100.0)", "moved (56.0 100.0)"])
  }

  @Test("a single contact and acceleration before the report count for nothing, too")
  func others() throws {
    var device = Device()
    device.synchronize(InputCode.dropped)
    device.key(InputCode.touchButton, 1)
    device.absolute(InputCode.x, 7)
    device.synchronize()
    device.absolute(InputCode.y, 3)
    device.synchronize()
    device.key(InputCode.touchButton, 1)
    device.synchronize()
    #expect(try device.events(DeviceDescription()).map(\.short) == ["began 1 (0.0 3.0)"])
  }

  @Test("what a mouse, a pen and a key had begun is cancelled, on a stream and on a device")
  func cancelled() throws {
    for state in [nil, DeviceState(slots: [], currentSlot: 0, keys: [])] {
      var device = Device()
      device.key(InputCode.touchButton, 1)
      device.key(0x110, 1)
      device.key(30, 1)
      device.synchronize()
      device.synchronize(InputCode.dropped)
      device.synchronize()
      // What was down is not pressed again by itself.
      device.synchronize()
      // No event for a contact that had not begun; then only the pointer moves.
      device.key(InputCode.touchButton, 0)
      device.key(0x110, 0)
      device.key(30, 2)
      device.key(30, 0)
      device.synchronize()
      device.relative(InputCode.relativeX, 1)
      device.absolute(InputCode.x, 1)
      device.synchronize()
      device.key(0x110, 1)
      device.synchronize()
      let words = try device.events(DeviceDescription(), state: { state }).map(\.short)
      #expect(
        words == [
          "key 4 down 'a'", "began 2 (50.0 100.0)", "began 1 (0.0 0.0)", "key 4 cancelled 'a'",
          "cancelled 1 (0.0 0.0), cancelled 2 (50.0 100.0)", "moved (51.0 100.0)", "began 3 (51.0 100.0)",
        ])
    }
  }

  @Test("on a device, a contact that went along one axis only has moved; keys that are down stay down")
  func resynchronized() throws {
    var device = Device()
    device.down(1, 10, 10)
    device.key(30, 1)
    device.key(31, 1)
    device.synchronize()
    device.synchronize(InputCode.dropped)
    device.synchronize()
    device.key(30, 2)
    device.synchronize()
    let state = DeviceState(slots: [.init(tracking: 1, x: 10, y: 11)], currentSlot: 0, keys: [30])
    #expect(
      try device.events(state: { state }).suffix(3).map(\.short) == [
        "key 22 cancelled 's'", "moved 1 (10.0 11.0)", "key 4 repeated 'a'",
      ])
  }

  @Test("on a device, another contact in the slot is a cancellation and a beginning")
  func replaced() throws {
    var device = Device()
    device.down(1, 10, 10)
    device.synchronize()
    device.move(15, 10)
    device.synchronize()
    device.move(99, 99)
    device.synchronize(InputCode.dropped)
    device.synchronize()
    let state = DeviceState(slots: [.init(tracking: 7, x: 40, y: 40)], currentSlot: 0, keys: [])
    #expect(
      try device.events(state: { state }).last?.short == "cancelled 1 (15.0 10.0), began 2 (40.0 40.0)")
  }
}
