/// Whether there is much room along a side, or little.
public enum UIUserInterfaceSizeClass: Int, Hashable, Sendable {
  /// Not known.
  case unspecified
  /// Little: a phone's width, or the height of one that lies on its side.
  case compact
  /// Much.
  case regular
}

/// What an interface adapts to: the room that its window gives it, and the screen's pixels. A value, where UIKit has an object.
public struct UITraitCollection: Hashable, Sendable {
  /// From this width on, in points, there is much room: a phone held upright has less.
  static let regularWidth = 600.0
  /// From this height on, in points, there is much room: a phone that lies on its side has less.
  static let regularHeight = 480.0

  /// Of the width: `regular` from 600 points on.
  public var horizontalSizeClass = UIUserInterfaceSizeClass.unspecified
  /// Of the height: `regular` from 480 points on.
  public var verticalSizeClass = UIUserInterfaceSizeClass.unspecified
  /// Pixels per point; 0 if not known.
  public var displayScale = 0.0

  /// Nothing is known.
  public init() {}

  init(size: Size, displayScale: Double) {
    horizontalSizeClass = size.width >= Self.regularWidth ? .regular : .compact
    verticalSizeClass = size.height >= Self.regularHeight ? .regular : .compact
    self.displayScale = displayScale
  }
}

extension UIView {
  /// That of its window; in no window, that of the screen.
  public final var traitCollection: UITraitCollection {
    home?.windowTraits ?? UIScreen.main.traits
  }
}

extension UIViewController {
  /// That of its view's window; in no window, that of the screen. Asking does not load the view.
  public final var traitCollection: UITraitCollection {
    loadedView?.traitCollection ?? UIScreen.main.traits
  }
}

extension UIScreen {
  fileprivate var traits: UITraitCollection { UITraitCollection(size: bounds.size, displayScale: scale) }
}

extension UIWindow {
  final var windowTraits: UITraitCollection {
    UITraitCollection(size: bounds.size, displayScale: screen.scale)
  }

  /// Calls `traitCollectionDidChange` of all views and controllers, superviews first, if the window's size has changed so
  /// much; before they are laid out.
  final func updateTraits() {
    let (old, new) = (notifiedTraits, windowTraits)
    guard old != new else { return }
    notifiedTraits = new
    for view in tree() where view.home === self {
      view.traitCollectionDidChange(old)
      for change in view.traitChanges.affected(old, new) { view.traitChanges.call(change, old) }
      guard let controller = view.controller else { continue }
      controller.traitCollectionDidChange(old)
      for change in controller.traitChanges.affected(old, new) { controller.traitChanges.call(change, old) }
    }
  }
}
