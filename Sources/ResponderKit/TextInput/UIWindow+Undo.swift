extension UIWindow {
  /// Control-Z and Control-Shift-Z, or Control-Y, that nothing in the chain has taken: the first responder's undo manager has them.
  final func takeUndo(_ presses: Set<UIPress>) -> Set<UIPress> {
    var rest = presses
    for press in presses {
      switch press.phase {
      case .began, .changed:
        if takeUndo(press.held) {
          press.wasText = true
          rest.remove(press)
        }
      default: if press.wasText { rest.remove(press) }
      }
    }
    return rest
  }

  private func takeUndo(_ key: UIKey) -> Bool {
    let flags = key.modifierFlags
    guard !flags.isDisjoint(with: [.control, .command]), !flags.contains(.alternate),
      let manager = (firstResponder ?? self).undoManager
    else { return false }
    switch key.charactersIgnoringModifiers.lowercased() {
    case "z" where !flags.contains(.shift):
      guard manager.canUndo else { return false }
      manager.undo()
    case "z", "y":
      guard manager.canRedo else { return false }
      manager.redo()
    default: return false
    }
    return true
  }
}
