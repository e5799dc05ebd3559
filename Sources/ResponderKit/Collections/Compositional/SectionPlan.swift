/// Where the parts of one section are, from its beginning.
///
///     header, at the upper edge
///     the insets and, in them, the groups: one below the other, or in a lane that scrolls across
///     footer, at the lower edge
struct SectionPlan {
  /// What is around all sections.
  struct Surroundings {
    /// Along which the collection scrolls.
    var axis: LayoutAxis
    var environment: LayoutEnvironment
    var container: Size { environment.room.effectiveContentSize }
  }

  /// A header or a footer with its size.
  struct Band {
    var item: NSCollectionLayoutBoundarySupplementaryItem
    var size: Size
    var isMeasured: Bool
    /// Its number among those of its kind.
    var number: Int
  }

  let section: NSCollectionLayoutSection
  let around: Surroundings
  private(set) var run: GroupRun
  private(set) var bands: [Band] = []
  /// How far the lane is scrolled.
  var offset = 0.0
  /// What headers and footers take at the four sides.
  private var taken = NSDirectionalEdgeInsets.zero

  /// - Parameter measured: what views have said they need: cells by their items, headers by their place in the list.
  init(
    _ section: NSCollectionLayoutSection, count: Int, _ around: Surroundings,
    measured: (items: [Int: Size], bands: [Int: Size])
  ) {
    self.section = section
    self.around = around
    let isLane = section.orthogonalScrollingBehavior != .none
    let insets = section.contentInsets.size
    let container = around.container
    let inner = Size(max(container.width - insets.width, 0), max(container.height - insets.height, 0))
    let bandRoom = section.supplementariesFollowContentInsets ? inner : container
    var numbers: [String: Int] = [:]
    for (index, item) in section.boundarySupplementaryItems.enumerated() {
      let natural = item.layoutSize.size(in: bandRoom)
      let known = measured.bands[index]
      let size = known.map { natural.replacing(item.layoutSize.estimates, by: $0) } ?? natural
      bands.append(
        Band(
          item: item, size: size, isMeasured: known != nil, number: numbers[item.elementKind, default: 0]))
      numbers[item.elementKind, default: 0] += 1
    }
    taken = Self.room(of: bands)
    var room = inner
    room[around.axis.other] = max(
      room[around.axis.other] - taken.low(around.axis.other) - taken.high(around.axis.other), 0)
    run = GroupRun(
      section, axis: isLane ? around.axis.other : around.axis, count: count, in: room,
      around.environment.traitCollection, measured: measured.items)
  }

  private static func room(of bands: [Band]) -> NSDirectionalEdgeInsets {
    var room = NSDirectionalEdgeInsets.zero
    for band in bands where band.item.extendsBoundary {
      switch band.item.alignment {
      case .top, .topLeading, .topTrailing: room.top = max(room.top, band.size.height - band.item.offset.y)
      case .bottom, .bottomLeading, .bottomTrailing:
        room.bottom = max(room.bottom, band.size.height + band.item.offset.y)
      case .leading: room.leading = max(room.leading, band.size.width - band.item.offset.x)
      case .trailing: room.trailing = max(room.trailing, band.size.width + band.item.offset.x)
      case .none: break
      }
    }
    return NSDirectionalEdgeInsets(
      top: max(room.top, 0), leading: max(room.leading, 0), bottom: max(room.bottom, 0),
      trailing: max(room.trailing, 0))
  }

  var isLane: Bool { section.orthogonalScrollingBehavior != .none }
  var axis: LayoutAxis { around.axis }

  /// The whole length along the way that the collection scrolls.
  var length: Double {
    let insets = section.contentInsets
    let inner = isLane ? run.breadth : run.length
    return max(taken.low(axis) + insets.low(axis) + inner + insets.high(axis) + taken.high(axis), 0)
  }

  /// The section's box; it is as broad as the collection.
  var frame: Rect {
    var size = around.container
    size[axis] = length
    return Rect(origin: .zero, size: size)
  }

  // MARK: Cells

  /// Where the first group begins, without the lane's offset.
  var corner: Point {
    var corner = Point(taken.leading + section.contentInsets.leading, taken.top + section.contentInsets.top)
    if isLane { corner[axis.other] = max(corner[axis.other], centering(0)) }
    return corner
  }

  /// What has to be before the first group, or behind the last one, so that it can be in the middle.
  private func centering(_ group: Int) -> Double {
    guard section.orthogonalScrollingBehavior == .groupPagingCentered, run.groupCount > 0 else { return 0 }
    return max((around.container[axis.other] - run.solved(group).size[axis.other]) / 2, 0)
  }

  /// From what is at rest in a lane to where it is now.
  private var shift: Point {
    var shift = Point.zero
    if isLane { shift[axis.other] = -offset }
    return shift
  }

  /// The place of a cell.
  func leaf(of item: Int) -> SolvedGroup.Leaf? {
    guard var leaf = run.leaf(of: item) else { return nil }
    leaf.frame.origin = leaf.frame.origin + corner + shift
    return leaf
  }

  /// The groups a part of the section touches, with where they are now.
  func groups(in rect: Rect) -> [(index: Int, origin: Point)] {
    let start = corner + shift
    let axis = run.axis
    let groups = run.groups(from: rect.low(axis) - start[axis], to: rect.high(axis) - start[axis])
    return groups.map { ($0, run.origin(of: $0) + start) }
  }

  // MARK: The lane

  /// The box of the lane; as broad as the collection.
  var laneFrame: Rect {
    var frame = self.frame
    frame.origin[axis] = taken.low(axis) + section.contentInsets.low(axis)
    frame.size[axis] = run.breadth
    return frame
  }

  /// The length of what scrolls in the lane.
  var laneLength: Double {
    let end = max(
      section.contentInsets.high(axis.other) + taken.high(axis.other), centering(run.groupCount - 1))
    return corner[axis.other] + run.length + end
  }

  /// Where a lane comes to rest that would stop at a place.
  ///
  /// - Parameters:
  ///   - now: where it is.
  ///   - velocity: in points a millisecond.
  func rest(_ proposed: Double, now: Double, velocity: Double) -> Double {
    let behavior = section.orthogonalScrollingBehavior
    guard run.groupCount > 0, behavior != .continuous, behavior != .paging else { return proposed }
    let isFree = behavior == .continuousGroupLeadingBoundary
    let place = isFree ? proposed : now
    // The group that begins before the place, and the next one.
    let before = run.groups(from: place + 1e-6, to: place + 1e-6).lowerBound
    let candidates = [before - 1, before, before + 1].map { stop(min(max($0, 0), run.groupCount - 1)) }
    let nearest = candidates.min { abs($0 - place) < abs($1 - place) } ?? proposed
    guard !isFree, abs(velocity) > 0.1 else { return nearest }
    return velocity > 0
      ? candidates.filter { $0 > place + 1e-6 }.min() ?? nearest
      : candidates.filter { $0 < place - 1e-6 }.max() ?? nearest
  }

  /// The offset at which a group is where it rests.
  private func stop(_ group: Int) -> Double {
    let start = run.start(of: group)
    guard section.orthogonalScrollingBehavior == .groupPagingCentered else { return start }
    let middle = corner[axis.other] + start + run.solved(group).size[axis.other] / 2
    return middle - around.container[axis.other] / 2
  }

  // MARK: Headers and footers

  /// The place of a header or a footer.
  ///
  /// - Parameter seen: what of the section is in sight, between two places along the axis.
  func frame(of band: Band, seen: ClosedRange<Double>) -> Rect {
    let insets = section.supplementariesFollowContentInsets ? section.contentInsets : .zero
    let room = frame
    let edges = band.item.alignment.edges
    var place = Point.zero
    for axis in [LayoutAxis.horizontal, .vertical] {
      // Along the way that the collection scrolls, the insets are inside of headers.
      let (low, high) = axis == self.axis ? (0, 0) : (insets.low(axis), insets.high(axis))
      let free = room.size[axis] - low - high - band.size[axis]
      place[axis] = low + free * edges.place[axis] + band.item.offset[axis]
      let isSide = band.item.alignment == .leading || band.item.alignment == .trailing
      guard band.item.extendsBoundary, isSide == (axis == .horizontal) else { continue }
      // It is next to the content, at its distance.
      if edges.place[axis] == 0 { place[axis] += taken.low(axis) - low - band.size[axis] }
      if edges.place[axis] == 1 { place[axis] += band.size[axis] + high - taken.high(axis) }
    }
    if band.item.pinToVisibleBounds {
      let own = band.size[axis]
      if edges.place[axis] == 0 {
        place[axis] = max(place[axis], min(seen.lowerBound, length - taken.high(axis) - own))
      } else if edges.place[axis] == 1 {
        place[axis] = min(place[axis], max(seen.upperBound - own, taken.low(axis)))
      }
    }
    return Rect(origin: place, size: band.size).inset(band.item.contentInsets)
  }

  // MARK: Measures

  /// A view has said what it needs; whether that changes anything.
  mutating func measure(_ item: Int, _ size: Size) -> Bool { run.measure(item, size) }

  mutating func measure(band index: Int, _ size: Size) -> Bool {
    guard bands.indices.contains(index) else { return false }
    let insets = bands[index].item.contentInsets.size
    let whole = Size(size.width + insets.width, size.height + insets.height)
    let new = bands[index].size.replacing(bands[index].item.layoutSize.estimates, by: whole)
    let changes = new != bands[index].size
    (bands[index].size, bands[index].isMeasured) = (new, true)
    taken = Self.room(of: bands)
    return changes
  }
}
