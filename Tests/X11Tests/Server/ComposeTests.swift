import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// Dead keys, the compose key, and the text of keysyms.
@Suite(.hangLimit) struct ComposeTests {
  private func type(_ keys: UInt32...) -> [X11Compose.Outcome] {
    var compose = X11Compose()
    return keys.map { compose.take($0, X11Keysyms.characters($0)) }
  }

  @Test func deadKeysJoinTheNextLetter() {
    #expect(type(0xFE51, 0x65, 0x65) == [.pending, .text("é"), .plain])
    #expect(type(0xFE57, 0xFFE1, 0x55) == [.pending, .plain, .text("Ü")])
    #expect(type(0xFE63, 0x6C) == [.pending, .text("ł")])
    let texts = type(0xFE51, 0x65).compactMap { if case .text(let text) = $0 { text } else { nil } }
    // One code point, not two that look the same.
    #expect(texts.map { $0.unicodeScalars.count } == [1])
  }

  @Test func anAccentAloneIsItsSign() {
    #expect(type(0xFE52, 0x20) == [.pending, .text("^")])
    #expect(type(0xFE51, 0xFE51) == [.pending, .text("´")])
    #expect(type(0xFE50, 0x78) == [.pending, .text("`x")])
    #expect(type(0xFE50, 0xFE51, 0x61) == [.pending, .text("`"), .text("á")])
    // Escape ends it, and is itself.
    #expect(type(0xFE50, 0xFF1B, 0x61) == [.pending, .plain, .plain])
  }

  @Test func theComposeKeyTakesSequences() {
    #expect(type(0xFF20, 0x27, 0x65) == [.pending, .pending, .text("é")])
    #expect(type(0xFF20, 0x65, 0x27) == [.pending, .pending, .text("é")])
    #expect(type(0xFF20, 0x73, 0x73) == [.pending, .pending, .text("ß")])
    #expect(type(0xFF20, 0x3D, 0x65) == [.pending, .pending, .text("€")])
    #expect(type(0xFF20, 0x2D, 0x2D, 0x2D) == [.pending, .pending, .pending, .text("—")])
    // What is no sequence gives nothing, and the next key is itself.
    #expect(type(0xFF20, 0x71, 0x71, 0x61) == [.pending, .pending, .pending, .plain])
  }

  @Test func oldKeysymsHaveTheirLetters() {
    let wanted: [(UInt32, String)] = [
      (0x1A1, "Ą"), (0x1B1, "ą"), (0x1F9, "ů"), (0x1FF, "˙"), (0x7C1, "Α"), (0x7F9, "ω"), (0x7F3, "ς"),
      (0x7D2, "Σ"), (0x7D9, "Ω"), (0x13BD, "œ"), (0xAD2, "“"), (0x2B9, "ı"),
    ]
    for (keysym, text) in wanted { #expect(X11Keysyms.characters(keysym) == text, "\(keysym)") }
  }
}
