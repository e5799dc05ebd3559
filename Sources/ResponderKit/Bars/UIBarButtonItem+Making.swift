/// Items of bars, whatever initializers a subclass has: as ``DefaultInitializable`` does for `init()`. Not for programs.
public protocol BarItemInitializable {}

extension UIBarButtonItem: BarItemInitializable {}

extension BarItemInitializable {
  private init(_ set: (UIBarButtonItem) -> Void) {
    self = DefaultMade.make(Self.self)
    if let item = self as? UIBarButtonItem { set(item) }
  }

  /// As `UIBarButtonItem(title:style:target:action:)`, of a subclass that has `init()`.
  public init(title: String?, style: UIBarButtonItem.Style, target: AnyObject?, action: Selector?) {
    self.init {
      ($0.title, $0.style) = (title, style)
      $0.send(action, to: target)
    }
  }

  /// As `UIBarButtonItem(image:style:target:action:)`, of a subclass that has `init()`.
  public init(image: UIImage?, style: UIBarButtonItem.Style, target: AnyObject?, action: Selector?) {
    self.init {
      $0.show(image, style)
      $0.send(action, to: target)
    }
  }

  /// As `UIBarButtonItem(image:landscapeImagePhone:style:target:action:)`, of a subclass that has `init()`.
  public init(
    image: UIImage?, landscapeImagePhone: UIImage?, style: UIBarButtonItem.Style, target: AnyObject?,
    action: Selector?
  ) {
    self.init {
      $0.show(image, style)
      $0.landscapeImagePhone = landscapeImagePhone
      $0.send(action, to: target)
    }
  }

  /// As `UIBarButtonItem(barButtonSystemItem:target:action:)`, of a subclass that has `init()`.
  public init(barButtonSystemItem item: UIBarButtonItem.SystemItem, target: AnyObject?, action: Selector?) {
    self.init {
      $0.become(item)
      $0.send(action, to: target)
    }
  }

  /// As `UIBarButtonItem(title:image:primaryAction:menu:)`, of a subclass that has `init()`.
  public init(
    title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
  ) {
    self.init { $0.show(title, image, primaryAction, menu) }
  }

  /// As `UIBarButtonItem(systemItem:primaryAction:menu:)`, of a subclass that has `init()`.
  public init(
    systemItem item: UIBarButtonItem.SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil
  ) {
    self.init { $0.become(item, primaryAction, menu) }
  }

  /// As `UIBarButtonItem(customView:)`, of a subclass that has `init()`.
  public init(customView: UIView) { self.init { $0.customView = customView } }
}
