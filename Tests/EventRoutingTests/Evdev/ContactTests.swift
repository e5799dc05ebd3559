import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// From a frame's records to contacts.
@Suite("Contacts of protocol B", .hangLimit)
struct ContactTests {
  @Test("begin, move, stand still and end, slot by slot")
  func phases() throws {
    var device = Device()
    device.down(7, 10, 20)
    device.synchronize()
    device.slot(1)
    device.down(8, 30, 40)
    device.synchronize()
    device.move(31, 40)
    device.synchronize()
    device.slot(0)
    device.up()
    device.synchronize()
    device.slot(1)
    device.up()
    device.synchronize()
    #expect(
      try device.events().map(\.short) == [
        "began 1 (10.0 20.0)", "stationary 1 (10.0 20.0), began 2 (30.0 40.0)",
        "stationary 1 (10.0 20.0), moved 2 (31.0 40.0)", "ended 1 (10.0 20.0), stationary 2 (31.0 40.0)",
        "ended 2 (31.0 40.0)",
      ])
  }

  @Test("keep the place of the slot's last contact when only the other axis is reported")
  func places() throws {
    var device = Device()
    device.down(1, 10, 20)
    device.synchronize()
    device.up()
    device.synchronize()
    device.absolute(InputCode.trackingID, 2)
    device.absolute(InputCode.contactY, 25)
    device.synchronize()
    #expect(try device.events().last?.short == "began 2 (10.0 25.0)")
  }

  @Test("that change their number without a lift are an end and a beginning, where each was")
  func change() throws {
    var device = Device()
    device.down(1, 10, 20)
    device.synchronize()
    device.down(2, 70, 80)
    device.synchronize()
    device.up()
    device.absolute(InputCode.trackingID, 2)
    device.move(71, 81)
    device.synchronize()
    #expect(
      try device.events().dropFirst().map(\.short) == [
        "ended 1 (10.0 20.0), began 2 (70.0 80.0)", "ended 2 (70.0 80.0), began 3 (71.0 81.0)",
      ])
  }

  @Test("are stretched over the screen; without ranges a unit is a point")
  func scaling() throws {
    var device = Device()
    device.down(1, 0, 500)
    device.synchronize()
    device.move(1000, 999)
    device.synchronize()
    let description = DeviceDescription(
      name: "",
      axes: [
        InputCode.slot: .init(0, 9), InputCode.contactX: .init(0, 999), InputCode.contactY: .init(-1000, 999),
      ])
    #expect(
      try device.events(description, width: 500, height: 100).map(\.short) == [
        "began 1 (0.0 75.0)", "moved 1 (500.0 99.95)",
      ])
    #expect(
      try device.events(DeviceDescription()).map(\.short) == [
        "began 1 (0.0 500.0)", "moved 1 (1000.0 999.0)",
      ])
  }

  @Test("of slots that the device does not have are ignored")
  func slots() throws {
    var device = Device()
    for slot: Int32 in [-1, 10, .max, .min, 255] {
      device.slot(slot)
      device.down(5, 1, 1)
      device.synchronize()
    }
    device.slot(9)
    device.down(6, 2, 2)
    device.synchronize()
    #expect(try device.events().map(\.short) == ["began 1 (2.0 2.0)"])
  }

  @Test("that turn out to be a palm are cancelled, and ignored until they are lifted")
  func palms() throws {
    var device = Device()
    device.down(1, 10, 10)
    device.synchronize()
    device.absolute(InputCode.toolType, InputCode.palmTool)
    device.synchronize()
    device.move(50, 50)
    device.synchronize()
    // A finger again, and still the same contact.
    device.absolute(InputCode.toolType, 0)
    device.move(51, 51)
    device.synchronize()
    device.up()
    device.synchronize()
    device.down(2, 20, 20)
    device.synchronize()
    #expect(
      try device.events().map(\.short) == [
        "began 1 (10.0 10.0)", "cancelled 1 (10.0 10.0)", "began 2 (20.0 20.0)",
      ])
  }

  @Test("have their force, their size and that they are a pen's")
  func force() throws {
    var description = DeviceDescription.touchscreen("pen", width: 100, height: 200)
    description.axes[InputCode.contactPressure] = .init(0, 199)
    var device = Device()
    device.absolute(InputCode.trackingID, 1)
    device.absolute(InputCode.toolType, InputCode.penTool)
    device.absolute(InputCode.contactPressure, 100)
    device.absolute(InputCode.touchMajor, 8)
    device.synchronize()
    guard case .digitizer(let contacts)? = try device.events(description).first?.payload else {
      Issue.record("no contact")
      return
    }
    #expect(contacts[0].force == 1 && contacts[0].radius == 4 && contacts[0].kind == .pencil)
  }

  @Test("of protocol A are refused by the device's axes, and by the first of its reports")
  func protocolA() throws {
    var axes = DeviceDescription.touchscreen("old", width: 10, height: 10)
    axes.axes[InputCode.slot] = nil
    #expect(throws: EvdevError.protocolA(device: "old")) { try EvdevDecoder(axes, width: 1, height: 1) }
    var device = Device()
    device.move(1, 1)
    device.synchronize(InputCode.contactReport)
    #expect(throws: EvdevError.protocolA(device: "")) { try device.events(DeviceDescription()) }
  }

  @Test("do not come from the single contact that a multi-touch device reports beside them")
  func shadow() throws {
    var device = Device()
    device.key(InputCode.touchButton, 1)
    device.absolute(InputCode.x, 5)
    device.absolute(InputCode.y, 5)
    device.down(1, 10, 20)
    device.synchronize()
    #expect(try device.events().map(\.short) == ["began 1 (10.0 20.0)"])
    #expect(try device.events(DeviceDescription()).map(\.short) == ["began 1 (10.0 20.0)"])
  }
}
