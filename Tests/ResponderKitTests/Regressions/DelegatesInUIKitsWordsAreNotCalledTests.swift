import ResponderKit
import TestHarness
import Testing

/// Delegates' methods with UIKit's types of arguments compiled, and were never called: ours had other types.
@Suite(.hangLimit) struct DelegatesInUIKitsWordsAreNotCalledTests {
  private final class Editor: UITextFieldDelegate, UITextViewDelegate {
    var asked: [(range: NSRange, text: String)] = []
    func textField(
      _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool {
      asked.append((range, string))
      return string != "x"
    }
    func textView(
      _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool {
      asked.append((range, text))
      return text != "x"
    }
  }

  @Test func aFieldsDelegateIsAskedWithARangeOfCodeUnits() throws {
    try onStage { stage in
      let (field, editor) = (UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 40)), Editor())
      stage.show(field)
      field.delegate = editor
      field.text = "😀b"
      field.becomeFirstResponder()
      field.selectedTextRange = 1..<2
      field.insertText("c")
      // The face is one character of two code units.
      let first = try #require(editor.asked.first)
      #expect(first.range == NSRange(location: 2, length: 1) && first.text == "c" && field.text == "😀c")
      field.insertText("x")
      #expect(editor.asked.count == 2 && field.text == "😀c")
      let part = try #require(Range(first.range, in: "😀b"))
      #expect("😀b".replacingCharacters(part, "c") == "😀c")
      #expect(Range(NSRange(location: 1, length: 1), in: "😀b") == nil)
      #expect(Range(NSRange(location: 3, length: 1), in: "😀b") == nil)
    }
  }

  @Test func aTextViewsDelegateIsAskedWithARangeOfCodeUnits() {
    onStage { stage in
      let (area, editor) = (UITextView(frame: CGRect(x: 0, y: 0, width: 200, height: 200)), Editor())
      stage.show(area)
      area.delegate = editor
      area.text = "ab"
      area.becomeFirstResponder()
      area.selectedTextRange = 2..<2
      area.insertText("x")
      area.insertText("y")
      #expect(area.text == "aby" && editor.asked.map(\.range.location) == [2, 2])
    }
  }

  @Test func aScrollViewsDelegateMayMoveTheTargetByAPointer() {
    final class Mover: UIScrollViewDelegate {
      func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
      ) {
        targetContentOffset.pointee = CGPoint(x: 0, y: 300)
      }
    }
    onStage { stage in
      let (scroll, mover) = (UIScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: 400)), Mover())
      scroll.contentSize = CGSize(width: 300, height: 4000)
      scroll.delegate = mover
      stage.show(scroll)
      stage.down(100, 300)
      for step in 1...6 { stage.move(100, 300 - Double(step) * 20) }
      stage.up(100, 180)
      stage.wait(3000)
      #expect(scroll.contentOffset == CGPoint(x: 0, y: 300))
    }
  }
}

extension String {
  fileprivate func replacingCharacters(_ part: Range<String.Index>, _ text: String) -> String {
    self[..<part.lowerBound] + text + self[part.upperBound...]
  }
}
