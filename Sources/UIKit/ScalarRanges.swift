/// Ranges of Unicode scalars, by their values without the surrogates' gap.
struct ScalarRanges: Hashable, Sendable {
  /// Starts and ends of the ranges, sorted and alternating.
  private(set) var bounds: [UInt32] = []

  /// One more than the last scalar's number.
  static let end: UInt32 = 0x10F800

  static func number(of scalar: Unicode.Scalar) -> UInt32 {
    scalar.value < 0xD800 ? scalar.value : scalar.value - 0x800
  }

  static func category(of number: UInt32) -> ScalarCategories {
    let scalar = Unicode.Scalar(number < 0xD800 ? number : number + 0x800)
    return ScalarCategories(scalar?.properties.generalCategory ?? .unassigned)
  }

  init() {}

  init(_ scalars: String.UnicodeScalarView) {
    for number in scalars.map(Self.number).sorted() where bounds.last.map({ $0 <= number }) ?? true {
      append(number..<number + 1)
    }
  }

  var isEmpty: Bool { bounds.isEmpty }
  /// Whether all scalars are in them.
  var isWhole: Bool { bounds == [0, Self.end] }

  var ranges: [Range<UInt32>] {
    stride(from: 0, to: bounds.count, by: 2).map { bounds[$0]..<bounds[$0 + 1] }
  }

  func contains(_ number: UInt32) -> Bool { !place(of: number + 1).isMultiple(of: 2) }

  /// The number of bounds below a number.
  private func place(of number: UInt32) -> Int {
    var (low, high) = (0, bounds.count)
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds a range after all others.
  mutating func append(_ range: Range<UInt32>) {
    guard !range.isEmpty else { return }
    if bounds.last == range.lowerBound { bounds.removeLast() } else { bounds.append(range.lowerBound) }
    bounds.append(range.upperBound)
  }

  /// Adds or removes a range.
  mutating func set(_ range: Range<UInt32>, _ isIn: Bool) {
    guard !range.isEmpty else { return }
    let (first, last) = (place(of: range.lowerBound), place(of: range.upperBound + 1))
    var new: [UInt32] = []
    if first.isMultiple(of: 2) == isIn { new.append(range.lowerBound) }
    if last.isMultiple(of: 2) == isIn { new.append(range.upperBound) }
    bounds.replaceSubrange(first..<last, with: new)
  }

  /// Calls the closure, in order, with each part in one of the two or in both.
  func sweep(_ other: Self, _ body: (Range<UInt32>, _ isOurs: Bool, _ isTheirs: Bool) -> Void) {
    var (ours, theirs, start) = (0, 0, UInt32(0))
    while ours < bounds.count || theirs < other.bounds.count {
      let next = min(
        ours < bounds.count ? bounds[ours] : .max,
        theirs < other.bounds.count ? other.bounds[theirs] : .max)
      let (isOurs, isTheirs) = (!ours.isMultiple(of: 2), !theirs.isMultiple(of: 2))
      if start < next, isOurs || isTheirs { body(start..<next, isOurs, isTheirs) }
      if ours < bounds.count, bounds[ours] == next { ours += 1 }
      if theirs < other.bounds.count, other.bounds[theirs] == next { theirs += 1 }
      start = next
    }
  }
}
