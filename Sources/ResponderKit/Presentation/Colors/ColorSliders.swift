/// A slider for each of red, green and blue, and a field for the color's hexadecimal digits.
final class ColorSliders: UIView {
  static let rowHeight = 64.0

  /// What is chosen; its alpha does not count.
  var parts = ColorParts(red: 0, green: 0, blue: 0) { didSet { if parts != oldValue { show() } } }
  /// Called when the user has changed it; whether a finger is still down.
  var onChange: (Bool) -> Void = { _ in }
  let sliders = (0..<3).map { _ in UISlider() }
  let field = UITextField()
  private let labels = ["Red", "Green", "Blue", "Hex Color"].map { title in
    let label = UILabel()
    label.text = title
    label.font = UIFont(size: 13, weight: .semibold)
    label.textColor = .secondaryLabel
    return label
  }
  private let numbers = (0..<3).map { _ in UILabel() }
  private static var paths: [WritableKeyPath<ColorParts, Double>] { [\.red, \.green, \.blue] }

  override func setUpParts() {
    super.setUpParts()
    for view in labels + sliders + numbers + [field] as [UIView] { addSubview(view) }
    for (index, slider) in sliders.enumerated() {
      slider.maximumValue = 255
      slider.accessibilityLabel = labels[index].text
      numbers[index].textAlignment = .right
      slider.addAction(
        UIAction { [weak self] _ in self?.slid(index, true) }, for: .valueChanged)
      slider.addAction(
        UIAction { [weak self] _ in self?.slid(index, false) },
        for: [.touchUpInside, .touchUpOutside, .touchCancel])
    }
    field.borderStyle = .roundedRect
    field.accessibilityLabel = "Hex Color"
    field.addAction(UIAction { [weak self] _ in self?.typed() }, for: [.editingDidEndOnExit, .editingDidEnd])
    show()
  }

  private func slid(_ index: Int, _ isDragged: Bool) {
    parts[keyPath: Self.paths[index]] = sliders[index].value.rounded() / 255
    onChange(isDragged)
  }

  /// A text that is no color is replaced by the color that is chosen.
  private func typed() {
    guard let new = ColorParts(hex: field.text ?? ""), !new.isNear(parts) else {
      return field.text = parts.hex
    }
    parts = new
    onChange(false)
  }

  private func show() {
    for (index, path) in Self.paths.enumerated() {
      let number = parts[keyPath: path] * 255
      if sliders[index].value.rounded() != number.rounded() { sliders[index].value = number }
      numbers[index].text = "\(Int(number.rounded()))"
    }
    field.text = parts.hex
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    for index in 0..<3 {
      let y = Double(index) * Self.rowHeight
      labels[index].frame = Rect(0, y, bounds.width, 20)
      sliders[index].frame = Rect(0, y + 24, max(bounds.width - 64, 0), 32)
      numbers[index].frame = Rect(bounds.width - 56, y + 24, 56, 32)
    }
    let y = 3 * Self.rowHeight
    labels[3].frame = Rect(0, y, 120, 36)
    field.frame = Rect(bounds.width - 130, y, 130, 36)
  }
}
