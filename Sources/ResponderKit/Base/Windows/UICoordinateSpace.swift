/// What has coordinates: a view, a window, the screen. A place in one of them has a place in the others.
public protocol UICoordinateSpace: AnyObject {
  /// In its own coordinates.
  var bounds: Rect { get }
}

// Where both are views, their own methods count.
extension UICoordinateSpace {
  /// A place of this space in another one's coordinates.
  @_disfavoredOverload
  public func convert(_ point: Point, to space: any UICoordinateSpace) -> Point {
    CoordinateSpaces.fromScreen(CoordinateSpaces.toScreen(point, self), space)
  }

  /// A place of another space in this one's coordinates.
  @_disfavoredOverload
  public func convert(_ point: Point, from space: any UICoordinateSpace) -> Point {
    CoordinateSpaces.fromScreen(CoordinateSpaces.toScreen(point, space), self)
  }

  /// The box around a rectangle of this space in another one's coordinates.
  @_disfavoredOverload
  public func convert(_ rect: Rect, to space: any UICoordinateSpace) -> Rect {
    if let view = self as? UIView, let other = space as? UIView { return view.convert(rect, to: other) }
    return Rect(around: rect.corners.map { convert($0, to: space) })
  }

  /// The box around a rectangle of another space in this one's coordinates.
  @_disfavoredOverload
  public func convert(_ rect: Rect, from space: any UICoordinateSpace) -> Rect {
    space.convert(rect, to: self)
  }
}

/// Ways through the screen.
private enum CoordinateSpaces {
  static func toScreen(_ point: Point, _ space: any UICoordinateSpace) -> Point {
    guard let view = space as? UIView else { return point }
    guard let window = view as? UIWindow ?? view.home else { return view.convert(point, to: nil) }
    return window.convert(
      view === window ? point : view.convert(point, to: window as UIView), to: nil as UIWindow?)
  }

  static func fromScreen(_ point: Point, _ space: any UICoordinateSpace) -> Point {
    guard let view = space as? UIView else { return point }
    guard let window = view as? UIWindow ?? view.home else { return view.convert(point, from: nil) }
    let inside = window.convert(point, from: nil as UIWindow?)
    return view === window ? inside : view.convert(inside, from: window as UIView)
  }
}

extension UIView: UICoordinateSpace {}

extension UIScreen: UICoordinateSpace {
  /// The screen's own coordinates.
  public var coordinateSpace: any UICoordinateSpace { self }
  /// The same: the origin does not turn with the device.
  public var fixedCoordinateSpace: any UICoordinateSpace { self }
  /// In pixels.
  public var nativeBounds: Rect {
    Rect(0, 0, bounds.width * scale, bounds.height * scale)
  }
  /// Pixels per point.
  public var nativeScale: Double { scale }
}
