extension UIBarButtonItem: UIPopoverPresentationControllerSourceItem {
  /// The place of its button, or of its own view; nil while no bar of the view's window shows it.
  public func frame(in referenceView: UIView) -> Rect? { shownView?.frame(in: referenceView) }
}

extension UIPopoverPresentationController {
  /// The bar's button that the arrow points to. Another name of `sourceItem`.
  public final var barButtonItem: UIBarButtonItem? {
    get { sourceItem as? UIBarButtonItem }
    set { sourceItem = newValue }
  }
}
