import HIDEvents

extension Stage {
  /// Presses and releases the key of a letter, or the one to the left.
  func strike(_ name: String, _ modifiers: HIDEvent.Key.Modifiers = []) {
    let isLetter = name.count == 1
    let usage = isLetter ? UInt16(name.utf8.first ?? 0) - 0x61 + 4 : 0x50
    let text = isLetter ? name : ""
    post(.key(.init(usage: usage, .down, modifiers: modifiers, characters: text)))
    post(.key(.init(usage: usage, .up, modifiers: modifiers, characters: text)))
  }

  /// Types a text.
  func write(_ text: String) {
    for (index, letter) in text.enumerated() {
      let usage = UInt16(200 + index % 2)
      post(.key(.init(usage: usage, .down, characters: String(letter))))
      post(.key(.init(usage: usage, .up, characters: String(letter))))
    }
  }
}
