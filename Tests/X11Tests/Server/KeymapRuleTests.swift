import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// Tables of keys that not every keyboard has: levels, groups, and keymaps as text.
@Suite(.hangLimit) struct KeymapRuleTests {
  private static let (alt, superLeft, levelThree, modeSwitch): (UInt32, UInt32, UInt32, UInt32) = (
    0xFFE9, 0xFFEB, 0xFE03, 0xFF7E
  )

  /// Keys from 38 on, and which of them hold modifiers from 3, which is Mod1, on.
  private func keymap(_ rows: [[UInt32]], _ modifiers: [(keycode: UInt8, modifier: Int)]) -> X11Keymap {
    let columns = rows.map(\.count).max() ?? 0
    let keysyms = rows.flatMap { $0 + [UInt32](repeating: 0, count: columns - $0.count) }
    return X11Keymap(first: 38, perKey: columns, keysyms: keysyms, modifiers: modifiers)
  }

  @Test("A modifier of both Alt and Super is Alt's")
  func sharedModifier() {
    let both = keymap([[0x61], [Self.alt], [Self.superLeft]], [(39, 3), (40, 3)])
    #expect(both.modifiers(8) == .alternate)
    let apart = keymap([[0x61], [Self.alt], [Self.superLeft]], [(39, 3), (40, 6)])
    #expect(apart.modifiers(8) == .alternate && apart.modifiers(64) == .command)
  }

  @Test("The third level is that of keys that have one")
  func thirdLevel() {
    let map = keymap([[0x71, 0x51, 0, 0, 0x40], [0x61, 0x41], [Self.levelThree]], [(40, 7)])
    #expect(map.keysym(38, state: 0x80) == 0x40 && map.keysym(38, state: 0) == 0x71)
    #expect(map.keysym(39, state: 0x80) == 0x61 && map.keysym(39, state: 0x81) == 0x41)
  }

  @Test("The second group is on by the server's word, or by the old modifier")
  func secondGroup() {
    let map = keymap([[0x61, 0x41, 0x6C6, 0x6E6], [0x62, 0x42], [Self.modeSwitch]], [(40, 5)])
    for state in [0x2000, 0x20] as [UInt16] {
      #expect(map.keysym(38, state: state) == 0x6C6 && map.keysym(38, state: state | 1) == 0x6E6)
      // A key without a second group has its first.
      #expect(map.keysym(39, state: state) == 0x62)
    }
    #expect(map.keysym(38, state: 0x4000) == 0x61)
  }

  // MARK: Keymaps as text

  private func read(codes: String = "", symbols: String) throws -> XKBKeymap {
    try #require(
      XKBKeymap(
        """
        xkb_keymap {
        xkb_keycodes { <AC01> = 38; <AD01> = 24; <LFSH> = 50; \(codes) };
        xkb_symbols { \(symbols) };
        };
        """))
  }

  @Test("Another name of a key does not take away the key of that name")
  func alias() throws {
    let map = try read(
      codes: "alias <AC01> = <AD01>; alias <LatA> = <AC01>;",
      symbols: "key <AD01> { [ q, Q ] }; key <LatA> { [ a, A ] };")
    #expect(map.keysym(38, state: 0, layout: 0) == 0x61 && map.keysym(24, state: 0, layout: 0) == 0x71)
  }

  @Test("Layouts have numbers in two forms, or follow each other")
  func layouts() throws {
    for symbols in [
      "symbols[Group1] = [ a, A ], symbols[Group2] = [ b, B ]",
      "symbols[2] = [ b, B ], symbols[1] = [ a, A ]",
      "[ a, A ], [ b, B ]",
    ] {
      let map = try read(symbols: "key <AC01> { \(symbols) };")
      let keysyms = (0...1).map { map.keysym(38, state: 0, layout: $0) }
      #expect(keysyms == [0x61, 0x62], "\(symbols)")
    }
  }

  @Test("Keys whose keymap says so do not repeat, and modifiers never do")
  func repeats() throws {
    let map = try read(
      symbols: "key <AC01> { [ a, A ] }; key <AD01> { repeat= No, [ q, Q ] }; key <LFSH> { [ Shift_L ] };")
    #expect(map.repeats(38) && !map.repeats(24) && !map.repeats(50))
  }
}
