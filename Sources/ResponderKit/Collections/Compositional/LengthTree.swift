/// Lengths one after the other, most of which are the same: where each begins, and which one is at a place, in logarithmic time.
struct LengthTree {
  let count: Int
  private let usual: Double
  /// By how much a length differs from the usual one.
  private var own: [Int: Double] = [:]
  /// Sums of these, as a binary indexed tree; empty while there are none.
  private var sums: [Double] = []

  init(count: Int, usual: Double) {
    self.count = max(count, 0)
    self.usual = usual
  }

  subscript(index: Int) -> Double {
    get { usual + (own[index] ?? 0) }
    set {
      guard index >= 0, index < count else { return }
      let change = newValue - self[index]
      guard change != 0 else { return }
      if sums.isEmpty { sums = [Double](repeating: 0, count: count + 1) }
      own[index] = newValue - usual
      var node = index + 1
      while node <= count {
        sums[node] += change
        node += node & -node
      }
    }
  }

  /// Where a length begins; with their number, where the last one ends.
  func start(_ index: Int) -> Double {
    var sum = Double(index) * usual
    guard !sums.isEmpty else { return sum }
    var node = min(index, count)
    while node > 0 {
      sum += sums[node]
      node -= node & -node
    }
    return sum
  }

  var total: Double { start(count) }

  /// The first length that ends behind a place; their number if none does.
  func index(endingBehind place: Double) -> Int { FlowSection.first(count) { start($0 + 1) > place } }
}
