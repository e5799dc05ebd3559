/// The letters of a status bar. There is none here: what programs say about it has no effect.
public enum UIStatusBarStyle: Int, Hashable, Sendable {
  /// By the contents, white, black.
  case `default`, lightContent, darkContent
}

/// How a status bar would come and go. Without effect.
public enum UIStatusBarAnimation: Int, Hashable, Sendable {
  /// At once, by its opacity, by a move.
  case none, fade, slide
}

extension UIViewController {
  /// Without effect: there is no status bar.
  public final func setNeedsStatusBarAppearanceUpdate() {}
  /// Without effect: there is no such indicator.
  public final func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
  /// Without effect: edges of the screen have no gestures of the system.
  public final func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}
}
