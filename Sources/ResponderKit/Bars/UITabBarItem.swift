/// What a tab bar shows of a controller.
public final class UITabBarItem: NSObject {
  /// The text below the picture.
  public var title: String? { didSet { onChange?() } }
  /// The picture, in the tint color while the item is selected.
  public var image: UIImage? { didSet { onChange?() } }
  /// The picture while the item is selected; nil: the same.
  public var selectedImage: UIImage? { didSet { onChange?() } }
  /// A text in a red mark beside the picture; nil: none.
  public var badgeValue: String? { didSet { onChange?() } }
  /// The color of the mark; nil: red.
  public var badgeColor: UIColor? { didSet { onChange?() } }
  /// How far the title is moved from its place.
  public var titlePositionAdjustment = UIOffset.zero { didSet { onChange?() } }
  /// Moves the picture: by half of the difference between opposite edges.
  public var imageInsets = EdgeInsets.zero { didSet { onChange?() } }
  /// Whether it can be selected by a finger; false: it is pale.
  public var isEnabled = true { didSet { onChange?() } }
  /// The name for readers; nil: the title.
  public var accessibilityLabel: String? { didSet { onChange?() } }
  /// The name for tests.
  public var accessibilityIdentifier: String? { didSet { onChange?() } }
  /// A number for the program's use.
  public var tag: Int
  var texts = TextsByState() { didSet { onChange?() } }
  var badges = TextsByState() { didSet { onChange?() } }
  var onChange: (() -> Void)?

  /// Items whose titles, in English here, and symbols the system chooses.
  public enum SystemItem: Hashable, Sendable {
    /// An item with this word as its title, as for the next ones.
    case more, favorites, featured, topRated, recents, contacts
    /// The rest of such items.
    case history, bookmarks, search, downloads, mostRecent, mostViewed

    var title: String {
      switch self {
      case .more: "More"
      case .favorites: "Favorites"
      case .featured: "Featured"
      case .topRated: "Top Rated"
      case .recents: "Recents"
      case .contacts: "Contacts"
      case .history: "History"
      case .bookmarks: "Bookmarks"
      case .search: "Search"
      case .downloads: "Downloads"
      case .mostRecent: "Most Recent"
      case .mostViewed: "Most Viewed"
      }
    }
  }

  /// One of the system's items.
  public convenience init(tabBarSystemItem item: SystemItem, tag: Int) {
    self.init(title: item.title, image: UIImage(systemName: item.symbol), tag: tag)
  }

  /// An item with a title and a picture.
  public init(title: String?, image: UIImage?, tag: Int) {
    self.title = title
    self.image = image
    self.tag = tag
    super.init()
  }

  /// An item with another picture while it is selected.
  public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
    self.init(title: title, image: image, tag: 0)
    self.selectedImage = selectedImage
  }
}

extension UIViewController {
  /// What a tab bar shows of the controller; created on first use, and then with its title, which it follows.
  public final var tabBarItem: UITabBarItem! {
    get {
      if let item = barItems["tab"] as? UITabBarItem { return item }
      let item = UITabBarItem(title: title, image: nil, tag: 0)
      barItems["tab"] = item
      onTitleChange.append { [weak self, weak item] in item?.title = self?.title }
      return item
    }
    set {
      barItems["tab"] = newValue
      onTabBarItemChange()
    }
  }

  private func onTabBarItemChange() { tabBarController?.itemsChanged() }

  /// The tab bar controller that shows this one, itself or by its parents.
  public final var tabBarController: UITabBarController? {
    var next = parent
    while let controller = next {
      if let found = controller as? UITabBarController { return found }
      next = controller.parent
    }
    return nil
  }
}
