/// A transition from one controller's view to another's, for the controller that shows them.
protocol PageTransition: UIViewControllerTransitionCoordinator {
  var from: UIViewController { get }
  var to: UIViewController { get }
  var containerView: UIView { get }
  /// Whether it was ended before its time, by another change.
  var isCut: Bool { get }
  /// Called at its end, with whether it was not cancelled.
  var onEnd: (Bool) -> Void { get set }
  /// Ends it at once: at its beginning when it is on its way back, or when a finger moves it and it is to be `cancelled`; otherwise at its end.
  func finish(cancelled: Bool)
  func view(of key: UITransitionContextViewKey) -> UIView?
}

extension PageTransition {
  func finish() { finish(cancelled: false) }
}

extension UIViewControllerTransitionCoordinatorContext {
  /// One of the two controllers; nil where a window gets another size.
  public func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    (self as? any PageTransition).flatMap { key == .from ? $0.from : key == .to ? $0.to : nil }
  }

  /// One of the two views; nil where a window gets another size, and of a controller that presents, which stays where it is.
  public func view(forKey key: UITransitionContextViewKey) -> UIView? {
    (self as? any PageTransition)?.view(of: key)
  }

  /// What the views are in during the transition; an empty view where a window gets another size.
  public var containerView: UIView { (self as? any PageTransition)?.containerView ?? UIView() }
}
