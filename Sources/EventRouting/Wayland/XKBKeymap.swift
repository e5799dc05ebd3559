import HIDEvents

/// The keys of a keyboard, from the text of a compositor's XKB keymap.
///
/// Keysyms are taken by layout and level: the first two levels by Shift and Caps Lock, the third and fourth by AltGr. Other
/// types of keys, actions and the names of things are passed over.
struct XKBKeymap {
  /// A table for each layout, at most four.
  private let layouts: [X11Keymap]
  /// Keys whose text says that they do not repeat.
  private let withoutRepeat: Set<UInt8>

  /// The longest keymap that is read.
  static let longest = 1 << 20
  private static let first = 8
  private static let mostLayouts = 4
  private static let mostLevels = 4

  /// A keyboard without a keymap: keys are known by their places.
  init() {
    layouts = [X11Keymap()]
    withoutRepeat = []
  }

  /// Nil when the text is no keymap.
  init?(_ text: String) {
    var reader = Reader(text)
    guard reader.read() else { return nil }
    let count = max(reader.symbols.values.map { $0.keys.max() ?? 0 }.max() ?? 0, 0) + 1
    layouts = (0..<count).map { layout in
      var keysyms: [UInt32] = []
      for keycode in Self.first...255 {
        let groups = reader.symbols[UInt8(keycode)] ?? [:]
        // A key with fewer layouts than others has them again and again.
        let own = (groups.keys.max() ?? 0) + 1
        let levels = groups[layout % own] ?? []
        let level = { (index: Int) in index < levels.count ? levels[index] : 0 }
        keysyms += [level(0), level(1), level(0), level(1), level(2), level(3)]
      }
      return X11Keymap(first: Self.first, perKey: 6, keysyms: keysyms, modifiers: reader.modifiers)
    }
    withoutRepeat = reader.withoutRepeat
  }

  private func table(_ layout: UInt32) -> X11Keymap { layouts[Int(layout) % layouts.count] }

  func keysym(_ keycode: UInt8, state: UInt16, layout: UInt32) -> UInt32 {
    table(layout).keysym(keycode, state: state)
  }

  func key(_ keycode: UInt8, _ phase: HIDEvent.Key.Phase, state: UInt16, layout: UInt32) -> HIDEvent.Key {
    var key = table(layout).key(keycode, phase, state: state)
    // Letters of other alphabets, and keys without a meaning: the usage is that of the place.
    if key.usage >= 0xF000, let usage = KeyTable.usage(of: UInt16(keycode) - 8) { key.usage = usage }
    return key
  }

  func repeats(_ keycode: UInt8) -> Bool {
    if withoutRepeat.contains(keycode) { return false }
    let usage = key(keycode, .down, state: 0, layout: 0).usage
    // Modifiers, Caps Lock, Scroll Lock, Num Lock.
    return !(224...231).contains(usage) && ![57, 71, 83].contains(usage)
  }

  /// Reads the parts of a keymap that count.
  private struct Reader {
    private var text: KeymapText
    private var codes: [Substring: UInt8] = [:]
    /// Keysyms of a key's levels, by layout.
    var symbols: [UInt8: [Int: [UInt32]]] = [:]
    var modifiers: [(keycode: UInt8, modifier: Int)] = []
    var withoutRepeat: Set<UInt8> = []

    init(_ text: String) { self.text = KeymapText(text) }

    /// False when there are no keys.
    mutating func read() -> Bool {
      while let word = text.next() {
        switch word {
        case .name("xkb_keycodes"): readSection { $0.readCode($1) }
        case .name("xkb_symbols"): readSection { $0.readSymbols($1) }
        case .name("xkb_types"), .name("xkb_compatibility"), .name("xkb_geometry"): readSection { _, _ in }
        default: break
        }
      }
      return !codes.isEmpty && !symbols.isEmpty
    }

    private mutating func readSection(_ take: (inout Reader, KeymapText.Word) -> Void) {
      guard text.skip(to: "{") else { return }
      var depth = 1
      while depth > 0, let word = text.next() {
        if word == .sign("{") { depth += 1 }
        if word == .sign("}") { depth -= 1 }
        if depth == 1 { take(&self, word) }
      }
    }

    /// `<AE01> = 10;` or `alias <LatQ> = <AD01>;`
    private mutating func readCode(_ word: KeymapText.Word) {
      guard case .key(let name) = word, text.next() == .sign("="), let value = text.next() else { return }
      switch value {
      case .name(let number): if let code = UInt8(number), code >= XKBKeymap.first { codes[name] = code }
      case .key(let other): if codes[name] == nil { codes[name] = codes[other] }
      default: break
      }
    }

    private mutating func readSymbols(_ word: KeymapText.Word) {
      switch word {
      case .name("key"):
        guard case .key(let name)? = text.next(), text.next() == .sign("{") else { return }
        readKey(codes[name])
      case .name("modifier_map"):
        guard case .name(let modifier)? = text.next(), text.next() == .sign("{") else { return }
        let names: [Substring] = ["Shift", "Lock", "Control", "Mod1", "Mod2", "Mod3", "Mod4", "Mod5"]
        let index = names.firstIndex(of: modifier)
        while let word = text.next(), word != .sign("}") {
          if let index, case .key(let name) = word, let code = codes[name], modifiers.count < 2048 {
            modifiers.append((code, index))
          }
        }
      default: break
      }
    }

    /// A key's part behind its opening bracket: layouts with or without their number, and what is passed over.
    private mutating func readKey(_ code: UInt8?) {
      var layout = 0
      while let word = text.next(), word != .sign("}") {
        switch word {
        case .sign("["):
          let levels = readLevels()
          if let code, layout < XKBKeymap.mostLayouts { symbols[code, default: [:]][layout] = levels }
          layout = min(layout + 1, XKBKeymap.mostLayouts)
        case .name("symbols"):
          // `symbols[1]= [ … ]`; without a number: the next layout.
          if text.next() == .sign("["), case .name(let name)? = text.next() {
            let number = Int(name) ?? Int(name.drop { !$0.isNumber }) ?? 1
            layout = min(max(number, 1) - 1, XKBKeymap.mostLayouts)
            _ = text.skip(to: "=")
          }
        case .name("actions"):
          guard text.next() == .sign("["), text.skip(to: "="), text.skip(to: "["), text.skip(to: "]") else {
            return
          }
        case .name("type"), .name("virtualMods"), .name("vmods"), .name("overlay1"), .name("overlay2"):
          // Up to the value: an index may stand before it.
          _ = text.skip(to: "=")
        case .name("repeat"):
          if text.next() == .sign("="), case .name(let value)? = text.next(), let code,
            ["no", "false", "off"].contains(value.lowercased())
          {
            withoutRepeat.insert(code)
          }
        default: break
        }
      }
    }

    private mutating func readLevels() -> [UInt32] {
      var levels: [UInt32] = []
      while let word = text.next(), word != .sign("]") {
        switch word {
        case .name(let name):
          if levels.count < XKBKeymap.mostLevels { levels.append(KeysymNames.keysym(name)) }
        case .sign("{"):
          // Several keysyms at once make no text here.
          _ = text.skip(to: "}")
          if levels.count < XKBKeymap.mostLevels { levels.append(0) }
        default: break
        }
      }
      return levels
    }
  }
}
