/// Attributes of the letters of a bar's item, by its state.
struct TextsByState {
  private var values: [UIControl.State: [NSAttributedString.Key: Any]] = [:]

  /// Those that were set for this very state.
  subscript(state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    get { values[state] }
    set { values[state] = newValue }
  }

  /// Those of the state, or else of the normal one.
  func shown(in state: UIControl.State) -> [NSAttributedString.Key: Any]? { values[state] ?? values[.normal] }
}

extension UITabBarItem {
  /// Font and color of the title in a state; nil: those of the normal state, or of the bar.
  public func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) { texts[state] = attributes }

  /// What `setTitleTextAttributes` has set for this very state.
  public func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    texts[state]
  }

  /// Font and color of the text in the mark in a state; nil: those of the normal state.
  public func setBadgeTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) { badges[state] = attributes }

  /// What `setBadgeTextAttributes` has set for this very state.
  public func badgeTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    badges[state]
  }

  var imageShift: Size {
    let insets = imageInsets
    let shift = Size((insets.left - insets.right) / 2, (insets.top - insets.bottom) / 2)
    return shift.width.isFinite && shift.height.isFinite ? shift : .zero
  }
}

extension Rect {
  func offsetBy(_ way: Size) -> Rect { offsetBy(dx: way.width, dy: way.height) }
}

extension UIBarButtonItem {
  /// Font and color of the title in a state; nil: those of the normal state, or of the bar.
  public func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) {
    texts[state] = attributes
  }

  /// What `setTitleTextAttributes` has set for this very state.
  public func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    texts[state]
  }

  /// The item that stands for all in the calling thread's application: its tint and its titles' attributes count where neither an item nor its bar has
  /// others, from the next time on that a bar shows them.
  public static func appearance() -> UIBarButtonItem {
    guard let application = UIApplication.current else { return UIBarButtonItem() }
    if let item = application.barButtonDefaults as? UIBarButtonItem { return item }
    let item = UIBarButtonItem()
    application.barButtonDefaults = item
    return item
  }
}
