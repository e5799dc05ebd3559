/// X's names of keys' meanings, as text and as usages of HID's keyboard page.
enum X11Keysyms {
  static let altLeft: UInt32 = 0xFFE9
  static let altRight: UInt32 = 0xFFEA
  static let metaLeft: UInt32 = 0xFFE7
  static let metaRight: UInt32 = 0xFFE8
  static let superLeft: UInt32 = 0xFFEB
  static let superRight: UInt32 = 0xFFEC
  static let numLock: UInt32 = 0xFF7F
  static let levelThree: UInt32 = 0xFE03
  static let modeSwitch: UInt32 = 0xFF7E

  /// The text that it makes; empty for none.
  static func characters(_ keysym: UInt32) -> String {
    switch keysym {
    case 0x20...0x7E, 0xA0...0xFF: return text(keysym)
    case 0x0100_0000...0x0110_FFFF: return text(keysym - 0x0100_0000)
    case 0x20AC: return "€"
    case 0xFF0D, 0xFF8D: return "\r"
    case 0xFF09, 0xFE20: return "\t"
    case 0xFF1B: return "\u{1B}"
    case 0xFF08: return "\u{8}"
    case 0xFFFF: return "\u{7F}"
    case 0xFFAA...0xFFBF where keysym != 0xFFBA && keysym != 0xFFBB && keysym != 0xFFBC:
      return text(keysym - 0xFF80)
    case 0xFFBD: return "="
    case 0xFF80: return " "
    // Cyrillic, as its old names have it: in the order of KOI-8.
    case 0x6C0...0x6FF:
      let order = "юабцдефгхийклмнопярстужвьызшэщчъ"
      let index = Int((keysym - 0x6C0) % 32)
      let letter = String(order[order.index(order.startIndex, offsetBy: index)])
      return keysym >= 0x6E0 ? letter.uppercased() : letter
    case 0x1A1...0x1FF: return latin2(keysym)
    case 0x7A1...0x7F9: return greek(keysym)
    default: return signs[keysym] ?? ""
    }
  }

  /// The upper half of ISO 8859-2.
  private static func latin2(_ keysym: UInt32) -> String {
    let letters =
      "Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙"
    let scalars = letters.unicodeScalars
    let index = scalars.index(scalars.startIndex, offsetBy: Int(keysym - 0x1A1), limitedBy: scalars.endIndex)
    guard let index, index < scalars.endIndex else { return "" }
    return String(Character(scalars[index]))
  }

  private static func greek(_ keysym: UInt32) -> String {
    switch keysym {
    // Unicode has a gap after rho, as the lower case has the final sigma.
    case 0x7C1...0x7D1: return text(0x391 + keysym - 0x7C1)
    case 0x7D2: return "Σ"
    case 0x7D4...0x7D9: return text(0x3A4 + keysym - 0x7D4)
    case 0x7E1...0x7F1: return text(0x3B1 + keysym - 0x7E1)
    case 0x7F2: return "σ"
    case 0x7F3: return "ς"
    case 0x7F4...0x7F9: return text(0x3C4 + keysym - 0x7F4)
    default: return signs[keysym] ?? ""
    }
  }

  private static let signs: [UInt32: String] = [
    0x13BC: "Œ", 0x13BD: "œ", 0x13BE: "Ÿ", 0x2A1: "Ħ", 0x2A9: "İ", 0x2AB: "Ğ", 0x2B1: "ħ", 0x2B9: "ı",
    0x2BB: "ğ", 0xAA9: "—", 0xAAA: "–", 0xAAE: "…", 0xAC9: "™", 0xAD0: "‘", 0xAD1: "’", 0xAD2: "“",
    0xAD3: "”", 0xAFD: "‚", 0xAFE: "„", 0x6B0: "№", 0x6A3: "ё", 0x6B3: "Ё", 0x6A4: "є", 0x6B4: "Є",
    0x6A6: "і", 0x6B6: "І", 0x6A7: "ї", 0x6B7: "Ї", 0x6AD: "ґ", 0x6BD: "Ґ", 0x6AE: "ў", 0x6BE: "Ў",
    0x7A1: "Ά", 0x7A2: "Έ", 0x7A3: "Ή", 0x7A4: "Ί", 0x7A5: "Ϊ", 0x7A7: "Ό", 0x7A8: "Ύ", 0x7A9: "Ϋ",
    0x7AB: "Ώ", 0x7B1: "ά", 0x7B2: "έ", 0x7B3: "ή", 0x7B4: "ί", 0x7B5: "ϊ", 0x7B6: "ΐ", 0x7B7: "ό",
    0x7B8: "ύ", 0x7B9: "ϋ", 0x7BA: "ΰ", 0x7BB: "ώ",
  ]

  private static func text(_ scalar: UInt32) -> String {
    Unicode.Scalar(scalar).map { String(Character($0)) } ?? ""
  }

  static func isKeypad(_ keysym: UInt32) -> Bool { (0xFF80...0xFFBD).contains(keysym) }

  /// The letter's other case, or itself.
  static func uppercase(_ keysym: UInt32) -> UInt32 {
    switch keysym {
    case 0x61...0x7A, 0xE0...0xF6, 0xF8...0xFE: keysym - 0x20
    case 0x6C0...0x6DF: keysym + 0x20
    default: keysym
    }
  }

  static func isLetter(_ keysym: UInt32) -> Bool {
    uppercase(keysym) != keysym || 0x41...0x5A ~= keysym || 0xC0...0xDE ~= keysym || 0x6E0...0x6FF ~= keysym
  }

  /// The usage of a key with this meaning; nil if the keyboard page has none.
  static func usage(_ keysym: UInt32) -> UInt16? {
    switch keysym {
    case 0x61...0x7A: return UInt16(4 + keysym - 0x61)
    case 0x41...0x5A: return UInt16(4 + keysym - 0x41)
    case 0x31...0x39: return UInt16(30 + keysym - 0x31)
    case 0x30: return 39
    case 0xFFBE...0xFFC9: return UInt16(58 + keysym - 0xFFBE)
    case 0xFFCA...0xFFD5: return UInt16(104 + keysym - 0xFFCA)
    case 0xFFB1...0xFFB9: return UInt16(89 + keysym - 0xFFB1)
    default: return others[keysym]
    }
  }

  private static let others: [UInt32: UInt16] = [
    0xFF0D: 40, 0xFF1B: 41, 0xFF08: 42, 0xFF09: 43, 0xFE20: 43, 0x20: 44, 0x2D: 45, 0x3D: 46, 0x5B: 47,
    0x5D: 48, 0x5C: 49, 0x3B: 51, 0x27: 52, 0x60: 53, 0x2C: 54, 0x2E: 55, 0x2F: 56, 0xFFE5: 57, 0xFF61: 70,
    0xFF14: 71, 0xFF13: 72, 0xFF63: 73, 0xFF50: 74, 0xFF55: 75, 0xFFFF: 76, 0xFF57: 77, 0xFF56: 78,
    0xFF53: 79, 0xFF51: 80, 0xFF54: 81, 0xFF52: 82, 0xFF7F: 83, 0xFFAF: 84, 0xFFAA: 85, 0xFFAD: 86,
    0xFFAB: 87, 0xFF8D: 88, 0xFF9C: 89, 0xFF99: 90, 0xFF9B: 91, 0xFF96: 92, 0xFF9D: 93, 0xFF98: 94,
    0xFF95: 95, 0xFF97: 96, 0xFF9A: 97, 0xFFB0: 98, 0xFF9E: 98, 0xFFAE: 99, 0xFF9F: 99, 0x3C: 100,
    0xFF67: 101, 0xFFBD: 103, 0xFFE3: 224, 0xFFE1: 225, 0xFFE9: 226, 0xFFE7: 226, 0xFFEB: 227, 0xFFE4: 228,
    0xFFE2: 229, 0xFFEA: 230, 0xFE03: 230, 0xFF7E: 230, 0xFFE8: 230, 0xFFEC: 231,
  ]

  /// Where letters are on any keyboard, for layouts whose letters have no usage of their own: by the key's code.
  static func usage(keycode: UInt8) -> UInt16 {
    let rows: [(first: UInt8, letters: String)] = [(24, "qwertyuiop"), (38, "asdfghjkl"), (52, "zxcvbnm")]
    for row in rows {
      let letters = Array(row.letters.utf8)
      if keycode >= row.first, Int(keycode - row.first) < letters.count {
        return UInt16(4 + letters[Int(keycode - row.first)] - 0x61)
      }
    }
    // No usage: a number beyond the page, so that keys are distinct.
    return 0xF000 + UInt16(keycode)
  }
}
