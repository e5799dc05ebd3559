/// A round control that shows a color, and lets the user choose another one in a ``UIColorPickerViewController``.
open class UIColorWell: UIControl {
  override class var standardHitTestClass: UIView.Type { UIColorWell.self }

  private static let side = 28.0

  /// The color; nil: none was chosen. Setting it sends no event.
  open var selectedColor: UIColor? {
    didSet {
      setNeedsDisplay()
      if let selectedColor, picker?.selectedColor != selectedColor { picker?.selectedColor = selectedColor }
    }
  }
  /// The title of the picker.
  open var title: String? { didSet { picker?.title = title } }
  /// Whether the picker lets its opacity be chosen, too.
  open var supportsAlpha = true { didSet { picker?.supportsAlpha = supportsAlpha } }
  /// The picker while it is shown.
  private weak var picker: UIColorPickerViewController?

  override func setUpParts() {
    super.setUpParts()
    addAction(UIAction { [weak self] _ in self?.showPicker() }, for: .touchUpInside)
  }

  private func showPicker() {
    guard picker?.presentingViewController == nil,
      let presenter = chain.lazy.compactMap({ $0 as? UIViewController }).first
    else {
      return
    }
    let picker = UIColorPickerViewController()
    picker.selectedColor = selectedColor ?? .black
    picker.title = title
    picker.supportsAlpha = supportsAlpha
    picker.delegate = self
    picker.modalPresentationStyle = .popover
    picker.preferredContentSize = Size(375, 600)
    picker.popoverPresentationController?.sourceView = self
    self.picker = picker
    presenter.present(picker, animated: true)
  }

  open override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let ring = Rect(bounds.midX - Self.side / 2, bounds.midY - Self.side / 2, Self.side, Self.side)
    let steps = 36
    for step in 0..<steps {
      let angles = [step, step + 1].map { 2 * Double.pi * Double($0) / Double(steps) }
      let path = UIBezierPath(
        arcCenter: ring.center, radius: Self.side / 2 - 1.5, startAngle: angles[0],
        endAngle: angles[1] + 0.03,
        clockwise: true)
      let color = ColorParts(hue: Double(step) / Double(steps), saturation: 0.85, brightness: 1).color
      drawing.line(path.parts.flatMap(\.points), color, width: 3)
    }
    let inner = ring.insetBy(dx: 4.5, dy: 4.5)
    if let selectedColor {
      drawing.fillEllipse(in: inner, selectedColor)
    } else {
      drawing.fillEllipse(in: inner, .systemFill)
    }
  }

  open override func sizeThatFits(_ size: Size) -> Size { Size(Self.side, Self.side) }
  open override var intrinsicContentSize: Size { Size(Self.side, Self.side) }
  override var accessibilityDefault: AccessibilityDefault {
    .init(
      isElement: true, label: title ?? "Color", value: selectedColor.map { "#" + ColorParts($0).hex } ?? "",
      traits: .button)
  }
}

extension UIColorWell: UIColorPickerViewControllerDelegate {
  public func colorPickerViewController(
    _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool
  ) {
    selectedColor = color
    sendActions(for: .valueChanged)
  }
}
