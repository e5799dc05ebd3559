/// A control that is pressed.
open class UIButton: UIControl {
  override class var standardHitTestClass: UIView.Type { UIButton.self }

  private var titles = ByState<String>() { didSet { setNeedsDisplay() } }
  private var attributedTitles = ByState<NSAttributedString>() { didSet { setNeedsDisplay() } }
  private var titleColors: [State: UIColor] = [:] { didSet { setNeedsDisplay() } }
  private var images = ByState<UIImage>() { didSet { setNeedsDisplay() } }
  private var symbolConfigurations = ByState<UIImage.SymbolConfiguration>() { didSet { setNeedsDisplay() } }
  private var backgroundImages = ByState<UIImage>() { didSet { setNeedsDisplay() } }
  private var titleShadowColors = ByState<UIColor>() { didSet { setNeedsDisplay() } }
  /// The title's font; by default the system's at 17 points. It follows the size category with a configuration, or where `titleLabel` does.
  open var font = ButtonLabel.standardFont {
    didSet {
      guard font != oldValue else { return }
      if let titleView, titleView.font != font { titleView.font = font }
      setNeedsDisplay()
    }
  }
  /// The color in states without one of their own; nil: the tint color, or white where `buttonType` is `custom`.
  open var titleColor: UIColor? { didSet { if titleColor != oldValue { setNeedsDisplay() } } }
  /// A complete look, in place of single colors and corners; nil: none. Its title and image replace the button's own.
  open var configuration: Configuration? {
    didSet {
      guard configuration != oldValue else { return }
      contentSizeMayHaveChanged()
      updateWheel()
      setNeedsDisplay()
      setNeedsUpdateConfiguration()
    }
  }
  /// Called before the button is drawn, to adapt its configuration to its state; by `updateConfiguration`.
  open var configurationUpdateHandler: ((UIButton) -> Void)? { didSet { setNeedsUpdateConfiguration() } }
  /// Room around title and image, which makes the button's own size larger.
  open var contentEdgeInsets = EdgeInsets.zero { didSet { setNeedsDisplay() } }
  /// Moves the title, without effect on the button's own size.
  open var titleEdgeInsets = EdgeInsets.zero { didSet { setNeedsDisplay() } }
  /// Moves the image, without effect on the button's own size.
  open var imageEdgeInsets = EdgeInsets.zero { didSet { setNeedsDisplay() } }
  /// Where title and image are in a button that is wider than they are.
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center { didSet { setNeedsDisplay() } }
  /// Where title and image are from top to bottom; in the middle by default.
  open var contentVerticalAlignment = ContentVerticalAlignment.center { didSet { setNeedsDisplay() } }
  /// Whether the picture is darker while a finger presses the button, and paler where the button is the system's. A picture set for this state is not dimmed.
  open var adjustsImageWhenHighlighted = true { didSet { setNeedsDisplay() } }
  /// Whether the picture is paler while the button can not be used. A picture set for this state is not dimmed.
  open var adjustsImageWhenDisabled = true { didSet { setNeedsDisplay() } }
  /// See UIButton+Pointer.swift.
  final var pointer: ButtonPointer?
  /// The kind that it was made of.
  public final private(set) var buttonType = ButtonType.custom
  private final var titleView: UILabel?
  private final var pictureView: UIImageView?
  /// Shown in place of the image.
  private final var wheel: UIActivityIndicatorView?
  /// Whether `updateConfiguration` is to be called in the next layout, or is being called.
  private final var (needsUpdate, isUpdating) = (true, false)
  /// What a long press shows; or a press, with `showsMenuAsPrimaryAction`.
  open var menu: UIMenu? { didSet { menuChanged() } }
  /// Whether a press shows the menu, in place of the primary action.
  open var showsMenuAsPrimaryAction = false { didSet { menuChanged() } }
  /// Whether a press selects it, or deselects it; of a button whose primary action shows its menu: whether it shows which of the menu's actions is on,
  /// at first the first one.
  open var changesSelectionAsPrimaryAction = false { didSet { menuChanged() } }
  final var menuPress: MenuPress?
  /// The control that chooses in the menu; nil: the button.
  final var menuSender: (() -> AnyObject?)?

  /// A button without a title.
  public override init(frame: Rect) { super.init(frame: frame) }

  /// A button of a kind, without a title.
  public convenience init(type: ButtonType) { self.init(type: type, primaryAction: nil) }

  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) { super.init(coder: coder) }

  /// Calls the closure when it is pressed, and shows the action's title and image.
  public convenience init(frame: Rect, primaryAction: UIAction?) {
    self.init(frame: frame)
    take(primaryAction)
  }

  /// A button of a kind, without a title unless the action has one.
  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
    self.init(frame: .zero)
    become(type, primaryAction)
  }

  final func become(_ type: ButtonType, _ primaryAction: UIAction?) {
    buttonType = type
    take(primaryAction)
    guard let sign = type.sign else { return }
    setImage(sign, for: .normal)
    // A sign has a size of its own, so that a program needs to set only its position.
    if bounds.size == .zero { sizeToFit() }
  }

  /// A button with a look as a whole.
  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init(frame: .zero)
    buttonType = .system
    self.configuration = configuration
    take(primaryAction)
  }

  private func take(_ action: UIAction?) {
    guard let action else { return }
    if !action.title.isEmpty { setTitle(action.title, for: .normal) }
    if let image = action.image { setImage(image, for: .normal) }
    addAction(action, for: .primaryActionTriggered)
  }

  override var triggersOnTouchUp: Bool { menu == nil || !showsMenuAsPrimaryAction }
  override func willTrigger() {
    if changesSelectionAsPrimaryAction, triggersOnTouchUp { isSelected.toggle() }
  }

  // MARK: By state

  /// The title while the button is in a state; nil: that of the normal state. States are compared whole:
  /// `.selected` is not used for `[.selected, .highlighted]`.
  open func setTitle(_ title: String?, for state: State) { titles[state] = title }

  /// The title that was set for a state, or else for the normal one; nil without either.
  open func title(for state: State) -> String? { titles.shown(in: state) }

  /// For the present state, or else for the normal one.
  open var currentTitle: String? {
    shownChoice?.title ?? currentAttributedTitle?.string ?? titles.shown(in: state)
  }

  /// A title with attributes, which is shown in place of a plain one.
  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
    attributedTitles[state] = title
  }

  /// The title with attributes that was set for a state, or else for the normal one; nil without either.
  open func attributedTitle(for state: State) -> NSAttributedString? { attributedTitles.shown(in: state) }

  /// The title with attributes for the present state, or else for the normal one; nil without one.
  open var currentAttributedTitle: NSAttributedString? {
    shownChoice == nil ? attributedTitles.shown(in: state) : nil
  }

  /// The title's color in a state; nil: that of the normal state.
  open func setTitleColor(_ color: UIColor?, for state: State) {
    if state == .normal { titleColor = color } else { titleColors[state] = color }
  }

  /// The color that was set for a state, or else for the normal one; where neither is set, white of a `custom` button, and the tint color of the others.
  open func titleColor(for state: State) -> UIColor? { shownTitleColor(in: state) }
  /// Whether a color was set for this very state.
  final func hasTitleColor(for state: State) -> Bool { titleColors[state] != nil }
  private func shownTitleColor(in state: State) -> UIColor {
    titleColors[state] ?? titleColor ?? (hasTintedTitle ? tintColor : .white)
  }

  /// The color for the present state, as `titleColor(for:)` returns it.
  open var currentTitleColor: UIColor { shownTitleColor(in: state) }

  /// The color of the title's shadow in a state, moved by the `shadowOffset` of the label; nil: that of the normal state.
  open func setTitleShadowColor(_ color: UIColor?, for state: State) {
    titleShadowColors[state] = color
    // Labels have shadows.
    let label = titleLabel
    if titleShadowColors.isEmpty { label?.shadowColor = nil }
  }
  /// The color of the shadow that was set for a state, or else for the normal one; nil without either.
  open func titleShadowColor(for state: State) -> UIColor? { titleShadowColors.shown(in: state) }
  /// The color of the shadow for the present state, or else for the normal one; nil: there is none.
  open var currentTitleShadowColor: UIColor? { titleShadowColors.shown(in: state) }
  /// Whether a color was set: otherwise the label's own shadow counts.
  final var hasTitleShadowColors: Bool { !titleShadowColors.isEmpty }

  /// A picture beside the title in a state; nil: that of the normal state.
  open func setImage(_ image: UIImage?, for state: State) { images[state] = image }

  /// How symbols look in a state that do not say it themselves; nil: as in the normal state.
  open func setPreferredSymbolConfiguration(
    _ configuration: UIImage.SymbolConfiguration?, forImageIn state: State
  ) { symbolConfigurations[state] = configuration }

  /// How symbols look that was set for a state, or else for the normal one; nil without either.
  open func preferredSymbolConfigurationForImage(in state: State) -> UIImage.SymbolConfiguration? {
    symbolConfigurations.shown(in: state)
  }

  /// How symbols look in the present state.
  open var currentPreferredSymbolConfiguration: UIImage.SymbolConfiguration? {
    configuration?.preferredSymbolConfigurationForImage ?? symbolConfigurations.shown(in: state)
  }

  /// The picture that was set for a state, or else for the normal one; nil without either.
  open func image(for state: State) -> UIImage? { images.shown(in: state) }
  /// Whether a picture was set for this very state.
  final func hasImage(for state: State) -> Bool { images[state] != nil }

  /// The picture for the present state, or else for the normal one.
  open var currentImage: UIImage? { shownChoice?.image ?? configuration?.image ?? images.shown(in: state) }

  /// A picture behind title and image, stretched to the button, in a state; nil: that of the normal state.
  open func setBackgroundImage(_ image: UIImage?, for state: State) { backgroundImages[state] = image }

  /// The picture behind that was set for a state, or else for the normal one; nil without either.
  open func backgroundImage(for state: State) -> UIImage? { backgroundImages.shown(in: state) }

  /// The picture behind for the present state, or else for the normal one.
  open var currentBackgroundImage: UIImage? { backgroundImages.shown(in: state) }

  // MARK: Its parts

  /// The label that shows the title, created on first use. Never nil, but Optional as in UIKit. Text and color are the button's: they are
  /// set by `setTitle` and `setTitleColor`.
  open var titleLabel: UILabel? {
    if let titleView { return titleView }
    let label = ButtonLabel(self)
    titleView = label
    addSubview(label)
    setNeedsDisplay()
    UIView.performWithoutAnimation { updateParts() }
    return label
  }

  /// The view that shows the image, created on first use. Never nil, but Optional as in UIKit.
  open var imageView: UIImageView? {
    if let pictureView { return pictureView }
    let view = PartPicture()
    pictureView = view
    insertSubview(view, at: 0)
    setNeedsDisplay()
    UIView.performWithoutAnimation { updateParts() }
    return view
  }

  /// A layer of the program's is put into its layer: title and image get views, since what the button draws itself is behind all layers.
  override func layerWillHoldOthers() {
    guard titleView == nil || pictureView == nil else { return }
    _ = (titleLabel, imageView)
  }

  /// Adapts the configuration to the button's state: called in the first layout, and in the next one after the state or the configuration has changed, or
  /// after `setNeedsUpdateConfiguration`. A subclass that overrides this may leave out `super`, which calls `configurationUpdateHandler`.
  open func updateConfiguration() { configurationUpdateHandler?(self) }

  /// Calls `updateConfiguration` before the next layout, as something that the configuration depends on has changed.
  open func setNeedsUpdateConfiguration() {
    guard !isUpdating else { return }
    needsUpdate = true
    setNeedsLayout()
  }

  override func lookMayHaveChanged() { stateChanged() }
  override func stateChanged() {
    pointer?.interaction.update()
    if configurationUpdateHandler != nil || overridesUpdate { setNeedsUpdateConfiguration() }
  }

  private func updateWheel() {
    guard configuration?.showsActivityIndicator == true else {
      wheel?.removeFromSuperview()
      return wheel = nil
    }
    let wheel = self.wheel ?? UIActivityIndicatorView(style: .medium)
    self.wheel = wheel
    wheel.startAnimating()
    if wheel.superview !== self { addSubview(wheel) }
  }

  final var shownWheel: UIActivityIndicatorView? { wheel }
  final var shownLabel: UILabel? { titleView }
  final var shownPicture: UIImageView? { pictureView }

  /// Its label and its image view are placed anew, too, if there are any.
  open override func setNeedsDisplay() {
    super.setNeedsDisplay()
    // An update is followed by the placing of the parts.
    if !isUpdating, titleView != nil || pictureView != nil || wheel != nil { setNeedsLayout() }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if needsUpdate, !isUpdating {
      isUpdating = true
      updateConfiguration()
      (needsUpdate, isUpdating) = (false, false)
    }
    updateParts()
  }

  override func contentSizeMayHaveChanged() {
    guard followsContentSize else { return }
    font = font.adjusted(to: traitCollection)
    setNeedsDisplay()
  }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, label: spokenTitle ?? buttonType.signLabel, traits: .button)
  }

  open override func draw(_ rect: Rect) { drawButton() }

  // MARK: Places, for subclasses

  /// Where the picture behind title and image is: in all of the bounds, unless overridden.
  open func backgroundRect(forBounds bounds: Rect) -> Rect { bounds }
  /// Where title and image are: in the bounds without the room around them, unless overridden.
  open func contentRect(forBounds bounds: Rect) -> Rect { standardContent(in: bounds) }
  /// Where the title is in the place of both.
  open func titleRect(forContentRect contentRect: Rect) -> Rect { standardParts(in: contentRect).text }
  /// Where the image is in the place of both.
  open func imageRect(forContentRect contentRect: Rect) -> Rect { standardParts(in: contentRect).image }

  open override func sizeThatFits(_ size: Size) -> Size { sizeOfParts }

  open override var intrinsicContentSize: Size { sizeThatFits(.zero) }
  override var layoutFont: UIFont? { font }
  override var layoutBaselines: (first: Double, last: Double)? { font.baselines(inHeight: font.lineHeight) }

  open override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    !isPlainTapFromOutside(recognizer) && super.gestureRecognizerShouldBegin(recognizer)
  }
}

/// A button's title, whose font is the button's.
private final class ButtonLabel: UILabel {
  override class var standardHitTestClass: UIView.Type { ButtonLabel.self }

  init(_ button: UIButton) {
    super.init(frame: .zero)
    font = button.font
    textAlignment = .center
  }

  static var standardFont: UIFont { .scalable(17, .body) }

  override var font: UIFont! {
    get { super.font }
    set {
      super.font = newValue ?? Self.standardFont
      if let button = superview as? UIButton, button.font != usedFont { button.font = usedFont }
    }
  }
}
