/// What a view controller can do while its view gets another size.
public protocol UIViewControllerTransitionCoordinator: AnyObject {
  /// Calls `animation` once views have their new sizes, so that its changes are animated, and `completion` when that has ended. Either may be
  /// left out.
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinator) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinator) -> Void)?
  ) -> Bool
}

extension UIViewControllerTransitionCoordinator {
  /// As with a completion, without one.
  @discardableResult
  public func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinator) -> Void)?
  ) -> Bool { animate(alongsideTransition: animation, completion: nil) }
}
