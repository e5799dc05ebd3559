/// Attributes of the letters of a bar's item, by its state.
struct TextsByState {
  private var values = ByState<[NSAttributedString.Key: Any]>()

  /// The attributes that were set for this very state.
  subscript(state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    get { values[state] }
    set { values[state] = newValue }
  }

  /// The attributes of the normal state, with those of this one in their place.
  func shown(in state: UIControl.State) -> [NSAttributedString.Key: Any] {
    (values[.normal] ?? [:]).merging(values[state] ?? [:]) { $1 }
  }
}

extension UITabBarItem {
  /// Font and color of the title in a state; what is missing is that of the normal state, or of the bar.
  public func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) { texts[state] = attributes }

  /// The attributes that `setTitleTextAttributes` has set for this very state.
  public func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    texts[state]
  }

  /// Font and color of the text in the mark in a state; what is missing is that of the normal state, or of the bar.
  public func setBadgeTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) { badges[state] = attributes }

  /// The attributes that `setBadgeTextAttributes` has set for this very state.
  public func badgeTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    badges[state]
  }
}

extension UIBarButtonItem {
  /// Font and color of the title in a state; what is missing is that of the normal state, or of the bar.
  public func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) {
    texts[state] = attributes
  }

  /// The attributes that `setTitleTextAttributes` has set for this very state.
  public func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    texts[state]
  }

  /// The item that stands for all in the calling thread's application: its tint and its titles' attributes count where neither an item nor its bar's
  /// appearance object has others, from the next time on that a bar shows them. The button that leads back has its tint and the color of its titles.
  public static func appearance() -> UIBarButtonItem {
    if let general { return general }
    let item = UIBarButtonItem()
    UIApplication.current?.barButtonDefaults = item
    return item
  }

  /// The same; nil unless a program has asked for it.
  static var general: UIBarButtonItem? { UIApplication.current?.barButtonDefaults as? UIBarButtonItem }
}
