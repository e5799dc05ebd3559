/// The box of an alert: texts, fields and buttons.
final class AlertBox: UIView {
  override class var standardHitTestClass: UIView.Type { AlertBox.self }

  struct AlertEntry {
    var title: String
    var isStrong: Bool
    var isDestructive: Bool
    var isEnabled: Bool
    var press: () -> Void
  }

  private let titleLabel = UILabel()
  private let messageLabel = UILabel()
  private var fields: [UITextField] = []
  private var buttons: [UIButton] = []
  private var isRow = false
  private static let buttonHeight = 44.0
  private static let fieldHeight = 32.0

  init() {
    super.init(frame: .zero)
    label = "alert"
    backgroundColor = ControlLooks.panel
    layer.cornerRadius = 14
    clipsToBounds = true
    titleLabel.font = UIFont(size: 17, weight: .semibold)
    messageLabel.font = UIFont(size: 13)
    for label in [titleLabel, messageLabel] {
      label.textAlignment = .center
      label.numberOfLines = 0
      addSubview(label)
    }
  }

  func show(
    title: String?, message: String?, fields: [UITextField], buttons entries: [AlertEntry], isRow: Bool
  ) {
    titleLabel.text = title
    messageLabel.text = message
    for field in fields where field.superview !== self { addSubview(field) }
    self.fields = fields
    for button in buttons { button.removeFromSuperview() }
    buttons = entries.map { entry in
      let button = UIButton(frame: .zero)
      button.setTitle(entry.title, for: .normal)
      button.font = UIFont(size: 17, weight: entry.isStrong ? .semibold : .regular)
      if entry.isDestructive { button.titleColor = .systemRed }
      button.isEnabled = entry.isEnabled
      button.addAction(UIAction { _ in entry.press() }, for: .touchUpInside)
      addSubview(button)
      return button
    }
    self.isRow = isRow
    setNeedsLayout()
    setNeedsDisplay()
  }

  /// The parts' frames in a box of a width, and its height.
  private func frames(_ width: Double) -> (
    title: Rect, message: Rect, fields: [Rect], buttons: [Rect], height: Double
  ) {
    let room = max(width - 32, 0)
    var y = 0.0
    func text(_ label: UILabel, _ gap: Double) -> Rect {
      guard label.text?.isEmpty == false else { return .zero }
      y += gap
      let height = label.sizeThatFits(Size(room, 0)).height.rounded(.up)
      defer { y += height }
      return Rect(16, y, room, height)
    }
    let title = text(titleLabel, 19)
    let message = text(messageLabel, title == .zero ? 19 : 3)
    var places: [Rect] = []
    for _ in fields {
      y += places.isEmpty ? 14 : 4
      places.append(Rect(16, y, room, Self.fieldHeight))
      y += Self.fieldHeight
    }
    if y > 0 { y += 19 }
    var below: [Rect] = []
    for index in buttons.indices {
      if isRow {
        below.append(Rect(Double(index) * width / 2, y, width / 2, Self.buttonHeight))
      } else {
        below.append(Rect(0, y + Double(index) * Self.buttonHeight, width, Self.buttonHeight))
      }
    }
    return (title, message, places, below, below.last?.maxY ?? y)
  }

  override func sizeThatFits(_ size: Size) -> Size { Size(size.width, frames(size.width).height) }

  override func layoutSubviews() {
    super.layoutSubviews()
    let frames = frames(bounds.width)
    titleLabel.frame = frames.title
    messageLabel.frame = frames.message
    for (field, frame) in zip(fields, frames.fields) { field.frame = frame }
    for (button, frame) in zip(buttons, frames.buttons) { button.frame = frame }
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    for frame in frames(bounds.width).buttons {
      drawing.fill(Rect(frame.minX, frame.minY, frame.width, 0.5), .separator)
      if frame.minX > 0 { drawing.fill(Rect(frame.minX, frame.minY, 0.5, frame.height), .separator) }
    }
  }
}
