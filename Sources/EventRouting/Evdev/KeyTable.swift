import HIDEvents

/// Maps the kernel's key numbers to usages of HID's keyboard page, and to the text of a US keyboard.
enum KeyTable {
  /// Nil for a key that the keyboard page does not have.
  static func usage(of code: UInt16) -> UInt16? {
    code < usages.count && usages[Int(code)] != 0 ? usages[Int(code)] : nil
  }

  /// The command of a headset's or media keyboard's key when it is pressed, and when it is released, if any.
  static func remoteControl(of code: UInt16) -> (
    pressed: HIDEvent.RemoteControl, released: HIDEvent.RemoteControl?
  )? {
    switch code {
    case 163: (.nextTrack, nil)
    case 164, 226: (.togglePlayPause, nil)
    case 165: (.previousTrack, nil)
    case 166, 128: (.stop, nil)
    case 168: (.beginSeekingBackward, .endSeekingBackward)
    case 200, 207: (.play, nil)
    case 201: (.pause, nil)
    case 208: (.beginSeekingForward, .endSeekingForward)
    default: nil
    }
  }

  /// The text of a key, without modifiers and with shift.
  static func text(of usage: UInt16) -> (plain: Character, shifted: Character)? {
    switch usage {
    case 0x04...0x1d:
      let letter = UInt8(usage - 0x04)
      return (Character(Unicode.Scalar(0x61 + letter)), Character(Unicode.Scalar(0x41 + letter)))
    case 0x1e...0x38: return texts[Int(usage) - 0x1e]
    case 0x54...0x63:
      let text = keypad[Int(usage) - 0x54]
      return (text, text)
    default: return nil
    }
  }

  static func modifier(of usage: UInt16) -> HIDEvent.Key.Modifiers {
    switch usage {
    case 0xe0, 0xe4: .control
    case 0xe1, 0xe5: .shift
    case 0xe2, 0xe6: .alternate
    case 0xe3, 0xe7: .command
    default: []
    }
  }

  /// Whether the key is on the numeric pad; Num Lock is not one of its keys.
  static func isKeypad(_ usage: UInt16) -> Bool { (0x54...0x63).contains(usage) || usage == 0x67 }

  static let capsLock: UInt16 = 0x39

  private static let usages: [UInt16] = {
    var usages = [UInt16](repeating: 0, count: 195)
    func row(_ first: Int, _ values: UInt16...) {
      for (place, value) in values.enumerated() { usages[first + place] = value }
    }
    row(1, 0x29, 0x1e, 0x1f, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2d, 0x2e, 0x2a, 0x2b)
    row(16, 0x14, 0x1a, 0x08, 0x15, 0x17, 0x1c, 0x18, 0x0c, 0x12, 0x13, 0x2f, 0x30, 0x28, 0xe0)
    row(30, 0x04, 0x16, 0x07, 0x09, 0x0a, 0x0b, 0x0d, 0x0e, 0x0f, 0x33, 0x34, 0x35, 0xe1, 0x31)
    row(44, 0x1d, 0x1b, 0x06, 0x19, 0x05, 0x11, 0x10, 0x36, 0x37, 0x38, 0xe5, 0x55, 0xe2, 0x2c, 0x39)
    row(59, 0x3a, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f, 0x40, 0x41, 0x42, 0x43, 0x53, 0x47)
    row(71, 0x5f, 0x60, 0x61, 0x56, 0x5c, 0x5d, 0x5e, 0x57, 0x59, 0x5a, 0x5b, 0x62, 0x63)
    row(85, 0x94, 0x64, 0x44, 0x45)
    row(96, 0x58, 0xe4, 0x54, 0x46, 0xe6, 0, 0x4a, 0x52, 0x4b, 0x50, 0x4f, 0x4d, 0x51, 0x4e, 0x49, 0x4c)
    row(113, 0x7f, 0x81, 0x80, 0x66, 0x67, 0, 0x48)
    row(125, 0xe3, 0xe7, 0x65)
    row(152, 0x66)
    row(183, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70, 0x71, 0x72, 0x73)
    return usages
  }()

  private static let texts: [(plain: Character, shifted: Character)?] = [
    ("1", "!"), ("2", "@"), ("3", "#"), ("4", "$"), ("5", "%"), ("6", "^"), ("7", "&"), ("8", "*"),
    ("9", "("),
    ("0", ")"), ("\r", "\r"), ("\u{1b}", "\u{1b}"), ("\u{8}", "\u{8}"), ("\t", "\t"), (" ", " "), ("-", "_"),
    ("=", "+"), ("[", "{"), ("]", "}"), ("\\", "|"), nil, (";", ":"), ("'", "\""), ("`", "~"), (",", "<"),
    (".", ">"), ("/", "?"),
  ]
  private static let keypad: [Character] = Array("/*-+\r1234567890.")
}
