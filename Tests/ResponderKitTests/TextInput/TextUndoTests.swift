import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Edits of texts in their undo managers.
@Suite(.hangLimit) struct TextUndoTests {
  private func stage(_ body: @escaping @Sendable (Stage, UITextField, UndoHistory) throws -> Void) rethrows {
    try onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let field = UITextField(frame: Rect(20, 100, 200, 40))
      root.addSubview(field)
      field.becomeFirstResponder()
      stage.wait(20)
      try body(stage, field, #require(field.undoManager))
    }
  }

  @Test func whatIsTypedInOneGoIsOneStepOfTheUndoManager() {
    stage { stage, field, undo in
      stage.write("one")
      stage.strike("left")
      stage.write("x")
      #expect(undo.undoActionName == "Typing")
      undo.undo()
      #expect(field.text == "one")
      undo.undo()
      #expect(field.text == "" && !undo.canUndo)
      undo.redo()
      undo.redo()
      #expect(field.text == "onxe" && !undo.canRedo)
      stage.strike("z", .control)
      stage.strike("z", .control)
      stage.strike("z", .control)
      #expect(field.text == "" && undo.canRedo)
    }
  }

  @Test func theProgramsOwnStepsStandBetweenThoseOfTheText() {
    stage { stage, field, undo in
      let label = UILabel()
      stage.write("a")
      label.text = "set"
      undo.registerUndo(withTarget: label) { $0.text = "back" }
      stage.wait(10)
      stage.strike("left")
      stage.write("b")
      stage.strike("z", .control)
      #expect(field.text == "a" && label.text == "set")
      stage.strike("z", .control)
      #expect(field.text == "a" && label.text == "back")
      stage.strike("z", .control)
      #expect(field.text == "")
    }
  }

  @Test func aTextThatTheProgramSetsHasNoSteps() {
    stage { stage, field, undo in
      stage.write("abc")
      field.text = "new"
      #expect(!undo.canUndo)
      stage.strike("z", .control)
      #expect(field.text == "new")
      stage.write("!")
      undo.undo()
      #expect(field.text == "new")
    }
  }

  @Test func aCompositionThatIsGivenUpIsNoStep() {
    stage { stage, field, undo in
      stage.write("a")
      stage.strike("left")
      field.setMarkedText("ni", selectedRange: 2..<2)
      #expect(undo.canUndo)
      field.setMarkedText("", selectedRange: 0..<0)
      undo.undo()
      #expect(field.text == "" && !undo.canUndo)
    }
  }

  @Test func aProgramMayForgetTheSteps() {
    stage { stage, field, undo in
      stage.write("abc")
      undo.removeAllActions()
      stage.strike("z", .control)
      #expect(field.text == "abc")
      stage.strike("left")
      stage.write("x")
      undo.undo()
      #expect(field.text == "abc" && !undo.canUndo)
    }
  }

  @Test func whatIsTypedAfterAStepWasTakenBackIsAStepOfItsOwn() {
    stage { stage, field, undo in
      stage.write("ab")
      // The caret was elsewhere meanwhile.
      for place in [0, 2] { field.selectedTextRange = place..<place }
      stage.write("c")
      undo.undo()
      #expect(field.text == "ab")
      stage.write("d")
      #expect(field.text == "abd")
      undo.undo()
      #expect(field.text == "ab")
    }
  }

  @Test func aCompositionThatIsGivenUpIsNoStepBeforeOneOfTheProgramsEither() {
    stage { stage, field, undo in
      let label = UILabel()
      stage.write("a")
      stage.strike("left")
      field.setMarkedText("ni", selectedRange: 2..<2)
      undo.registerUndo(withTarget: label) { $0.text = "back" }
      stage.wait(20)
      field.setMarkedText("", selectedRange: 0..<0)
      undo.undo()
      #expect(label.text == "back" && field.text == "a")
      undo.undo()
      #expect(field.text == "" && !undo.canUndo)
    }
  }

  @Test func aStepOfTheProgramsIsNotNamedAfterACompositionThatIsGivenUp() {
    let (undo, program, text) = (UndoHistory(), UILabel(), UILabel())
    undo.groupsByEvent = false
    for name in ["Typing", "Painting"] {
      undo.beginUndoGrouping()
      undo.registerUndo(withTarget: program) { _ in }
      undo.registerUndo(withTarget: text) { _ in }
      undo.setActionName(name)
      undo.endUndoGrouping()
    }
    undo.removeLastAction(withTarget: text, named: "Typing")
    #expect(undo.undoActionName == "Painting")
    undo.undo()
    #expect(undo.undoActionName == "Typing")
    undo.removeLastAction(withTarget: text, named: "Typing")
    #expect(undo.canUndo && undo.undoActionName == "")
    undo.removeLastAction(withTarget: program, named: "Typing")
    #expect(!undo.canUndo)
  }
}
