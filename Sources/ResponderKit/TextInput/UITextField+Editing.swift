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
