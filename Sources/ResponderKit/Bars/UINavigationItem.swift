/// What a navigation bar shows while a controller's view is shown below it.
public final class UINavigationItem: NSObject {
  /// When a title is large, where the bar prefers large titles.
  public enum LargeTitleDisplayMode: Hashable, Sendable {
    /// As on the page below in the stack, large on the first; large; small.
    case automatic, always, never
  }

  /// The title of a button that leads back.
  public enum BackButtonDisplayMode: Int, Hashable, Sendable {
    /// The item's; "Back"; none.
    case `default`, generic, minimal
  }

  /// What stands beside the arrow that leads back here.
  var shownBackTitle: String {
    switch backButtonDisplayMode {
    case .default: backButtonTitle ?? backBarButtonItem?.title ?? title ?? "Back"
    case .generic: "Back"
    case .minimal: ""
    }
  }

  /// The text in the bar's middle, and beside the arrow of the page above it in the stack.
  public var title: String? { didSet { onChange?() } }
  /// A view in place of the title, in its own size.
  public var titleView: UIView? {
    didSet {
      titleHasSize = nil
      onChange?()
    }
  }
  /// Whether the program has given that view a size: seen when a bar first shows it.
  private var titleHasSize: Bool?

  /// The size of the view in the title's place: its own, or else what its content or its constraints want.
  func sizeOfTitle(in room: Size) -> Size {
    guard let view = titleView else { return .zero }
    let hasSize = titleHasSize ?? (!view.bounds.isEmpty && view.translatesAutoresizingMaskIntoConstraints)
    titleHasSize = hasSize
    if hasSize { return view.bounds.size }
    var size = view.layoutFlags.contains(.constrained) ? view.systemLayoutSizeFitting(.zero) : .zero
    if size == .zero { size = view.sizeThatFits(.zero) }
    return Size(min(size.width, room.width), min(size.height, room.height))
  }
  /// A line above the title, for which the bar is higher.
  public var prompt: String? { didSet { if prompt != oldValue { onChange?() } } }
  /// The height of that line.
  var promptHeight: Double { prompt == nil ? 0 : 30 }
  /// Whether the button that leads back is shown beside those at the left; by default they replace it.
  public var leftItemsSupplementBackButton = false { didSet { onChange?() } }
  /// Whether the button that leads back is not shown: it is hidden, or replaced by an item that is shown.
  var hidesBackButtonNow: Bool {
    hidesBackButton || !leftItemsSupplementBackButton && leftBarButtonItems?.contains { !$0.isHidden } == true
  }
  /// The title of the button that leads back here; nil: this item's title, or "Back".
  public var backButtonTitle: String? { didSet { onChange?() } }
  /// What the button that leads back here shows beside its arrow.
  public var backButtonDisplayMode = BackButtonDisplayMode.default { didSet { onChange?() } }
  /// Its title is that of the button that leads back here, unless `backButtonTitle` is set. Unlike in UIKit, nothing else of it counts.
  public var backBarButtonItem: UIBarButtonItem? { didSet { onChange?() } }
  /// Whether there is no button that leads back to the controller before.
  public var hidesBackButton = false { didSet { onChange?() } }
  /// The items at the left, from the edge to the middle.
  public var leftBarButtonItems: [UIBarButtonItem]? { didSet { itemsChanged(oldValue) } }
  /// The items at the right, from the edge to the middle.
  public var rightBarButtonItems: [UIBarButtonItem]? {
    didSet { itemsChanged(oldValue) }
  }
  /// Whether its title is large.
  public var largeTitleDisplayMode = LargeTitleDisplayMode.automatic { didSet { onChange?() } }
  /// A search, whose bar is below the title.
  public var searchController: UISearchController? {
    didSet { if searchController !== oldValue { onChange?() } }
  }
  /// Without effect: the search's bar stays.
  public var hidesSearchBarWhenScrolling = true
  /// Without effect: the search's bar is below the title.
  public var preferredSearchBarPlacement = SearchBarPlacement.automatic
  /// Where the search's bar is: below the title.
  public var searchBarPlacement: SearchBarPlacement { .stacked }
  /// Without effect: all items look alike.
  public var style = ItemStyle.navigator
  /// Without effect: titles have no menus.
  public var titleMenuProvider: (([UIMenuElement]) -> UIMenu?)?
  /// Where a search's bar is.
  public enum SearchBarPlacement: Hashable, Sendable {
    /// As the system chooses, beside the title, or below it.
    case automatic, inline, stacked
  }
  /// What the bar is for.
  public enum ItemStyle: Hashable, Sendable {
    /// Pages that follow each other, places, or a document.
    case navigator, browser, editor
  }
  /// How the bar looks while the item is shown; nil: as the bar wants it. A copy is kept, as of the next ones.
  public var standardAppearance: UINavigationBarAppearance? {
    get { appearances.standard }
    set { appearances.standard = newValue?.copied() }
  }
  /// How it looks while the content's beginning is in sight.
  public var scrollEdgeAppearance: UINavigationBarAppearance? {
    get { appearances.scrollEdge }
    set { appearances.scrollEdge = newValue?.copied() }
  }
  /// How it looks where there is little height.
  public var compactAppearance: UINavigationBarAppearance? {
    get { appearances.compact }
    set { appearances.compact = newValue?.copied() }
  }
  private(set) var appearances = BarAppearances() { didSet { onChange?() } }
  /// Called after a change, so that the bar that shows it is laid out again.
  var onChange: (() -> Void)?

  /// An item with a title.
  public init(title: String) {
    self.title = title
    super.init()
  }

  fileprivate init(of controller: UIViewController) {
    title = controller.title
    super.init()
  }

  /// The first item at the left.
  public var leftBarButtonItem: UIBarButtonItem? {
    get { leftBarButtonItems?.first }
    set { leftBarButtonItems = newValue.map { [$0] } }
  }

  /// The first item at the right.
  public var rightBarButtonItem: UIBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }

  /// Sets the first item at the left. `animated` has no effect.
  public func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
  /// Sets the first item at the right. `animated` has no effect.
  public func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }

  /// Sets `hidesBackButton`. `animated` has no effect.
  public func setHidesBackButton(_ hides: Bool, animated: Bool) { hidesBackButton = hides }
  /// Sets the items at the left. `animated` has no effect.
  public func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
    leftBarButtonItems = items
  }
  /// Sets the items at the right. `animated` has no effect.
  public func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
    rightBarButtonItems = items
  }

  private func itemsChanged(_ old: [UIBarButtonItem]?) {
    for item in old ?? [] { item.leave(self) }
    // An item may have been at the other side.
    for item in (leftBarButtonItems ?? []) + (rightBarButtonItems ?? []) {
      item.belong(to: self) { [weak self] in self?.onChange?() }
    }
    onChange?()
  }
}

extension UIViewController {
  /// What a navigation bar shows of the controller; created on first use. Its title follows the controller's.
  public final var navigationItem: UINavigationItem {
    if let item = barItems["navigation"] as? UINavigationItem { return item }
    let item = UINavigationItem(of: self)
    barItems["navigation"] = item
    onTitleChange.append { [weak self, weak item] in item?.title = self?.title }
    searchText = { [weak item] in item?.searchController?.searchBar.text }
    return item
  }
}
