extension UIView {
  /// Changes bounds, center or transform, and notifies dependents.
  final func changeGeometry(_ change: (inout ViewGeometry) -> Void) {
    guard let old = setGeometry(change) else { return }
    if hasFollowers { resizeTree(from: old) } else { sizeChanged() }
  }

  /// The same, but for what follows a change of the size.
  ///
  /// - Returns: the old size if the size has changed; the caller notifies.
  final func setGeometry(_ change: (inout ViewGeometry) -> Void) -> Size? {
    let (old, oldCenter) = (geometry.bounds, geometry.center)
    let oldPivot = layerStorage?.hasSpace == true ? geometry.pivot : nil
    animatingChange { change(&geometry) }
    parent?.placeOfChildChanged()
    looksChanged()
    safeAreaMayChange()
    if let oldPivot, oldPivot != geometry.pivot { placeSubviewsInSpace() }
    if layoutFlags.contains(.takesPart) { placeChanged(from: old, oldCenter) }
    // Not where it only scrolls.
    let isMoved =
      geometry.bounds.origin == old.origin || geometry.center != oldCenter || geometry.bounds.size != old.size
    if isMoved, layoutFlags.contains(.constrained), let home, home.inputViewFrame.height > 0 {
      home.keyboardGuides.moved(with: self)
    }
    if geometry.bounds.size != old.size { return old.size }
    reportValues()
    return nil
  }

  /// Notifies dependents of another size, after the subviews that follow it.
  final func sizeChanged() {
    roomChanged()
    setNeedsLayout()
    reportValues()
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
  /// the screen. A mask is a topmost view here: `convert` of layers also converts between it and what it masks.
  public final func convert(_ point: Point, to view: UIView?) -> Point { converted(point, to: view) }

  /// A point of another view, or the window for nil, in this one's coordinates.
  public final func convert(_ point: Point, from view: UIView?) -> Point {
    guard let view else { return convertFromRoot(point) }
    return view.convert(point, to: self)
  }

  /// The box around what is seen of a rectangle of this view, in another's coordinates.
  public final func convert(_ rect: Rect, to view: UIView?) -> Rect {
    Self.box(converted(rect.corners, to: view), convert(rect.center, to: view))
  }

  /// The box around what is seen of a rectangle of another view, or the window for nil, in this one's coordinates.
  public final func convert(_ rect: Rect, from view: UIView?) -> Rect {
    guard let view else { return Self.box(convertFromRoot(rect.corners), convertFromRoot(rect.center)) }
    return view.convert(rect, to: self)
  }

  /// Around corners; empty, and at a point, where all of a rectangle is behind the eye.
  private static func box(_ corners: [Point], _ center: @autoclosure () -> Point) -> Rect {
    corners.isEmpty ? Rect(origin: center(), size: .zero) : Rect(around: corners)
  }

  @inline(__always)
  private func converted<Place: PlaceInView>(_ place: Place, to view: UIView?) -> Place {
    guard let view else { return placeInRoot(place) }
    if view === self { return place }
    if view === parent { return place.outer(geometry) }
    if view.parent === self { return place.local(view.geometry) }
    return view.convertFromRoot(Self.move(placeInRoot(place), from: root, to: view.root))
  }

  /// The window, or the topmost superview of a view without one.
  final var root: UIView {
    var view = self
    while let parent = view.parent { view = parent }
    return view
  }

  /// In the coordinates of the topmost view: the window's.
  private func placeInRoot<Place: PlaceInView>(_ place: Place) -> Place {
    var place = place
    var view = self
    while let parent = view.parent {
      place = place.outer(view.geometry)
      view = parent
    }
    return place
  }

  private func convertFromRoot<Place: PlaceInView>(_ place: Place) -> Place {
    var path: [UIView] = []
    var view = self
    while let parent = view.parent {
      path.append(view)
      view = parent
    }
    return path.reversed().reduce(place) { $0.local($1.geometry) }
  }

  /// Between the coordinates of two topmost views, through the screen.
  private static func move<Place: PlaceInView>(_ place: Place, from old: UIView, to new: UIView) -> Place {
    if old === new { return place }
    let onScreen = old is UIWindow ? place.outer(old.geometry) : place
    return new is UIWindow ? onScreen.local(new.geometry) : onScreen
  }
}

/// What is converted from the coordinates of one view to those of another: a point, or the corners of an area.
private protocol PlaceInView {
  func outer(_ geometry: ViewGeometry) -> Self
  func local(_ geometry: ViewGeometry) -> Self
}

extension Point: PlaceInView {
  fileprivate func outer(_ geometry: ViewGeometry) -> Point { geometry.outer(self) }
  fileprivate func local(_ geometry: ViewGeometry) -> Point { geometry.local(self) }
}

extension [Point]: PlaceInView {
  fileprivate func outer(_ geometry: ViewGeometry) -> [Point] { geometry.outer(self) }
  fileprivate func local(_ geometry: ViewGeometry) -> [Point] { geometry.local(self) }
}
