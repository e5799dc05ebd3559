import Synchronization

extension UIColor {
  /// The `tintColor` of the view that it is shown in; blue in no view.
  public static let tintColor: UIColor = {
    usedTint.store(true, ordering: .relaxed)
    return UIColor { traits in
      guard let tint = traits.tint, tint !== tintColor else { return ControlLooks.tint }
      return tint
    }
  }()

  /// Whether the program has used `tintColor`: until then drawings and traits do not look for it.
  static var hasTint: Bool { usedTint.load(ordering: .relaxed) }
  private static let usedTint = Atomic(false)
}
