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
  /// Called when its texts have another size.
  var onSizeChange: () -> Void = {}
  /// Larger ones would leave no room for the buttons.
  private static let largestFont = 28.0

  init() {
    super.init(frame: .zero)
    label = "alert"
    backgroundColor = ControlLooks.panel
    layer.cornerRadius = 14
    clipsToBounds = true
    titleLabel.font = .scalable(17, .headline, weight: .semibold, most: Self.largestFont)
    messageLabel.font = .scalable(13, .footnote, most: Self.largestFont)
    for label in [titleLabel, messageLabel] {
      label.adjustsFontForContentSizeCategory = true
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
      let button = UIButton(type: .system)
      button.setTitle(entry.title, for: .normal)
      button.font = .scalable(
        17, .body, weight: entry.isStrong ? .semibold : .regular, most: Self.largestFont)
      button.titleLabel?.adjustsFontForContentSizeCategory = true
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

  override func contentSizeMayHaveChanged() {
    setNeedsLayout()
    setNeedsDisplay()
    onSizeChange()
  }

  /// A height that is larger with larger letters.
  private func scaled(_ height: Double, _ style: UIFont.TextStyle) -> Double {
    let scaled = UIFontMetrics(forTextStyle: style).scaledValue(for: height, compatibleWith: traitCollection)
    return scaled.rounded().clamped(to: height...height * 1.6)
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
    let (fieldHeight, buttonHeight) = (scaled(32, .subheadline), scaled(44, .body))
    for _ in fields {
      y += places.isEmpty ? 14 : 4
      places.append(Rect(16, y, room, fieldHeight))
      y += fieldHeight
    }
    if y > 0 { y += 19 }
    var below: [Rect] = []
    let fits = isRow && buttons.allSatisfy { $0.sizeThatFits(.zero).width <= width / 2 - 8 }
    for index in buttons.indices {
      if fits {
        below.append(Rect(Double(index) * width / 2, y, width / 2, buttonHeight))
      } else {
        // The cancel button, which is the first of two in a row, is the last of two above each other.
        let place = isRow ? buttons.count - 1 - index : index
        below.append(Rect(0, y + Double(place) * buttonHeight, width, buttonHeight))
      }
    }
    return (title, message, places, below, below.map(\.maxY).max() ?? y)
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
