extension UITableView {
  /// The row that is selected; nil when none is.
  public final var indexPathForSelectedRow: IndexPath? { selectedStorage }

  /// Selects a row, and scrolls to it unless the position is `none`; the delegate is not asked.
  public final func selectRow(
    at row: IndexPath?, animated: Bool, scrollPosition: ScrollPosition = .none
  ) {
    if let row, scrollPosition != .none { scrollToRow(at: row, at: scrollPosition, animated: animated) }
    if let old = selectedStorage, old != row { shown[old]?.isSelected = false }
    selectedStorage = row.flatMap { rectForRow(at: $0) == .zero ? nil : $0 }
    if let row = selectedStorage { shown[row]?.isSelected = true }
  }

  /// Deselects a row, if it is selected. The delegate is not notified. `animated` has no effect.
  public final func deselectRow(at row: IndexPath, animated: Bool) {
    guard selectedStorage == row else { return }
    shown[row]?.isSelected = false
    selectedStorage = nil
  }

  /// A finger came down in a row.
  final func press(_ touches: Set<UITouch>) {
    guard pressed == nil, isEditing ? allowsSelectionDuringEditing : allowsSelection,
      let touch = touches.min(by: { $0.identity < $1.identity }),
      touch.isPrimary, let row = indexPathForRow(at: touch.location(in: self))
    else { return }
    if let listener = delegate as? any UITableViewDelegate,
      !listener.tableView(self, shouldHighlightRowAt: row)
    {
      return
    }
    pressed = (touch, row)
    shown[row]?.isHighlighted = true
  }

  /// It went up; in the same row, it selects.
  final func choose(_ touches: Set<UITouch>) {
    guard let (touch, row) = pressed, touches.contains(touch) else { return }
    endPress(touches)
    guard indexPathForRow(at: touch.location(in: self)) == row else { return }
    let listener = delegate as? any UITableViewDelegate
    var chosen = row
    if let listener {
      guard let answer = listener.tableView(self, willSelectRowAt: row) else { return }
      chosen = answer
    }
    let old = selectedStorage
    selectRow(at: chosen, animated: false)
    if let old, old != chosen { listener?.tableView(self, didDeselectRowAt: old) }
    listener?.tableView(self, didSelectRowAt: chosen)
  }

  final func endPress(_ touches: Set<UITouch>) {
    guard let (touch, row) = pressed, touches.contains(touch) else { return }
    pressed = nil
    shown[row]?.isHighlighted = false
  }
}
