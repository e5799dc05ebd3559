/// The repetitions of a section's group, one after the other along an axis. All are alike but the last one, and those whose views have said what
/// they need.
struct GroupRun {
  let axis: LayoutAxis
  let count: Int
  let spacing: Double
  private let group: NSCollectionLayoutGroup
  private let container: Size
  private let traits: UITraitCollection
  /// As all groups are, unless they are among `own`.
  private let usual: SolvedGroup
  private var own: [Int: SolvedGroup] = [:]
  /// The first item of each group, and their number; nil while all groups but the last one have as many as the usual one.
  private var starts: [Int]?
  private var lengths: LengthTree
  private(set) var measured: [Int: Size]
  /// The groups some view of which has said what it needs, and the breadth of the broadest.
  private var known: (groups: Set<Int>, breadth: Double) = ([], 0)

  init(
    _ section: NSCollectionLayoutSection, axis: LayoutAxis, count: Int, in container: Size,
    _ traits: UITraitCollection, measured: [Int: Size]
  ) {
    self.axis = axis
    self.count = count
    self.container = container
    self.traits = traits
    group = section.group
    spacing = section.interGroupSpacing.isFinite ? section.interGroupSpacing : 0
    var solver = GroupSolver(available: count, traits: traits)
    usual = solver.solve(group, in: container)
    self.measured = usual.isEstimated ? measured : [:]
    lengths = LengthTree(count: 0, usual: 0)
    guard !usual.leaves.isEmpty else { return }
    let groups = (count + usual.leaves.count - 1) / usual.leaves.count
    lengths = LengthTree(count: groups, usual: usual.size[axis] + spacing)
    // The last group may have fewer items.
    if count % usual.leaves.count != 0 { change(groups - 1) }
    for item in self.measured.keys.sorted() where item < count && !known.groups.contains(groupIndex(of: item))
    {
      change(groupIndex(of: item))
    }
  }

  var groupCount: Int { lengths.count }
  /// From the beginning of the first group to the end of the last one.
  var length: Double { max(lengths.total - (groupCount > 0 ? spacing : 0), 0) }

  /// As broad as the broadest group that is known, or the usual one.
  var breadth: Double {
    if groupCount == 0 { return 0 }
    return known.groups.isEmpty ? usual.size[axis.other] : known.breadth
  }

  func start(of group: Int) -> Double { lengths.start(group) }
  func solved(_ group: Int) -> SolvedGroup { own[group] ?? usual }
  func firstItem(of group: Int) -> Int { starts?[group] ?? group * usual.leaves.count }

  func groupIndex(of item: Int) -> Int {
    guard let starts else { return item / max(usual.leaves.count, 1) }
    return FlowSection.first(groupCount) { starts[$0 + 1] > item }
  }

  /// Where a group begins in the run.
  func origin(of group: Int) -> Point {
    var origin = Point.zero
    origin[axis] = start(of: group)
    return origin
  }

  /// An item's place in the run; nil for one that is not there.
  func leaf(of item: Int) -> SolvedGroup.Leaf? {
    let index = groupIndex(of: item)
    guard item >= 0, item < count, index < groupCount else { return nil }
    let (leaves, number) = (solved(index).leaves, item - firstItem(of: index))
    guard leaves.indices.contains(number) else { return nil }
    var leaf = leaves[number]
    leaf.frame.origin = leaf.frame.origin + origin(of: index)
    return leaf
  }

  /// The groups between two places of the run.
  func groups(from low: Double, to high: Double) -> Range<Int> {
    let first = lengths.index(endingBehind: low - spacing.magnitude)
    var end = first
    while end < groupCount, start(of: end) < high { end += 1 }
    return first..<end
  }

  /// A view has said what it needs; whether that changes anything.
  mutating func measure(_ item: Int, _ size: Size) -> Bool {
    guard let leaf = leaf(of: item), !leaf.estimates.isEmpty else { return false }
    let before = breadth
    measured[item] = leaf.frame.size.replacing(leaf.estimates, by: size)
    change(groupIndex(of: item))
    return measured[item] != leaf.frame.size || breadth != before
  }

  func isMeasured(_ item: Int) -> Bool { measured[item] != nil }

  // MARK: Groups that are not as usual

  private func solve(from first: Int) -> SolvedGroup {
    let measured = measured
    var solver = GroupSolver(available: count - first, traits: traits) { measured[first + $0] }
    return solver.solve(group, in: container)
  }

  private mutating func change(_ index: Int) {
    let first = firstItem(of: index)
    let new = solve(from: first)
    let old = starts.map { $0[index + 1] - $0[index] } ?? min(usual.leaves.count, count - first)
    guard new.leaves.count == old, old > 0 else { return flow(from: index) }
    keep(new, index)
  }

  private mutating func keep(_ group: SolvedGroup, _ index: Int) {
    let (before, breadth) = (own[index]?.size[axis.other], group.size[axis.other])
    own[index] = group
    lengths[index] = group.size[axis] + spacing
    let first = firstItem(of: index)
    guard (first..<first + group.leaves.count).contains(where: { measured[$0] != nil }) else { return }
    known.groups.insert(index)
    if before == known.breadth, breadth < known.breadth {
      known.breadth = known.groups.reduce(0) { max($0, solved($1).size[axis.other]) }
    } else {
      known.breadth = max(known.breadth, breadth)
    }
  }

  /// A group has room for more items now, or for fewer: those behind it have others, too.
  private mutating func flow(from index: Int) {
    var list = (0...index).map { firstItem(of: $0) }
    var new = own.filter { $0.key < index }
    while let first = list.last, first < count {
      let group = solve(from: first)
      guard !group.leaves.isEmpty else { break }
      new[list.count - 1] = group
      list.append(first + group.leaves.count)
    }
    (own, starts, known) = ([:], list, ([], 0))
    lengths = LengthTree(count: list.count - 1, usual: usual.size[axis] + spacing)
    for (index, group) in new { keep(group, index) }
  }
}
