/// Covers the window and shows a date picker near a button; a touch beside it, or Escape, closes it.
final class DatePanel: UIView {
  private let content: UIView
  private let plate = UIView()
  /// In the window.
  private let source: Rect

  /// Nil: the button is in no window.
  @discardableResult
  static func show(_ content: UIView, from button: UIView) -> DatePanel? {
    guard let window = button.window else { return nil }
    let panel = DatePanel(content, button.convert(button.bounds, to: nil))
    panel.frame = window.bounds
    panel.takeStyle(of: button, in: window)
    panel.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    window.addSubview(panel)
    window.keyTaker = panel
    return panel
  }

  private init(_ content: UIView, _ source: Rect) {
    (self.content, self.source) = (content, source)
    super.init(frame: .zero)
    label = "date panel"
    plate.backgroundColor = ControlLooks.panel
    plate.layer.cornerRadius = 12
    plate.layer.shadowOpacity = 0.2
    plate.layer.shadowRadius = 12
    plate.addSubview(content)
    addSubview(plate)
  }

  func close() {
    if window?.keyTaker === self { window?.keyTaker = nil }
    removeFromSuperview()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let size = content.sizeThatFits(.zero)
    let room = bounds.inset(by: safeAreaInsets).insetBy(dx: 8, dy: 8)
    plate.frame = MenuPanel.place(Size(size.width + 16, size.height + 16), near: source, in: room)
    content.frame = plate.bounds.insetBy(dx: 8, dy: 8)
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    if touches.contains(where: { !plate.frame.contains($0.location(in: self)) }) { close() }
  }
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if presses.contains(where: { $0.key?.keyCode == .keyboardEscape }) { close() }
  }
  override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
}
