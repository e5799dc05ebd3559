/// Editing begins when the view becomes first responder, and ends when it no longer is.
extension TextEditor {
  /// Makes the view first responder, by its superclass's method, if the delegate agrees.
  func becomeFirstResponder(_ become: () -> Bool) -> Bool {
    if host.isFirstResponder { return true }
    guard host.window != nil, host.mayBeginEditing, become() else { return false }
    run(true)
    host.editingBegan()
    return host.isFirstResponder
  }

  /// Gives the place up, by the superclass's method, if the delegate agrees.
  func resignFirstResponder(_ resign: () -> Bool) -> Bool {
    guard host.isFirstResponder else { return true }
    guard host.mayEndEditing, resign() else { return false }
    end()
    return true
  }

  /// The view has come into another window, or into none.
  func endUnlessFirstResponder() {
    if !host.isFirstResponder { end() }
  }

  private func end() {
    guard isRunning else { return }
    model.unmark()
    run(false)
    host.editingEnded()
  }
}
