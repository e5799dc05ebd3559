/// The steps of a text in its undo manager, where a program may have others.
extension TextEditor {
  /// The name of steps in which characters were typed.
  private static let typing = "Typing"

  func newUndoManager() -> UndoHistory {
    let manager = UndoHistory()
    manager.levelsOfUndo = EditHistory.mostSteps
    return manager
  }

  /// The text has more steps than are registered, or fewer: a composition was given up, or a program has changed the text.
  func registerSteps() {
    let depth = model.history.depth
    if depth == 0 {
      undoManager.removeAllActions(withTarget: self)
    } else if depth < registeredSteps {
      for _ in depth..<registeredSteps {
        undoManager.removeLastAction(withTarget: self, named: Self.typing)
      }
    }
    while registeredSteps < depth {
      registeredSteps += 1
      undoManager.beginUndoGrouping()
      undoManager.registerUndo(withTarget: self) { $0.takeBack(false) }
      if model.history.isTyping { undoManager.setActionName(Self.typing) }
      undoManager.endUndoGrouping()
    }
    registeredSteps = depth
  }
}
