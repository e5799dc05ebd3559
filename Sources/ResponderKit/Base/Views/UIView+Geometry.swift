extension UIView {
  /// Changes bounds, center or transform, and notifies dependents.
  final func changeGeometry(_ change: (inout ViewGeometry) -> Void) {
    let (old, oldCenter) = (geometry.bounds, geometry.center)
    let oldPivot = layerStorage?.hasSpace == true ? geometry.pivot : nil
    animatingChange { change(&geometry) }
    parent?.placesOfChildrenChanged()
    looksChanged()
    safeAreaMayChange()
    if let oldPivot, oldPivot != geometry.pivot { placeSubviewsInSpace() }
    if layoutFlags.contains(.takesPart) { placeChanged(from: old, oldCenter) }
    guard geometry.bounds.size != old.size else { return }
    if autoresizesSubviews, !children.isEmpty { resizeSubviews(from: old.size) }
    roomChanged()
    setNeedsLayout()
  }

  /// Sets the frame that it would have without its transform.
  final func setPlainFrame(_ frame: Rect) {
    if geometry.isPlain {
      self.frame = frame
      return
    }
    var new = geometry
    new.plainFrame = frame
    // By the properties, which subclasses override.
    if new.bounds != geometry.bounds { bounds = new.bounds }
    if new.center != geometry.center { center = new.center }
  }

  /// The point of the bounds, in parts of them, that lies at `center`, and that transforms leave where it is; the middle by default. Another one
  /// moves the view. That of its layer is the same.
  public final var anchorPoint: Point {
    get { geometry.anchor }
    set {
      changeGeometry { $0.set(anchor: newValue) }
      if layoutFlags.contains(.takesPart) { constraintsChanged() }
    }
  }

  /// A point of this view, in another's coordinates; nil: the window's. Views of different windows are related through
  /// the screen.
  public final func convert(_ point: Point, to view: UIView?) -> Point {
    guard let view else { return pointInRoot(point) }
    if view === self { return point }
    if view === parent { return geometry.outer(point) }
    if view.parent === self { return view.local(point) }
    return view.convertFromRoot(Self.move(pointInRoot(point), from: root, to: view.root))
  }

  /// A point of another view, or the window for nil, in this one's coordinates.
  public final func convert(_ point: Point, from view: UIView?) -> Point {
    guard let view else { return convertFromRoot(point) }
    return view.convert(point, to: self)
  }

  /// The box around a rectangle of this view, in another's coordinates.
  public final func convert(_ rect: Rect, to view: UIView?) -> Rect {
    Self.box(rect) { convert($0, to: view) }
  }

  /// The box around a rectangle of another view, or the window for nil, in this one's coordinates.
  public final func convert(_ rect: Rect, from view: UIView?) -> Rect {
    Self.box(rect) { convert($0, from: view) }
  }

  private static func box(_ rect: Rect, _ convert: (Point) -> Point) -> Rect {
    Rect(around: rect.corners.map(convert))
  }

  /// The window, or the topmost superview of a view without one.
  final var root: UIView {
    var view = self
    while let parent = view.parent { view = parent }
    return view
  }

  /// In the coordinates of the topmost view: the window's.
  private func pointInRoot(_ point: Point) -> Point {
    var point = point
    var view = self
    while let parent = view.parent {
      point = view.geometry.outer(point)
      view = parent
    }
    return point
  }

  private func convertFromRoot(_ point: Point) -> Point {
    var path: [UIView] = []
    var view = self
    while let parent = view.parent {
      path.append(view)
      view = parent
    }
    return path.reversed().reduce(point) { $1.local($0) }
  }

  /// Between the coordinates of two topmost views, through the screen.
  private static func move(_ point: Point, from old: UIView, to new: UIView) -> Point {
    if old === new { return point }
    let onScreen = old is UIWindow ? old.geometry.outer(point) : point
    return new is UIWindow ? new.geometry.local(onScreen) : onScreen
  }
}
