/// The bar above a selection: a button for each message of the edit menu that applies.
final class EditMenu: UIView {
  override class var standardHitTestClass: UIView.Type { EditMenu.self }

  struct Entry {
    var title: String
    var action: () -> Void
  }

  private let buttons: [UIButton]

  init(_ items: [Entry]) {
    buttons = items.map { item in
      let button = UIButton(primaryAction: UIAction { _ in item.action() })
      button.setTitle(item.title, for: .normal)
      button.font = UIFont(size: 15)
      button.titleColor = .white
      return button
    }
    super.init(frame: .zero)
    label = "edit menu"
    backgroundColor = ControlLooks.editMenu
    layer.cornerRadius = 8
    for button in buttons { addSubview(button) }
  }

  override func sizeThatFits(_ size: Size) -> Size {
    let sizes = buttons.map { $0.sizeThatFits(.zero) }
    return Size(sizes.reduce(0) { $0 + $1.width }, sizes.map(\.height).max() ?? 0)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    var x = 0.0
    for button in buttons {
      let width = button.sizeThatFits(.zero).width
      button.frame = Rect(x, 0, width, bounds.height)
      x += width
    }
  }
}

/// The knob at one end of a selection, with a line beside the text. Not hit itself: the text view follows its drags.
final class SelectionHandle: UIView {
  override class var standardHitTestClass: UIView.Type { SelectionHandle.self }

  static let diameter = 12.0
  private let isStart: Bool

  init(isStart: Bool) {
    self.isStart = isStart
    super.init(frame: .zero)
    isUserInteractionEnabled = false
  }

  /// Puts the handle at a caret's rectangle: the knob above the text at the start, and below it at the end.
  func place(at caret: Rect) {
    let side = Self.diameter
    let y = caret.minY - (isStart ? side * 0.75 : 0)
    frame = Rect(caret.midX - side / 2, y, side, caret.height + side * 0.75)
    setNeedsDisplay()
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let side = Self.diameter
    drawing.fill(Rect(bounds.midX - 1, 0, 2, bounds.height), tintColor)
    drawing.fillEllipse(in: Rect(0, isStart ? 0 : bounds.height - side, side, side), tintColor)
  }
}
