import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// A finger that hovers was a touch, a touchpad a touch screen, and of a mouse only the left button was known.
@Suite("What is no touch of the screen", .hangLimit)
struct HoverBeginsATouchTests {
  @Test("a finger touches when its distance is none, and no longer when it has one again")
  func hover() throws {
    var device = Device()
    device.absolute(InputCode.contactDistance, 12)
    device.down(1, 10, 10)
    device.synchronize()
    device.move(20, 20)
    device.synchronize()
    device.absolute(InputCode.contactDistance, 0)
    device.synchronize()
    device.move(30, 20)
    device.synchronize()
    device.absolute(InputCode.contactDistance, 5)
    device.synchronize()
    device.move(40, 20)
    device.synchronize()
    device.absolute(InputCode.contactDistance, 0)
    device.synchronize()
    device.up()
    device.synchronize()
    #expect(
      try device.events().map(\.short) == [
        "began 1 (20.0 20.0)", "moved 1 (30.0 20.0)", "ended 1 (30.0 20.0)", "began 2 (40.0 20.0)",
        "ended 2 (40.0 20.0)",
      ])
  }

  @Test("a finger that hovers away says nothing, and its slot's next one may touch")
  func away() throws {
    var device = Device()
    device.absolute(InputCode.contactDistance, 12)
    device.down(1, 10, 10)
    device.synchronize()
    device.up()
    device.synchronize()
    device.absolute(InputCode.contactDistance, 0)
    device.down(2, 15, 15)
    device.synchronize()
    #expect(try device.events().map(\.short) == ["began 1 (15.0 15.0)"])
  }

  /// Twice as wide as high, on a screen of 100 by 200 points.
  private static let pad = DeviceDescription(
    name: "pad",
    axes: [
      InputCode.slot: .init(0, 4), InputCode.contactX: .init(0, 999, resolution: 10),
      InputCode.contactY: .init(0, 499, resolution: 10), InputCode.trackingID: .init(0, 65535),
    ], properties: [InputCode.isPointer])

  @Test("a touchpad's finger moves the pointer, as far along both axes, from where it is")
  func pad() throws {
    var device = Device()
    device.down(1, 900, 400)
    device.synchronize()
    device.move(800, 400)
    device.synchronize()
    device.move(800, 300)
    device.synchronize()
    device.up()
    device.synchronize()
    // Elsewhere: the pointer stays.
    device.down(2, 100, 100)
    device.synchronize()
    device.key(0x110, 1)
    device.synchronize()
    device.move(200, 100)
    device.synchronize()
    device.key(0x110, 0)
    device.synchronize()
    let words = try device.events(Self.pad).map(\.short)
    #expect(
      words == [
        "moved (40.0 100.0)", "moved (40.0 90.0)", "began 3 (40.0 90.0)", "moved 3 (50.0 90.0)",
        "ended 3 (50.0 90.0)",
      ])
  }

  @Test("two fingers on a touchpad scroll; one that comes or goes moves nothing")
  func scroll() throws {
    var device = Device()
    device.slot(0)
    device.down(1, 100, 100)
    device.slot(1)
    device.down(2, 300, 100)
    device.synchronize()
    device.move(300, 120)
    device.slot(0)
    device.move(100, 120)
    device.synchronize()
    device.up()
    device.synchronize()
    device.slot(1)
    device.up()
    device.synchronize()
    #expect(
      try device.events(Self.pad).map(\.short) == ["scrolled (50.0 100.0) by (0.0 2.0)"])
  }

  @Test("an old touchpad with one contact moves the pointer, too")
  func single() throws {
    let pad = DeviceDescription(
      name: "pad", axes: [InputCode.x: .init(0, 99), InputCode.y: .init(0, 99)],
      properties: [InputCode.isPointer])
    var device = Device()
    device.key(InputCode.touchButton, 1)
    device.absolute(InputCode.x, 20)
    device.absolute(InputCode.y, 20)
    device.synchronize()
    device.absolute(InputCode.x, 25)
    device.synchronize()
    #expect(try device.events(pad).map(\.short) == ["moved (55.0 100.0)"])
  }

  @Test("a loss or the end of a touchpad cancels no contact")
  func loss() throws {
    var decoder = try EvdevDecoder(Self.pad, width: 100, height: 200)
    var device = Device()
    device.down(1, 100, 100)
    device.synchronize()
    device.synchronize(InputCode.dropped)
    device.synchronize()
    var words: [String] = []
    for record in device.records { try decoder.add(record) { words.append($0.short) } }
    decoder.cancelAll { words.append($0.short) }
    #expect(words == [])
  }

  @Test("a contact has the mouse's buttons, from the first that goes down to the last that goes up")
  func buttons() throws {
    var device = Device()
    for (code, value) in [(0x111, 1), (0x110, 1), (0x111, 0), (0x110, 0), (0x112, 1)] as [(UInt16, Int32)] {
      device.key(code, value)
      device.synchronize()
    }
    let contacts = try device.events(DeviceDescription()).map { event -> String in
      guard case .digitizer(let contacts) = event.payload else { return "?" }
      return "\(contacts[0].phase) \(contacts[0].buttons.rawValue)"
    }
    #expect(contacts == ["began 2", "moved 3", "moved 1", "ended 0", "began 4"])
  }
}
