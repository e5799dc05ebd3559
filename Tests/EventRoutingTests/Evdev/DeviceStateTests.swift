import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// What a device is asked about its state, and what its answers mean.
@Suite("A device's state", .hangLimit)
struct DeviceStateTests {
  /// A device that answers as a test wants.
  private final class Asked {
    /// Values of axes, by slots.
    var values: [UInt16: [Int32]] = [
      InputCode.trackingID: [7, -1, 9], InputCode.contactX: [10, 20, 30], InputCode.contactY: [11, 21, 31],
    ]
    var current: Int32? = 2
    var isThere = true
    /// Errors in place of answers.
    var refused: Set<UInt16> = []
    /// Axes that were asked for, with the number of slots.
    private(set) var asked: [UInt16: Int] = [:]
    var keys: [UInt8] = [0, 0, 0, 0x40]
    /// What the question for keys returns.
    var keysResult: Int32 = 0

    func state(_ description: DeviceDescription) -> DeviceState? {
      let questions = DeviceQuestions(
        keys: { [keys, keysResult] bytes, count in
          for (index, byte) in keys.enumerated() where index < count { bytes[index] = byte }
          return keysResult
        },
        switches: { bytes, count in
          bytes[count - 1] = 1
          return 0
        },
        slots: { [self] values, count in
          let code = UInt16(values[0])
          asked[code] = count - 1
          if refused.contains(code) { return -1 }
          for (index, value) in (self.values[code] ?? []).prefix(count - 1).enumerated() {
            values[index + 1] = value
          }
          return Int32(count * 4)
        }, value: { [self] in $0 == InputCode.slot ? current : nil }, isThere: { [isThere] in isThere })
      return DeviceState(questions, description)
    }
  }

  private static func screen(lastSlot: Int32, _ more: [UInt16] = []) -> DeviceDescription {
    var screen = DeviceDescription.touchscreen("screen", width: 100, height: 200)
    screen.axes[InputCode.slot] = .init(0, lastSlot)
    for code in more { screen.axes[code] = .init(0, 100) }
    return screen
  }

  @Test("has the values of each slot, and nothing of axes that the device does not have")
  func slots() throws {
    let asked = Asked()
    for code in [InputCode.contactPressure, InputCode.touchMajor] { asked.values[code] = [40, 0, 60] }
    let state = try #require(asked.state(Self.screen(lastSlot: 2, [InputCode.contactPressure])))
    #expect(state.slots.map(\.tracking) == [7, -1, 9] && state.currentSlot == 2)
    #expect(state.slots.map(\.x) == [10, 20, 30] && state.slots.map(\.y) == [11, 21, 31])
    #expect(state.slots.map(\.pressure) == [40, 0, 60])
    #expect(state.slots.allSatisfy { $0.major == nil && $0.tool == nil && $0.distance == nil })
    #expect(asked.asked[InputCode.touchMajor] == nil && asked.asked.count == 4)
    #expect(state.keys == [30] && !state.switches.isEmpty)
  }

  @Test(
    "is that of as many slots as there can be",
    arguments: [(0, 1), (9, 10), (255, 256), (256, 256), (1_000_000, 256), (-1, 1), (.min, 1)]
      as [(Int32, Int)])
  func counts(_ last: Int32, _ count: Int) throws {
    let asked = Asked()
    let state = try #require(asked.state(Self.screen(lastSlot: last)))
    #expect(state.slots.count == count && asked.asked.values.allSatisfy { $0 == count })
  }

  @Test("is none when the device does not say where its contacts are")
  func refusals() {
    for code in [InputCode.trackingID, InputCode.contactX, InputCode.contactY] {
      let asked = Asked()
      asked.refused = [code]
      #expect(asked.state(Self.screen(lastSlot: 2)) == nil)
    }
    let asked = Asked()
    asked.refused = [InputCode.contactPressure]
    asked.current = nil
    let state = asked.state(Self.screen(lastSlot: 2, [InputCode.contactPressure]))
    #expect(state?.slots.map(\.pressure) == [nil, nil, nil] && state?.currentSlot == 0)
  }

  @Test("of a device without slots is its keys; of a pipe there is none")
  func withoutSlots() {
    let asked = Asked()
    let keys = asked.state(DeviceDescription(name: "keys"))
    #expect(keys?.keys == [30] && keys?.slots.isEmpty == true && asked.asked.isEmpty)
    asked.keysResult = -1
    #expect(asked.state(DeviceDescription(name: "keys"))?.keys == [])
    asked.isThere = false
    #expect(asked.state(DeviceDescription(name: "pipe")) == nil)
  }

  // MARK: What is made of it

  private static func lost(
    _ state: DeviceState, of description: DeviceDescription, then play: (inout Device) -> Void = { _ in }
  ) throws -> [HIDEvent] {
    var device = Device()
    device.absolute(InputCode.contactPressure, 80)
    device.down(1, 10, 10)
    device.synchronize()
    device.synchronize(InputCode.dropped)
    device.synchronize()
    play(&device)
    return try Array(device.events(description, state: { state }).dropFirst())
  }

  private static func forces(_ events: [HIDEvent]) -> [[Double]] {
    events.compactMap { if case .digitizer(let contacts) = $0.payload { contacts.map(\.force) } else { nil } }
  }

  @Test("keeps the pressure that it does not say, and has none where the device has no such axis")
  func pressure() throws {
    let slot = DeviceState.Slot(tracking: 1, x: 20, y: 10)
    let state = DeviceState(slots: [slot], currentSlot: 0, keys: [])
    // Of a range of 101 values.
    let kept = try Self.lost(state, of: Self.screen(lastSlot: 2, [InputCode.contactPressure]))
    #expect(kept.map(\.short) == ["moved 1 (20.0 10.0)"])
    #expect(Self.forces(kept) == [[160.0 / 101]])
    #expect(try Self.forces(Self.lost(state, of: Self.screen(lastSlot: 2))) == [[0]])
    var known = slot
    for (pressure, force) in [(0, 0), (.min, 0), (.max, 2)] as [(Int32, Double)] {
      known.pressure = pressure
      let state = DeviceState(slots: [known], currentSlot: 0, keys: [])
      #expect(
        try Self.forces(Self.lost(state, of: Self.screen(lastSlot: 2, [InputCode.contactPressure]))) == [
          [force]
        ])
    }
  }

  @Test("has no slots behind the last one, and a current slot that may be none")
  func beyond() throws {
    let slots = (0..<5).map { DeviceState.Slot(tracking: Int32($0), x: 10 * Int32($0), y: 10) }
    let description = Self.screen(lastSlot: 1)
    for current in [2, 256, -1, .max, .min] as [Int32] {
      let state = DeviceState(slots: slots, currentSlot: current, keys: [])
      let events = try Self.lost(state, of: description) { device in
        // Of no slot, until one is named.
        device.move(50, 50)
        device.synchronize()
        device.slot(1)
        device.move(60, 60)
        device.synchronize()
      }
      #expect(
        events.map(\.short) == [
          "cancelled 1 (10.0 10.0), began 2 (0.0 10.0), began 3 (10.0 10.0)",
          "stationary 2 (0.0 10.0), moved 3 (60.0 60.0)",
        ])
    }
    let state = DeviceState(slots: slots, currentSlot: 1, keys: [])
    let events = try Self.lost(state, of: description) { device in
      device.move(50, 50)
      device.synchronize()
    }
    #expect(events.last?.short == "stationary 2 (0.0 10.0), moved 3 (50.0 50.0)")
  }
}
