/// Where the rows of one section are: with one height for all of them it costs the same for any number of rows.
struct TableRows {
  /// More rows than this are not counted.
  static let most = 1 << 40

  /// The upper edge of the first row, in the content.
  private(set) var top: Double
  private(set) var count: Int
  /// Of each row, while there are no `edges`.
  private var height: Double
  /// The upper edge of each row and the end of the last one, once rows have heights of their own.
  private var edges: [Double]?

  /// Rows of one height.
  init(top: Double, count: Int, height: Double) {
    self.top = top
    self.count = min(max(count, 0), Self.most)
    self.height = Self.usable(height)
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
  func edge(_ row: Int) -> Double { edges?[row] ?? top + Double(row) * height }

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
    var list = edges ?? (0...count).map { edge($0) }
    edges = nil
    for index in list.indices where index > row { list[index] += distance }
    edges = list
  }
}
