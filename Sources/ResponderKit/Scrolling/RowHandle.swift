/// What a finger moves a row by: three lines at its right.
final class RowHandle: UIView {
  override class var standardHitTestClass: UIView.Type { RowHandle.self }

  static let width = 44.0
  /// By how much its touch area is wider at each side.
  var reach = 0.0

  /// Begins before the table scrolls.
  private final class HandlePan: UIPanGestureRecognizer {
    override func wantsToBegin(_ way: Point) -> Bool { way.distance(to: .zero) >= min(tuning.panSlop, 2) }
  }

  /// Called as the finger moves.
  var onDrag: ((UIPanGestureRecognizer) -> Void)?

  override init(frame: Rect) {
    super.init(frame: frame)
    let pan = HandlePan()
    pan.label = "row handle"
    pan.maximumNumberOfTouches = 1
    pan.addAction { [weak self] pan in self?.onDrag?(pan) }
    addGestureRecognizer(pan)
  }

  override func point(inside point: Point, with event: UIEvent?) -> Bool {
    bounds.insetBy(dx: -reach, dy: 0).contains(point)
  }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, label: "Reorder", traits: .button)
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    for line in [-1.0, 0, 1] {
      drawing.fill(Rect(bounds.midX - 11, bounds.midY + line * 5 - 0.75, 22, 1.5), ControlLooks.rowSign)
    }
  }
}
