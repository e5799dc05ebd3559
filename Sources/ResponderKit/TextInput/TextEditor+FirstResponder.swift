/// How deep calls of a text's delegate are in each other. Without a limit, a delegate that changes the text, or begins or ends editing, in each call
/// would overflow the stack.
struct TextNesting {
  /// The limit. Deeper changes of the text and ends of editing have no call; editing does not begin there.
  static let most = 16
  /// How many calls are in each other.
  var depth = 0
  /// Whether the delegate is asked whether editing may begin or end: it is not asked again by what it does then.
  var isAsking = false
  /// Whether the delegate is asked about a change of the text: what it changes then is changed without another question.
  var isAskingForChange = false
  /// Whether the return key is handled: what is called then can not press it again.
  var isReturning = false
}

/// Editing begins when the view becomes first responder, and ends when it no longer is. A text that can only be read may be first responder
/// without being edited.
extension TextEditor {
  /// Makes the view first responder, by its superclass's method, if the delegate agrees.
  func becomeFirstResponder(_ become: () -> Bool) -> Bool {
    if host.isFirstResponder { return true }
    guard nesting.depth < TextNesting.most, host.window != nil,
      !host.isEditable || agrees({ host.mayBeginEditing }),
      become()
    else { return false }
    isEdited = host.isEditable
    run(true)
    if isEdited { host.editingBegan() } else { host.editorChanged() }
    return host.isFirstResponder
  }

  /// Gives the place up, by the superclass's method, if the delegate agrees.
  func resignFirstResponder(_ resign: () -> Bool) -> Bool {
    guard host.isFirstResponder else { return true }
    guard !isEdited || agrees({ host.mayEndEditing }), resign() else { return false }
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

  /// Calls the delegate, unless too many of its calls are in each other.
  func limitNesting(_ call: () -> Void) {
    guard nesting.depth < TextNesting.most else { return }
    nesting.depth += 1
    defer { nesting.depth -= 1 }
    call()
  }

  /// Whether the user may replace a range.
  func mayChange(_ range: Range<Int>, _ text: String) -> Bool {
    if nesting.isAskingForChange { return true }
    nesting.isAskingForChange = true
    defer { nesting.isAskingForChange = false }
    return host.mayChange(range, text)
  }

  /// Does what the return key does in a text of one line.
  func pressReturn() {
    if nesting.isReturning { return }
    nesting.isReturning = true
    defer { nesting.isReturning = false }
    host.returnPressed()
  }

  private func agrees(_ question: () -> Bool) -> Bool {
    guard !nesting.isAsking else { return false }
    nesting.isAsking = true
    defer { nesting.isAsking = false }
    return question()
  }
}
