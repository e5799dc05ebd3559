/// Runs of attributes in order. A run is found by binary search.
struct AttributeRuns {
  typealias Run = NSAttributedString.Run

  private(set) var all: [Run] = []
  /// Where each run ends.
  private var ends: [Int] = []

  init(_ runs: [Run] = []) { append(runs) }

  var length: Int { ends.last ?? 0 }

  /// The index of the run at a code unit; their number behind the text.
  func index(at unit: Int) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > unit { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Where a run is, in code units.
  func range(of index: Int) -> Range<Int> { ends[index] - all[index].length..<ends[index] }

  /// The parts of the runs in a range that is in the text.
  subscript(part: Range<Int>) -> [Run] {
    guard !part.isEmpty else { return [] }
    return (index(at: part.lowerBound)...index(at: part.upperBound - 1)).map {
      Run(length: range(of: $0).clamped(to: part).count, attributes: all[$0].attributes)
    }
  }

  mutating func append(_ runs: [Run]) {
    if all.isEmpty {
      all.reserveCapacity(runs.count)
      ends.reserveCapacity(runs.count)
    }
    let first = all.count
    for run in runs {
      all.append(run)
      ends.append(length + run.length)
    }
    if first > 0, !runs.isEmpty { join(first..<first) }
  }

  /// Changes the attributes in a range that is in the text: only runs in it and beside it are touched.
  mutating func change(_ part: Range<Int>, _ body: (inout [NSAttributedString.Key: Any]) -> Void) {
    guard !part.isEmpty else { return }
    let changed = split(at: part.lowerBound)..<split(at: part.upperBound)
    for index in changed { body(&all[index].attributes) }
    join(changed)
  }

  /// Replaces a range that is in the text: only runs in it are made anew, and those behind it get other places.
  mutating func replace(_ part: Range<Int>, with runs: [Run]) {
    let first = split(at: part.lowerBound)
    let replaced = first..<split(at: part.upperBound)
    var end = part.lowerBound
    all.replaceSubrange(replaced, with: runs)
    ends.replaceSubrange(
      replaced,
      with: runs.map {
        end += $0.length
        return end
      })
    let distance = end - part.upperBound
    if distance != 0 { for index in (first + runs.count)..<ends.count { ends[index] += distance } }
    join(first..<first + runs.count)
  }

  /// Makes one run of neighbours with the same attributes, of these runs and the two beside them.
  private mutating func join(_ runs: Range<Int>) {
    let part = max(runs.lowerBound - 1, 0)..<min(runs.upperBound + 1, all.count)
    guard part.count > 1 else { return }
    var (joined, last) = ([Run](), [Int]())
    for index in part {
      if let before = joined.last, Self.areOne(before.attributes, all[index].attributes) {
        joined[joined.count - 1].length += all[index].length
        last[last.count - 1] = ends[index]
      } else {
        joined.append(all[index])
        last.append(ends[index])
      }
    }
    guard joined.count < part.count else { return }
    all.replaceSubrange(part, with: joined)
    ends.replaceSubrange(part, with: last)
  }

  /// Whether attributes are the same, and stay so: a program may change one of two equal paragraph styles or shadows later.
  private static func areOne(
    _ left: [NSAttributedString.Key: Any], _ right: [NSAttributedString.Key: Any]
  ) -> Bool {
    guard left.count == right.count else { return false }
    for key in [NSAttributedString.Key.paragraphStyle, .shadow] {
      guard left[key].map({ $0 as AnyObject }) === right[key].map({ $0 as AnyObject }) else { return false }
    }
    return NSAttributedString.areEqual(left, right)
  }

  /// The index of the run that begins at a code unit, which is divided if it does not; their number at the text's end.
  private mutating func split(at unit: Int) -> Int {
    let index = index(at: unit)
    guard index < all.count else { return index }
    let first = unit - range(of: index).lowerBound
    guard first > 0 else { return index }
    var rest = all[index]
    rest.length -= first
    all[index].length = first
    all.insert(rest, at: index + 1)
    ends.insert(unit, at: index)
    return index + 1
  }
}
