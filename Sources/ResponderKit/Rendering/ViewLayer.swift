/// How a view's box looks: what `CALayer` is used for most.
public final class ViewLayer {
  private unowned(unsafe) let view: UIView

  init(_ view: UIView) { self.view = view }

  /// How far its corners are rounded. Cuts what is in the view only if that clips to its bounds.
  public var cornerRadius = 0.0 { didSet { changed(cornerRadius != oldValue) } }
  /// A line inside of the edges, over what the view draws and holds.
  public var borderWidth = 0.0 { didSet { changed(borderWidth != oldValue) } }
  /// Black by default.
  public var borderColor = UIColor.black { didSet { changed(borderColor != oldValue) } }
  /// Colors over the background, within the corners; nil for none.
  public var gradient: Gradient? { didSet { changed(gradient != oldValue) } }
  /// Black by default.
  public var shadowColor = UIColor.black { didSet { changed(shadowColor != oldValue) } }
  /// How much of a shadow there is: 0 for none.
  public var shadowOpacity = 0.0 { didSet { changed(shadowOpacity != oldValue) } }
  /// How far it is blurred: the standard deviation of a Gaussian, up to 100 points. It spreads three times as far.
  public var shadowRadius = 3.0 { didSet { changed(shadowRadius != oldValue) } }
  /// To the right and downwards, in points.
  public var shadowOffset = Size(0, 2) { didSet { changed(shadowOffset != oldValue) } }

  /// The color of controls; nil: that of the view around.
  public var tintColor: UIColor? { didSet { view.tintChanged() } }

  private func changed(_ isChanged: Bool) { if isChanged { view.looksChanged() } }

  /// The properties that determine a view's look.
  struct Look: Hashable {
    var background: UIColor?
    var cornerRadius = 0.0
    var borderWidth = 0.0
    var borderColor = UIColor.black
    var gradient: Gradient?
    var shadowColor = UIColor.black
    var shadowOpacity = 0.0
    var shadowRadius = 0.0
    var shadowOffset = Size.zero
  }

  static func look(of view: UIView) -> Look {
    var look = Look(background: view.backgroundColor)
    guard let layer = view.layerStorage else { return look }
    look.cornerRadius = layer.cornerRadius.isFinite ? max(layer.cornerRadius, 0) : 0
    look.borderWidth = layer.borderWidth
    look.borderColor = layer.borderColor
    look.gradient = layer.gradient
    look.shadowColor = layer.shadowColor
    look.shadowOpacity = min(max(layer.shadowOpacity, 0), 1)
    look.shadowRadius = layer.shadowRadius.isFinite ? min(max(layer.shadowRadius, 0), 100) : 0
    look.shadowOffset = layer.shadowOffset
    return look
  }
}

extension UIView {
  /// The look of the view's box; created on first use.
  public final var layer: ViewLayer {
    if let layerStorage { return layerStorage }
    let layer = ViewLayer(self)
    layerStorage = layer
    return layer
  }

  /// The color of what can be pressed: this view's, or that of the nearest view around it that has one.
  public final var tintColor: UIColor {
    get {
      var next: UIView? = self
      while let view = next {
        if let tint = view.layerStorage?.tintColor { return tint }
        next = view.parent
      }
      return ControlLooks.tint
    }
    set { layer.tintColor = newValue }
  }

  fileprivate final func tintChanged() {
    for view in tree() where view.drawingStorage != nil { view.setNeedsDisplay() }
  }

  /// Something is to be seen of the view, or not any more, or elsewhere: the window's picture is looked over in the coming
  /// frame.
  @inline(__always)
  final func looksChanged() {
    if let renderer = home?.rendererStorage { renderer.isStale = true }
  }

  /// What the view draws, recorded now if it was not, or if the view has another size than then.
  final func recording() -> Drawing? {
    if let drawing = drawingStorage, drawing.size == geometry.bounds.size { return drawing }
    return record()
  }

  /// Lets the view draw; what it draws is kept.
  @discardableResult
  final func record() -> Drawing? {
    guard let host = (self as? UIWindow ?? home)?.host else { return nil }
    let drawing = host.recorder.record(bounds) { draw(bounds) }
    drawingStorage = drawing
    return drawing
  }
}
