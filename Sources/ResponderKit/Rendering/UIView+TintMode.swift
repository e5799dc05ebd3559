import Synchronization

extension UIView {
  /// Whether a tint color is shown as it is.
  public enum TintAdjustmentMode: Int, Hashable, Sendable {
    /// As in the view around; as it is where no view around says otherwise.
    case automatic
    /// As it is.
    case normal
    /// As a gray of the same brightness.
    case dimmed
  }

  /// Whether `tintColor` is what was set, or a gray of its brightness, here and in subviews that are `automatic`: then `tintColorDidChange` is called. Reading it gives the mode of this
  /// view or of the nearest one around that is not `automatic`, and otherwise `normal`. Unlike in UIKit, views behind alerts are not dimmed automatically.
  public final var tintAdjustmentMode: TintAdjustmentMode {
    get {
      guard UIView.canBeDimmed else { return .normal }
      var next = traitSource
      while let view = next {
        if let mode = view.rareStorage?.tintMode, mode != .automatic { return mode }
        next = view.parent?.traitSource
      }
      return .normal
    }
    set {
      guard newValue != rareStorage?.tintMode ?? .automatic else { return }
      let old = tintAdjustmentMode
      UIView.usedDimming.store(true, ordering: .relaxed)
      change { $0.tintMode = newValue }
      home?.traitSources.forget()
      if tintAdjustmentMode != old { tintChanged { !$0.hasOwnTintMode } }
    }
  }

  /// Whether a program has set a mode: until then colors do not look for it.
  static var canBeDimmed: Bool { usedDimming.load(ordering: .relaxed) }
  private static let usedDimming = Atomic(false)

  /// Whether it has a mode of its own.
  final var hasOwnTintMode: Bool {
    UIView.canBeDimmed && (rareStorage?.tintMode ?? .automatic) != .automatic
  }

  /// The gray of a tint color that is this view's own, the same one each time.
  final func grayTint(of color: UIColor) -> UIColor {
    if let known = rareStorage?.grayTint, known.color == color { return known.gray }
    let gray = color.dimmed
    change { $0.grayTint = (color, gray) }
    return gray
  }
}

extension UIColor {
  /// The gray of its brightness.
  var dimmed: UIColor {
    if let provider { return UIColor { provider($0).dimmed } }
    return UIColor(light: value.dimmed, dark: dark.dimmed, elevated: elevated.dimmed)
  }
}

extension CGColor {
  fileprivate var dimmed: CGColor {
    CGColor(white: 0.2126 * red + 0.7152 * green + 0.0722 * blue, alpha: alpha)
  }
}
