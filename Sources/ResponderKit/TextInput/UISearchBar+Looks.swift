/// The pictures and places that a program chooses for parts of a search bar.
struct SearchBarLooks {
  var images: [UISearchBar.Icon: ByState<UIImage>] = [:]
  var places: [UISearchBar.Icon: UIOffset] = [:]
  var text = UIOffset.zero
  var field = UIOffset.zero
  var fields = ByState<UIImage>()
  var background: UIImage?

  func image(_ icon: UISearchBar.Icon, in state: UIControl.State) -> UIImage? {
    images[icon]?.shown(in: state)
  }
}

/// Pictures of parts, and where these are.
extension UISearchBar {
  /// The parts with pictures.
  public enum Icon: Int, Hashable, Sendable {
    /// The sign in front of the text, and the button that removes it.
    case search, clear
    /// The buttons behind a field without a text.
    case bookmark, resultsList
  }

  /// A picture in place of a part's own in a state; nil: that of the normal state, or its own.
  public final func setImage(_ iconImage: UIImage?, for icon: Icon, state: UIControl.State) {
    looks.images[icon, default: ByState()][state] = iconImage
  }

  /// The picture that was set for a part in a state, or else in the normal one; nil without either.
  public final func image(for icon: Icon, state: UIControl.State) -> UIImage? {
    looks.image(icon, in: state)
  }

  /// Moves a part from its place. A non-finite offset counts as zero.
  public final func setPositionAdjustment(_ adjustment: UIOffset, for icon: Icon) {
    looks.places[icon] = adjustment.finite
  }

  /// How far a part is moved.
  public final func positionAdjustment(for icon: Icon) -> UIOffset { looks.places[icon] ?? .zero }

  /// How far the text is moved in the field.
  public final var searchTextPositionAdjustment: UIOffset {
    get { looks.text }
    set { looks.text = newValue.finite }
  }

  /// How far the field is moved in the bar.
  public final var searchFieldBackgroundPositionAdjustment: UIOffset {
    get { looks.field }
    set { looks.field = newValue.finite }
  }

  /// A picture in place of the field's gray, stretched to it, in a state: the normal one, or `disabled`. Nil: the gray.
  public final func setSearchFieldBackgroundImage(_ image: UIImage?, for state: UIControl.State) {
    looks.fields[state] = image
  }

  /// The picture that was set for the field in a state, or else in the normal one; nil without either.
  public final func searchFieldBackgroundImage(for state: UIControl.State) -> UIImage? {
    looks.fields.shown(in: state)
  }

  /// A picture in place of the bar's color, stretched to it; one without pixels leaves its place clear. Nil: the color.
  public final var backgroundImage: UIImage? {
    get { looks.background }
    set { looks.background = newValue }
  }

  final func looksChanged(_ old: SearchBarLooks) {
    setNeedsLayout()
    if looks.background !== old.background { setNeedsDisplay() }
    let field = searchTextField
    field.sides.clearImages = looks.images[.clear] ?? ByState()
    for case let button as TextClearButton in field.subviews { button.setNeedsDisplay() }
    (field as? SearchField)?.showLooks()
    field.setNeedsLayout()
  }
}

/// The field of a search bar, whose direction it has.
final class SearchField: UISearchTextField {
  override class var standardHitTestClass: UIView.Type { SearchField.self }
  override var directionSource: UIView? { parent }
  private var bar: UISearchBar? { parent as? UISearchBar }
  private var sideButton: UIButton?
  private static let sideWidth = 28.0
  /// The bar's picture that is its background.
  private var picture: UIImage?

  override func stateChanged() {
    super.stateChanged()
    showLooks()
  }

  /// Shows the bar's pictures for its state. What a program has set itself stays.
  func showLooks() {
    guard let looks = bar?.looks else { return }
    let state = isEnabled ? UIControl.State.normal : .disabled
    let new = looks.fields.shown(in: state)
    if new !== picture {
      picture = new
      backgroundColor = new == nil ? .tertiarySystemFill : nil
      background = new
    }
    (leftView as? SearchSign)?.image = looks.image(.search, in: state)
  }

  /// What the button behind a field without a text is for; nil: there is none.
  private var sideIcon: UISearchBar.Icon? {
    guard let bar, !hasText, !hasTokens else { return nil }
    return bar.showsSearchResultsButton ? .resultsList : bar.showsBookmarkButton ? .bookmark : nil
  }

  override func textRect(forBounds bounds: Rect) -> Rect {
    var rect = super.textRect(forBounds: bounds)
    if sideIcon != nil {
      rect.size.width = max(rect.width - Self.sideWidth, 0)
      if isMirrored { rect.origin.x += Self.sideWidth }
    }
    return bar.map { rect.moved(by: $0.looks.text) } ?? rect
  }

  private func moved(_ rect: Rect, _ icon: UISearchBar.Icon) -> Rect {
    bar?.looks.places[icon].map { rect.moved(by: $0) } ?? rect
  }

  override func clearButtonRect(forBounds bounds: Rect) -> Rect {
    moved(super.clearButtonRect(forBounds: bounds), .clear)
  }
  override func leftViewRect(forBounds bounds: Rect) -> Rect {
    moved(super.leftViewRect(forBounds: bounds), .search)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let icon = sideIcon
    guard icon != nil || sideButton != nil else { return }
    let button = sideButton ?? makeSideButton()
    button.isHidden = icon == nil
    guard let icon, let bar else { return }
    let width = Self.sideWidth
    button.frame = moved(mirrored(Rect(bounds.maxX - width, bounds.midY - 14, width, 28)), icon)
    button.accessibilityLabel = icon == .bookmark ? "Bookmarks" : "Results"
    let sign = UIImage(systemName: icon == .bookmark ? "book" : "list.bullet")
    let images = bar.looks.images[icon]
    for state in [UIControl.State.normal, .highlighted, .selected, .disabled] {
      let image = images?[state] ?? (state == .normal ? sign : nil)
      if button.image(for: state) != image, image != nil || button.hasImage(for: state) {
        button.setImage(image, for: state)
      }
    }
    let isSelected = icon == .resultsList && bar.isSearchResultsButtonSelected
    if button.isSelected != isSelected { button.isSelected = isSelected }
  }

  private func makeSideButton() -> UIButton {
    let button = UIButton(type: .system)
    button.tintColor = ControlLooks.sign
    button.onEvent(.touchUpInside) { [weak self] _ in
      guard let self, let bar else { return }
      if sideIcon == .resultsList {
        bar.delegate?.searchBarResultsListButtonClicked(bar)
      } else {
        bar.delegate?.searchBarBookmarkButtonClicked(bar)
      }
    }
    sideButton = button
    addSubview(button)
    return button
  }
}
