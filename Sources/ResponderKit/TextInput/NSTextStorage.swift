/// The text of a text view with its attributes: a change is shown by the view, and what is typed there changes it.
public final class NSTextStorage: NSMutableAttributedString {
  /// Called after a change by the program.
  var onEdit: (() -> Void)?
  private var openings = 0
  private var isEdited = false
  private var isTaking = false

  /// Changes until the `endEditing` that belongs to it are shown together.
  public func beginEditing() { openings += 1 }

  /// Shows the changes since `beginEditing`.
  public func endEditing() {
    guard openings > 0 else { return }
    openings -= 1
    if openings == 0, isEdited { show() }
  }

  override func changed() {
    guard !isTaking else { return }
    isEdited = true
    if openings == 0 { show() }
  }

  private func show() {
    isEdited = false
    onEdit?()
  }

  /// Becomes what the view has, unless the program is changing it.
  func take(_ text: @autoclosure () -> NSAttributedString) {
    guard openings == 0, !isTaking else { return }
    isTaking = true
    setAttributedString(text())
    isTaking = false
  }
}
