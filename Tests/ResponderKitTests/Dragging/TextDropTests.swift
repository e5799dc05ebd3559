import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Texts that are dragged out of fields and text views, and dropped on them.
@Suite(.hangLimit) struct TextDropTests {
  /// A text view and a field below something that can be dragged, whose item is "text".
  final class Page: UITextDropDelegate, UITextDragDelegate, UITextViewDelegate, UITextFieldDelegate {
    let stage: Stage
    let drag: DragPlace
    let area = UITextView(frame: Rect(40, 300, 300, 120))
    let field = UITextField(frame: Rect(40, 500, 300, 40))
    var allows = true
    var action = UITextDropProposal.Action.insert
    var operation: UIDropOperation?
    var editability = UITextDropEditability.no
    var items: [UIDragItem]?
    var suggested: [UIDragItem] = []
    var asked: [String] = []
    var calls: [String] = []
    var whenPerformed: (() -> Void)?

    init(_ stage: Stage, _ text: String = "one two") {
      self.stage = stage
      drag = DragPlace(stage)
      let font = UIFont(size: 20, design: .builtIn)
      (area.font, field.font) = (font, font)
      (area.text, field.text) = (text, text)
      (area.delegate, field.delegate) = (self, self)
      for view in [area, field] as [UIView] { drag.source.superview?.addSubview(view) }
      stage.wait(20)
    }

    func place(_ position: Int, in view: any UIView & UITextInput) -> Point {
      view.convert(view.caretRect(for: position).center, to: nil)
    }
    /// Drags from a point to a position of a text, and lets go.
    func drop(from start: Point, at position: Int, of view: any UIView & UITextInput) {
      let end = place(position, in: view)
      stage.lift(start.x, start.y)
      stage.move(end.x, end.y)
      stage.up(end.x, end.y)
      stage.wait(400)
    }
    func drop(at position: Int, of view: any UIView & UITextInput) {
      drop(from: Point(40, 40), at: position, of: view)
    }
    /// The middle of a character.
    func character(_ index: Int, of view: any UIView & UITextInput) -> Point {
      let (one, two) = (place(index, in: view), place(index + 1, in: view))
      return Point((one.x + two.x) / 2, one.y)
    }

    func textView(_ textView: UITextView, shouldChangeTextIn range: Range<Int>, replacementText text: String)
      -> Bool
    {
      asked.append("\(range) \(text)")
      return allows
    }
    func textField(
      _ textField: UITextField, shouldChangeCharactersIn range: Range<Int>, replacementString string: String
    ) -> Bool {
      asked.append("\(range) \(string)")
      return allows
    }
    func textDroppableView(
      _ textDroppableView: any UIView & UITextDroppable, willBecomeEditableForDrop drop: any UITextDropRequest
    ) -> UITextDropEditability { editability }
    func textDroppableView(
      _ textDroppableView: any UIView & UITextDroppable, proposalForDrop drop: any UITextDropRequest
    ) -> UITextDropProposal {
      let proposal = UITextDropProposal(operation: operation ?? drop.suggestedProposal.operation)
      proposal.dropAction = action
      return proposal
    }
    func textDroppableView(
      _ textDroppableView: any UIView & UITextDroppable, willPerformDrop drop: any UITextDropRequest
    ) {
      calls.append("perform \(drop.dropPosition) \(drop.isSameView)")
      whenPerformed?()
    }
    func textDroppableView(
      _ textDroppableView: any UIView & UITextDroppable, dropSessionDidEnter session: any UIDropSession
    ) { calls.append("enter \(textDroppableView.isTextDropActive)") }
    func textDroppableView(
      _ textDroppableView: any UIView & UITextDroppable, dropSessionDidExit session: any UIDropSession
    ) { calls.append("exit \(textDroppableView.isTextDropActive)") }
    func textDroppableView(
      _ textDroppableView: any UIView & UITextDroppable, dropSessionDidEnd session: any UIDropSession
    ) { calls.append("end") }
    func textDraggableView(
      _ textDraggableView: any UIView & UITextDraggable, itemsForDrag dragRequest: any UITextDragRequest
    ) -> [UIDragItem] {
      calls.append("items \(dragRequest.dragRange)")
      suggested = dragRequest.suggestedItems
      return items ?? suggested
    }
    func textDraggableView(
      _ textDraggableView: any UIView & UITextDraggable, dragSessionWillBegin session: any UIDragSession
    ) { calls.append("begin \(textDraggableView.isTextDragActive)") }
    func textDraggableView(
      _ textDraggableView: any UIView & UITextDraggable, dragSessionDidEnd session: any UIDragSession,
      with operation: UIDropOperation
    ) { calls.append("did end \(operation)") }
  }

  private func caret(_ view: UIView) -> UIView? {
    (view.subviews + view.subviews.flatMap(\.subviews)).first { $0.label == "drop caret" }
  }

  @Test func textIsInsertedWhereTheCaretFollowsTheFinger() {
    onStage { stage in
      let page = Page(stage)
      for view in [page.area, page.field] as [any UIView & UITextInput & UITextDroppable] {
        page.asked = []
        stage.lift(40, 40)
        #expect(caret(view) == nil)
        for position in [1, 4] {
          let place = page.place(position, in: view)
          stage.move(place.x, place.y)
          #expect(view.isTextDropActive)
          let frame = caret(view).flatMap { caret in caret.superview?.convert(caret.frame, to: view) }
          #expect(abs((frame?.midX ?? 0) - view.caretRect(for: position).midX) < 0.01)
        }
        let end = page.place(4, in: view)
        stage.up(end.x, end.y)
        stage.wait(400)
        #expect(caret(view) == nil && !view.isTextDropActive)
        #expect(view.text(in: 0..<view.endOfDocument) == "one texttwo" && page.asked == ["4..<4 text"])
        #expect(view.selectedTextRange == 8..<8)
        view.undoManager?.undo()
        #expect(view.text(in: 0..<view.endOfDocument) == "one two")
        view.undoManager?.redo()
        #expect(view.text(in: 0..<view.endOfDocument) == "one texttwo")
      }
    }
  }

  @Test func aFingerThatGoesElsewhereLeavesNothing() {
    onStage { stage in
      let page = Page(stage)
      page.area.textDropDelegate = page
      stage.lift(40, 40)
      let place = page.place(3, in: page.area)
      stage.move(place.x, place.y)
      stage.move(40, 200)
      #expect(caret(page.area) == nil)
      stage.up(40, 200)
      stage.wait(400)
      #expect(page.area.text == "one two" && page.calls == ["enter true", "exit false", "end"])
      // What has no text is not for it.
      page.drag.items = [UIDragItem(itemProvider: NSItemProvider(object: UIColor.red))]
      page.drop(at: 3, of: page.area)
      #expect(page.area.text == "one two" && page.calls.count == 3)
    }
  }

  @Test func theSelectionMovesInItsText() {
    onStage { stage in
      let page = Page(stage, "one two three")
      for view in [page.area, page.field] as [any UIView & UITextInput & UITextDroppable & UITextDraggable] {
        #expect(view.textDragInteraction == nil)
        _ = view.becomeFirstResponder()
        view.selectedTextRange = 4..<8
        page.asked = []
        page.drop(from: page.character(5, of: view), at: 0, of: view)
        #expect(view.text(in: 0..<13) == "two one three" && view.selectedTextRange == 0..<4)
        #expect(page.asked == ["4..<8 ", "0..<0 two "])
        page.drop(from: page.character(1, of: view), at: 13, of: view)
        #expect(view.text(in: 0..<13) == "one threetwo " && view.selectedTextRange == 9..<13)
        view.undoManager?.undo()
        #expect(view.text(in: 0..<13) == "two one three")
        view.undoManager?.undo()
        #expect(view.text(in: 0..<13) == "one two three")
        // Into itself, and where the delegate does not want it.
        view.selectedTextRange = 4..<8
        page.drop(from: page.character(5, of: view), at: 6, of: view)
        #expect(view.text(in: 0..<13) == "one two three")
        page.allows = false
        page.drop(from: page.character(5, of: view), at: 0, of: view)
        #expect(view.text(in: 0..<13) == "one two three" && view.endOfDocument == 13)
        page.allows = true
      }
    }
  }

  @Test func textIsCopiedIntoAnotherViewOrMovedIfTheDelegateWants() {
    onStage { stage in
      let page = Page(stage)
      (page.field.textDropDelegate, page.area.textDragDelegate) = (page, page)
      page.area.becomeFirstResponder()
      page.area.selectedTextRange = 0..<4
      page.drop(from: page.character(1, of: page.area), at: 7, of: page.field)
      #expect(page.area.text == "one two" && page.field.text == "one twoone ")
      #expect(
        page.calls == ["items 0..<4", "begin true", "enter true", "perform 7 false", "end", "did end copy"])
      page.operation = .move
      page.drop(from: page.character(1, of: page.area), at: 0, of: page.field)
      #expect(page.area.text == "two" && page.field.text == "one one twoone ")
      page.area.undoManager?.undo()
      #expect(page.area.text == "one two")
      // An item of the program's own; none.
      page.items = [UIDragItem(itemProvider: NSItemProvider(object: "own"))]
      (page.operation, page.field.text) = (.copy, "")
      page.area.selectedTextRange = 0..<4
      page.drop(from: page.character(1, of: page.area), at: 0, of: page.field)
      #expect(page.field.text == "own")
      page.items = []
      page.drop(from: page.character(1, of: page.area), at: 0, of: page.field)
      #expect(page.field.text == "own" && stage.flight() == nil)
    }
  }

  @Test func aProgramSaysWhatIsReplaced() {
    onStage { stage in
      let page = Page(stage)
      page.area.textDropDelegate = page
      page.area.becomeFirstResponder()
      page.area.selectedTextRange = 0..<3
      page.action = .replaceSelection
      page.drop(at: 6, of: page.area)
      #expect(page.area.text == "text two")
      page.action = .replaceAll
      page.drop(at: 6, of: page.area)
      #expect(page.area.text == "text")
      page.operation = .forbidden
      page.drop(at: 2, of: page.area)
      #expect(page.area.text == "text")
    }
  }

  @Test func secureAndReadOnlyTextsKeepTheirRules() {
    onStage { stage in
      let page = Page(stage)
      // Nothing is dragged out of a secure field, but into it.
      page.field.isSecureTextEntry = true
      page.field.becomeFirstResponder()
      page.field.selectedTextRange = 0..<7
      stage.lift(page.character(3, of: page.field).x, page.character(3, of: page.field).y)
      #expect(stage.flight() == nil)
      stage.cancel()
      page.drop(at: 7, of: page.field)
      #expect(page.field.text == "one twotext")
      page.field.isEnabled = false
      page.drop(at: 0, of: page.field)
      #expect(page.field.text == "one twotext")
      // Out of a text that can only be read, but not into it.
      page.area.isEditable = false
      page.drop(at: 0, of: page.area)
      page.area.textDropDelegate = page
      page.drop(at: 0, of: page.area)
      #expect(page.area.text == "one two")
      page.area.becomeFirstResponder()
      page.area.selectedTextRange = 0..<3
      page.field.isEnabled = true
      (page.field.isSecureTextEntry, page.field.text) = (false, "")
      page.drop(from: page.character(1, of: page.area), at: 0, of: page.field)
      #expect(page.field.text == "one" && page.area.text == "one two")
      page.editability = .temporary
      page.drop(at: 0, of: page.area)
      #expect(page.area.text == "textone two" && !page.area.isEditable)
      page.editability = .yes
      page.drop(at: 0, of: page.area)
      #expect(page.area.text == "texttextone two" && page.area.isEditable)
    }
  }

  @Test func aClickOnTheSelectionPlacesTheCaretAndADragMovesIt() {
    onStage { stage in
      let page = Page(stage)
      func mouse(_ phase: HIDEvent.Contact.Phase, _ place: Point) {
        stage.frame(.init(1, phase, x: place.x, y: place.y, kind: .pointer, buttons: [.primary]), after: 10)
      }
      for view in [page.area, page.field] as [any UIView & UITextInput] {
        _ = view.becomeFirstResponder()
        view.selectedTextRange = 0..<4
        let place = page.character(1, of: view)
        stage.wait(1000)
        mouse(.began, place)
        #expect(view.selectedTextRange == 0..<4)
        mouse(.ended, place)
        #expect(view.selectedTextRange?.isEmpty == true)
        view.selectedTextRange = 0..<4
        stage.wait(1000)
        mouse(.began, place)
        mouse(.moved, Point(place.x + 12, place.y))
        let end = page.place(7, in: view)
        mouse(.moved, end)
        mouse(.ended, end)
        stage.wait(400)
        #expect(view.text(in: 0..<7) == "twoone " && view.selectedTextRange == 3..<7)
      }
    }
  }

  @Test func attributesAndLinesAreKeptWhereTheTextHasThem() {
    onStage { stage in
      let page = Page(stage)
      let red: [NSAttributedString.Key: Any] = [.foregroundColor: UIColor.red]
      page.drag.items = ["a\nb", "c"].map {
        UIDragItem(itemProvider: NSItemProvider(object: NSAttributedString(string: $0, attributes: red)))
      }
      page.drop(at: 0, of: page.field)
      #expect(page.field.text == "a b cone two")
      page.drop(at: 0, of: page.area)
      #expect(page.area.text == "a\nb\ncone two" && !page.area.editor.model.hasColors)
      page.area.text = "one"
      page.area.allowsEditingTextAttributes = true
      page.drop(at: 0, of: page.area)
      #expect(page.area.text == "a\nb\ncone" && page.area.editor.model.hasColors)
      // They move with the selection.
      page.area.becomeFirstResponder()
      page.area.selectedTextRange = 0..<1
      page.drop(from: page.character(0, of: page.area), at: 8, of: page.area)
      #expect(page.area.text == "\nb\nconea")
      let moved = page.area.attributedText.attributes(at: 7, effectiveRange: nil)[.foregroundColor]
      #expect(moved as? UIColor == .red)
    }
  }
}

extension TextModel {
  fileprivate var hasColors: Bool {
    styles?.contains { $0.values[.foregroundColor] as? UIColor == .red } ?? false
  }
}
