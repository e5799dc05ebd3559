import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// Records that the kernel dropped: touches that have ended get an end, and present ones continue.
@Suite("After SYN_DROPPED", .hangLimit)
struct LossTests {
  /// Two contacts and a key, then a loss in the midst of a frame.
  private var device: Device {
    var device = Device()
    device.slot(0)
    device.down(1, 10, 10)
    device.slot(1)
    device.down(2, 20, 20)
    device.key(30, 1)
    device.synchronize()
    device.move(99, 99)
    device.synchronize(InputCode.dropped)
    device.slot(0)
    device.up()
    device.slot(2)
    device.down(3, 77, 77)
    device.synchronize()
    return device
  }

  @Test("a stream's contacts and keys are cancelled, and what was dropped counts for nothing")
  func stream() throws {
    let events = try device.events()
    #expect(
      events.suffix(2).map(\.short) == [
        "key 4 cancelled 'a'", "cancelled 1 (10.0 10.0), cancelled 2 (20.0 20.0)",
      ])
  }

  @Test("a stream's fingers that are still down are ignored, and new ones count")
  func afterwards() throws {
    var device = device
    let before = try device.events().count
    device.move(50, 50)
    device.synchronize()
    device.slot(1)
    device.move(51, 51)
    device.synchronize()
    device.up()
    device.synchronize()
    device.down(9, 30, 30)
    device.synchronize()
    #expect(try device.events().dropFirst(before).map(\.short) == ["began 3 (30.0 30.0)"])
  }

  @Test("a device is queried: ended contacts are cancelled, present ones continue, new ones begin")
  func resynchronized() throws {
    let state = DeviceState(
      slots: [
        .init(tracking: -1, x: 10, y: 10), .init(tracking: 2, x: 25, y: 20), .init(tracking: 3, x: 77, y: 77),
        .init(tracking: -1, x: 0, y: 0),
      ], currentSlot: 2, keys: [30])
    var device = device
    device.move(78, 77)
    device.synchronize()
    let events = try device.events(state: { state })
    #expect(
      events.suffix(2).map(\.short) == [
        "cancelled 1 (10.0 10.0), moved 2 (25.0 20.0), began 3 (77.0 77.0)",
        "stationary 2 (25.0 20.0), moved 3 (78.0 77.0)",
      ])
    #expect(!events.contains { $0.short.hasPrefix("key 4 cancelled") })
  }

  @Test("a device is queried: a finger that became a pen is one, though it did not move")
  func tool() throws {
    var device = Device()
    device.down(1, 10, 10)
    device.synchronize()
    device.synchronize(InputCode.dropped)
    device.synchronize()
    let state = DeviceState(
      slots: [.init(tracking: 1, x: 10, y: 10, tool: InputCode.penTool)], currentSlot: 0, keys: [])
    let events = try device.events(state: { state })
    #expect(events.map(\.short) == ["began 1 (10.0 10.0)", "moved 1 (10.0 10.0)"])
    guard case .digitizer(let contacts)? = events.last?.payload else {
      Issue.record("no contacts")
      return
    }
    #expect(contacts.map(\.kind) == [.pencil])
  }

  @Test("a touchpad's pointer stays where it is, however far the finger has come")
  func pad() throws {
    let pad = DeviceDescription(
      name: "pad",
      axes: [
        InputCode.slot: .init(0, 4), InputCode.contactX: .init(0, 999), InputCode.contactY: .init(0, 999),
        InputCode.trackingID: .init(0, 65535),
      ], properties: [InputCode.isPointer])
    var device = Device()
    device.down(1, 100, 100)
    device.synchronize()
    device.move(110, 100)
    device.synchronize()
    device.synchronize(InputCode.dropped)
    device.synchronize()
    for x: Int32 in [510, 520] {
      device.move(x, 100)
      device.synchronize()
    }
    let state = DeviceState(slots: [.init(tracking: 1, x: 500, y: 100)], currentSlot: 0, keys: [])
    #expect(
      try device.events(pad, state: { state }).map(\.short) == ["moved (51.0 100.0)", "moved (52.0 100.0)"])
  }

  @Test("whatever comes, each beginning has one end")
  func random() throws {
    var random = SplitMix(42)
    var tally = FuzzTally("frames of contacts and losses")
    for _ in 0..<200 {
      var device = Device()
      for _ in 0..<100 {
        // A few slots, so that contacts go on; now and then one that there is not.
        device.slot(Int32(random.next() % (random.next() % 16 == 0 ? 12 : 4)))
        for _ in 0...(random.next() % 3) {
          switch random.next() % 16 {
          case 0...3: device.absolute(InputCode.trackingID, Int32(random.next() % 9) - 1)
          case 4 where random.next() % 2 == 0: device.absolute(InputCode.toolType, Int32(random.next() % 3))
          case 5: device.slot(Int32(random.next() % 4))
          default: device.move(Int32(random.next() % 100), Int32(random.next() % 100))
          }
        }
        if random.next() % 32 == 0 {
          device.synchronize(InputCode.dropped)
          device.synchronize()
          // Most fingers come again.
          for slot: Int32 in 0..<4 where random.next() % 4 > 0 {
            device.slot(slot)
            device.down(Int32(random.next() % 4), 1, 1)
          }
        }
        device.synchronize()
        // Palms are lifted, or nothing of their slots counts any more.
        if random.next() % 4 == 0 { device.absolute(InputCode.toolType, 0) }
      }
      let slots = (0..<10).map { _ in
        DeviceState.Slot(tracking: Int32(random.next() % 5) - 1, x: Int32(random.next() % 100), y: 5)
      }
      let state = DeviceState(slots: slots, currentSlot: 3, keys: [])
      var decoder = try EvdevDecoder(
        .touchscreen("", width: 100, height: 100), width: 100, height: 100,
        state: random.next() % 2 == 0 ? { state } : { nil })
      var counts = TouchCounts()
      // A frame without records is none.
      var (records, events) = (0, 0)
      for record in device.records {
        records += 1
        try decoder.add(record) {
          counts.add($0)
          events += 1
        }
        if record.kind == InputCode.synchronization, record.code == InputCode.report {
          if records > 1 { tally.count(events > 0) }
          (records, events) = (0, 0)
        }
      }
      decoder.cancelAll { counts.add($0) }
      #expect(counts.nonsense == 0 && counts.isOver && counts.began == counts.ended + counts.cancelled)
    }
    tally.expectMostStepsDidSomething()
  }
}
