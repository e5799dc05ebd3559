/// Is notified of an animator's rest.
public protocol UIDynamicAnimatorDelegate: AnyObject {
  /// Items are about to move. Does nothing unless implemented.
  func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator)
  /// All items rest. Does nothing unless implemented.
  func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator)
}

extension UIDynamicAnimatorDelegate {
  public func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) {}
  public func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) {}
}
