/// What a popover's arrow can point to: a view, or a bar's button.
public protocol UIPopoverPresentationControllerSourceItem: AnyObject {
  /// Its place in a view's coordinates; nil while it is not shown in the same window.
  func frame(in referenceView: UIView) -> Rect?
}

extension UIView: UIPopoverPresentationControllerSourceItem {
  /// Its bounds in another view's coordinates; nil while both are not in the same window.
  public final func frame(in referenceView: UIView) -> Rect? {
    guard let window, window === referenceView.window else { return nil }
    return convert(bounds, to: referenceView)
  }
}
