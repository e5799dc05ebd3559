import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Where carets are, and where touches and keys put them.
@Suite(.hangLimit) struct CaretPlaceTests {
  private func onArea(_ text: String, _ body: @escaping @Sendable (Stage, UITextView) -> Void) {
    onStage { stage in
      let view = UITextView(frame: Rect(0, 0, 300, 200))
      view.font = UIFont(size: 20, design: .builtIn)
      view.text = text
      stage.show(view)
      stage.wait(20)
      view.becomeFirstResponder()
      body(stage, view)
    }
  }

  private func onField(_ text: String, _ body: @escaping @Sendable (Stage, UITextField) -> Void) {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let field = UITextField(frame: Rect(20, 100, 200, 40))
      field.font = UIFont(size: 20, design: .builtIn)
      field.text = text
      root.addSubview(field)
      stage.wait(20)
      body(stage, field)
    }
  }

  private func press(_ stage: Stage, _ usage: UInt16) {
    stage.post(.key(.init(usage: usage, .down)))
    stage.post(.key(.init(usage: usage, .up)))
  }

  @Test func homeAndEndGoToTheEndsOfALine() {
    onArea("one\ntwo") { stage, view in
      for alignment in [NSTextAlignment.left, .center, .right] {
        view.textAlignment = alignment
        view.selectedTextRange = 5..<5
        press(stage, 0x4D)
        #expect(view.selectedTextRange == 7..<7)
        press(stage, 0x4A)
        #expect(view.selectedTextRange == 4..<4)
      }
    }
  }

  @Test func arrowsBeyondTheFirstAndTheLastLineGoToTheEndsOfTheText() {
    onArea("one\ntwo") { stage, view in
      view.selectedTextRange = 2..<2
      press(stage, 0x52)
      #expect(view.selectedTextRange == 0..<0)
      view.selectedTextRange = 5..<5
      press(stage, 0x51)
      #expect(view.selectedTextRange == 7..<7)
    }
  }

  @Test func theCaretComesBackToItsPlaceAcrossAShorterLine() {
    onArea("mmmm\ni\nmmmm") { stage, view in
      view.selectedTextRange = 4..<4
      press(stage, 0x51)
      #expect(view.selectedTextRange == 6..<6)
      press(stage, 0x51)
      #expect(view.selectedTextRange == 11..<11)
    }
  }

  @Test func aTouchOnACaretsPlaceFindsItsPosition() {
    onArea("iiii\niiii") { _, view in
      view.textContainerInset = EdgeInsets(top: 40, left: 30, bottom: 0, right: 0)
      for position in 0...view.endOfDocument {
        #expect(view.closestPosition(to: view.caretRect(for: position).center) == position)
      }
    }
    onField("iiii") { stage, field in
      field.borderStyle = .roundedRect
      for alignment in [NSTextAlignment.left, .center, .right] {
        field.textAlignment = alignment
        stage.wait(20)
        for position in 0...field.endOfDocument {
          let place = Point(field.caretRect(for: position).minX, 20)
          #expect(field.closestPosition(to: place) == position)
        }
      }
    }
  }

  @Test func aTextStandsWhereItsAlignmentSays() {
    onField("iiii") { _, field in
      let all: Double = field.bounds.width - field.caretRect(for: 4).maxX
      #expect(all > 100 && field.caretRect(for: 0).minX == 0)
      for (alignment, room) in [(NSTextAlignment.left, 0.0), (.center, all / 2), (.right, all)] {
        field.textAlignment = alignment
        let (start, end) = (field.caretRect(for: 0).minX, field.caretRect(for: 4).maxX)
        #expect(abs(start - room) < 1e-9 && abs(field.bounds.width - end - (all - room)) < 1e-9)
      }
    }
  }

  @Test func aLongTextIsShownFromItsBeginningWhenItsEditingEnds() {
    onField(String(repeating: "m", count: 40)) { _, field in
      field.becomeFirstResponder()
      field.selectedTextRange = 40..<40
      #expect(field.caretRect(for: 0).minX < 0)
      field.resignFirstResponder()
      #expect(field.caretRect(for: 0).minX == 0)
    }
  }

  @Test func aCaretIsSeenWhereNothingIsSelected() {
    onArea("one") { _, view in
      let caret = view.editor.caret
      view.selectedTextRange = 1..<1
      #expect(!caret.isHidden)
      view.selectedTextRange = 1..<2
      #expect(caret.isHidden)
      view.selectedTextRange = 1..<1
      view.isEditable = false
      #expect(caret.isHidden)
      view.isEditable = true
      #expect(!caret.isHidden)
    }
  }

  @Test func aTextThatCanBeSelectedOrEditedIsFirstResponder() {
    for (isEditable, isSelectable) in [(true, true), (true, false), (false, true), (false, false)] {
      onArea("one") { _, view in
        view.resignFirstResponder()
        (view.isEditable, view.isSelectable) = (isEditable, isSelectable)
        #expect(view.becomeFirstResponder() == (isEditable || isSelectable))
      }
    }
  }

  @Test func aClickWithShiftExtendsTheSelection() {
    onField("iiii iiii") { stage, field in
      func click(_ position: Int) {
        let place = field.convert(field.caretRect(for: position).center, to: nil)
        stage.frame(.init(1, .began, x: place.x, y: place.y, kind: .pointer), after: 1000)
        stage.frame(.init(1, .ended, x: place.x, y: place.y, kind: .pointer), after: 10)
      }
      click(2)
      stage.post(.key(.init(usage: 0xE1, .down, modifiers: .shift)))
      click(6)
      #expect(field.selectedTextRange == 2..<6)
      stage.post(.key(.init(usage: 0xE1, .up)))
      click(3)
      #expect(field.selectedTextRange == 3..<3)
    }
  }

  @Test func keysOfPagesMoveByWhatIsSeenInATextViewOnly() {
    onArea((0..<60).map { "line \($0)" }.joined(separator: "\n")) { stage, view in
      view.selectedTextRange = 0..<0
      press(stage, 0x4E)
      let first = view.caretRect(for: view.selectedTextRange?.lowerBound ?? 0)
      let way = first.minY - view.caretRect(for: 0).minY
      #expect(way > 100 && way <= 200)
      press(stage, 0x4E)
      press(stage, 0x4B)
      #expect(view.caretRect(for: view.selectedTextRange?.lowerBound ?? 0) == first)
      press(stage, 0x4B)
      #expect(view.selectedTextRange == 0..<0)
      // So do the keypad's without Num Lock.
      press(stage, 0x5B)
      #expect(view.caretRect(for: view.selectedTextRange?.lowerBound ?? 0) == first)
    }
    onField("one two") { stage, field in
      field.becomeFirstResponder()
      field.selectedTextRange = 3..<3
      press(stage, 0x4E)
      press(stage, 0x4B)
      #expect(field.selectedTextRange == 3..<3)
    }
  }

  @Test func withControlHomeAndEndGoToTheEndsOfTheText() {
    onArea("one\ntwo\nthree") { stage, view in
      for (usage, place) in [(0x4A, 0), (0x4D, 13)] as [(UInt16, Int)] {
        view.selectedTextRange = 5..<5
        stage.post(.key(.init(usage: usage, .down, modifiers: .control)))
        stage.post(.key(.init(usage: usage, .up, modifiers: .control)))
        #expect(view.selectedTextRange == place..<place)
      }
    }
  }

  @Test func aLineEndThatIsSelectedIsSeenBehindItsLine() {
    onArea("one\ntwo") { stage, view in
      let caret = view.convert(view.caretRect(for: 3), to: nil)
      let place = PixelRect(around: Rect(caret.maxX + 1, caret.minY, 2, caret.height))
      let pictures = [3, 4].map { end -> Bitmap in
        view.selectedTextRange = 0..<end
        stage.wait(20)
        return stage.window.snapshot().copy(of: place)
      }
      #expect(pictures[0] != pictures[1])
    }
  }

  @Test func aFieldThatCanNotBeUsedAndMarkedTextLookDifferent() {
    onField("iiii") { stage, field in
      func picture(_ place: Rect) -> Bitmap {
        stage.wait(20)
        return stage.window.snapshot().copy(of: PixelRect(around: field.convert(place, to: nil)))
      }
      let usual = picture(field.bounds)
      field.isEnabled = false
      #expect(picture(field.bounds) != usual)
      field.isEnabled = true
      field.becomeFirstResponder()
      let caret = field.caretRect(for: 0)
      let below = Rect(caret.maxX + 1, caret.minY + (field.font?.ascender ?? 0), 6, 5)
      let plain = picture(below)
      field.text = ""
      field.setMarkedText("iiii", selectedRange: 4..<4)
      #expect(picture(below) != plain)
    }
  }
}
