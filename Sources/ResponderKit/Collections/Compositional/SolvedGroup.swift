/// Where the items of a group are, from its corner.
struct SolvedGroup {
  /// The place of a cell.
  struct Leaf {
    var frame: Rect
    var estimates = LayoutAxes()
    var zIndex = 0
  }

  /// The place of a view beside a cell.
  struct Badge {
    var leaf: Int
    var kind: String
    var frame: Rect
    var zIndex: Int
  }

  var size = Size.zero
  var leaves: [Leaf] = []
  var badges: [Badge] = []
  /// Whether views may change its lengths.
  var isEstimated: Bool { leaves.contains { !$0.estimates.isEmpty } }

  mutating func append(_ part: SolvedGroup, at origin: Point) {
    let first = leaves.count
    for var leaf in part.leaves {
      leaf.frame.origin = leaf.frame.origin + origin
      leaves.append(leaf)
    }
    for var badge in part.badges {
      badge.frame.origin = badge.frame.origin + origin
      badge.leaf += first
      badges.append(badge)
    }
  }
}

/// Finds the places of a group's items.
struct GroupSolver {
  /// How many items are left for the group.
  let available: Int
  let traits: UITraitCollection
  /// What views have said they need, by the item's number in the group.
  let measured: (Int) -> Size?
  private var placed = 0

  init(available: Int, traits: UITraitCollection, measured: @escaping (Int) -> Size? = { _ in nil }) {
    self.available = available
    self.traits = traits
    self.measured = measured
  }

  /// - Parameter forced: the length along an axis that its group gives it.
  mutating func solve(
    _ item: NSCollectionLayoutItem, in container: Size, forced: (axis: LayoutAxis, length: Double)? = nil
  ) -> SolvedGroup {
    var size = item.layoutSize.size(in: container)
    var estimates = item.layoutSize.estimates
    if let forced {
      size[forced.axis] = forced.length
      estimates[forced.axis] = false
    }
    var solved: SolvedGroup
    if let group = item.group {
      solved = solve(group, size, estimates)
    } else {
      if !estimates.isEmpty, let wanted = measured(placed) {
        let insets = item.contentInsets.size
        size = size.replacing(estimates, by: Size(wanted.width + insets.width, wanted.height + insets.height))
      }
      let box = Rect(origin: .zero, size: size).inset(item.contentInsets)
      solved = SolvedGroup(size: size, leaves: [.init(frame: box, estimates: estimates)])
      placed += 1
    }
    guard !item.supplementaryItems.isEmpty else { return solved }
    let box = Rect(origin: .zero, size: solved.size).inset(item.contentInsets)
    for badge in item.supplementaryItems {
      solved.badges.append(
        .init(
          leaf: 0, kind: badge.elementKind, frame: badge.frame(beside: box), zIndex: badge.zIndex))
    }
    return solved
  }

  private mutating func solve(_ group: NSCollectionLayoutGroup, _ size: Size, _ estimates: LayoutAxes)
    -> SolvedGroup
  {
    let inner = Rect(origin: .zero, size: size).inset(group.contentInsets)
    switch group.content {
    case .custom(let provider):
      let environment = LayoutEnvironment(room: .init(contentSize: inner.size), traitCollection: traits)
      return custom(provider(environment), size, estimates, inner)
    case .sequence(let axis):
      var row = GroupRow(group, axis, inner.size, isOpen: estimates[axis])
      fill(&row, group.subitems, forced: nil)
      return row.solved(size, estimates, inner.origin)
    case .repeated(let axis, let count):
      var row = GroupRow(group, axis, inner.size, isOpen: estimates[axis])
      guard let subitem = group.subitems.first else { return SolvedGroup(size: size) }
      row.most = count
      let gaps = Double(count - 1) * row.spacing
      let edges = subitem.edgeSpacing?.length(axis) ?? 0
      let share = max((inner.size[axis] - gaps) / Double(count) - edges, 0)
      let own = subitem.layoutSize.size(in: inner.size)[axis]
      // Equal parts, where so many would not fit.
      let isForced = !estimates[axis] && (subitem.layoutSize.estimates[axis] || own > share + 1e-6)
      fill(&row, [subitem], forced: isForced ? (axis, share) : nil)
      return row.solved(size, estimates, inner.origin)
    }
  }

  private mutating func fill(
    _ row: inout GroupRow, _ subitems: [NSCollectionLayoutItem], forced: (axis: LayoutAxis, length: Double)?
  ) {
    guard !subitems.isEmpty else { return }
    var index = 0
    while placed < available, index < row.most ?? .max {
      let item = subitems[index % subitems.count]
      // What is open has each box once.
      if index >= subitems.count, row.isOpen, row.most == nil { break }
      let before = placed
      let part = solve(item, in: row.room, forced: forced)
      if index >= subitems.count, row.most == nil, !row.fits(part, item) || placed == before {
        placed = before
        break
      }
      row.append(part, item)
      index += 1
    }
  }

  private mutating func custom(
    _ items: [NSCollectionLayoutGroupCustomItem], _ size: Size, _ estimates: LayoutAxes, _ inner: Rect
  ) -> SolvedGroup {
    var solved = SolvedGroup(size: size)
    var end = Size.zero
    for item in items.prefix(max(available - placed, 0)) {
      let frame = item.frame.offsetBy(dx: inner.minX, dy: inner.minY)
      solved.leaves.append(.init(frame: frame, zIndex: item.zIndex))
      end = Size(max(end.width, frame.maxX), max(end.height, frame.maxY))
      placed += 1
    }
    solved.size = size.replacing(estimates, by: end)
    return solved
  }
}
