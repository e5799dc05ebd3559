/// Editing begins when the view becomes first responder, and ends when it no longer is. A text that can only be read may be first responder
/// without being edited.
extension TextEditor {
  /// Makes the view first responder, by its superclass's method, if the delegate agrees.
  func becomeFirstResponder(_ become: () -> Bool) -> Bool {
    if host.isFirstResponder { return true }
    guard host.window != nil, !host.isEditable || host.mayBeginEditing, become() else { return false }
    isEdited = host.isEditable
    run(true)
    if isEdited { host.editingBegan() } else { host.editorChanged() }
    return host.isFirstResponder
  }

  /// Gives the place up, by the superclass's method, if the delegate agrees.
  func resignFirstResponder(_ resign: () -> Bool) -> Bool {
    guard host.isFirstResponder else { return true }
    guard !isEdited || host.mayEndEditing, resign() else { return false }
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
    if isEdited { host.editingEnded() } else { host.editorChanged() }
  }
}
