extension UIView {
  /// Whether it has the shadow of what a finger has lifted.
  final var looksLifted: Bool {
    get { layer.shadowOpacity > 0 }
    set { (layer.shadowOpacity, layer.shadowRadius) = newValue ? (0.3, 4) : (0, layer.shadowRadius) }
  }
}
