/// What is told about a scroll view.
public protocol UIScrollViewDelegate: AnyObject {
  /// The content offset changed, for whatever reason.
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  /// A finger has gone far enough to scroll.
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  /// The fingers went up.
  ///
  /// - Parameters:
  ///   - velocity: in points a millisecond.
  ///   - target: where it will stop; may be changed.
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: Point, targetContentOffset target: inout Point)
  /// The fingers have gone up, or were cancelled. `willDecelerate`: the content goes on by itself.
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool)
  /// The content begins to go on by itself.
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
  /// The content has come to rest, or was stopped by a finger or the program.
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  /// A scroll that the program asked for is over.
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)

  /// The view in the scroll view that two fingers make larger and smaller; nil: none.
  func viewForZooming(in scrollView: UIScrollView) -> UIView?
  /// Two fingers begin to zoom.
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView)
  /// The scale changed, for whatever reason.
  func scrollViewDidZoom(_ scrollView: UIScrollView)
  /// The fingers went up.
  ///
  /// - Parameter scale: where it will be when it came back from beyond the limits.
  func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView, atScale scale: Double)
}

extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: Point, targetContentOffset target: inout Point
  ) {}
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) {}
  public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
  public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView) {}
  public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView, atScale scale: Double) {}
}
