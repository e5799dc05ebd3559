/// Boxes in a row or a column of a group, and the distances between them.
struct GroupRow {
  let axis: LayoutAxis
  /// The room inside of the group.
  let room: Size
  /// Whether the group is as long as what is in it.
  let isOpen: Bool
  /// The number of boxes, if the group has one.
  var most: Int?
  private let gap: NSCollectionLayoutSpacing?
  private var parts: [(solved: SolvedGroup, edges: NSCollectionLayoutEdgeSpacing?)] = []
  private var length = 0.0

  init(_ group: NSCollectionLayoutGroup, _ axis: LayoutAxis, _ room: Size, isOpen: Bool) {
    self.axis = axis
    self.room = room
    self.isOpen = isOpen
    gap = group.interItemSpacing
  }

  var spacing: Double { gap?.spacing ?? 0 }

  private func length(_ part: SolvedGroup, _ edges: NSCollectionLayoutEdgeSpacing?, _ axis: LayoutAxis)
    -> Double
  { part.size[axis] + (edges?.length(axis) ?? 0) }

  func fits(_ part: SolvedGroup, _ item: NSCollectionLayoutItem) -> Bool {
    let needed = length(part, item.edgeSpacing, axis)
    // A rounding error is no reason to leave one out; what has no length would never come to an end.
    return needed > 0 && length + spacing + needed <= room[axis] + 1e-6
  }

  mutating func append(_ part: SolvedGroup, _ item: NSCollectionLayoutItem) {
    if !parts.isEmpty { length += spacing }
    length += length(part, item.edgeSpacing, axis)
    parts.append((part, item.edgeSpacing))
  }

  /// - Parameters:
  ///   - size: the group's, where it is not estimated.
  ///   - origin: of the room in the group.
  func solved(_ size: Size, _ estimates: LayoutAxes, _ origin: Point) -> SolvedGroup {
    let across = axis.other
    let breadth = parts.reduce(0.0) { max($0, length($1.solved, $1.edges, across)) }
    // What the group's insets take is around, however long it becomes.
    var natural = size
    natural[axis] = length + size[axis] - room[axis]
    natural[across] = breadth + size[across] - room[across]
    var group = SolvedGroup(size: size.replacing(estimates, by: natural))
    let share = flexibleShare(estimates[axis] ? length : room[axis])
    let acrossRoom = estimates[across] ? breadth : room[across]
    var place = 0.0
    for (index, part) in parts.enumerated() {
      if index > 0 { place += spacing + (gap?.isFlexibleSpacing == true ? share : 0) }
      place += distance(part.edges?.low(axis), share)
      let free = max(acrossRoom - length(part.solved, part.edges, across), 0)
      let sides = [part.edges?.low(across), part.edges?.high(across)].filter { $0?.isFlexibleSpacing == true }
      var corner = origin
      corner[axis] += place
      corner[across] += distance(part.edges?.low(across), free / Double(max(sides.count, 1)))
      group.append(part.solved, at: corner)
      place += part.solved.size[axis] + distance(part.edges?.high(axis), share)
    }
    return group
  }

  private func distance(_ spacing: NSCollectionLayoutSpacing?, _ share: Double) -> Double {
    guard let spacing else { return 0 }
    return spacing.spacing + (spacing.isFlexibleSpacing ? share : 0)
  }

  /// How much each flexible distance gets of what is left.
  private func flexibleShare(_ room: Double) -> Double {
    var count = gap?.isFlexibleSpacing == true ? parts.count - 1 : 0
    for part in parts {
      if part.edges?.low(axis)?.isFlexibleSpacing == true { count += 1 }
      if part.edges?.high(axis)?.isFlexibleSpacing == true { count += 1 }
    }
    return max(room - length, 0) / Double(max(count, 1))
  }
}
