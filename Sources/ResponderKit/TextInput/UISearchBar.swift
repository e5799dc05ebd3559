/// A field for what is searched, with a sign, and maybe a button that ends the search.
open class UISearchBar: UIView {
  override class var standardHitTestClass: UIView.Type { UISearchBar.self }

  /// How the bar looks.
  public enum Style: Int, Hashable, Sendable {
    /// The color of bars behind the field; `prominent` looks the same.
    case `default`, prominent
    /// Nothing behind the field.
    case minimal
  }

  /// Asked before the text changes, and notified of what the user does.
  open weak var delegate: (any UISearchBarDelegate)?
  /// The field.
  public final let searchTextField: UISearchTextField = SearchField(frame: .zero)
  /// Whether there is a button "Cancel".
  open var showsCancelButton = false { didSet { if showsCancelButton != oldValue { setNeedsLayout() } } }
  /// How the bar looks.
  open var searchBarStyle = Style.default { didSet { setNeedsDisplay() } }
  /// The color behind the field; nil: that of bars.
  open var barTintColor: UIColor? { didSet { setNeedsDisplay() } }
  /// `black` makes the bar dark where `barTintColor` is nil.
  open var barStyle = UIBarStyle.default { didSet { setNeedsDisplay() } }
  /// Pictures and places: see UISearchBar+Looks.swift.
  final var looks = SearchBarLooks() { didSet { looksChanged(oldValue) } }
  /// Whether a button with a book is shown while there is no text, which notifies the delegate.
  open var showsBookmarkButton = false { didSet { searchTextField.setNeedsLayout() } }
  /// Whether a button with a list is shown while there is no text, instead of the bookmark button.
  open var showsSearchResultsButton = false { didSet { searchTextField.setNeedsLayout() } }
  /// Whether the button with a list looks selected.
  open var isSearchResultsButtonSelected = false { didSet { searchTextField.setNeedsLayout() } }
  /// A view above the keyboard while the field is edited.
  open override var inputAccessoryView: UIView? {
    get { searchTextField.inputAccessoryView }
    set { searchTextField.inputAccessoryView = newValue }
  }
  /// The texts of a row of segments below the field, by which the search is narrowed; nil or empty: no row.
  open var scopeButtonTitles: [String]? {
    didSet {
      guard scopeButtonTitles != oldValue else { return }
      scopes.removeAllSegments()
      for (index, title) in (scopeButtonTitles ?? []).enumerated() {
        scopes.insertSegment(withTitle: title, at: index, animated: false)
      }
      if scopes.numberOfSegments > 0 { scopes.selectedSegmentIndex = 0 }
      heightChanged()
    }
  }
  /// Whether that row is shown.
  open var showsScopeBar = false { didSet { if showsScopeBar != oldValue { heightChanged() } } }
  /// The index of the chosen segment; 0 at first. Setting it notifies no delegate.
  open var selectedScopeButtonIndex: Int {
    get { max(scopes.selectedSegmentIndex, 0) }
    set { if (0..<scopes.numberOfSegments).contains(newValue) { scopes.selectedSegmentIndex = newValue } }
  }
  private let scopes = UISegmentedControl(frame: .zero)
  /// Called when the row of segments was shown or hidden.
  final var onHeightChange: (() -> Void)?
  /// The height of the row of segments.
  final var scopeHeight: Double { showsScopeBar && scopes.numberOfSegments > 0 ? 44 : 0 }
  /// What a search controller does before the delegate is notified.
  final var follower: SearchBarFollower?
  private let cancelButton = UIButton(type: .system)
  private let relay = SearchFieldRelay()
  private static let naturalHeight = 56.0

  override func setUpParts() {
    super.setUpParts()
    relay.bar = self
    searchTextField.delegate = relay
    searchTextField.placeholder = "Search"
    searchTextField.onEvent(.editingChanged) { [weak self] _ in self?.textChanged() }
    addSubview(searchTextField)
    cancelButton.setTitle("Cancel", for: .normal)
    cancelButton.onEvent(.touchUpInside) { [weak self] _ in self?.cancel() }
    addSubview(cancelButton)
    scopes.onEvent(.valueChanged) { [weak self] _ in self?.scopeChanged() }
    addSubview(scopes)
  }

  /// What is searched. Never nil, but Optional as in UIKit. Setting it notifies no delegate.
  open var text: String? {
    get { searchTextField.text }
    set { searchTextField.text = newValue }
  }

  /// Shown while there is no text; "Search" at first, which UIKit shows in search controllers' bars only.
  open var placeholder: String? {
    get { searchTextField.placeholder }
    set { searchTextField.placeholder = newValue }
  }

  /// Shows or hides the button "Cancel". `animated` has no effect.
  open func setShowsCancelButton(_ shows: Bool, animated: Bool) { showsCancelButton = shows }

  /// Shows or hides the row of segments. `animated` has no effect.
  open func setShowsScope(_ show: Bool, animated animate: Bool) { showsScopeBar = show }

  open override var canBecomeFirstResponder: Bool { searchTextField.canBecomeFirstResponder }
  /// The field becomes first responder.
  @discardableResult
  open override func becomeFirstResponder() -> Bool { searchTextField.becomeFirstResponder() }
  /// The field ceases to be first responder.
  @discardableResult
  open override func resignFirstResponder() -> Bool { searchTextField.resignFirstResponder() }
  open override var isFirstResponder: Bool { searchTextField.isFirstResponder }

  private func textChanged() {
    follower?.textChanged()
    delegate?.searchBar(self, textDidChange: text ?? "")
  }

  private func scopeChanged() {
    follower?.textChanged()
    delegate?.searchBar(self, selectedScopeButtonIndexDidChange: selectedScopeButtonIndex)
  }

  private func heightChanged() {
    invalidateIntrinsicContentSize()
    setNeedsLayout()
    onHeightChange?()
  }

  private func cancel() {
    follower?.cancelled()
    delegate?.searchBarCancelButtonClicked(self)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    cancelButton.isHidden = !showsCancelButton
    let width = showsCancelButton ? cancelButton.sizeThatFits(.zero).width + 8 : 0
    let row = max(bounds.height - scopeHeight, 0)
    let height = min(36, row)
    let y = bounds.minY + (row - height) / 2
    scopes.isHidden = scopeHeight == 0
    scopes.frame = Rect(bounds.minX + 8, bounds.minY + row + 4, max(bounds.width - 16, 0), 32)
    let field = mirrored(Rect(bounds.minX + 8, y, max(bounds.width - 16 - width, 0), height))
    searchTextField.frame = field.moved(by: looks.field)
    cancelButton.frame = mirrored(Rect(bounds.maxX - width - 4, y, width, height))
  }

  open override func draw(_ rect: Rect) {
    if let image = looks.background {
      if image.size.width > 0, image.size.height > 0 { Drawing.current?.image(image, in: bounds) }
      return
    }
    guard searchBarStyle != .minimal, follower == nil else { return }
    Drawing.current?.fill(bounds, barTintColor ?? barStyle.color ?? ControlLooks.band)
  }

  open override func sizeThatFits(_ size: Size) -> Size { Size(size.width, Self.naturalHeight + scopeHeight) }
  open override var intrinsicContentSize: Size {
    Size(UIView.noIntrinsicMetric, Self.naturalHeight + scopeHeight)
  }
}

/// What a search bar notifies its controller of.
struct SearchBarFollower {
  var began: () -> Void
  var textChanged: () -> Void
  var cancelled: () -> Void
  var tokensSet: () -> Void
}

/// Passes the field's notifications on to the bar's delegate.
private final class SearchFieldRelay: UITextFieldDelegate {
  weak var bar: UISearchBar?

  func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool {
    bar.map { $0.delegate?.searchBarShouldBeginEditing($0) ?? true } ?? true
  }
  func textFieldDidBeginEditing(_ textField: UITextField) {
    guard let bar else { return }
    bar.follower?.began()
    bar.delegate?.searchBarTextDidBeginEditing(bar)
  }
  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool {
    bar.map { $0.delegate?.searchBarShouldEndEditing($0) ?? true } ?? true
  }
  func textFieldDidEndEditing(_ textField: UITextField) {
    bar.map { $0.delegate?.searchBarTextDidEndEditing($0) }
  }
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool {
    bar.map { $0.delegate?.searchBar($0, shouldChangeTextIn: range, replacementText: string) ?? true } ?? true
  }
  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    bar.map { $0.delegate?.searchBarSearchButtonClicked($0) }
    return false
  }
}
