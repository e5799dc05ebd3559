/// The buttons beside a row that is swiped aside. They share what is revealed.
final class SwipeButtons: UIView {
  override class var standardHitTestClass: UIView.Type { SwipeButtons.self }

  private let buttons: [UIButton]
  private let widths: [Double]
  private let isAtRight: Bool
  /// Called with the number of a button that is pressed.
  var onPress: ((Int) -> Void)?

  init(_ actions: [UIContextualAction], isAtRight: Bool) {
    self.isAtRight = isAtRight
    buttons = actions.map { action in
      let button = UIButton(type: .system)
      button.tintColor = .white
      button.font = UIFont(size: 15)
      button.setTitle(action.title, for: .normal)
      button.setImage(action.image, for: .normal)
      button.titleColor = .white
      button.backgroundColor = action.backgroundColor
      return button
    }
    widths = buttons.map { max($0.sizeThatFits(.zero).width + 16, 74) }
    super.init(frame: .zero)
    clipsToBounds = true
    for (index, button) in buttons.enumerated() {
      button.addAction(UIAction { [weak self] _ in self?.onPress?(index) }, for: .touchUpInside)
      addSubview(button)
    }
  }

  /// How wide the buttons are when the row comes to rest beside them.
  var naturalWidth: Double { widths.reduce(0, +) }
  func button(_ index: Int) -> UIView { buttons[index] }

  /// Gives each button its part of the width, or all of it to the first one.
  func spread(fills: Bool) {
    let scale = bounds.width / max(naturalWidth, 1)
    var from = 0.0
    for (index, button) in buttons.enumerated() {
      let width = fills ? (index == 0 ? bounds.width : 0) : widths[index] * scale
      button.frame = Rect(isAtRight ? bounds.width - from - width : from, 0, width, bounds.height)
      from += width
    }
  }
}
