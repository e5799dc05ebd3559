/// The button at the left of a row that deletes it or inserts one, or a mark that shows whether the row is selected.
final class RowEditControl: UIControl {
  override class var standardHitTestClass: UIView.Type { RowEditControl.self }

  static let width = 40.0
  let style: UITableViewCell.EditingStyle
  /// A mark takes no touches: a touch of it selects the row.
  let isMark: Bool

  init(_ style: UITableViewCell.EditingStyle, isMark: Bool) {
    self.style = style
    self.isMark = isMark
    super.init(frame: .zero)
    isUserInteractionEnabled = !isMark
  }

  override var isSelected: Bool { didSet { if isSelected != oldValue { setNeedsDisplay() } } }

  override var accessibilityDefault: AccessibilityDefault {
    isMark ? .init() : .init(isElement: true, label: style == .insert ? "Insert" : "Delete", traits: .button)
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let (x, y) = (bounds.midX + 4, bounds.midY)
    if isMark { return drawing.selectionMark(at: Point(x, y), isOn: isSelected, tintColor) }
    drawing.fillEllipse(in: Rect(x - 11, y - 11, 22, 22), style == .insert ? .systemGreen : .systemRed)
    drawing.fill(Rect(x - 6, y - 1, 12, 2), .white)
    if style == .insert { drawing.fill(Rect(x - 1, y - 6, 2, 12), .white) }
  }
}

extension Drawing {
  /// The circle of a row or an item that can be selected in addition to others.
  func selectionMark(at place: Point, isOn: Bool, _ color: UIColor) {
    let (x, y) = (place.x, place.y)
    guard isOn else { return strokeEllipse(in: Rect(x - 11, y - 11, 22, 22), .tertiaryLabel, width: 1.5) }
    fillEllipse(in: Rect(x - 11, y - 11, 22, 22), color)
    line([Point(x - 5, y), Point(x - 1, y + 4), Point(x + 5, y - 4)], .white, width: 2)
  }
}
