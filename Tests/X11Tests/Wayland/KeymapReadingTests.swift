import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// Keys that a keymap names by code points, letters of which it has one case, and what is passed over in it.
@Suite(.hangLimit) struct KeymapReadingTests {
  private static let keymap = """
    xkb_keymap {
    xkb_keycodes { <A> = 38; <B> = 39; <C> = 40; <D> = 41; <E> = 42; <F> = 43; <G> = 44; };
    xkb_symbols {
      key <A> { [ Cyrillic_ya ] };
      key <B> { [ U00E9 ] };
      key <C> { [ eacute ] };
      key <D> { [ U1F600, U10FFFD ] };
      key <E> { [ U20AC, U110000 ] };
      key <F> { symbols[1]= [ f, F ], actions[1]= [ Private(type=0x86,data[0]=0x50,data[1]=0x72) ] };
      key <G> { [ g, G ], [ Cyrillic_ghe, Cyrillic_GHE ] };
    };
    };
    """

  @Test func capsLockMakesCapitalsOfLettersThatHaveOneCase() throws {
    let keymap = try #require(XKBKeymap(Self.keymap))
    let texts = { (code: UInt8) in
      [0, 2, 1, 3].map { keymap.key(code, .down, state: $0, layout: 0).characters }
    }
    #expect(texts(38) == ["я", "Я", "Я", "я"])
    #expect(texts(39) == ["é", "É", "É", "é"] && texts(40) == texts(39))
  }

  @Test func everyCodePointIsACharacter() throws {
    let keymap = try #require(XKBKeymap(Self.keymap))
    let text = { (code: UInt8, state: UInt16) in keymap.key(code, .down, state: state, layout: 0).characters }
    #expect(text(41, 0) == "😀" && text(41, 1) == "\u{10FFFD}" && text(42, 0) == "€")
    #expect(KeysymNames.keysym("U110000") == 0 && KeysymNames.keysym("U41") == 0)
  }

  @Test func bracketsWithinAnActionAreNoLayoutsOfTheKey() throws {
    let keymap = try #require(XKBKeymap(Self.keymap))
    let texts = { (code: UInt8) in
      (0..<2).map { keymap.key(code, .down, state: 0, layout: $0).characters }
    }
    #expect(texts(44) == ["g", "г"])
    // A key without a second layout has its first one there.
    #expect(texts(43) == ["f", "f"])
  }
}
