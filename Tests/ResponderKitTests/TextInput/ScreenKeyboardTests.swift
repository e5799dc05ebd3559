import TestHarness
import Testing

@testable import ResponderKit

/// The keys of the keyboard on the screen.
@Suite(.hangLimit) struct ScreenKeyboardTests {
  /// A field that is edited, and its keyboard.
  private struct Desk {
    let stage: Stage
    let field: UITextField
    let keyboard: UIScreenKeyboard

    func place(_ title: String) throws -> Point {
      let key = try #require(keyboard.subviews.first { ($0 as? KeyCap)?.title == title })
      return key.convert(key.bounds.center, to: nil)
    }

    func tap(_ titles: String..., after pause: Int = 500) throws {
      for title in titles {
        let point = try place(title)
        stage.tap(point.x, point.y, after: pause)
        stage.wait(20)
      }
    }
  }

  private func onDesk(_ body: @escaping @Sendable (Desk) throws -> Void) throws {
    try onStage { stage in
      stage.application.showsScreenKeyboard = true
      let field = UITextField(frame: Rect(10, 10, 300, 40))
      stage.show(field)
      field.becomeFirstResponder()
      stage.wait(500)
      let keyboard = try #require(stage.window.subviews.last as? UIScreenKeyboard)
      try body(Desk(stage: stage, field: field, keyboard: keyboard))
    }
  }

  @Test func shiftIsForOneLetterAndTwiceForAll() throws {
    try onDesk { desk in
      try desk.tap("shift", "Q", "w")
      #expect(desk.field.text == "Qw" && desk.keyboard.shift == .off)
      try desk.tap("shift", "shift")
      #expect(desk.keyboard.shift == .off, "two slow touches are none")
      try desk.tap("shift")
      try desk.tap("shift", after: 60)
      #expect(desk.keyboard.shift == .locked)
      try desk.tap("E", "R")
      #expect(desk.field.text == "QwER" && desk.keyboard.shift == .locked)
      try desk.tap("LOCK", "t")
      #expect(desk.field.text == "QwERt")
    }
  }

  @Test func signsComeAndGo() throws {
    try onDesk { desk in
      try desk.tap("123", "1", "ABC", "a", "123", "2")
      #expect(desk.field.text == "1a2")
    }
  }

  @Test func theSharpSHasACapital() throws {
    try onDesk { desk in
      desk.keyboard.layout = .qwertz
      desk.stage.wait(20)
      try desk.tap("ß", "shift", "ẞ")
      #expect(desk.field.text == "ßẞ")
    }
  }

  @Test func aHeldKeyDeletesUntilItIsReleased() throws {
    try onDesk { desk in
      let (stage, field) = (desk.stage, desk.field)
      field.text = "0123456789"
      let point = try desk.place("delete")
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
