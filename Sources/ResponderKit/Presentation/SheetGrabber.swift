/// The short line at a sheet's upper edge.
final class SheetGrabber: UIView {
  override class var standardHitTestClass: UIView.Type { SheetGrabber.self }

  /// Called when it is tapped.
  var onTap: (() -> Void)?

  override func setUpParts() {
    super.setUpParts()
    label = "grabber"
    let tap = UITapGestureRecognizer()
    tap.addAction { [weak self] _ in self?.onTap?() }
    addGestureRecognizer(tap)
  }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, label: "Sheet Grabber", traits: .button)
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let line = Rect(bounds.midX - 18, 5, 36, 5)
    drawing.fill(line, .tertiaryLabel, cornerRadius: 2.5)
  }
}
