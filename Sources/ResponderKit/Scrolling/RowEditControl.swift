/// The button at the left of a row that deletes it or inserts one.
final class RowEditControl: UIControl {
  override class var standardHitTestClass: UIView.Type { RowEditControl.self }

  static let width = 40.0
  let style: UITableViewCell.EditingStyle

  init(_ style: UITableViewCell.EditingStyle) {
    self.style = style
    super.init(frame: .zero)
  }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, label: style == .insert ? "Insert" : "Delete", traits: .button)
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let (x, y) = (bounds.midX + 4, bounds.midY)
    drawing.fillEllipse(in: Rect(x - 11, y - 11, 22, 22), style == .insert ? .systemGreen : .systemRed)
    drawing.fill(Rect(x - 6, y - 1, 12, 2), .white)
    if style == .insert { drawing.fill(Rect(x - 1, y - 6, 2, 12), .white) }
  }
}
