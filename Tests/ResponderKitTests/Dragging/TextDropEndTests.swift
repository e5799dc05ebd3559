import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// What becomes of a dragged text where the drop does not end as it began.
@Suite(.hangLimit) struct TextDropEndTests {
  private typealias Page = TextDropTests.Page

  @Test func picturesAreDroppedOnlyWhereTextsKeepThem() {
    onStage { stage in
      let page = TextDropTests.Page(stage)
      let picture = NSAttributedString(
        attachment: NSTextAttachment(image: UIImage(Bitmap(width: 9, height: 9))))
      let text = NSMutableAttributedString(string: "a")
      text.append(picture)
      page.drag.items = [UIDragItem(itemProvider: NSItemProvider(object: text))]
      page.drop(at: 0, of: page.field)
      #expect(page.field.text == "aone two" && page.asked == ["0..<0 a"])
      page.area.allowsEditingTextAttributes = true
      page.drop(at: 0, of: page.area)
      #expect(page.area.text == "a\u{FFFC}one two")
      // A picture alone is nothing there, and no question.
      page.asked = []
      page.drag.items = [UIDragItem(itemProvider: NSItemProvider(object: picture))]
      page.drop(at: 0, of: page.field)
      #expect(page.field.text == "aone two" && page.asked == [])
      // Others get the letters of what is dragged.
      page.area.textDragDelegate = page
      page.area.becomeFirstResponder()
      page.area.selectedTextRange = 0..<2
      page.drop(from: page.character(0, of: page.area), at: 0, of: page.field)
      let provider = page.suggested.first?.itemProvider
      #expect(provider?.object(of: String.self) as? String == "a" && page.field.text == "aaone two")
    }
  }

  @Test func aTextWhoseMoveIsRefusedStaysWhereItWas() {
    onStage { stage in
      let page = Page(stage)
      (page.field.textDropDelegate, page.area.textDragDelegate) = (page, page)
      page.area.becomeFirstResponder()
      page.area.selectedTextRange = 0..<4
      (page.operation, page.allows) = (.move, false)
      page.drop(from: page.character(1, of: page.area), at: 0, of: page.field)
      #expect(page.area.text == "one two" && page.field.text == "one two")
      #expect(page.calls.last == "did end cancel")
    }
  }

  @Test func aTextThatReplacesAnotherPartOfItsViewIsNotDeleted() {
    onStage { stage in
      let page = Page(stage)
      page.area.textDropDelegate = page
      page.area.becomeFirstResponder()
      page.area.selectedTextRange = 4..<7
      page.action = .replaceSelection
      page.drop(from: page.character(5, of: page.area), at: 1, of: page.area)
      #expect(page.area.text == "one two")
      page.action = .replaceAll
      page.area.selectedTextRange = 4..<7
      page.drop(from: page.character(5, of: page.area), at: 1, of: page.area)
      #expect(page.area.text == "two")
    }
  }

  @Test func aViewThatIsRemovedInTheDropIsThereUntilItsEnd() {
    onStage { stage in
      let page = Page(stage)
      weak var target: UITextField?
      do {
        let field = UITextField(frame: Rect(40, 600, 300, 40))
        field.textDropDelegate = page
        target = field
        page.drag.source.superview?.addSubview(field)
      }
      stage.wait(20)
      page.whenPerformed = { target?.removeFromSuperview() }
      page.operation = .copy
      if let field = target { page.drop(at: 0, of: field) }
      #expect(page.calls.contains("end"))
      stage.wait(1000)
      #expect(target == nil)
    }
  }

  @Test func aTextThatHasChangedSinceTheDragBeganIsNotMoved() {
    onStage { stage in
      let page = Page(stage)
      page.area.textDropDelegate = page
      page.area.becomeFirstResponder()
      page.area.selectedTextRange = 0..<4
      page.whenPerformed = { page.area.text = "another" }
      page.drop(from: page.character(1, of: page.area), at: 6, of: page.area)
      #expect(page.area.text == "another")
    }
  }

  @Test func aTextThatGetsShorterWhenItsDragBeginsIsLifted() {
    onStage { stage in
      let page = Page(stage)
      page.area.attributedText = NSAttributedString(
        string: "one two three", attributes: [.foregroundColor: UIColor.red])
      page.area.becomeFirstResponder()
      page.area.selectedTextRange = 4..<13
      let delegate = Shortening(page.area)
      page.area.textDragDelegate = delegate
      let place = page.character(5, of: page.area)
      stage.lift(place.x, place.y)
      #expect(page.area.text == "one")
      stage.up(place.x, place.y)
      stage.wait(500)
    }
  }

  private final class Shortening: UITextDragDelegate {
    private let area: UITextView
    init(_ area: UITextView) { self.area = area }

    func textDraggableView(
      _ textDraggableView: any UIView & UITextDraggable, itemsForDrag dragRequest: any UITextDragRequest
    ) -> [UIDragItem] {
      area.attributedText = NSAttributedString(string: "one", attributes: [.foregroundColor: UIColor.red])
      return dragRequest.suggestedItems
    }
  }
}
