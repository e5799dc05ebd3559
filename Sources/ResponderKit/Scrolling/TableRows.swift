/// Positions of one section's rows. Costs nothing per row of the common height, and one entry per row of another height.
struct TableRows {
  /// More rows than this are not counted.
  static let most = 1 << 40

  /// The upper edge of the first row, in the content.
  private(set) var top: Double
  private(set) var count: Int
  /// Of each row, while there are no `edges`.
  private var height: Double
  /// Rows of other heights, in order, and how much longer all rows up to each are together.
  private var longer: [(row: Int, sum: Double)] = []
  /// The upper edge of each row and the end of the last one, if each row has a height of its own.
  private var edges: [Double]?

  /// Rows of one height.
  init(top: Double, count: Int, height: Double) {
    self.top = top
    self.count = min(max(count, 0), Self.most)
    self.height = Self.usable(height)
  }

  /// Rows of one height, but for some.
  init(top: Double, count: Int, height: Double, except others: [Int: Double]) {
    self.init(top: top, count: count, height: height)
    var sum = 0.0
    for (row, height) in others.sorted(by: { $0.key < $1.key }) where row >= 0 && row < self.count {
      sum += Self.usable(height) - self.height
      longer.append((row, sum))
    }
  }

  /// Rows each of which has a height of its own.
  init(top: Double, count: Int, heights: (Int) -> Double) {
    self.init(top: top, count: count, height: 0)
    var list = [top]
    for row in 0..<self.count { list.append(list[row] + Self.usable(heights(row))) }
    edges = list
  }

  private static func usable(_ height: Double) -> Double { height.isFinite ? max(height, 0) : 0 }

  /// The upper edge of a row, or with their number the end of the last one.
  func edge(_ row: Int) -> Double {
    if let edges { return edges[row] }
    let before = place(of: row)
    return top + Double(row) * height + (before > 0 ? longer[before - 1].sum : 0)
  }

  /// The index of the first of the rows of other heights that is not before a row.
  private func place(of row: Int) -> Int {
    var (low, high) = (0, longer.count)
    while low < high {
      let middle = (low + high) / 2
      if longer[middle].row < row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The end of the last row.
  var end: Double { edge(count) }

  /// The last row that does not begin below a place between the first row's top and the end.
  func row(at y: Double) -> Int {
    guard count > 0 else { return 0 }
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if edge(middle) <= y { low = middle } else { high = middle }
    }
    return low
  }

  /// All of them move down.
  mutating func move(by distance: Double) {
    top += distance
    guard var list = edges else { return }
    edges = nil
    for index in list.indices { list[index] += distance }
    edges = list
  }

  /// A row becomes higher: those below it move.
  mutating func grow(_ row: Int, by distance: Double) {
    if edges == nil {
      let place = place(of: row)
      if place == longer.count || longer[place].row != row {
        longer.insert((row, place > 0 ? longer[place - 1].sum : 0), at: place)
      }
      for index in longer.indices[place...] { longer[index].sum += distance }
      return
    }
    for index in (edges ?? []).indices where index > row { edges?[index] += distance }
  }
}
