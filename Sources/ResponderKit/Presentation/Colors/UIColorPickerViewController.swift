/// Lets the user choose a color: from a grid, from a field of all colors, or by its parts. It is presented as a sheet or a popover.
open class UIColorPickerViewController: UIViewController {
  /// Notified of the user's choice.
  public final weak var delegate: (any UIColorPickerViewControllerDelegate)?
  /// The chosen color. Setting it sends no notification.
  open var selectedColor: UIColor {
    get { parts.color }
    set {
      parts = ColorParts(newValue)
      show()
    }
  }
  /// Whether its opacity can be chosen, too.
  open var supportsAlpha = true { didSet { if supportsAlpha != oldValue { loadedView?.setNeedsLayout() } } }

  private var parts = ColorParts(red: 0, green: 0, blue: 0)
  private let titleLabel = UILabel()
  private let closeButton = UIButton(type: .close)
  final let kinds = UISegmentedControl(items: ["Grid", "Spectrum", "Sliders"])
  final let grid = ColorGrid()
  final let spectrum = ColorSpectrum()
  final let sliders = ColorSliders()
  private let opacityLabel = UILabel()
  final let opacity = UISlider()
  private let sample = UIView()

  open override func loadView() {
    let view = UIView(frame: UIScreen.main.bounds)
    view.backgroundColor = .systemBackground
    titleLabel.font = UIFont(size: 17, weight: .semibold)
    opacityLabel.text = "Opacity"
    opacityLabel.font = UIFont(size: 13, weight: .semibold)
    opacityLabel.textColor = .secondaryLabel
    opacity.accessibilityLabel = "Opacity"
    sample.layer.cornerRadius = 10
    sample.layer.borderWidth = 1
    sample.accessibilityIdentifier = "color"
    for view in [grid, spectrum] { view.layer.cornerRadius = 8 }
    let parts: [UIView] = [
      titleLabel, closeButton, kinds, grid, spectrum, sliders, opacityLabel, opacity, sample,
    ]
    for part in parts { view.addSubview(part) }
    self.view = view
    kinds.selectedSegmentIndex = 0
    connect()
    showKind()
    show()
  }

  private func connect() {
    closeButton.addAction(UIAction { [weak self] _ in self?.dismiss(animated: true) }, for: .touchUpInside)
    kinds.addAction(UIAction { [weak self] _ in self?.showKind() }, for: .valueChanged)
    for field in [grid, spectrum] {
      field.addAction(
        UIAction { [weak self, weak field] _ in
          if let field { self?.choose(field.parts, field.isDragged) }
        }, for: .valueChanged)
    }
    sliders.onChange = { [weak self] isDragged in
      if let self { choose(sliders.parts, isDragged) }
    }
    for (events, isDragged) in [
      (UIControl.Event.valueChanged, true), ([.touchUpInside, .touchUpOutside, .touchCancel], false),
    ] {
      opacity.addAction(
        UIAction { [weak self] _ in
          guard let self else { return }
          var new = self.parts
          new.alpha = opacity.value
          choose(new, isDragged, withAlpha: true)
        }, for: events)
    }
  }

  private func choose(_ new: ColorParts, _ isDragged: Bool, withAlpha: Bool = false) {
    let alpha = withAlpha ? new.alpha : parts.alpha
    parts = new
    parts.alpha = alpha
    show()
    delegate?.colorPickerViewController(self, didSelect: selectedColor, continuously: isDragged)
    if !isDragged { delegate?.colorPickerViewControllerDidSelectColor(self) }
  }

  private func showKind() {
    for (index, view) in [grid, spectrum, sliders].enumerated() {
      view.isHidden = index != kinds.selectedSegmentIndex
    }
    if kinds.selectedSegmentIndex != 2 { view.endEditing(true) }
  }

  private func show() {
    guard isViewLoaded else { return }
    if grid.parts != parts.opaque { grid.parts = parts.opaque }
    if spectrum.parts != parts.opaque { spectrum.parts = parts.opaque }
    sliders.parts = parts.opaque
    if opacity.value != parts.alpha { opacity.value = parts.alpha }
    sample.backgroundColor = parts.color
    sample.layer.borderColor = UIColor.separator.cgColor
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    titleLabel.text = title ?? "Colors"
    titleLabel.textAlignment = .center
    let area = view.bounds.inset(by: view.safeAreaInsets).insetBy(dx: 16, dy: 12)
    titleLabel.frame = Rect(area.minX + 40, area.minY, max(area.width - 80, 0), 32)
    closeButton.frame = Rect(area.maxX - 32, area.minY, 32, 32)
    kinds.frame = Rect(area.minX, area.minY + 44, area.width, 32)
    let rest = supportsAlpha ? 144.0 : 72
    let top = area.minY + 92
    let field = Rect(area.minX, top, area.width, max(min(area.width * 0.85, area.maxY - rest - top), 0))
    for view in [grid, spectrum, sliders] { view.frame = field }
    var y = max(field.maxY, top + 3 * ColorSliders.rowHeight + 36) + 12
    y = min(y, area.maxY - rest + 12)
    for view in [opacityLabel, opacity] { view.isHidden = !supportsAlpha }
    if supportsAlpha {
      opacityLabel.frame = Rect(area.minX, y, area.width, 20)
      opacity.frame = Rect(area.minX, y + 24, area.width, 32)
      y += 72
    }
    sample.frame = Rect(area.minX, y, 60, 48)
  }

  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    if isBeingDismissed { delegate?.colorPickerViewControllerDidFinish(self) }
  }
}

/// Is notified of a color that the user chooses.
public protocol UIColorPickerViewControllerDelegate: AnyObject {
  /// The user has chosen a color; with `continuously` the finger is still down. Does nothing unless implemented.
  func colorPickerViewController(
    _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool)
  /// The user has chosen a color, and the finger is up. Does nothing unless implemented.
  func colorPickerViewControllerDidSelectColor(_ viewController: UIColorPickerViewController)
  /// It was dismissed. Does nothing unless implemented.
  func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController)
}

extension UIColorPickerViewControllerDelegate {
  public func colorPickerViewController(
    _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool
  ) {}
  public func colorPickerViewControllerDidSelectColor(_ viewController: UIColorPickerViewController) {}
  public func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController) {}
}
