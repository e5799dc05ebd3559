extension UIGestureRecognizer {
  /// UIKit's name of `label`; nil while that is empty.
  public final var name: String? {
    get { label.isEmpty ? nil : label }
    set { label = newValue ?? "" }
  }
}
