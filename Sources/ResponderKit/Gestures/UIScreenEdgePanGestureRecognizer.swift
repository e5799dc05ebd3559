/// A pan that comes in from an edge of the window.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  /// An older name.
  public typealias Edges = UIRectEdge

  /// The edges from which the gesture may come.
  open var edges: Edges = []
  /// The edges from which it came.
  private final var near: Edges = []

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if !hasBegun, fingersDown == touches.count {
      near = edges
      for touch in touches { near.formIntersection(edges(at: touch)) }
      if near.isEmpty { return state = .failed }
    }
    super.touchesBegan(touches, with: event)
  }

  private final func edges(at touch: UITouch) -> Edges {
    guard let window = touch.window else { return [] }
    let bounds = box(in: window)
    let (place, edge) = (touch.beganLocation, tuning.screenEdge)
    var found: Edges = []
    if place.y - bounds.minY < edge { found.insert(.top) }
    if place.x - bounds.minX < edge { found.insert(.left) }
    if bounds.maxY - place.y <= edge { found.insert(.bottom) }
    if bounds.maxX - place.x <= edge { found.insert(.right) }
    return found
  }

  /// The rectangle whose edges count, in the window's coordinates.
  func box(in window: UIWindow) -> Rect { window.bounds }

  /// Inwards, more than along the edge.
  override func wantsToBegin(_ way: Point) -> Bool {
    guard super.wantsToBegin(way) else { return false }
    let isInwards =
      near.contains(.left) && way.x > abs(way.y) || near.contains(.right) && -way.x > abs(way.y)
      || near.contains(.top) && way.y > abs(way.x) || near.contains(.bottom) && -way.y > abs(way.x)
    if !isInwards { state = .failed }
    return isInwards
  }

  open override func reset() {
    super.reset()
    near = []
  }
}
