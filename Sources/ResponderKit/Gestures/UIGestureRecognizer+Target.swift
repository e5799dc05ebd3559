extension UIGestureRecognizer {
  /// A recognizer that performs an action on a target.
  public convenience init(target: AnyObject?, action: Selector?) {
    self.init()
    if let target, let action { addTarget(target, action: action) }
  }
}
