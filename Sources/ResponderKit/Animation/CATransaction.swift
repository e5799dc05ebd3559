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

  /// Sets what has one of the names `kCATransactionDisableActions`, `kCATransactionAnimationDuration`, `kCATransactionAnimationTimingFunction` and
  /// `kCATransactionCompletionBlock`. Other names have no effect.
  public static func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case kCATransactionDisableActions: setDisableActions(value as? Bool ?? false)
    case kCATransactionAnimationDuration:
      if let seconds = value as? Double ?? (value as? Int).map(Double.init) { setAnimationDuration(seconds) }
    case kCATransactionAnimationTimingFunction: setAnimationTimingFunction(value as? CAMediaTimingFunction)
    case kCATransactionCompletionBlock: setCompletionBlock(value as? () -> Void)
    default: break
    }
  }

  /// Without effect: changes are shown with the coming picture.
  public static func flush() {}

  /// Called when all animations that were added since the transaction began have ended, those of `UIView.animate` among them; without any, when the
  /// transaction ends. Set before they are added.
  public static func setCompletionBlock(_ block: (() -> Void)?) { layers.transaction.completion = block }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The time of the calling thread's application, in seconds: what animations begin at.
public func CACurrentMediaTime() -> TimeInterval {
  Double(UIWindow.hostOfThread.animations.layers.now.nanoseconds) / 1e9
}

/// CoreAnimation's name of ``CATransaction/setDisableActions(_:)``.
public let kCATransactionDisableActions = "disableActions"
/// CoreAnimation's name of ``CATransaction/setAnimationDuration(_:)``.
public let kCATransactionAnimationDuration = "animationDuration"
/// CoreAnimation's name of ``CATransaction/setAnimationTimingFunction(_:)``.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// CoreAnimation's name of ``CATransaction/setCompletionBlock(_:)``.
public let kCATransactionCompletionBlock = "completionBlock"
/// CoreFoundation's name of `true`.
public let kCFBooleanTrue: Bool! = true
/// CoreFoundation's name of `false`.
public let kCFBooleanFalse: Bool! = false
