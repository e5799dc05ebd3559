import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// The switch of a sensor at the screen's front.
@Suite(.hangLimit) struct ProximityTests {
  private func device(_ values: Int32..., code: UInt16 = InputCode.frontProximity) -> Device {
    var device = Device()
    for value in values {
      device.records.append(InputRecord(time: device.time, InputCode.switches, code, value))
      device.synchronize()
    }
    return device
  }

  @Test("S000-11: a sensor") func aSwitchIsSentWhenItIsAnotherThanBefore() throws {
    let none = DeviceDescription()
    #expect(
      try device(0, 1, 1, 0).events(none).map(\.short) == ["proximity near", "proximity far"])
    // A laptop's lid is another switch.
    #expect(try device(1, 0, code: 0).events(none) == [])
  }

  @Test func aDeviceIsAskedAtTheStartAndAfterALoss() throws {
    let isOn = DeviceState(slots: [], currentSlot: 0, keys: [], switches: [InputCode.frontProximity])
    var decoder = try EvdevDecoder(DeviceDescription(), width: 100, height: 100, state: { isOn })
    var words: [String] = []
    decoder.begin(at: 1) { words.append($0.short) }
    #expect(words == ["proximity near"])
    var lost = device()
    lost.synchronize(InputCode.dropped)
    lost.synchronize()
    for record in lost.records { try decoder.add(record) { words.append($0.short) } }
    #expect(words == ["proximity near"])
    // What is gone is far.
    decoder.cancelAll { words.append($0.short) }
    #expect(words == ["proximity near", "proximity far"])
    // A stream is not asked, and nothing is close to it then.
    var stream = device(1)
    stream.synchronize(InputCode.dropped)
    stream.synchronize()
    #expect(try stream.events(DeviceDescription()).map(\.short) == ["proximity near", "proximity far"])
  }
}
