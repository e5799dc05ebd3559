import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// A device was asked what it holds only when records were lost: at the start, slots had no places, and fingers and keys
/// that were down already were unknown.
@Suite("A device at the start", .hangLimit)
struct DeviceIsNotAskedAtTheStartTests {
  private static let screen = DeviceDescription.touchscreen("screen", width: 100, height: 200)

  /// What a reader makes of records of a device that held something before.
  private static func events(
    _ state: DeviceState?, of description: DeviceDescription = screen, asks: Bool = true,
    _ play: (inout Device) -> Void = { _ in }
  ) throws -> [String] {
    var device = Device()
    play(&device)
    let bytes = device.bytes
    return try onFreshThread {
      let ends = try Ends.pipe()
      var events: [HIDEvent] = []
      var isOver = false
      var settings = EvdevReader.Settings()
      (settings.width, settings.height) = (100, 200)
      let reader = try EvdevReader(
        owning: ends.reading, name: "test", told: asks ? description : nil, state: { _ in state },
        description: description, settings: settings, emit: { events.append($0) },
        ended: { _ in isOver = true })
      try reader.start()
      #expect(events.isEmpty, "nothing is called before the loop runs")
      ends.write(bytes)
      RunLoop.current.run(mode: .default, for: .milliseconds(5))
      close(ends.writing)
      let limit = RunLoop.Instant.now.advanced(by: .seconds(20))
      while !isOver, RunLoop.Instant.now < limit {
        RunLoop.current.run(mode: .default, for: .milliseconds(100), returnAfterSourceHandled: true)
      }
      return events.map(\.short)
    }
  }

  private static func slots(_ slots: DeviceState.Slot..., current: Int32 = 0, keys: Set<UInt16> = [])
    -> DeviceState
  {
    DeviceState(slots: slots, currentSlot: current, keys: keys)
  }

  @Test("a first contact at its slot's old x begins there")
  func place() throws {
    let words = try Self.events(Self.slots(.init(tracking: -1, x: 40, y: 70))) { device in
      device.absolute(InputCode.trackingID, 5)
      device.absolute(InputCode.contactY, 80)
      device.synchronize()
    }
    #expect(words.first == "began 1 (40.0 80.0)")
  }

  @Test("fingers that are down begin at once, and continue")
  func fingers() throws {
    let state = Self.slots(
      .init(tracking: -1, x: 1, y: 1), .init(tracking: 7, x: 40, y: 70), current: 1)
    let words = try Self.events(state) { device in
      device.move(41, 70)
      device.synchronize()
      device.up()
      device.synchronize()
    }
    #expect(words == ["began 1 (40.0 70.0)", "moved 1 (41.0 70.0)", "ended 1 (41.0 70.0)"])
  }

  @Test("keys that are down are pressed, modifiers first")
  func keys() throws {
    let words = try Self.events(Self.slots(keys: [30, 42]), of: DeviceDescription(name: "keys")) { device in
      device.key(30, 2)
      device.key(30, 0)
      device.synchronize()
    }
    #expect(
      words == [
        "key 225 down ''", "key 4 down 'A'", "key 4 repeated 'A'", "key 4 up 'A'", "key 225 cancelled ''",
      ])
  }

  @Test("a button and a pen that are down press, at the place that the device reports")
  func buttons() throws {
    let pen = DeviceDescription(
      name: "pen", axes: [InputCode.x: .init(0, 99, value: 30), InputCode.y: .init(0, 199, value: 60)])
    let words = try Self.events(Self.slots(keys: [InputCode.touchButton]), of: pen) { device in
      device.key(InputCode.touchButton, 0)
      device.synchronize()
    }
    #expect(words == ["began 1 (30.0 60.0)", "ended 1 (30.0 60.0)"])
    let mouse = try Self.events(Self.slots(keys: [0x110]), of: DeviceDescription(name: "mouse"))
    #expect(mouse == ["began 1 (50.0 100.0)", "cancelled 1 (50.0 100.0)"])
  }

  @Test("a stream can not be asked")
  func stream() throws {
    #expect(try Self.events(Self.slots(.init(tracking: 7, x: 40, y: 70)), asks: false) == [])
    #expect(try Self.events(nil) == [])
  }

  @Test("a palm and a finger that hovers are no contacts")
  func palm() throws {
    let state = Self.slots(
      .init(tracking: 1, x: 10, y: 10, tool: InputCode.palmTool),
      .init(tracking: 2, x: 20, y: 20, distance: 9))
    #expect(try Self.events(state) == [])
  }
}
