import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// Keyboards, mice, pens, media keys and sensors.
@Suite("Devices without contacts", .hangLimit)
struct KeyTests {
  @Test("keyboards: usages, text with shift and caps lock, repetition, no second press")
  func keyboard() throws {
    var device = Device()
    for (code, value) in [
      (30, 1), (30, 1), (30, 2), (30, 0), (30, 0), (42, 1), (30, 1), (2, 1), (30, 0), (42, 0), (58, 1),
      (58, 0), (30, 1), (2, 0), (2, 1),
    ] {
      device.key(UInt16(code), Int32(value))
      device.synchronize()
    }
    #expect(
      try device.events(DeviceDescription()).map(\.short) == [
        "key 4 down 'a'", "key 4 repeated 'a'", "key 4 up 'a'", "key 225 down ''", "key 4 down 'A'",
        "key 30 down '!'",
        "key 4 up 'A'", "key 225 up ''", "key 57 down ''", "key 57 up ''", "key 4 down 'A'", "key 30 up '1'",
        "key 30 down '1'",
      ])
  }

  @Test("modifiers come with the key")
  func modifiers() throws {
    var device = Device()
    for code: UInt16 in [29, 56, 125, 46] { device.key(code, 1) }
    device.synchronize()
    guard case .key(let key)? = try device.events(DeviceDescription()).last?.payload else {
      Issue.record("no key")
      return
    }
    #expect(key.modifiers == [.control, .alternate, .command] && key.charactersIgnoringModifiers == "c")
  }

  @Test("media keys are remote control, power and volume are keys of the keyboard page")
  func media() throws {
    var device = Device()
    for (code, value) in [(164, 1), (164, 0), (208, 1), (208, 2), (208, 0), (116, 1), (115, 1), (9999, 1)] {
      device.key(UInt16(code), Int32(value))
      device.synchronize()
    }
    #expect(
      try device.events(DeviceDescription()).map(\.short) == [
        "togglePlayPause", "beginSeekingForward", "endSeekingForward", "key 102 down ''", "key 128 down ''",
      ])
  }

  @Test("a mouse moves, presses where it is, drags and scrolls, and stays on the screen")
  func mouse() throws {
    var device = Device()
    device.relative(InputCode.relativeX, 5)
    device.relative(InputCode.relativeY, -1000)
    device.synchronize()
    device.key(0x110, 1)
    device.synchronize()
    device.relative(InputCode.relativeY, 10)
    device.synchronize()
    device.key(0x110, 0)
    device.synchronize()
    device.relative(InputCode.wheelY, -2)
    device.synchronize()
    #expect(
      try device.events(DeviceDescription()).map(\.short) == [
        "moved (55.0 0.0)", "began 1 (55.0 0.0)", "moved 1 (55.0 10.0)", "ended 1 (55.0 10.0)",
        "scrolled (55.0 10.0) by (0.0 -80.0)",
      ])
  }

  @Test("a surface that knows one contact only is read by its button and axes")
  func single() throws {
    var device = Device()
    device.absolute(InputCode.x, 10)
    device.absolute(InputCode.y, 20)
    device.synchronize()
    device.key(InputCode.penButton, 1)
    device.key(InputCode.touchButton, 1)
    device.synchronize()
    device.absolute(InputCode.x, 11)
    device.synchronize()
    device.synchronize()
    device.key(InputCode.touchButton, 0)
    device.synchronize()
    let events = try device.events(DeviceDescription())
    #expect(events.map(\.short) == ["began 1 (10.0 20.0)", "moved 1 (11.0 20.0)", "ended 1 (11.0 20.0)"])
    guard case .digitizer(let contacts)? = events.first?.payload else {
      Issue.record("no contacts")
      return
    }
    #expect(contacts[0].kind == .pencil)
  }

  @Test("a sensor of acceleration reports units of gravity")
  func acceleration() throws {
    let sensor = DeviceDescription(
      name: "",
      axes: [
        0: .init(-1000, 1000, resolution: 500), 1: .init(-1000, 1000, resolution: 500),
        2: .init(-1000, 1000, resolution: 500),
      ],
      properties: [6])
    var device = Device()
    device.absolute(InputCode.x, 250)
    device.absolute(InputCode.z, -500)
    device.synchronize()
    #expect(try device.events(sensor).map(\.short) == ["acceleration 0.5 0.0 -1.0"])
  }
}
