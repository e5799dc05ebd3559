import HIDEvents
import RunLoopCore
import TestHarness
import Testing

@testable import ResponderKit

/// Handles of a selection and the edit menu, by touch.
@Suite(.hangLimit) struct TouchSelectionTests {
  private func onField(
    _ text: String, _ body: @escaping @Sendable (Stage, UITextField, Fingers) throws -> Void
  ) rethrows {
    try onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let field = UITextField(frame: Rect(20, 100, 300, 40))
      field.font = UIFont(size: 20, design: .builtIn)
      field.text = text
      root.addSubview(field)
      stage.wait(20)
      try body(stage, field, Fingers(stage: stage, host: field))
    }
  }

  /// Touches at positions of the text.
  private struct Fingers {
    let stage: Stage
    let host: any TextEditorHost

    func place(_ position: Int) -> Point {
      let rect = host.caretRect(for: position)
      return host.convert(Point(rect.midX, rect.midY), to: nil)
    }

    /// The knob of a handle.
    func knob(_ position: Int, isStart: Bool) -> Point {
      let rect = host.caretRect(for: position)
      return host.convert(Point(rect.midX, isStart ? rect.minY : rect.maxY), to: nil)
    }

    func tap(_ position: Int, after: Int = 1000) {
      let place = place(position)
      stage.tap(place.x, place.y, after: after)
      stage.wait(20)
    }

    func doubleTap(_ position: Int) {
      tap(position)
      tap(position, after: 100)
    }

    func drag(_ from: Point, _ to: Point, steps: Int = 10) {
      stage.down(from.x, from.y, after: 1000)
      for step in 1...steps {
        let part = Double(step) / Double(steps)
        stage.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
      }
      stage.up(to.x, to.y)
      stage.wait(20)
    }

    var menu: EditMenu? { stage.window.subviews.last as? EditMenu }
    var titles: [String] { menu?.subviews.compactMap { ($0 as? UIButton)?.currentTitle } ?? [] }

    func choose(_ title: String) throws {
      let button = try #require(menu?.subviews.first { ($0 as? UIButton)?.currentTitle == title })
      let place = button.convert(Point(button.bounds.midX, button.bounds.midY), to: nil)
      stage.tap(place.x, place.y, after: 1000)
      stage.wait(20)
    }
  }

  @Test func theEditMenuHasWhiteLettersOnADarkBoxWithRoundCorners() throws {
    try onField("one three five seven") { stage, field, fingers in
      fingers.doubleTap(6)
      let menu = try #require(fingers.menu)
      for (style, gray) in [(UIUserInterfaceStyle.light, 38), (.dark, 64)] {
        stage.window.overrideUserInterfaceStyle = style
        let picture = stage.window.snapshot()
        func red(_ x: Double, _ y: Double) -> Int {
          Int((picture.color(x: Int(x), y: Int(y)).cgColor.red * 255).rounded())
        }
        let box = menu.frame
        #expect(red(box.midX, box.minY + 1) == gray && red(box.minX + 1, box.midY) == gray)
        // The corner is cut off, a little farther in it is not.
        #expect(red(box.minX + 0.5, box.minY + 0.5) != gray && red(box.minX + 5, box.minY + 5) == gray)
        let row = (Int(box.minX)..<Int(box.maxX)).flatMap { x in
          (Int(box.minY)..<Int(box.maxY)).map { red(Double(x), Double($0)) }
        }
        #expect(row.max() == 255 && row.filter { $0 > 200 }.count > 40)
      }
    }
  }

  @Test func aSelectedWordHasHandlesThatChangeTheSelection() {
    onField("one three five seven") { stage, field, fingers in
      fingers.doubleTap(6)
      #expect(field.selectedTextRange == 4..<9)
      #expect(field.editor.handles.count == 2 && field.editor.handles.allSatisfy { !$0.isHidden })
      fingers.drag(fingers.knob(9, isStart: false), fingers.knob(17, isStart: false))
      #expect(field.selectedTextRange == 4..<17)
      fingers.drag(fingers.knob(4, isStart: true), fingers.knob(1, isStart: true))
      #expect(field.selectedTextRange == 1..<17)
      // Past the other end.
      fingers.drag(fingers.knob(1, isStart: true), fingers.knob(19, isStart: true))
      #expect(field.selectedTextRange == 17..<19)
      #expect(UIPasteboard.selection.string == "ve")
      let handles = field.editor.handles.map { $0.convert(Point($0.bounds.midX, 0), to: field).x }
      #expect(handles == [field.caretRect(for: 17).midX, field.caretRect(for: 19).midX])
    }
  }

  @Test func aFingerBesideAHandleDoesNotJumpTheSelection() {
    onField("one three five seven") { stage, field, fingers in
      fingers.doubleTap(6)
      let knob = fingers.knob(9, isStart: false)
      // The finger is beside the knob, and stays so.
      fingers.drag(Point(knob.x + 15, knob.y + 10), Point(knob.x + 16, knob.y + 10))
      #expect(field.selectedTextRange == 4..<9)
      // Farther away it is none of its fingers: the caret goes with it.
      fingers.drag(fingers.place(18), fingers.place(14))
      #expect(field.selectedTextRange == 14..<14)
      fingers.doubleTap(6)
      fingers.tap(18)
      #expect(field.selectedTextRange == 18..<18 && field.editor.handles.allSatisfy(\.isHidden))
    }
  }

  @Test func handlesGoWithTheSelection() {
    onField("one two") { stage, field, fingers in
      fingers.doubleTap(1)
      #expect(field.editor.handles.contains { !$0.isHidden })
      field.insertText("x")
      #expect(field.text == "x two" && field.editor.handles.allSatisfy(\.isHidden))
      fingers.doubleTap(4)
      #expect(field.editor.handles.contains { !$0.isHidden } && fingers.menu != nil)
      field.resignFirstResponder()
      #expect(field.editor.handles.allSatisfy(\.isHidden) && fingers.menu == nil)
    }
  }

  @Test func aPointersSelectionHasNone() {
    onField("one two") { stage, field, fingers in
      let (from, to) = (fingers.place(0), fingers.place(3))
      stage.frame(.init(1, .began, x: from.x, y: from.y, kind: .pointer))
      stage.frame(.init(1, .moved, x: to.x, y: to.y, kind: .pointer), after: 10)
      stage.frame(.init(1, .ended, x: to.x, y: to.y, kind: .pointer), after: 10)
      #expect(field.selectedTextRange == 0..<3)
      #expect(field.editor.handles.allSatisfy(\.isHidden) && fingers.menu == nil)
    }
  }

  @Test func theMenuCutsAndPastes() throws {
    try onField("one two") { stage, field, fingers in
      fingers.doubleTap(1)
      #expect(fingers.titles == ["Cut", "Copy", "Paste", "Select All"])
      try fingers.choose("Cut")
      #expect(field.text == " two" && fingers.menu == nil && field.isFirstResponder)
      // A tap on the caret.
      fingers.tap(4)
      #expect(fingers.menu == nil)
      fingers.tap(4)
      #expect(fingers.titles == ["Paste", "Select", "Select All"])
      try fingers.choose("Paste")
      #expect(field.text == " twoone")
      fingers.tap(7)
      try fingers.choose("Select All")
      #expect(field.selectedTextRange == 0..<7 && fingers.titles == ["Cut", "Copy", "Paste"])
      try fingers.choose("Copy")
      #expect(UIPasteboard.general.string == " twoone" && field.text == " twoone")
    }
  }

  @Test func theMenuSelectsAWord() throws {
    try onField("one two") { stage, field, fingers in
      fingers.tap(7)
      fingers.tap(7)
      try fingers.choose("Select")
      #expect(field.selectedTextRange == 4..<7)
      #expect(fingers.titles == ["Cut", "Copy", "Paste", "Select All"])
    }
  }

  @Test func theMenuHasWhatApplies() throws {
    final class NoPaste: UITextField {
      override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        action != UIResponder.paste && super.canPerformAction(action, withSender: sender)
      }
    }
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let field = NoPaste(frame: Rect(20, 100, 300, 40))
      let secret = UITextField(frame: Rect(20, 200, 300, 40))
      secret.isSecureTextEntry = true
      for field in [field, secret] {
        field.text = "word"
        root.addSubview(field)
      }
      stage.wait(20)
      let fingers = Fingers(stage: stage, host: field)
      fingers.doubleTap(1)
      #expect(fingers.titles == ["Cut", "Copy"])
      let secretly = Fingers(stage: stage, host: secret)
      secretly.doubleTap(1)
      #expect(secretly.titles == ["Paste"])
    }
  }

  @Test func theMenuIsInTheWindowAndGoesWithATouch() throws {
    onField("one two") { stage, field, fingers in
      field.frame.origin = Point(0, 2)
      stage.wait(20)
      fingers.doubleTap(1)
      guard let menu = fingers.menu else {
        Issue.record("no menu")
        return
      }
      // Above is no room.
      #expect(stage.window.bounds.contains(menu.frame) && menu.frame.minY > field.frame.midY)
      let place = fingers.place(7)
      stage.down(place.x, place.y, after: 1000)
      #expect(fingers.menu == nil)
      stage.up(place.x, place.y)
    }
  }

  @Test func aHandleOfATextViewDoesNotScrollIt() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let view = UITextView(frame: Rect(20, 100, 300, 100))
      view.font = UIFont(size: 20, design: .builtIn)
      view.text = (0..<20).map { "line \($0) of the text" }.joined(separator: "\n")
      root.addSubview(view)
      stage.wait(20)
      let fingers = Fingers(stage: stage, host: view)
      fingers.doubleTap(1)
      #expect(view.selectedTextRange == 0..<4)
      // To the second line.
      fingers.drag(fingers.knob(4, isStart: false), fingers.knob(24, isStart: false))
      #expect(view.selectedTextRange == 0..<24 && view.contentOffset == .zero, "\(view.selectedTextRange)")
      // A wheel scrolls the text under the menu, which ends.
      #expect(fingers.menu != nil)
      let scrolls = Scrolls { fingers.menu == nil }
      view.delegate = scrolls
      stage.post(.pointer(.init(.scrolled, x: 100, y: 150, scrollY: -40)))
      #expect(view.contentOffset.y == 40 && fingers.menu == nil)
      #expect(scrolls.areWithoutMenu.contains(true) && !scrolls.areWithoutMenu.contains(false))
      stage.post(.pointer(.init(.scrolled, x: 100, y: 150, scrollY: 40)))
      // Up and back in steps that are enough for a pan by themselves.
      fingers.drag(fingers.knob(24, isStart: false), fingers.knob(4, isStart: false), steps: 1)
      #expect(view.selectedTextRange == 0..<4 && view.contentOffset == .zero, "\(view.selectedTextRange)")
    }
  }

  /// Whether the menu had ended when a scroll was reported.
  private final class Scrolls: UITextViewDelegate {
    var areWithoutMenu: [Bool] = []
    private let isWithoutMenu: () -> Bool
    init(_ isWithoutMenu: @escaping () -> Bool) { self.isWithoutMenu = isWithoutMenu }
    func scrollViewDidScroll(_ scrollView: UIScrollView) { areWithoutMenu.append(isWithoutMenu()) }
  }
}
