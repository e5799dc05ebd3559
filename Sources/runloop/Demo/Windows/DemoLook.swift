import ResponderKit

/// The common look of the demos' windows.
enum DemoLook {
  static let background = UIColor(red: 0.95, green: 0.95, blue: 0.97)
  static let ink = UIColor(red: 0.11, green: 0.11, blue: 0.14)
  static let faint = UIColor(red: 0.45, green: 0.46, blue: 0.52)
  static let accent = UIColor(red: 0.18, green: 0.36, blue: 0.93)
  static let warning = UIColor(red: 0.86, green: 0.20, blue: 0.18)
  static let good = UIColor(red: 0.13, green: 0.62, blue: 0.36)
  static let paints = [
    UIColor(red: 0.91, green: 0.26, blue: 0.21), UIColor(red: 0.98, green: 0.62, blue: 0.11),
    UIColor(red: 0.16, green: 0.66, blue: 0.39), UIColor(red: 0.13, green: 0.47, blue: 0.93),
    UIColor(red: 0.55, green: 0.27, blue: 0.85), UIColor(red: 0.11, green: 0.11, blue: 0.14),
  ]

  /// A white box with a soft edge.
  static func card(_ frame: Rect = .zero) -> UIView {
    let card = UIView(frame: frame)
    card.backgroundColor = .white
    card.layer.cornerRadius = 14
    card.layer.shadowOpacity = 0.14
    card.layer.shadowRadius = 8
    return card
  }

  static func label(
    _ text: String, _ frame: Rect = .zero, size: Double = 15, weight: UIFont.Weight = .regular,
    color: UIColor = ink, alignment: NSTextAlignment = .left
  ) -> UILabel {
    let label = UILabel(text, frame: frame, font: UIFont(size: size, weight: weight))
    label.textColor = color
    label.textAlignment = alignment
    return label
  }

  static func button(_ title: String, color: UIColor = accent, _ body: @escaping () -> Void) -> UIButton {
    let button = DemoButton(primaryAction: UIAction { _ in body() })
    button.setTitle(title, for: .normal)
    button.backgroundColor = color
    button.titleColor = .white
    button.font = UIFont(size: 15, weight: .bold)
    button.layer.cornerRadius = 10
    return button
  }

  /// The safe area inside of margins, which are narrow in compact windows.
  static func room(in view: UIView) -> Rect {
    let traits = view.traitCollection
    return view.safeAreaLayoutGuide.layoutFrame.insetBy(
      dx: traits.horizontalSizeClass == .compact ? 8 : 20, dy: traits.verticalSizeClass == .compact ? 8 : 16)
  }
}

/// A button of a finger's height.
final class DemoButton: UIButton {
  override func sizeThatFits(_ size: Size) -> Size {
    let fitting = super.sizeThatFits(size)
    return Size(fitting.width, max(fitting.height, 40))
  }
}
