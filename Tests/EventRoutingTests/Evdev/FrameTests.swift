import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// State that one frame leaves to the next, and state that it resets.
@Suite("A frame", .hangLimit)
struct FrameTests {
  private static func contacts(_ event: HIDEvent?) -> [HIDEvent.Contact] {
    if case .digitizer(let contacts)? = event?.payload { contacts } else { [] }
  }

  @Test("with a lift and the same number again ends one contact and begins another")
  func sameNumber() throws {
    var device = Device()
    device.down(1, 10, 10)
    device.synchronize()
    device.up()
    device.down(1, 20, 20)
    device.synchronize()
    #expect(try device.events().last?.short == "ended 1 (10.0 10.0), began 2 (20.0 20.0)")
  }

  @Test("after a lift belongs to the next contact of the slot, which continues")
  func next() throws {
    var device = Device()
    device.down(1, 10, 10)
    device.synchronize()
    device.up()
    device.synchronize()
    device.down(2, 20, 20)
    device.synchronize()
    device.move(21, 20)
    device.synchronize()
    device.synchronize()
    #expect(
      try device.events().suffix(2).map(\.short) == ["began 2 (20.0 20.0)", "moved 2 (21.0 20.0)"])
  }

  @Test("that begins and lifts a contact reports nothing of it")
  func both() throws {
    var device = Device()
    device.down(1, 10, 10)
    device.up()
    device.synchronize()
    #expect(try device.events().isEmpty)
  }

  @Test("with another number ends the old contact where it had moved to")
  func shown() throws {
    var device = Device()
    device.down(1, 10, 10)
    device.synchronize()
    device.move(30, 10)
    device.synchronize()
    device.down(2, 70, 70)
    device.synchronize()
    #expect(try device.events().last?.short == "ended 1 (30.0 10.0), began 2 (70.0 70.0)")
    // The same in a loss: where it was shown last.
    device.move(90, 90)
    device.synchronize(InputCode.dropped)
    device.synchronize()
    #expect(try device.events().last?.short == "cancelled 2 (70.0 70.0)")
  }

  @Test("with only another area reports nothing; the next move reports it")
  func area() throws {
    let description = DeviceDescription.touchscreen("screen", width: 100, height: 200)
    var device = Device()
    device.absolute(InputCode.touchMajor, 8)
    device.down(1, 10, 10)
    device.synchronize()
    device.absolute(InputCode.touchMajor, 20)
    device.synchronize()
    device.move(11, 10)
    device.synchronize()
    let radii = try device.events(description).map { Self.contacts($0).map(\.radius) }
    #expect(radii == [[4], [10]])
  }

  @Test("with another pressure is a move, of at most twice the average's force")
  func pressure() throws {
    var description = DeviceDescription.touchscreen("screen", width: 100, height: 200)
    description.axes[InputCode.contactPressure] = .init(0, 99)
    var device = Device()
    device.absolute(InputCode.contactPressure, 50)
    device.down(1, 10, 10)
    device.synchronize()
    for value: Int32 in [75, 500, -3] {
      device.absolute(InputCode.contactPressure, value)
      device.synchronize()
    }
    let events = try device.events(description)
    #expect(events.map { Self.contacts($0).first?.phase } == [.began, .moved, .moved, .moved])
    #expect(events.map { Self.contacts($0).first?.force } == [1, 1.5, 2, 0])
    // Without a range there is no force.
    #expect(try Self.contacts(device.events().last).first?.force == 0)
  }

  @Test("that begins with a palm reports nothing of it, until another contact begins there")
  func palm() throws {
    var device = Device()
    device.absolute(InputCode.toolType, InputCode.palmTool)
    device.down(1, 10, 10)
    device.synchronize()
    device.move(20, 10)
    device.synchronize()
    device.absolute(InputCode.toolType, 0)
    device.synchronize()
    device.up()
    device.synchronize()
    device.down(2, 30, 30)
    device.synchronize()
    let words = try device.events().map(\.short)
    #expect(words == ["began 1 (30.0 30.0)"])
  }

  @Test("with a pen among the fingers says which contact is the pen")
  func pen() throws {
    var device = Device()
    device.slot(0)
    device.down(1, 10, 10)
    device.slot(1)
    device.absolute(InputCode.toolType, InputCode.penTool)
    device.down(2, 20, 20)
    device.synchronize()
    #expect(try Self.contacts(device.events().first).map(\.kind) == [.finger, .pencil])
  }

  @Test("of one device has other contacts than that of another")
  func identities() throws {
    var device = Device()
    device.down(1, 10, 10)
    device.synchronize()
    var identities: Set<UInt32> = []
    for number: UInt8 in [0, 1, 255] {
      var decoder = try EvdevDecoder(
        .touchscreen("", width: 9, height: 9), width: 9, height: 9, device: number)
      for record in device.records {
        try decoder.add(record) { for contact in Self.contacts($0) { identities.insert(contact.identity) } }
      }
    }
    #expect(identities.count == 3)
    var numbers = ContactIdentities(device: 3, used: 0xff_fffe)
    let devices = (0..<3).map { _ in numbers.next() >> 24 }
    #expect(devices == [3, 3, 3], "after many contacts still this device's")
  }

  @Test("is reported with the time of its report")
  func times() throws {
    var device = Device(time: 1_000)
    device.down(1, 10, 10)
    device.time = 5_000
    device.synchronize()
    #expect(try device.events().map(\.timestamp) == [5_000])
  }

  @Test(
    "of a wheel scrolls once, to the right with the tilt; the pointer that moves with a button down is a contact"
  )
  func mouse() throws {
    var device = Device()
    device.relative(InputCode.wheelX, 1)
    device.relative(InputCode.wheelY, 1)
    device.synchronize()
    device.key(0x111, 1)
    device.synchronize()
    device.relative(InputCode.relativeX, 1000)
    device.relative(InputCode.relativeY, 1000)
    device.synchronize()
    device.key(0x111, 0)
    device.synchronize()
    #expect(
      try device.events(DeviceDescription()).map(\.short) == [
        "scrolled (50.0 100.0) by (-40.0 40.0)", "began 1 (50.0 100.0)", "moved 1 (100.0 200.0)",
        "ended 1 (100.0 200.0)",
      ])
  }

  @Test("of a held button that moves and lifts at once ends where it came to")
  func drag() throws {
    var device = Device()
    device.key(0x110, 1)
    device.synchronize()
    device.synchronize()
    device.relative(InputCode.relativeX, 3)
    device.key(0x110, 0)
    device.synchronize()
    #expect(
      try device.events(DeviceDescription()).map(\.short) == ["began 1 (50.0 100.0)", "ended 1 (53.0 100.0)"])
  }

  @Test("without acceleration reports none")
  func acceleration() throws {
    let sensor = DeviceDescription(name: "", axes: [0: .init(-9, 9)], properties: [6])
    var device = Device()
    device.absolute(InputCode.x, 2)
    device.synchronize()
    device.synchronize()
    device.absolute(InputCode.y, 3)
    device.synchronize()
    #expect(
      try device.events(sensor).map(\.short) == ["acceleration 2.0 0.0 0.0", "acceleration 2.0 3.0 0.0"])
  }

  @Test("without an end does not make what waits grow")
  func endless() throws {
    var device = Device()
    for _ in 0..<400 {
      device.key(30, 1)
      device.key(30, 0)
    }
    let count = try device.events(DeviceDescription()).count
    #expect(count <= 800 && count > 800 - EvdevDecoder.mostWaiting)
  }

  @Test("of an axis beyond its range stays on the screen")
  func range() throws {
    var device = Device()
    device.down(1, -5, 500)
    device.synchronize()
    #expect(try device.events().map(\.short) == ["began 1 (0.0 200.0)"])
  }
}
