/// The outline of the box.
extension LayerLook {
  /// Whether some corners are round, and others are not.
  private var isPartlyRound: Bool { cornerRadius > 0 && !corners.isSuperset(of: .all) }

  /// A rectangle with the round corners of the look.
  func shape(of rect: Rect) -> Drawing.Shape {
    isPartlyRound ? .polygon(points(of: rect, cornerRadius)) : .rect(rect, radius: cornerRadius)
  }

  /// The pattern in place of its background, of which a copy begins at the upper left corner; nil: there is none.
  func tiling(of rect: Rect) -> Drawing.Tiling? {
    pattern.map { Drawing.Tiling(pattern: $0, origin: rect.origin) }
  }

  /// The border of a rectangle, inside of its edges.
  func border(of rect: Rect) -> Drawing.Operation {
    guard isPartlyRound else {
      return .stroke(.rect(rect, radius: cornerRadius), width: borderWidth, borderColor)
    }
    let outer = points(of: rect, cornerRadius)
    let inside = rect.insetBy(dx: borderWidth, dy: borderWidth)
    guard !inside.isEmpty, let first = outer.first else { return .fill(.polygon(outer), borderColor) }
    // Around the outer edge, and back along the inner one: the way between the two is drawn there and back.
    let inner = points(of: inside, max(cornerRadius - borderWidth, 0))
    let ring = outer + [first] + inner.prefix(1) + inner.reversed() + [first]
    return .fill(.polygon(ring), borderColor)
  }

  private func points(of rect: Rect, _ radius: Double) -> [Point] {
    let path = UIBezierPath(
      roundedRect: rect, byRoundingCorners: UIRectCorner(rawValue: corners.rawValue),
      cornerRadii: Size(radius, radius))
    return path.shapeParts.first?.points ?? []
  }
}
