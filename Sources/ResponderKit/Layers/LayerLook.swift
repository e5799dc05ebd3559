/// How the box of a layer looks.
struct LayerLook: Hashable {
  var background: CGColor?
  /// What is shown in place of the background, of which that is the mean; only where a view is shown.
  var pattern: ColorPattern?
  var cornerRadius = 0.0
  /// The corners that are round.
  var corners = CACornerMask.all
  var borderWidth = 0.0
  var borderColor = CGColor.black
  var gradient: Gradient?
  var shadowColor = CGColor.black
  var shadowOpacity = 0.0
  var shadowRadius = 3.0
  var shadowOffset = Size(0, 2)
  /// How what lies behind is seen; nil: as the background covers it.
  var backdrop: Backdrop?
  /// The color of all that is in it; nil: each has its own.
  var vibrancy: Vibrancy?

  /// The same, with numbers that can be drawn.
  var drawable: LayerLook {
    var look = self
    look.cornerRadius = cornerRadius.isFinite ? max(cornerRadius, 0) : 0
    look.shadowOpacity = min(max(shadowOpacity, 0), 1)
    look.shadowRadius = shadowRadius.isFinite ? min(max(shadowRadius, 0), 100) : 0
    return look
  }

  /// How far the shadow spreads.
  private var shadowReach: Double { shadowRadius * ShadowMask.Key.reach }

  /// The bounds and the shadow.
  func extent(_ bounds: Rect) -> Rect {
    guard shadowOpacity > 0 else { return bounds }
    return bounds.union(
      bounds.offsetBy(dx: shadowOffset.width, dy: shadowOffset.height)
        .insetBy(dx: -shadowReach, dy: -shadowReach))
  }
}
