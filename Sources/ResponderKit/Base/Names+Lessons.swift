// Forms of calls that UIKit's programs use.

extension UIView {
  /// As `animate` with a `Duration`: times are seconds.
  public static func animate(
    withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((_ isFinished: Bool) -> Void)? = nil
  ) {
    animate(
      withDuration: Duration(time: duration), delay: Duration(time: delay), options: options,
      animations: animations,
      completion: completion)
  }

  /// As `animate` with a `Duration` and a spring: times are seconds.
  public static func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping damping: Double,
    initialSpringVelocity velocity: Double, options: AnimationOptions = [], animations: () -> Void,
    completion: ((_ isFinished: Bool) -> Void)? = nil
  ) {
    animate(
      withDuration: Duration(time: duration), delay: Duration(time: delay), usingSpringWithDamping: damping,
      initialSpringVelocity: velocity, options: options, animations: animations, completion: completion)
  }
}

extension UIButton {
  /// UIKit's kinds of buttons. They look alike here.
  public enum ButtonType: Sendable {
    /// Without a look of its own, or with that of the system.
    case custom, system
  }

  /// A button without a title.
  public convenience init(type: ButtonType) { self.init(frame: .zero) }

  /// Sets the color of the title in every state: a button has one here.
  public func setTitleColor(_ color: UIColor?, for state: State) { titleColor = color }
}

extension UIFont {
  /// What a text is for. Sizes are those of UIKit at its standard setting.
  public enum TextStyle: Sendable {
    /// From the largest to the smallest.
    case largeTitle, title1, title2, title3, headline, subheadline, body, callout, footnote, caption1,
      caption2
  }

  /// The font for texts of a kind.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    switch style {
    case .largeTitle: systemFont(ofSize: 34)
    case .title1: systemFont(ofSize: 28)
    case .title2: systemFont(ofSize: 22)
    case .title3: systemFont(ofSize: 20)
    case .headline: systemFont(ofSize: 17, weight: .semibold)
    case .subheadline: systemFont(ofSize: 15)
    case .body: systemFont(ofSize: 17)
    case .callout: systemFont(ofSize: 16)
    case .footnote: systemFont(ofSize: 13)
    case .caption1: systemFont(ofSize: 12)
    case .caption2: systemFont(ofSize: 11)
    }
  }
}

extension UIGestureRecognizer {
  /// A recognizer that performs an action on a target.
  public convenience init(target: AnyObject?, action: Selector?) {
    self.init()
    if let target, let action { addTarget(target, action: action) }
  }
}

extension UIViewController {
  /// The navigation controller whose stack this one is in, itself or by its parents.
  public var navigationController: UINavigationController? {
    var next = parent
    while let controller = next {
      if let found = controller as? UINavigationController { return found }
      next = controller.parent
    }
    return nil
  }
}

extension UITableView {
  /// How rows are put together. They are always plain here.
  public enum Style: Sendable {
    /// Rows one below the other.
    case plain
  }

  /// A table without rows until it has a data source.
  public convenience init(frame: Rect, style: Style) { self.init(frame: frame) }

  /// A cell for `cellForRowAt`: one that is out of sight, or a new plain one.
  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath)
    -> UITableViewCell
  {
    dequeueReusableCell(withIdentifier: identifier) ?? UITableViewCell(reuseIdentifier: identifier)
  }
}

extension Duration {
  /// Seconds as people give them: less than none is none, and a billion is enough.
  fileprivate init(time seconds: TimeInterval) {
    self = .seconds(min(max(seconds.isNaN ? 0 : seconds, 0), 1e9))
  }
}
