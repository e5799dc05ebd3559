import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// Keys of a device's numeric pad did not say that they are, as those of a display server do.
@Suite("A key of the numeric pad", .hangLimit)
struct KeypadKeysAreOthersTests {
  @Test(
    "says so, and no other key does",
    arguments: [(79, 0x59), (96, 0x58), (83, 0x63), (98, 0x54), (117, 0x67)])
  func keypad(_ code: UInt16, _ usage: UInt16) throws {
    var device = Device()
    // Beside it: Num Lock, the digit of the upper row, Return.
    for code in [code, 69, 2, 28] {
      device.key(code, 1)
      device.synchronize()
    }
    let keys = try device.events(DeviceDescription()).compactMap { event -> HIDEvent.Key? in
      if case .key(let key) = event.payload { key } else { nil }
    }
    #expect(keys.map(\.usage) == [usage, 0x53, 0x1e, 0x28])
    #expect(keys.map { $0.modifiers.contains(.numericPad) } == [true, false, false, false])
  }
}
