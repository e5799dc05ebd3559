extension UISearchBar {
  /// The bar that stands for all: its colors and pictures. See `UINavigationBar.appearance()`.
  public class func appearance() -> UISearchBar { appearance(whenContainedInInstancesOf: []) }

  /// The one that stands for those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UISearchBar
  {
    ViewProxies.proxy(in: containers, made: { UISearchBar(frame: .zero) }) { proxy, bar in
      if bar.barTintColor == nil { bar.barTintColor = proxy.barTintColor }
      bar.looks = bar.looks.filled(from: proxy.looks)
    }
  }
}

extension SearchBarLooks {
  /// A copy whose unset values come from `other`.
  func filled(from other: SearchBarLooks) -> SearchBarLooks {
    var looks = self
    looks.images.merge(other.images) { own, _ in own }
    looks.places.merge(other.places) { own, _ in own }
    if looks.text == .zero { looks.text = other.text }
    if looks.field == .zero { looks.field = other.field }
    if looks.fields.shown(in: .normal) == nil, looks.fields.shown(in: .disabled) == nil {
      looks.fields = other.fields
    }
    if looks.background == nil { looks.background = other.background }
    return looks
  }
}

extension UIActivityIndicatorView {
  /// The wheel that stands for all: see `UINavigationBar.appearance()`.
  public class func appearance() -> UIActivityIndicatorView { appearance(whenContainedInInstancesOf: []) }

  /// The one that stands for those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UIActivityIndicatorView
  {
    let usual = UIActivityIndicatorView(style: .medium).color
    return ViewProxies.proxy(in: containers, made: { UIActivityIndicatorView(style: .medium) }) {
      proxy, view in
      // What a wheel has at first was not set in it.
      if view.color == usual, proxy.color != usual { view.color = proxy.color }
    }
  }
}

extension UITextView {
  /// The view that stands for all: the color of its letters, its font, tint and background count. See `UINavigationBar.appearance()`.
  public class func appearance() -> UITextView { appearance(whenContainedInInstancesOf: []) }

  /// The one that stands for those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UITextView
  {
    let usual = UITextView(frame: .zero)
    let (color, font) = (usual.textColor, usual.font)
    return ViewProxies.proxy(in: containers, made: { UITextView(frame: .zero) }) { proxy, view in
      if view.textColor == color, proxy.textColor != color { view.textColor = proxy.textColor }
      if view.font == font, proxy.font != font { view.font = proxy.font }
    }
  }
}

extension UIStepper {
  /// The control that stands for all, of which tint and background count: see `UINavigationBar.appearance()`.
  public class func appearance() -> UIStepper { appearance(whenContainedInInstancesOf: []) }

  /// The one that stands for those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UIStepper
  {
    ViewProxies.proxy(in: containers, made: { UIStepper(frame: .zero) }) { _, _ in }
  }
}

extension UIImageView {
  /// The view that stands for all, of which tint and background count: see `UINavigationBar.appearance()`.
  public class func appearance() -> UIImageView { appearance(whenContainedInInstancesOf: []) }

  /// The one that stands for those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UIImageView
  {
    ViewProxies.proxy(in: containers, made: { UIImageView(frame: .zero) }) { _, _ in }
  }
}

extension UICollectionView {
  /// The collection that stands for all, of which tint and background count: see `UINavigationBar.appearance()`.
  public class func appearance() -> UICollectionView { appearance(whenContainedInInstancesOf: []) }

  /// The one that stands for those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UICollectionView
  {
    ViewProxies.proxy(in: containers, made: { UICollectionView(frame: .zero) }) { _, _ in }
  }
}

extension UICollectionViewCell {
  /// The cell that stands for all, of which tint and background count: see `UINavigationBar.appearance()`.
  public class func appearance() -> UICollectionViewCell { appearance(whenContainedInInstancesOf: []) }

  /// The one that stands for those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UICollectionViewCell
  {
    ViewProxies.proxy(in: containers, made: { UICollectionViewCell(frame: .zero) }) { _, _ in }
  }
}

extension UITableViewHeaderFooterView {
  /// The view that stands for all, of which tint and background count: see `UINavigationBar.appearance()`.
  public class func appearance() -> UITableViewHeaderFooterView { appearance(whenContainedInInstancesOf: []) }

  /// The one that stands for those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UITableViewHeaderFooterView
  {
    ViewProxies.proxy(in: containers, made: { UITableViewHeaderFooterView(frame: .zero) }) { _, _ in }
  }
}

extension UIRefreshControl {
  /// The control that stands for all, of which tint and background count: see `UINavigationBar.appearance()`.
  public class func appearance() -> UIRefreshControl { appearance(whenContainedInInstancesOf: []) }

  /// The one that stands for those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UIRefreshControl
  {
    ViewProxies.proxy(in: containers, made: { UIRefreshControl() }) { _, _ in }
  }
}

extension UIDatePicker {
  /// The picker that stands for all, of which tint and background count: see `UINavigationBar.appearance()`.
  public class func appearance() -> UIDatePicker { appearance(whenContainedInInstancesOf: []) }

  /// The one that stands for those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UIDatePicker
  {
    ViewProxies.proxy(in: containers, made: { UIDatePicker(frame: .zero) }) { _, _ in }
  }
}

extension UIPickerView {
  /// The picker that stands for all, of which tint and background count: see `UINavigationBar.appearance()`.
  public class func appearance() -> UIPickerView { appearance(whenContainedInInstancesOf: []) }

  /// The one that stands for those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UIPickerView
  {
    ViewProxies.proxy(in: containers, made: { UIPickerView(frame: .zero) }) { _, _ in }
  }
}
