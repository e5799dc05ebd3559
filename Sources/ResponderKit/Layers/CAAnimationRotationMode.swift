/// How a layer turns whose `position` goes along the values or the path of a ``CAKeyframeAnimation``.
public enum CAAnimationRotationMode: Hashable, Sendable {
  /// Its right side looks ahead.
  case rotateAuto
  /// Its left side looks ahead.
  case rotateAutoReverse

  /// Turns a layer to its way, in addition to its own transform.
  func apply(_ way: CGVector, to state: inout LayerState) {
    let angle = atan2(way.dy, way.dx) + (self == .rotateAuto ? 0 : Double.pi)
    state.spatial = CATransform3DRotate(state.spatial, angle, 0, 0, 1)
  }
}

extension LayerMotion.Frames {
  /// The direction of the values' way there; nil where they do not move. At a corner, the direction after it. A part that a curve leads beyond an end has the
  /// direction at that end.
  func way(at part: Double) -> CGVector? {
    guard !isDiscrete else { return nil }
    let (part, step) = (min(max(part, 0), 1), 1e-4)
    for (from, to) in [(part, part + step), (part - step, part)] {
      guard case .point(let start)? = value(min(max(from, 0), 1)),
        case .point(let end)? = value(min(max(to, 0), 1))
      else { return nil }
      let way = CGVector(dx: end.x - start.x, dy: end.y - start.y)
      if way.dx.isFinite, way.dy.isFinite, way.dx != 0 || way.dy != 0 { return way }
    }
    return nil
  }
}
