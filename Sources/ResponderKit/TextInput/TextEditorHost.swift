/// A view whose text is edited: field or area.
protocol TextEditorHost: UITextInput, UIView, TextSelecting {
  var editor: TextEditor { get }
  var isMultiline: Bool { get }
  var isSecure: Bool { get }
  var isEditable: Bool { get }
  /// Lets the user edit the text from now on.
  func allowEditing()
  /// Whether attributes of what is pasted are kept.
  var allowsEditingTextAttributes: Bool { get }
  /// The attributes of characters that have none of their own.
  var standardAttributes: [NSAttributedString.Key: Any] { get }
  /// The delegate's answers.
  var mayBeginEditing: Bool { get }
  var mayEndEditing: Bool { get }
  /// The view has become first responder, or no longer is.
  func editingBegan()
  func editingEnded()
  /// Whether the user may replace a range.
  func mayChange(_ range: Range<Int>, _ text: String) -> Bool
  /// The user has changed the text.
  func textChanged()
  /// Redraws after a change of the text or the selection.
  func editorChanged()
  /// Notifies the delegate of another caret or selection.
  func selectionChanged()
  func returnPressed()
  /// The delegate's edit menu, and calls about it.
  func editMenu(for range: NSRange, _ suggested: [UIMenuElement]) -> UIMenu?
  func editMenuWillShow(_ animator: any UIEditMenuInteractionAnimating)
  func editMenuWillEnd(_ animator: any UIEditMenuInteractionAnimating)
  /// The position a number of lines below, at a place of that line.
  func position(_ position: Int, lines: Int, x: Double) -> Int
  /// The position to the left (-1) or to the right (1) of another one.
  func neighbour(of position: Int, step: Int) -> Int
  /// Whether the paragraph of a position begins at the right.
  func isRightToLeft(at position: Int) -> Bool
  /// Where a character is.
  func box(of character: Int) -> Rect
  /// Does what a touch of the link at a point does; false where there is none.
  func followLink(at point: Point) -> Bool
  /// Deletes what is selected in front of the text, or selects it; false where nothing is there.
  func deletesToken(_ isBackward: Bool) -> Bool
  func removeSelectedToken()
  /// The beginning or the end of the line that a position is in.
  func edge(ofLine position: Int, isEnd: Bool) -> Int
  var linesPerPage: Int { get }
}

extension TextEditorHost {
  func selectWord() { editor.selectWord() }
  func deleteSelection() { editor.deleteSelection() }
}
