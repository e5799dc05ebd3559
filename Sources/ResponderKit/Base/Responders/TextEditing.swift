/// What takes the messages of an edit menu.
public protocol TextEditing: AnyObject {
  /// Moves the selection to the pasteboard.
  func cut()
  /// Copies the selection to the pasteboard.
  func copy()
  /// Replaces the selection by the text of the pasteboard.
  func paste()
  /// Selects everything.
  func selectAll()
  /// Takes the last edit back.
  func undo()
  /// Makes the edit again that was taken back last.
  func redo()
}

/// Text views: also take `select` and `delete`. Internal, as programs call `select(_:)` and `delete(_:)`.
protocol TextSelecting: TextEditing {
  /// Selects the word at the caret.
  func selectWord()
  /// Deletes what is selected.
  func deleteSelection()
}
