/// Draws what is at a side of a list's row; some are buttons.
final class AccessoryMark: UIControl {
  override class var standardHitTestClass: UIView.Type { AccessoryMark.self }

  private let kind: UICellAccessory.Kind
  /// Turned down, or filled.
  var isOn = false { didSet { if isOn != oldValue { setNeedsDisplay() } } }

  override var directionSource: UIView? { parent }

  init(_ accessory: UICellAccessory) {
    kind = accessory.kind
    super.init(frame: Rect(origin: .zero, size: Self.size(accessory.kind)))
    if let color = accessory.tintColor { tintColor = color }
    if let handler = accessory.handler {
      addAction(UIAction { _ in handler() }, for: .touchUpInside)
    } else {
      isUserInteractionEnabled = false
    }
  }

  private static func size(_ kind: UICellAccessory.Kind) -> Size {
    switch kind {
    case .disclosure: Size(8, 22)
    case .outline: Size(20, 44)
    case .checkmark: Size(16, 22)
    default: Size(24, 44)
    }
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let (x, y) = (bounds.midX, bounds.midY)
    switch kind {
    case .disclosure:
      let tip = isMirrored ? -3.0 : 3
      drawing.line(
        [Point(x - tip, y - 6), Point(x + tip, y), Point(x - tip, y + 6)], .tertiaryLabel, width: 2)
    case .outline:
      let tip = isMirrored ? -3.0 : 3
      let points =
        isOn ? [Point(-6, -3), Point(0, 3), Point(6, -3)] : [Point(-tip, -6), Point(tip, 0), Point(-tip, 6)]
      drawing.line(points.map { Point(x + $0.x, y + $0.y) }, tintColor, width: 2)
    case .checkmark:
      drawing.line([Point(x - 7, y), Point(x - 2, y + 5), Point(x + 7, y - 6)], tintColor, width: 2)
    case .detail:
      drawing.strokeEllipse(in: Rect(x - 11, y - 11, 22, 22), tintColor, width: 1.5)
      drawing.fillEllipse(in: Rect(x - 1.5, y - 6, 3, 3), tintColor)
      drawing.fill(Rect(x - 1, y - 1, 2, 7), tintColor)
    case .delete, .insert:
      var isInsert = false
      if case .insert = kind { isInsert = true }
      drawing.fillEllipse(in: Rect(x - 11, y - 11, 22, 22), isInsert ? .systemGreen : .systemRed)
      drawing.fill(Rect(x - 6, y - 1, 12, 2), .white)
      if isInsert { drawing.fill(Rect(x - 1, y - 6, 2, 12), .white) }
    case .multiselect:
      drawing.selectionMark(at: Point(x, y), isOn: isOn, tintColor)
    case .label, .custom, .reorder: break
    }
  }
}
