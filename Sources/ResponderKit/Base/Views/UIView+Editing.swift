extension UIView {
  /// Ends the editing of a field or an area in the view: it is asked to resign as first responder. Whether none in the view is first
  /// responder afterwards.
  /// With `force` it is not asked again if it refuses; UIKit does not ask it at all.
  @discardableResult
  public final func endEditing(_ force: Bool) -> Bool {
    guard let responder = window?.firstResponder else { return true }
    let isInside = (responder as? UIView).map(isAncestor(of:)) ?? (responder === self)
    return !isInside || responder.resignFirstResponder()
  }
}
