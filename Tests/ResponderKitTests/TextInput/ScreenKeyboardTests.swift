import TestHarness
import Testing

@testable import ResponderKit

/// The keys of the keyboard on the screen.
@Suite(.hangLimit) struct ScreenKeyboardTests {
  /// A field that is edited, its keyboard, and the places of keys.
  private func type(
    _ body:
      @escaping @Sendable (Stage, UITextField, UIScreenKeyboard, (String) throws -> Point) throws -> Void
  ) throws {
    try onStage { stage in
      stage.application.showsScreenKeyboard = true
      let field = UITextField(frame: Rect(10, 10, 300, 40))
      stage.show(field)
      field.becomeFirstResponder()
      stage.wait(500)
      let keyboard = try #require(stage.window.subviews.last as? UIScreenKeyboard)
      try body(stage, field, keyboard) { title in
        let key = try #require(keyboard.subviews.first { ($0 as? KeyCap)?.title == title })
        return key.convert(key.bounds.center, to: nil)
      }
    }
  }

  @Test func shiftIsForOneLetterAndTwiceForAll() throws {
    try type { stage, field, keyboard, place in
      func tap(_ title: String, after pause: Int = 500) throws {
        let point = try place(title)
        stage.tap(point.x, point.y, after: pause)
        stage.wait(20)
      }
      try tap("shift")
      try tap("Q")
      try tap("w")
      #expect(field.text == "Qw" && keyboard.shift == .off)
      try tap("shift")
      try tap("shift")
      #expect(keyboard.shift == .off, "two slow touches are none")
      try tap("shift")
      try tap("shift", after: 60)
      #expect(keyboard.shift == .locked)
      try tap("E")
      try tap("R")
      #expect(field.text == "QwER" && keyboard.shift == .locked)
      try tap("LOCK")
      try tap("t")
      #expect(field.text == "QwERt")
    }
  }

  @Test func signsComeAndGo() throws {
    try type { stage, field, keyboard, place in
      for title in ["123", "1", "ABC", "a", "123", "2"] {
        let point = try place(title)
        stage.tap(point.x, point.y, after: 500)
        stage.wait(20)
      }
      #expect(field.text == "1a2")
    }
  }

  @Test func theSharpSHasACapital() throws {
    try type { stage, field, keyboard, place in
      keyboard.layout = .qwertz
      stage.wait(20)
      for title in ["ß", "shift", "ẞ"] {
        let point = try place(title)
        stage.tap(point.x, point.y, after: 500)
        stage.wait(20)
      }
      #expect(field.text == "ßẞ")
    }
  }

  @Test func aHeldKeyDeletesUntilItIsLetGo() throws {
    try type { stage, field, _, place in
      field.text = "0123456789"
      let point = try place("delete")
      stage.down(point.x, point.y, after: 500)
      stage.wait(20)
      #expect(field.text == "012345678")
      stage.wait(450 + 3 * 90)
      let left = field.text?.count ?? 0
      #expect((4...6).contains(left), "\(left)")
      stage.up(point.x, point.y)
      stage.wait(600)
      #expect(field.text?.count == left)
    }
  }
}
