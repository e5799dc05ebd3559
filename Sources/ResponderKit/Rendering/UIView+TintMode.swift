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
  /// view or of the nearest one around that is not `automatic`, and otherwise `normal`. Nothing dims by itself.
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
      UIView.usedDimming.store(true, ordering: .relaxed)
      change { $0.tintMode = newValue }
      dimmingChanged()
    }
  }

  /// Whether a program has set a mode: until then colors do not look for it.
  static var canBeDimmed: Bool { usedDimming.load(ordering: .relaxed) }
  private static let usedDimming = Atomic(false)

  /// Whether it has a mode of its own.
  final var dimsOrNot: Bool { UIView.canBeDimmed && (rareStorage?.tintMode ?? .automatic) != .automatic }

  private func dimmingChanged() {
    home?.hasTint = true
    home?.traitSources.forget()
    var views: [UIView] = [self]
    var index = 0
    while index < views.count {
      let view = views[index]
      index += 1
      if view.drawingStorage != nil { view.setNeedsDisplay() }
      view.tintColorDidChange()
      views += view.children.filter { !$0.dimsOrNot }
    }
    if UIColor.hasTint { looksChanged() }
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
