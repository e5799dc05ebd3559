import HIDEvents

/// The keys of a keyboard: the server's table of keysyms, and the meaning of modifier bits.
struct X11Keymap {
  private var first = 8
  private var perKey = 0
  private var keysyms: [UInt32] = []
  private var alternate: UInt16 = 0
  private var command: UInt16 = 0
  private var numLock: UInt16 = 0
  private var levelThree: UInt16 = 0
  private var modeSwitch: UInt16 = 0

  init() {}

  /// - Parameters:
  ///   - mapping: the reply to GetKeyboardMapping for the keys from `first` on.
  ///   - modifiers: the reply to GetModifierMapping.
  init(first: Int, mapping: X11Packet, modifiers: X11Packet) {
    let count = (mapping.bytes.count - 32) / 4
    let perModifier = Int(modifiers.uint8(1))
    var held: [(keycode: UInt8, modifier: Int)] = []
    for modifier in 3..<8 {
      for index in 0..<perModifier {
        let key = modifiers.uint8(32 + modifier * perModifier + index)
        if key != 0 { held.append((key, modifier)) }
      }
    }
    self.init(
      first: first, perKey: Int(mapping.uint8(1)),
      keysyms: (0..<max(count, 0)).map { mapping.uint32(32 + 4 * $0) }, modifiers: held)
  }

  /// - Parameters:
  ///   - keysyms: rows of `perKey` columns, from the key `first` on: two of each of two groups, then the third and fourth
  ///     level of the first group.
  ///   - modifiers: which keys hold the modifiers from 3, which is Mod1, to 7.
  init(first: Int, perKey: Int, keysyms: [UInt32], modifiers: [(keycode: UInt8, modifier: Int)]) {
    self.first = first
    self.perKey = perKey
    self.keysyms = keysyms
    for (keycode, modifier) in modifiers where (3..<8).contains(modifier) {
      for keysym in row(keycode) { note(keysym, UInt16(1) << UInt16(modifier)) }
    }
    // Some tables have Super and Alt on one bit: then it is Alt's.
    command &= ~alternate
  }

  private mutating func note(_ keysym: UInt32, _ bit: UInt16) {
    switch keysym {
    case X11Keysyms.altLeft, X11Keysyms.altRight, X11Keysyms.metaLeft, X11Keysyms.metaRight: alternate |= bit
    case X11Keysyms.superLeft, X11Keysyms.superRight: command |= bit
    case X11Keysyms.numLock: numLock |= bit
    case X11Keysyms.levelThree: levelThree |= bit
    case X11Keysyms.modeSwitch: modeSwitch |= bit
    default: break
    }
  }

  private func row(_ keycode: UInt8) -> ArraySlice<UInt32> {
    let start = (Int(keycode) - first) * perKey
    guard start >= 0, perKey > 0, start + perKey <= keysyms.count else { return [] }
    return keysyms[start..<(start + perKey)]
  }

  /// Column of a key's row; 0 when there is none.
  private func keysym(_ keycode: UInt8, _ column: Int) -> UInt32 {
    let row = row(keycode)
    return column < row.count ? row[row.startIndex + column] : 0
  }

  /// What a key means with modifiers: the core protocol's rules.
  func keysym(_ keycode: UInt8, state: UInt16) -> UInt32 {
    let isSecondGroup = state & modeSwitch != 0 || state >> 13 & 3 == 1
    var base = isSecondGroup && keysym(keycode, 2) != 0 ? 2 : 0
    if levelThree != 0, state & levelThree != 0, keysym(keycode, 4) != 0 { base = 4 }
    let lower = keysym(keycode, base)
    var upper = keysym(keycode, base + 1)
    if upper == 0 { upper = X11Keysyms.uppercase(lower) }
    let (isShifted, isLocked) = (state & 1 != 0, state & 2 != 0)
    if numLock != 0, state & numLock != 0, X11Keysyms.isKeypad(upper) { return isShifted ? lower : upper }
    if isShifted != (isLocked && X11Keysyms.isLetter(lower)) { return upper }
    return lower
  }

  func usage(_ keycode: UInt8) -> UInt16 {
    X11Keysyms.usage(keysym(keycode, 0)) ?? X11Keysyms.usage(keycode: keycode)
  }

  func modifiers(_ state: UInt16) -> HIDEvent.Key.Modifiers {
    var modifiers: HIDEvent.Key.Modifiers = []
    if state & 1 != 0 { modifiers.insert(.shift) }
    if state & 2 != 0 { modifiers.insert(.alphaShift) }
    if state & 4 != 0 { modifiers.insert(.control) }
    if state & alternate != 0 { modifiers.insert(.alternate) }
    if state & command != 0 { modifiers.insert(.command) }
    return modifiers
  }

  /// The key of an event. X reports the modifiers before the key: a modifier's own bit is added.
  func key(_ keycode: UInt8, _ phase: HIDEvent.Key.Phase, state: UInt16) -> HIDEvent.Key {
    let usage = usage(keycode)
    let meaning = keysym(keycode, state: state)
    var modifiers = modifiers(state)
    if X11Keysyms.isKeypad(meaning) { modifiers.insert(.numericPad) }
    let own: HIDEvent.Key.Modifiers =
      switch usage {
      case 224, 228: .control
      case 225, 229: .shift
      case 226, 230: .alternate
      case 227, 231: .command
      default: []
      }
    if phase == .up { modifiers.subtract(own) } else { modifiers.formUnion(own) }
    return HIDEvent.Key(
      usage: usage, phase, modifiers: modifiers, characters: X11Keysyms.characters(meaning),
      charactersIgnoringModifiers: X11Keysyms.characters(keysym(keycode, 0)))
  }
}
