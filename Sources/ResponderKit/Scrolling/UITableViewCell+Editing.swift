/// Rows that are edited.
extension UITableViewCell {
  /// What a row's button at the left does while the table is edited.
  public enum EditingStyle: Int, Hashable, Sendable {
    /// There is none, or it deletes the row, or inserts one.
    case none, delete, insert
  }

  /// What the button at the left does. Chosen by the table's delegate.
  public final var editingStyle: EditingStyle { editing?.style ?? .none }

  /// Whether the contents make room for the button at the left. Chosen by the table's delegate.
  public final var shouldIndentWhileEditing: Bool {
    get { editing?.indents ?? true }
    set { change { $0.indents = newValue } }
  }

  /// Whether the row can be moved by a finger while the table is edited, also if the data source does not say so.
  public final var showsReorderControl: Bool {
    get { editing?.showsReorder ?? false }
    set { change { $0.showsReorder = newValue } }
  }

  /// What is drawn at the right while the table is edited, in place of `accessoryType`.
  public final var editingAccessoryType: AccessoryType {
    get { editing?.accessoryType ?? .none }
    set { change { $0.accessoryType = newValue } }
  }

  /// A view at the right while the table is edited, in place of `accessoryView`.
  public final var editingAccessoryView: UIView? {
    get { editing?.accessoryView }
    set {
      editing?.accessoryView?.removeFromSuperview()
      change { $0.accessoryView = newValue }
    }
  }

  private func change(_ change: (RowEditing) -> Void) {
    let parts = editing ?? RowEditing()
    editing = parts
    change(parts)
    partsChanged()
  }

  /// Shows what the row has for editing; nil: nothing.
  final func showParts(
    _ style: EditingStyle?, isMarked: Bool, onControl: (() -> Void)?,
    onDrag: ((UIPanGestureRecognizer) -> Void)?
  ) {
    guard style != nil || editing != nil else { return }
    change { parts in
      parts.style = style ?? .none
      if parts.control?.style ?? .none != parts.style || parts.control?.isMark ?? false != isMarked {
        parts.control?.removeFromSuperview()
        parts.control = nil
        if parts.style != .none || isMarked {
          let control = RowEditControl(parts.style, isMark: isMarked)
          control.isSelected = isSelected
          parts.control = control
          control.addAction(UIAction { _ in onControl?() }, for: .touchUpInside)
          add(control)
        }
      }
      if (parts.handle == nil) == (onDrag == nil) { return }
      parts.handle?.removeFromSuperview()
      parts.handle = onDrag == nil ? nil : RowHandle(frame: .zero)
      parts.handle?.onDrag = onDrag
      if let handle = parts.handle { add(handle) }
    }
  }

  /// A new part is in its place at once, and comes into sight with the others' moves.
  private func add(_ part: UIView) {
    let isControl = part is RowEditControl
    UIView.performWithoutAnimation {
      addSubview(part)
      let (width, height) = (isControl ? RowEditControl.width : RowHandle.width, bounds.height)
      part.frame = mirrored(
        Rect(isControl ? bounds.minX : bounds.maxX - width, bounds.minY, width, height))
      part.alpha = 0
    }
    part.alpha = 1
  }

  // MARK: What is shown at the right now

  final var shownAccessoryType: AccessoryType { isEditing ? editingAccessoryType : accessoryType }
  final var shownAccessoryView: UIView? { isEditing ? editingAccessoryView : accessoryView }

  /// Where the accessory ends.
  final var accessoryEnd: Double { bounds.maxX - (editing?.handle == nil ? 0 : RowHandle.width) }

  /// Exchanges the accessories' views, and places the parts.
  final func layOutEditing() {
    guard let editing else { return }
    if let accessoryView { accessoryView.isHidden = editing.isOn }
    if let view = editing.accessoryView {
      if view.superview !== self { addSubview(view) }
      view.isHidden = !editing.isOn
    }
    editing.control?.frame = mirrored(
      Rect(bounds.minX, bounds.minY, RowEditControl.width, bounds.height))
    editing.handle?.frame = mirrored(
      Rect(bounds.maxX - RowHandle.width, bounds.minY, RowHandle.width, bounds.height))
  }
}
