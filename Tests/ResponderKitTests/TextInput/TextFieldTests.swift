import HIDEvents
import RunLoopCore
import TestHarness
import Testing

import class RunLoopCore.RunLoop

@testable import ResponderKit

/// Fields and areas for text: keys, fingers, delegates, the keyboard on the screen.
@Suite(.hangLimit) struct TextFieldTests {
  static let usages: [String: UInt16] = [
    "left": 0x50, "right": 0x4F, "up": 0x52, "down": 0x51, "home": 0x4A, "end": 0x4D, "back": 0x2A,
    "del": 0x4C,
    "return": 0x28, "tab": 0x2B,
  ]

  /// Used on one thread only.
  private final class Counter: @unchecked Sendable {
    var count = 0
  }

  private final class Watcher: UITextFieldDelegate {
    var mayReturn = true
    var refused = ""
    var log: [String] = []
    func textFieldDidBeginEditing(_ textField: UITextField) { log.append("begin") }
    func textFieldDidEndEditing(_ textField: UITextField) { log.append("end") }
    func textField(
      _ textField: UITextField, shouldChangeCharactersIn range: Range<Int>, replacementString string: String
    ) -> Bool { refused.isEmpty || !string.contains(refused) }
    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
      log.append("return")
      return mayReturn
    }
  }

  /// Two fields on a screen; the first one is edited.
  private func stage(_ body: @escaping @Sendable (Stage, UITextField, UITextField) -> Void) {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let fields = [100.0, 200].map { UITextField(frame: Rect(20, $0, 200, 40)) }
      for field in fields {
        field.font = UIFont(size: 20, design: .builtIn)
        root.addSubview(field)
      }
      stage.wait(20)
      body(stage, fields[0], fields[1])
    }
  }

  @Test func keysEditTheFirstResponder() {
    stage { stage, field, _ in
      #expect(field.becomeFirstResponder())
      var changes = 0
      field.addAction(UIAction { _ in changes += 1 }, for: .editingChanged)
      stage.type("Hallo Welt")
      #expect(field.text == "Hallo Welt" && changes == 10)
      stage.press("left", .control)
      #expect(field.selectedTextRange == 6..<6)
      stage.press("home", .shift)
      #expect(field.selectedTextRange == 0..<6)
      stage.press("del")
      #expect(field.text == "Welt")
      stage.press("z", .control)
      #expect(field.text == "Hallo Welt")
      stage.press("z", [.control, .shift])
      #expect(field.text == "Welt")
      stage.press("end")
      stage.press("back", .control)
      #expect(field.text == "")
    }
  }

  @Test func aHeldKeyRepeats() {
    stage { stage, field, _ in
      field.becomeFirstResponder()
      stage.post(.key(.init(usage: 4, .down, characters: "a")))
      stage.post(.key(.init(usage: 4, .repeated, characters: "a")))
      stage.post(.key(.init(usage: 4, .up, characters: "a")))
      #expect(field.text == "aa")
    }
  }

  @Test func cutAndPasteGoThroughThePasteboard() {
    stage { stage, field, other in
      field.text = "one"
      field.becomeFirstResponder()
      stage.press("a", .control)
      stage.press("x", .control)
      #expect(field.text == "" && UIPasteboard.general.string == "one")
      other.becomeFirstResponder()
      stage.press("v", .control)
      stage.press("v", .control)
      #expect(other.text == "oneone")
      other.isSecureTextEntry = true
      stage.press("a", .control)
      stage.press("c", .control)
      #expect(UIPasteboard.general.string == "one")
    }
  }

  @Test func tabGoesToTheNextFieldAndBack() {
    stage { stage, field, other in
      field.becomeFirstResponder()
      other.text = "all"
      stage.press("tab")
      #expect(other.isFirstResponder && other.selectedTextRange == 0..<3)
      stage.press("tab", .shift)
      #expect(field.isFirstResponder)
      field.text = "x"
      stage.press("tab")
      stage.press("tab")
      #expect(field.isFirstResponder && field.text == "x")
    }
  }

  @Test func theDelegateDecides() {
    stage { stage, field, _ in
      let watcher = Watcher()
      field.delegate = watcher
      watcher.refused = "7"
      field.becomeFirstResponder()
      stage.type("1787")
      #expect(field.text == "18")
      var primary = 0
      field.addAction(UIAction { _ in primary += 1 }, for: .primaryActionTriggered)
      watcher.mayReturn = false
      stage.press("return")
      #expect(primary == 0)
      watcher.mayReturn = true
      field.addAction(UIAction { _ in }, for: .editingDidEndOnExit)
      stage.press("return")
      #expect(primary == 1 && !field.isFirstResponder)
      #expect(watcher.log == ["begin", "return", "return", "end"])
    }
  }

  @Test func aTapPlacesTheCaretAndTwoSelectAWord() {
    stage { stage, field, _ in
      field.text = "mmm iii"
      stage.wait(20)
      let x = field.caretRect(for: 1).minX + 20
      stage.tap(x + 1, 120)
      #expect(field.isFirstResponder && field.selectedTextRange == 1..<1)
      stage.tap(x + 1, 120, after: 100)
      #expect(field.selectedTextRange == 0..<3)
      stage.tap(x + 1, 120, after: 100)
      #expect(field.selectedTextRange == 0..<7)
    }
  }

  @Test func aPointerSelectsAsItMoves() {
    stage { stage, field, _ in
      field.text = "mmm iii"
      stage.wait(20)
      func x(_ place: Int) -> Double { field.caretRect(for: place).minX + 20 }
      stage.frame(.init(1, .began, x: x(1), y: 120, kind: .pointer))
      stage.frame(.init(1, .moved, x: x(5), y: 120, kind: .pointer), after: 10)
      stage.frame(.init(1, .ended, x: x(5), y: 120, kind: .pointer), after: 10)
      #expect(field.selectedTextRange == 1..<5)
      #expect(UIPasteboard.selection.string == "mm i")
      stage.frame(.init(1, .began, x: x(7), y: 120, kind: .pointer, buttons: .middle), after: 600)
      stage.frame(.init(1, .ended, x: x(7), y: 120, kind: .pointer, buttons: .middle), after: 10)
      #expect(field.text == "mmm iiimm i")
    }
  }

  @Test func theCaretBlinksOnlyWhileItIsNeeded() {
    stage { stage, field, _ in
      func wakeUps(_ milliseconds: Int) -> Int {
        let turns = Counter()
        let observer = RunLoop.Observer(activities: .afterWaiting) { _ in turns.count += 1 }
        stage.loop.add(observer, to: .common)
        stage.wait(milliseconds)
        observer.invalidate()
        return turns.count
      }
      field.becomeFirstResponder()
      stage.wait(50)
      let blinking = wakeUps(5000)
      #expect((8...30).contains(blinking), "\(blinking) wake-ups")
      field.resignFirstResponder()
      stage.wait(50)
      let resting = wakeUps(5000)
      #expect(resting <= 1, "\(resting) wake-ups")
      field.becomeFirstResponder()
      stage.post(.system(.willResignActive))
      stage.wait(50)
      #expect(wakeUps(5000) <= 1)
    }
  }

  @Test func longTextScrollsToTheCaret() {
    stage { stage, field, _ in
      field.becomeFirstResponder()
      stage.type(String(repeating: "m", count: 40))
      #expect(field.caretRect(for: 40).maxX <= 200 && field.caretRect(for: 0).minX < 0)
      stage.press("home")
      #expect(field.caretRect(for: 0).minX >= 0)
    }
  }

  @Test func theClearButtonRemovesTheText() {
    stage { stage, field, _ in
      field.clearButtonMode = .always
      field.text = "x"
      stage.wait(20)
      stage.tap(206, 120)
      #expect(field.text == "" && field.isFirstResponder)
    }
  }

  @Test func theKeyboardOnTheScreenTypes() {
    stage { stage, field, other in
      stage.application.showsScreenKeyboard = true
      var places: [Rect] = []
      stage.window.onInputViewChange = { places.append($0) }
      field.becomeFirstResponder()
      stage.wait(50)
      #expect(places.count == 1 && places[0].maxY == stage.window.bounds.maxY)
      for name in ["shift", "h", "i", "delete", "123", "7"] { stage.tapKey(name) }
      #expect(field.text == "H7")
      other.keyboardType = .numberPad
      other.becomeFirstResponder()
      stage.wait(50)
      stage.tapKey("5")
      #expect(other.text == "5")
      other.resignFirstResponder()
      stage.wait(50)
      #expect(places.last == .zero)
    }
  }

  @Test func anInputViewTakesTheKeyboardsPlace() {
    stage { stage, field, _ in
      let view = UIView(frame: Rect(0, 0, 10, 90))
      field.inputView = view
      field.becomeFirstResponder()
      stage.wait(50)
      #expect(view.window === stage.window && view.frame.width == stage.window.bounds.width)
      field.resignFirstResponder()
      stage.wait(50)
      #expect(view.window == nil)
    }
  }

  // MARK: Areas

  @Test func anAreaWrapsAndMovesByLines() {
    onStage { stage in
      let view = UITextView(frame: Rect(0, 0, 150, 100))
      view.font = UIFont(size: 20, design: .builtIn)
      stage.show(view)
      stage.wait(20)
      view.becomeFirstResponder()
      stage.type("mmmm mmmm mmmm")
      stage.press("return")
      stage.type("x")
      #expect(view.text == "mmmm mmmm mmmm\nx")
      let last = view.caretRect(for: 16)
      #expect(last.minY > view.caretRect(for: 0).minY + view.font.lineHeight * 2 - 0.01)
      stage.press("up")
      stage.press("home")
      let line = view.selectedRange.location
      #expect(line > 0 && line < 15)
      stage.press("end", [.control])
      #expect(view.selectedTextRange == 16..<16)
      stage.press("home", [.control, .shift])
      #expect(view.selectedTextRange == 0..<16)
    }
  }

  @Test func anAreaScrollsToTheCaret() {
    onStage { stage in
      let view = UITextView(frame: Rect(0, 0, 150, 100))
      stage.show(view)
      view.becomeFirstResponder()
      stage.wait(20)
      for _ in 0..<20 { stage.press("return") }
      #expect(view.contentOffset.y > 100 && view.contentSize.height > 300)
      stage.press("home", .control)
      #expect(view.contentOffset.y <= 8)
    }
  }
}

extension Stage {
  fileprivate func press(_ name: String, _ modifiers: HIDEvent.Key.Modifiers = []) {
    let texts = ["return": "\r", "tab": "\t", "back": "\u{8}", "del": "\u{7F}"]
    let isLetter = name.count == 1
    let usage = TextFieldTests.usages[name] ?? UInt16(name.utf8.first ?? 0) - 0x61 + 4
    let text = isLetter ? name : texts[name] ?? ""
    post(.key(.init(usage: usage, .down, modifiers: modifiers, characters: text)))
    post(.key(.init(usage: usage, .up, modifiers: modifiers, characters: text)))
  }

  fileprivate func type(_ text: String) {
    for (index, letter) in text.enumerated() {
      let usage = UInt16(200 + index % 2)
      post(.key(.init(usage: usage, .down, characters: String(letter))))
      post(.key(.init(usage: usage, .up, characters: String(letter))))
    }
  }

  /// Taps a key of the keyboard on the screen.
  fileprivate func tapKey(_ name: String) {
    wait(400)
    guard let place = window.keyPlace(name) else { return }
    tap(place.x, place.y)
    wait(20)
  }
}

extension UIWindow {
  /// The middle of a key of the keyboard that is shown.
  fileprivate func keyPlace(_ name: String) -> Point? {
    guard let keyboard = subviews.last as? UIScreenKeyboard else { return nil }
    let key = keyboard.subviews.first { ($0 as? KeyCap)?.title.lowercased() == name }
    return key.map { $0.convert(Point($0.bounds.midX, $0.bounds.midY), to: nil) }
  }
}
