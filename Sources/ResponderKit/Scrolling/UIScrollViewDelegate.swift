/// Notifications about a scroll view.
public protocol UIScrollViewDelegate: AnyObject {
  /// The content offset changed, for any reason.
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  /// Called when a finger has moved far enough to scroll.
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  /// The fingers went up.
  ///
  /// - Parameters:
  ///   - velocity: in points a millisecond.
  ///   - target: where it will stop; may be changed.
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: Point, targetContentOffset target: inout Point)
  /// The same with a pointer, as in UIKit; called after that one.
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: Point,
    targetContentOffset target: UnsafeMutablePointer<Point>)
  /// Called when the fingers were lifted, or cancelled. `willDecelerate`: whether the content keeps
  /// moving.
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool)
  /// Called when the content keeps moving after a drag, before its first step.
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
  /// Called when the content has come to rest after that, or was stopped by a finger or the program.
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  /// A scroll that the program requested has ended.
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
  /// The room around the content is another: `contentInset` was set, or the safe area has changed.
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView)

  /// The view in the scroll view that two fingers make larger and smaller; nil: none.
  func viewForZooming(in scrollView: UIScrollView) -> UIView?
  /// Called when two fingers begin to zoom.
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView)
  /// The scale changed, for any reason.
  func scrollViewDidZoom(_ scrollView: UIScrollView)
  /// The fingers went up.
  ///
  /// - Parameter scale: where it will be when it came back from beyond the limits.
  func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView, atScale scale: Double)
  /// As `scrollViewWillBeginZooming` with a view that is not nil, in UIKit's words.
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?)
  /// As `scrollViewDidEndZooming` with a view that is not nil, in UIKit's words.
  func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: Double)
}

extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: Point, targetContentOffset target: inout Point
  ) {}
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: Point,
    targetContentOffset target: UnsafeMutablePointer<Point>
  ) {}
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) {}
  public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
  public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
  public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView) {}
  public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView, atScale scale: Double) {}
  /// Does nothing unless implemented.
  public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
  /// Does nothing unless implemented.
  public func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: Double) {
  }
}
