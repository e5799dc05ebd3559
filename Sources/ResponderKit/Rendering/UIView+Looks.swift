/// The name that views' layers had before there were others.
public typealias ViewLayer = CALayer

extension UIView {
  /// The color of what can be pressed: this view's, or that of the nearest view around it that has one.
  public final var tintColor: UIColor! {
    get {
      guard home?.hasTint != false else { return ControlLooks.tint }
      let isDimmed = UIView.canBeDimmed && tintAdjustmentMode == .dimmed
      var next = traitSource
      while let view = next {
        if let tint = view.layerStorage?.tintColor { return isDimmed ? view.grayTint(of: tint) : tint }
        next = view.parent?.traitSource
      }
      return isDimmed ? ControlLooks.dimmedTint : ControlLooks.tint
    }
    set { layer.tintColor = newValue }
  }

  final func tintChanged() {
    // One with a color of its own, and what is in it, keeps that.
    tintChanged { $0.layerStorage?.tintColor == nil }
  }

  /// - Parameter follows: whether a subview has the same change.
  final func tintChanged(_ follows: (UIView) -> Bool) {
    home?.hasTint = true
    home?.traitSources.forget()
    var views: [UIView] = [self]
    var index = 0
    while index < views.count {
      let view = views[index]
      index += 1
      if view.drawingStorage != nil { view.setNeedsDisplay() }
      view.tintColorDidChange()
      views += view.children.filter(follows)
    }
    if UIColor.hasTint { looksChanged() }
  }

  /// What its bounds are filled with on the screen; the mean of a pattern.
  final var shownBackground: CGColor? {
    guard let color = backgroundStorage else { return nil }
    return color.needsPlace ? color.resolved(traitCollection) : color.value
  }

  /// The view's look or place has changed: the coming frame compares it, and what is in it, with the picture.
  @inline(__always)
  final func looksChanged() {
    home?.rendererStorage?.changed(self)
  }

  /// What the view draws, recorded now if it was not, or if the view has another size than then.
  final func recording() -> Drawing? {
    if let drawing = drawingStorage, drawing.size == geometry.bounds.size,
      !UIUserInterfaceStyle.isUsed || drawing.style == interfaceStyle && drawing.level == interfaceLevel,
      !drawing.usesTint || drawing.tint == tintColor
    {
      return drawing
    }
    return record()
  }

  /// The window's; of a view in no window, which is drawn for a picture of it, the thread's.
  final var drawingHost: (any WindowHost)? {
    (self as? UIWindow ?? home).map(\.host) ?? UIWindow.hostOfThread
  }

  /// Lets the view draw, as nothing shows its window.
  final func drawUnseen() {
    guard let recorder = drawingHost?.recorder else { return draw(bounds) }
    recorder.drawUnseen { draw(bounds) }
  }

  /// Lets the view draw; what it draws is kept.
  @discardableResult
  final func record() -> Drawing? {
    guard let host = drawingHost else { return nil }
    let recorder = host.recorder
    let outer = recorder.traits
    recorder.traits = traitCollection
    let drawing = recorder.record(bounds) { draw(bounds) }
    if UIColor.hasTint { drawing.usesTint = true }
    if drawing.usesTint { drawing.tint = tintColor }
    recorder.traits = outer
    drawingStorage = drawing
    return drawing
  }
}
