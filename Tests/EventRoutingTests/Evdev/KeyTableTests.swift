import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// The tables of keys at the ends of their rows, and what a device's answers mean.
@Suite("Tables", .hangLimit)
struct KeyTableTests {
  @Test("of keys: each row begins and ends where the keyboard page says")
  func rows() {
    let wanted: [(UInt16, UInt16)] = [
      (1, 0x29), (2, 0x1e), (14, 0x2a), (15, 0x2b), (16, 0x14), (28, 0x28), (29, 0xe0), (30, 0x04),
      (43, 0x31),
      (44, 0x1d), (54, 0xe5), (58, 0x39), (59, 0x3a), (68, 0x43), (70, 0x47), (71, 0x5f), (82, 0x62),
      (83, 0x63), (85, 0x94), (88, 0x45), (96, 0x58), (100, 0xe6), (102, 0x4a), (103, 0x52), (111, 0x4c),
      (113, 0x7f), (114, 0x81), (115, 0x80), (116, 0x66), (119, 0x48), (125, 0xe3), (126, 0xe7), (127, 0x65),
      (152, 0x66), (183, 0x68), (194, 0x73),
      // On the keypad: minus, plus; and the letters of the home row's middle.
      (74, 0x56), (78, 0x57), (34, 0x0a), (35, 0x0b), (36, 0x0d),
    ]
    for (code, usage) in wanted { #expect(KeyTable.usage(of: code) == usage, "key \(code)") }
    // From F13 to F24 both have one number after the other.
    for code in UInt16(183)...194 { #expect(KeyTable.usage(of: code) == code - 183 + 0x68) }
    for code: UInt16 in [0, 84, 101, 118, 120, 182, 195, 0xffff] { #expect(KeyTable.usage(of: code) == nil) }
  }

  @Test("of texts: letters, digits, signs and the keypad, with shift and without")
  func texts() {
    let wanted: [(UInt16, String)] = [
      (0x04, "aA"), (0x1d, "zZ"), (0x1e, "1!"), (0x27, "0)"), (0x28, "\r\r"), (0x2c, "  "), (0x2d, "-_"),
      (0x31, "\\|"), (0x33, ";:"), (0x38, "/?"), (0x54, "//"), (0x58, "\r\r"), (0x59, "11"), (0x62, "00"),
      (0x63, ".."),
    ]
    for (usage, text) in wanted {
      let found = KeyTable.text(of: usage).map { String([$0.plain, $0.shifted]) }
      #expect(found == text, "usage \(usage)")
    }
    // Those of one row of a US keyboard, one after the other.
    func row(_ usages: ClosedRange<UInt16>, shifted: Bool) -> String {
      String(
        usages.compactMap { KeyTable.text(of: $0) }.map { shifted ? $0.shifted : $0.plain })
    }
    #expect(
      row(0x1e...0x27, shifted: false) == "1234567890" && row(0x1e...0x27, shifted: true) == "!@#$%^&*()")
    #expect(
      row(0x2d...0x38, shifted: false) == "-=[]\\;'`,./" && row(0x2d...0x38, shifted: true) == "_+{}|:\"~<>?")
    #expect(row(0x04...0x1d, shifted: false) == "abcdefghijklmnopqrstuvwxyz")
    #expect(row(0x54...0x63, shifted: false) == "/*-+\r1234567890.")
    for usage: UInt16 in [0x03, 0x32, 0x39, 0x53, 0x64, 0xe0] { #expect(KeyTable.text(of: usage) == nil) }
  }

  @Test("of modifiers: the left ones and the right ones")
  func modifiers() {
    let all = (UInt16(0xdf)...0xe8).map { KeyTable.modifier(of: $0) }
    #expect(
      all == [
        [], .control, .shift, .alternate, .command, .control, .shift, .alternate, .command, [],
      ])
  }

  @Test("of media keys: when they are pressed, and the ones that seek when they are released")
  func media() {
    let released = (0...255).filter { KeyTable.remoteControl(of: $0)?.released != nil }
    #expect(released == [168, 208])
    let pressed = [163, 164, 165, 166, 200, 201, 207, 226].map { KeyTable.remoteControl(of: $0)?.pressed }
    #expect(
      pressed == [
        .nextTrack, .togglePlayPause, .previousTrack, .stop, .play, .pause, .play, .togglePlayPause,
      ])
  }

  @Test("of bits: the ones that the device has set, up to the requested number")
  func bits() {
    let numbers = DeviceDescription.bits(count: 11) { bytes, count in
      for place in 0..<count { bytes[place] = place == 0 ? 0b1000_0001 : 0xff }
      return 0
    }
    #expect(numbers == [0, 7, 8, 9, 10])
    #expect(
      DeviceDescription.bits(count: 8) { bytes, _ in
        bytes[0] = 0xff; return -1
      }.isEmpty)
  }

  @Test("of properties: a pad beside the screen moves a pointer, a screen is touched")
  func kinds() {
    func kind(_ properties: Set<Int>) -> HIDEvent.Contact.Kind {
      let description = DeviceDescription(name: "", axes: [:], properties: properties)
      return Surface(description, width: 1, height: 1, isContacts: true).kind
    }
    #expect([kind([]), kind([0]), kind([1]), kind([0, 1])] == [.finger, .indirect, .finger, .finger])
  }
}
