// What all bars and controls look like that do not say something else:
//
//     UINavigationBar.appearance().tintColor = .systemOrange

/// The views that stand for all of their class, in the calling thread's application.
enum ViewProxies {
  /// The view that stands for all of its class, and how another one gets what was set in it.
  static func proxy<View: UIView>(
    in containers: [any UIAppearanceContainer.Type], made make: () -> View,
    _ copy: @escaping (_ proxy: View, _ view: View) -> Void
  ) -> View {
    let host = UIWindow.hostOfThread
    for entry in host.viewDefaults where entry.isIn(containers) {
      if let proxy = entry.proxy as? View, type(of: proxy) == View.self { return proxy }
    }
    let proxy = make()
    host.viewDefaults.append(
      ViewDefault(
        proxy: proxy, containers: containers, isGeneral: View.self == UIView.self, isFor: { $0 is View },
        apply: { view in
          guard let view = view as? View else { return }
          if view.layerStorage?.tintColor == nil, let tint = proxy.layerStorage?.tintColor {
            view.tintColor = tint
          }
          if view.semanticContentAttribute == .unspecified {
            view.semanticContentAttribute = proxy.semanticContentAttribute
          }
          let isUsual = view.backgroundColor == nil || view.backgroundColor === UIColor.systemBackground
          if isUsual, let color = proxy.backgroundColor { view.backgroundColor = color }
          copy(proxy, view)
        }
      ))
    return proxy
  }
}

/// Gives a view what the one that stands for its class has, where it has nothing.
private func fill<View: UIView, Value>(
  _ view: View, from proxy: View, _ paths: ReferenceWritableKeyPath<View, Value?>...
) {
  for path in paths where view[keyPath: path] == nil {
    if let value = proxy[keyPath: path] { view[keyPath: path] = value }
  }
}

extension UIAppearanceContainer where Self == UIView {
  /// The view that stands for all views: its tint, its background and its `semanticContentAttribute` count. See `UINavigationBar.appearance()`.
  public static func appearance() -> UIView { appearance(whenContainedInInstancesOf: []) }

  /// The appearance of those in instances of these classes: see `UINavigationBar`.
  public static func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UIView
  {
    ViewProxies.proxy(in: containers, made: { UIView(frame: .zero) }) { _, _ in }
  }
}

extension UINavigationBar {
  /// The bar that stands for all: what is set in it, the others have from their coming into a window on, where nothing was set in them.
  public class func appearance() -> UINavigationBar { appearance(whenContainedInInstancesOf: []) }

  /// The bar that stands for those in instances of these classes, views or controllers: the first class is around the bar, the next one around
  /// that. Of several the one counts that is in the outermost instances, or else in more of them; then that of `appearance()`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UINavigationBar
  {
    ViewProxies.proxy(in: containers, made: { UINavigationBar(frame: .zero) }) { proxy, bar in
      fill(bar, from: proxy, \.barTintColor)
      fill(bar, from: proxy, \.pictures.background, \.pictures.line)
      fill(bar, from: proxy, \.titleTextAttributes, \.largeTitleTextAttributes)
      fill(bar, from: proxy, \.backIndicatorImage)
      fill(bar, from: proxy, \.appearances.standard, \.appearances.scrollEdge, \.appearances.compact)
    }
  }
}

extension UITabBar {
  /// The bar that stands for all: see `UINavigationBar.appearance()`.
  public class func appearance() -> UITabBar { appearance(whenContainedInInstancesOf: []) }

  /// The appearance of those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UITabBar
  {
    ViewProxies.proxy(in: containers, made: { UITabBar(frame: .zero) }) { proxy, bar in
      fill(bar, from: proxy, \.barTintColor, \.unselectedItemTintColor)
      fill(bar, from: proxy, \.pictures.background, \.pictures.line)
      fill(bar, from: proxy, \.appearance)
    }
  }
}

extension UIToolbar {
  /// The bar that stands for all: see `UINavigationBar.appearance()`.
  public class func appearance() -> UIToolbar { appearance(whenContainedInInstancesOf: []) }

  /// The appearance of those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UIToolbar
  {
    ViewProxies.proxy(in: containers, made: { UIToolbar(frame: .zero) }) { proxy, bar in
      fill(bar, from: proxy, \.barTintColor)
      fill(bar, from: proxy, \.appearance)
    }
  }
}

extension UISwitch {
  /// The switch that stands for all: see `UINavigationBar.appearance()`.
  public class func appearance() -> UISwitch { appearance(whenContainedInInstancesOf: []) }

  /// The appearance of those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UISwitch
  {
    ViewProxies.proxy(in: containers, made: { UISwitch(frame: .zero) }) { proxy, view in
      fill(view, from: proxy, \.onTintColor, \.thumbTintColor)
    }
  }
}

extension UISlider {
  /// The slider that stands for all: see `UINavigationBar.appearance()`.
  public class func appearance() -> UISlider { appearance(whenContainedInInstancesOf: []) }

  /// The appearance of those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UISlider
  {
    ViewProxies.proxy(in: containers, made: { UISlider(frame: .zero) }) { proxy, view in
      fill(view, from: proxy, \.minimumTrackTintColor, \.maximumTrackTintColor, \.thumbTintColor)
    }
  }
}

extension UIProgressView {
  /// The view that stands for all: see `UINavigationBar.appearance()`.
  public class func appearance() -> UIProgressView { appearance(whenContainedInInstancesOf: []) }

  /// The appearance of those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UIProgressView
  {
    ViewProxies.proxy(in: containers, made: { UIProgressView(frame: .zero) }) { proxy, view in
      fill(view, from: proxy, \.progressTintColor, \.trackTintColor)
    }
  }
}

extension UIPageControl {
  /// The control that stands for all: see `UINavigationBar.appearance()`.
  public class func appearance() -> UIPageControl { appearance(whenContainedInInstancesOf: []) }

  /// The appearance of those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UIPageControl
  {
    ViewProxies.proxy(in: containers, made: { UIPageControl(frame: .zero) }) { proxy, view in
      fill(view, from: proxy, \.pageIndicatorTintColor, \.currentPageIndicatorTintColor)
    }
  }
}

extension UISegmentedControl {
  /// The control that stands for all: see `UINavigationBar.appearance()`.
  public class func appearance() -> UISegmentedControl { appearance(whenContainedInInstancesOf: []) }

  /// The appearance of those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UISegmentedControl
  {
    ViewProxies.proxy(in: containers, made: { UISegmentedControl(frame: .zero) }) { proxy, view in
      fill(view, from: proxy, \.selectedSegmentTintColor)
    }
  }
}

extension UIButton {
  /// The button that stands for all, of which tint and background count: see `UINavigationBar.appearance()`.
  public class func appearance() -> UIButton { appearance(whenContainedInInstancesOf: []) }

  /// The appearance of those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UIButton
  {
    ViewProxies.proxy(in: containers, made: { UIButton(frame: .zero) }) { _, _ in }
  }
}

extension UITableView {
  /// The table that stands for all: see `UINavigationBar.appearance()`.
  public class func appearance() -> UITableView { appearance(whenContainedInInstancesOf: []) }

  /// The appearance of those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UITableView
  {
    ViewProxies.proxy(in: containers, made: { UITableView(frame: .zero) }) { proxy, view in
      fill(view, from: proxy, \.separatorColor)
    }
  }
}

extension UITableViewCell {
  /// The cell that stands for all, of which tint and background count: see `UINavigationBar.appearance()`.
  public class func appearance() -> UITableViewCell { appearance(whenContainedInInstancesOf: []) }

  /// The appearance of those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UITableViewCell
  {
    ViewProxies.proxy(in: containers, made: { UITableViewCell(frame: .zero) }) { _, _ in }
  }
}

extension UILabel {
  /// The label that stands for all: the color of its letters, its font, tint and background count. See `UINavigationBar.appearance()`.
  public class func appearance() -> UILabel { appearance(whenContainedInInstancesOf: []) }

  /// The one that stands for those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UILabel
  {
    let usual = UIFont()
    return ViewProxies.proxy(in: containers, made: { UILabel(frame: .zero) }) { proxy, label in
      // What a label has at first was not set in it.
      if label.textColor == .label, proxy.textColor != .label { label.textColor = proxy.textColor }
      if label.font == usual, proxy.font != usual { label.font = proxy.font }
    }
  }
}

extension UITextField {
  /// The field that stands for all, of which tint and background count: see `UINavigationBar.appearance()`.
  public class func appearance() -> UITextField { appearance(whenContainedInInstancesOf: []) }

  /// The one that stands for those in instances of these classes: see `UINavigationBar`.
  public class func appearance(whenContainedInInstancesOf containers: [any UIAppearanceContainer.Type])
    -> UITextField
  {
    ViewProxies.proxy(in: containers, made: { UITextField(frame: .zero) }) { _, _ in }
  }
}
