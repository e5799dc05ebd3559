/// The messages of an edit menu.
extension UITextField {
  /// Moves the selected text to the pasteboard. Secure text stays.
  public final func cut() { editor.cut() }
  /// Copies the selected text to the pasteboard, unless it is secure.
  public final func copy() { editor.copy() }
  /// Replaces the selection by the text of the pasteboard, once that has come.
  public final func paste() { editor.paste() }
  /// Selects all of the text.
  public final func selectAll() { editor.selectAll() }
  /// Takes the last edit back.
  public final func undo() { editor.undo() }
  /// Makes the edit again that was taken back last.
  public final func redo() { editor.undo(true) }
}

extension UITextField {
  /// Whether the next text that is inserted while the field is edited replaces all of its text; it is false then, and when the text or the selection changes.
  public final var clearsOnInsertion: Bool {
    get { editor.clearsOnInsertion }
    set { editor.clearsOnInsertion = newValue }
  }
}

extension UITextView {
  /// Whether the next text that is inserted while the view is edited replaces all of its text; it is false then, and when the text or the selection changes.
  public final var clearsOnInsertion: Bool {
    get { editor.clearsOnInsertion }
    set { editor.clearsOnInsertion = newValue }
  }
}

extension UITextField: TextEditorHost {
  final var isMultiline: Bool { false }
  final var isSecure: Bool { isSecureTextEntry }
  final var isEditable: Bool { isEnabled }
  final func allowEditing() { isEnabled = true }
  final var linesPerPage: Int { 1 }

  final var mayBeginEditing: Bool { delegate?.textFieldShouldBeginEditing(self) ?? true }
  final var mayEndEditing: Bool { delegate?.textFieldShouldEndEditing(self) ?? true }

  final func editingBegan() {
    editor.limitNesting {
      if clearsOnBeginEditing, hasText, delegate?.textFieldShouldClear(self) ?? true { editor.set("") }
    }
    setNeedsLayout()
    editor.limitNesting {
      delegate?.textFieldDidBeginEditing(self)
      sendActions(for: .editingDidBegin)
      post(Self.textDidBeginEditingNotification)
    }
  }

  final func editingEnded() {
    editorChanged()
    setNeedsLayout()
    editor.limitNesting {
      delegate?.textFieldDidEndEditing(self, reason: .committed)
      sendActions(for: .editingDidEnd)
      post(Self.textDidEndEditingNotification)
    }
  }

  final func mayChange(_ range: Range<Int>, _ text: String) -> Bool {
    guard let delegate else { return true }
    let units = editor.model.codeUnits(range)
    return delegate.textField(self, shouldChangeCharactersIn: range, replacementString: text)
      && delegate.textField(self, shouldChangeCharactersIn: units, replacementString: text)
  }

  final func selectionChanged() { delegate?.textFieldDidChangeSelection(self) }
  final func textChanged() {
    sendActions(for: .editingChanged)
    post(Self.textDidChangeNotification)
  }

  final func returnPressed() {
    guard delegate?.textFieldShouldReturn(self) ?? true else { return }
    sendActions(for: .primaryActionTriggered)
    guard allControlEvents.contains(.editingDidEndOnExit) else { return }
    sendActions(for: .editingDidEndOnExit)
    resignFirstResponder()
  }

  final func position(_ position: Int, lines: Int, x: Double) -> Int {
    lines < 0 ? 0 : editor.model.count
  }
  final func edge(ofLine position: Int, isEnd: Bool) -> Int { isEnd ? editor.model.count : 0 }
}
