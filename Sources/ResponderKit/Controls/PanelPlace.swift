/// Where a panel is that belongs to a rectangle: a menu beside its button, a popover beside what it is about.
struct PanelPlace {
  /// Where it is, seen from the rectangle.
  enum PanelSide: CaseIterable {
    case below, above, right, left

    var isVertical: Bool { self == .below || self == .above }
  }

  /// Where it begins along the rectangle's side.
  enum PanelStart {
    /// At the rectangle's left or upper edge.
    case edge
    /// So that its middle is the rectangle's.
    case middle
  }

  let frame: Rect
  /// Nil: it is over the rectangle.
  let side: PanelSide?

  /// At the first of the sides where it fits into the room; nil: at none.
  init?(
    _ size: Size, beside source: Rect, in room: Rect, gap: Double, _ sides: [PanelSide],
    from start: PanelStart = .middle
  ) {
    for side in sides {
      let space = Self.space(side, of: source, in: room, gap)
      guard size.width <= space.width, size.height <= space.height else { continue }
      self.init(size, beside: source, side, in: space, from: start)
      return
    }
    return nil
  }

  /// At the side with the most room, and no larger than that.
  init?(largest size: Size, beside source: Rect, in room: Rect, gap: Double, _ sides: [PanelSide]) {
    let spaces = sides.map { (side: $0, space: Self.space($0, of: source, in: room, gap)) }
    func shown(_ space: Rect) -> Double { min(space.width, size.width) * min(space.height, size.height) }
    guard let best = spaces.max(by: { shown($0.space) < shown($1.space) }), shown(best.space) > 0 else {
      return nil
    }
    let fitting = Size(min(size.width, best.space.width), min(size.height, best.space.height))
    self.init(fitting, beside: source, best.side, in: best.space, from: .middle)
  }

  private init(
    _ size: Size, beside source: Rect, _ side: PanelSide, in space: Rect, from start: PanelStart
  ) {
    func along(_ low: Double, _ high: Double, _ length: Double, _ least: Double, _ most: Double) -> Double {
      let wanted = start == .edge ? low : (low + high - length) / 2
      return wanted.clamped(from: least, to: most - length)
    }
    var origin = Point(
      along(source.minX, source.maxX, size.width, space.minX, space.maxX),
      along(source.minY, source.maxY, size.height, space.minY, space.maxY))
    switch side {
    case .below: origin.y = space.minY
    case .above: origin.y = space.maxY - size.height
    case .right: origin.x = space.minX
    case .left: origin.x = space.maxX - size.width
    }
    frame = Rect(origin: origin, size: size)
    self.side = side
  }

  /// The part of the room at a side of the rectangle.
  private static func space(_ side: PanelSide, of source: Rect, in room: Rect, _ gap: Double) -> Rect {
    var (minX, minY, maxX, maxY) = (room.minX, room.minY, room.maxX, room.maxY)
    switch side {
    case .below: minY = max(minY, source.maxY + gap)
    case .above: maxY = min(maxY, source.minY - gap)
    case .right: minX = max(minX, source.maxX + gap)
    case .left: maxX = min(maxX, source.minX - gap)
    }
    return Rect(minX, minY, max(maxX - minX, 0), max(maxY - minY, 0))
  }
}

extension PanelPlace {
  /// Over the rectangle, with the same middle where that is possible.
  init(_ size: Size, over source: Rect, in room: Rect) {
    let x = (source.midX - size.width / 2).clamped(from: room.minX, to: room.maxX - size.width)
    let y = (source.midY - size.height / 2).clamped(from: room.minY, to: room.maxY - size.height)
    frame = Rect(x, y, size.width, size.height)
    side = nil
  }
}
