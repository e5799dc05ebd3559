/// Composes one character from several keys: a dead key and a letter, or the compose key and a sequence.
struct X11Compose {
  /// The result of a key.
  enum Outcome: Equatable {
    /// The key's own text.
    case plain
    /// Nothing yet: the sequence continues.
    case pending
    case text(String)
  }

  private var isSequence = false
  private var keys: [UInt32] = []

  mutating func reset() { self = X11Compose() }

  /// Takes the meaning of a key that was pressed, and its text.
  mutating func take(_ keysym: UInt32, _ text: String) -> Outcome {
    // A modifier, as shift for the second key, is none of the sequence.
    if (0xFFE1...0xFFEE).contains(keysym) || (0xFE01...0xFE0F).contains(keysym) || keysym == 0xFF7E
      || keysym == 0xFF7F
    {
      return .plain
    }
    if keysym == Self.multiKey {
      keys = []
      isSequence = true
      return .pending
    }
    if isSequence { return takeSequence(text) }
    if let last = keys.last {
      keys = []
      return finish(last, keysym, text)
    }
    guard Self.deadMark(keysym) != nil else { return .plain }
    keys = [keysym]
    return .pending
  }

  static let multiKey: UInt32 = 0xFF20

  /// False for escape, backspace, arrows and the like: they end a sequence, and are what they are.
  private static func isText(_ text: String) -> Bool {
    text.unicodeScalars.first.map { $0.value >= 0x20 && $0.value != 0x7F } ?? false
  }

  // MARK: Dead keys

  private mutating func finish(_ dead: UInt32, _ keysym: UInt32, _ text: String) -> Outcome {
    guard let mark = Self.deadMark(dead) else { return .plain }
    // Twice the same key, or a space: the accent itself.
    if keysym == dead || text == " " { return .text(Self.spacing(mark)) }
    if Self.deadMark(keysym) != nil {
      // Another accent: the first one is emitted alone, the second waits.
      keys = [keysym]
      return .text(Self.spacing(mark))
    }
    guard Self.isText(text) else { return .plain }
    return .text(Self.combine(text, mark) ?? Self.spacing(mark) + text)
  }

  /// The combining character of a dead key.
  static func deadMark(_ keysym: UInt32) -> Unicode.Scalar? { marks[keysym] }

  private static let marks: [UInt32: Unicode.Scalar] = [
    0xFE50: "\u{300}", 0xFE51: "\u{301}", 0xFE52: "\u{302}", 0xFE53: "\u{303}", 0xFE54: "\u{304}",
    0xFE55: "\u{306}", 0xFE56: "\u{307}", 0xFE57: "\u{308}", 0xFE58: "\u{30A}", 0xFE59: "\u{30B}",
    0xFE5A: "\u{30C}", 0xFE5B: "\u{327}", 0xFE5C: "\u{328}", 0xFE5D: "\u{345}", 0xFE60: "\u{323}",
    0xFE61: "\u{309}", 0xFE62: "\u{31B}", 0xFE63: "\u{335}", 0xFE64: "\u{313}", 0xFE65: "\u{314}",
    0xFE66: "\u{30F}", 0xFE67: "\u{325}", 0xFE68: "\u{331}", 0xFE69: "\u{32D}", 0xFE6A: "\u{330}",
    0xFE6B: "\u{32E}", 0xFE6C: "\u{324}", 0xFE6D: "\u{311}", 0xFE6E: "\u{326}", 0xFE6F: "\u{20AC}",
    0xFE8C: "\u{3B1}",
  ]

  private static func spacing(_ mark: Unicode.Scalar) -> String {
    switch mark {
    case "\u{300}": "`"
    case "\u{301}": "´"
    case "\u{302}": "^"
    case "\u{303}": "~"
    case "\u{304}": "¯"
    case "\u{306}": "˘"
    case "\u{307}": "˙"
    case "\u{308}": "¨"
    case "\u{30A}": "°"
    case "\u{30B}": "˝"
    case "\u{30C}": "ˇ"
    case "\u{327}": "¸"
    case "\u{328}": "˛"
    case "\u{20AC}": "€"
    case "\u{3B1}": "µ"
    default: "\u{A0}\(Character(mark))"
    }
  }

  /// The letter with its mark as one code point; nil where Unicode has none.
  static func combine(_ letter: String, _ mark: Unicode.Scalar) -> String? {
    switch mark {
    case "\u{335}": return strokes[letter]
    case "\u{20AC}": return currencies[letter]
    case "\u{3B1}": return greek[letter]
    default: return composed["\(letter)\(Character(mark))"]
    }
  }

  /// Letters with marks. A key is equal to its own decomposition, as all strings are that mean the same, and so is found by a
  /// letter and a mark behind it.
  private static let composed: [String: String] = {
    let ranges: [ClosedRange<UInt32>] = [0xC0...0x24F, 0x370...0x4FF, 0x1E00...0x1FFF]
    var table: [String: String] = [:]
    for range in ranges {
      for value in range {
        guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic else { continue }
        let text = String(Character(scalar))
        if table[text] == nil { table[text] = text }
      }
    }
    return table
  }()

  private static let strokes: [String: String] = [
    "d": "đ", "D": "Đ", "h": "ħ", "H": "Ħ", "l": "ł", "L": "Ł", "o": "ø", "O": "Ø", "t": "ŧ", "T": "Ŧ",
    "b": "ƀ", "B": "Ƀ", "g": "ǥ", "G": "Ǥ", "i": "ɨ", "I": "Ɨ", "z": "ƶ", "Z": "Ƶ",
  ]
  private static let currencies: [String: String] = [
    "e": "€", "E": "€", "l": "£", "L": "£", "y": "¥", "Y": "¥", "c": "¢", "C": "₡", "r": "₹", "w": "₩",
    "d": "₫", "f": "ƒ",
  ]
  private static let greek: [String: String] = {
    let pairs = zip("abcdefghiklmnopqrstuwxyz", "αβχδεφγηικλμνοπθρστυωξψζ")
    var table: [String: String] = [:]
    for (latin, letter) in pairs {
      table[String(latin)] = String(letter)
      table[latin.uppercased()] = letter.uppercased()
    }
    return table
  }()

  // MARK: The compose key

  /// Sequences have up to three keys.
  private var typed: String = ""

  private mutating func takeSequence(_ text: String) -> Outcome {
    guard Self.isText(text) else {
      reset()
      return .plain
    }
    typed += text
    if let result = Self.sequence(typed) {
      reset()
      return .text(result)
    }
    if typed.count < 2 || typed.count < 3 && Self.beginnings.contains(typed) { return .pending }
    reset()
    return .pending
  }

  /// What a sequence stands for: listed, or an accent and a letter in either order.
  static func sequence(_ keys: String) -> String? {
    if let listed = sequences[keys] { return listed }
    guard keys.count == 2, let first = keys.first, let last = keys.last else { return nil }
    if let mark = accents[first], let text = combine(String(last), mark) { return text }
    if let mark = accents[last], let text = combine(String(first), mark) { return text }
    return sequences[String([last, first])]
  }

  private static let accents: [Character: Unicode.Scalar] = [
    "'": "\u{301}", "´": "\u{301}", "`": "\u{300}", "^": "\u{302}", ">": "\u{302}", "~": "\u{303}",
    "\"": "\u{308}", ":": "\u{308}", ",": "\u{327}", ";": "\u{328}", "<": "\u{30C}", "c": "\u{30C}",
    "*": "\u{30A}", "-": "\u{304}", "_": "\u{304}", "/": "\u{335}", "=": "\u{30B}", ".": "\u{307}",
    "!": "\u{323}", "u": "\u{306}", "b": "\u{306}", "?": "\u{309}", "+": "\u{31B}",
  ]

  private static let beginnings: Set<String> = Set(
    sequences.keys.filter { $0.count == 3 }.map { String($0.prefix(2)) })

  private static let sequences: [String: String] = [
    "ss": "ß", "SS": "ẞ", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "oc": "©",
    "oC": "©", "or": "®", "oR": "®", "tm": "™", "TM": "™", "=e": "€", "=E": "€", "=c": "€", "=C": "€",
    "-l": "£", "-L": "£", "=y": "¥", "=Y": "¥", "|c": "¢", "/c": "¢", "<<": "«", ">>": "»", "??": "¿",
    "!!": "¡", "12": "½", "14": "¼", "34": "¾", "13": "⅓", "23": "⅔", "18": "⅛", "oo": "°", "+-": "±",
    "xx": "×", ":-": "÷", "-:": "÷", "^0": "⁰", "^1": "¹", "^2": "²", "^3": "³", "_0": "₀", "_1": "₁",
    "_2": "₂", "_3": "₃", "mu": "µ", "so": "§", "os": "§", "p!": "¶", "P!": "¶", "th": "þ", "TH": "Þ",
    "dh": "ð", "DH": "Ð", "->": "→", "<-": "←", "=>": "⇒", "/=": "≠", "=/": "≠", "<=": "≤", ">=": "≥",
    "--.": "–", "---": "—", "..": "…", ".-": "·", ",\"": "„", "\",": "„", ",'": "‚", "<\"": "“",
    "\"<": "“", ">\"": "”", "\">": "”", "<'": "‘", "'<": "‘", ">'": "’", "'>": "’", "<3": "♥", "88": "∞",
    "  ": "\u{A0}", "vl": "|", "AT": "@", "++": "#", "//": "\\", "((": "[", "))": "]", "(-": "{", ")-": "}",
    "a_": "ª", "o_": "º", "No": "№", "i.": "ı", "I.": "İ", "(c)": "©", "(r)": "®", ":)": "☺", ":(": "☹",
  ]
}
