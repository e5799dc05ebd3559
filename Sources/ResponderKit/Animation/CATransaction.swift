/// How changes of layers that are no view's are animated, and when all animations that were added together have ended. Belongs to the calling thread's
/// application.
public enum CATransaction {
  private static var layers: LayerAnimations { UIWindow.hostOfThread.animations.layers }

  /// Begins a transaction in the one that is open now, with the same settings.
  public static func begin() { layers.begin() }
  /// Ends the last one that was begun.
  public static func commit() { layers.commitTransaction() }

  /// Whether changes are shown at once.
  public static func setDisableActions(_ flag: Bool) { layers.transaction.disablesActions = flag }
  /// Whether changes are shown at once.
  public static func disableActions() -> Bool { layers.openTransaction?.disablesActions ?? false }

  /// How long changes take, in seconds.
  public static func setAnimationDuration(_ duration: TimeInterval) {
    layers.transaction.duration = duration
  }
  /// How long changes take, in seconds: a quarter by default.
  public static func animationDuration() -> TimeInterval { layers.openTransaction?.duration ?? 0.25 }

  /// How changes go in time.
  public static func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    layers.transaction.curve = function?.curve
  }

  /// Called when all animations that were added since the transaction began have ended, those of `UIView.animate` among them; without any, when the
  /// transaction ends. Set before they are added.
  public static func setCompletionBlock(_ block: (() -> Void)?) { layers.transaction.completion = block }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The time of the calling thread's application, in seconds: what animations begin at.
public func CACurrentMediaTime() -> TimeInterval {
  Double(UIWindow.hostOfThread.animations.layers.now.nanoseconds) / 1e9
}
