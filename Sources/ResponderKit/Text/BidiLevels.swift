/// The order of a paragraph with letters from left to right and from right to left: the Unicode bidirectional algorithm (UAX #9).
///
/// A level is a number for each code point: what has an odd one goes from right to left, and what has a higher one is inside of what has
/// a lower one.
struct BidiLevels {
  /// Of the paragraph: 0, or 1 if it goes from right to left.
  let base: UInt8
  private(set) var levels: [UInt8]
  let classes: [BidiClass]

  private static let most: UInt8 = 125
  private let scalars: [Unicode.Scalar]
  /// Isolates' ends, by their beginnings, and the other way around.
  private var partners: [Int: Int] = [:]
  /// The class of each code point while the rules change it.
  private var kinds: [BidiClass]

  /// - Parameter base: nil: that of the first letter with a direction, or else 0.
  init(_ scalars: [Unicode.Scalar], base: UInt8? = nil) {
    self.scalars = scalars
    classes = scalars.map { BidiClass($0) }
    kinds = classes
    partners = Self.partners(classes)
    self.base = base ?? Self.base(of: classes, 0..<classes.count, partners) ?? 0
    levels = Array(repeating: self.base, count: scalars.count)
    setExplicitLevels()
    for sequence in sequences() { resolve(sequence) }
    levelRemoved()
  }

  /// The levels of all of it as one line (L1).
  var lineLevels: [UInt8] {
    classes.map(\.blank).reset(levels, to: base)
  }

  // MARK: Paragraphs (P2, P3, BD9)

  private static func base(of classes: [BidiClass], _ range: Range<Int>, _ partners: [Int: Int]) -> UInt8? {
    var index = range.lowerBound
    while index < range.upperBound {
      switch classes[index] {
      case .l: return 0
      case .r, .al: return 1
      case .lri, .rli, .fsi: index = partners[index] ?? range.upperBound
      default: break
      }
      index += 1
    }
    return nil
  }

  private static func partners(_ classes: [BidiClass]) -> [Int: Int] {
    var (open, partners) = ([Int](), [Int: Int]())
    for (index, kind) in classes.enumerated() {
      if kind.isIsolate { open.append(index) }
      if kind == .pdi, let start = open.popLast() { (partners[start], partners[index]) = (index, start) }
    }
    return partners
  }

  // MARK: Explicit levels (X1 to X8)

  private struct DirectionStatus {
    var level: UInt8
    var override: BidiClass?
    var isIsolate = false
  }

  private mutating func setExplicitLevels() {
    var stack = [DirectionStatus(level: base)]
    var (lostIsolates, lostEmbeddings, isolates) = (0, 0, 0)
    for (index, kind) in classes.enumerated() {
      let top = stack[stack.count - 1]
      levels[index] = top.level
      if let override = top.override, !kind.isRemoved, kind != .b { kinds[index] = override }
      switch kind {
      case .lre, .lro, .rle, .rlo, .lri, .rli, .fsi:
        var isRight = kind == .rle || kind == .rlo || kind == .rli
        if kind == .fsi {
          isRight = Self.base(of: classes, index + 1..<(partners[index] ?? classes.count), partners) == 1
        }
        let next = isRight ? (top.level + 1) | 1 : (top.level + 2) & ~1
        if next <= Self.most, lostIsolates == 0, lostEmbeddings == 0 {
          let override: BidiClass? = kind == .lro ? .l : kind == .rlo ? .r : nil
          stack.append(DirectionStatus(level: next, override: override, isIsolate: kind.isIsolate))
          if kind.isIsolate { isolates += 1 }
        } else if kind.isIsolate {
          lostIsolates += 1
        } else if lostIsolates == 0 {
          lostEmbeddings += 1
        }
      case .pdi:
        if lostIsolates > 0 {
          lostIsolates -= 1
        } else if isolates > 0 {
          lostEmbeddings = 0
          while stack.count > 1, !stack[stack.count - 1].isIsolate { stack.removeLast() }
          stack.removeLast()
          isolates -= 1
          levels[index] = stack[stack.count - 1].level
          kinds[index] = stack[stack.count - 1].override ?? .pdi
        }
      case .pdf:
        guard lostIsolates == 0 else { break }
        if lostEmbeddings > 0 {
          lostEmbeddings -= 1
        } else if stack.count > 1, !stack[stack.count - 1].isIsolate {
          stack.removeLast()
        }
      case .b: levels[index] = base
      default: break
      }
    }
  }

  // MARK: Isolating run sequences (X9, X10)

  /// Code points that belong together, although isolates may be between them.
  struct RunSequence {
    var places: [Int]
    /// The directions in front of the first and behind the last one.
    var before: BidiClass
    var after: BidiClass
  }

  private func sequences() -> [RunSequence] {
    let kept = classes.indices.filter { !classes[$0].isRemoved }
    var runs: [Range<Int>] = []
    var start = 0
    for index in kept.indices where index + 1 == kept.count || levels[kept[index + 1]] != levels[kept[index]]
    {
      runs.append(start..<index + 1)
      start = index + 1
    }
    let runOf = Dictionary(uniqueKeysWithValues: runs.enumerated().map { (kept[$1.lowerBound], $0) })
    var sequences: [RunSequence] = []
    for run in runs {
      let first = kept[run.lowerBound]
      if classes[first] == .pdi, partners[first] != nil { continue }
      var (places, end) = (Array(kept[run]), run.upperBound)
      while let last = places.last, classes[last].isIsolate, let next = partners[last].flatMap({ runOf[$0] })
      {
        places += kept[runs[next]]
        end = runs[next].upperBound
      }
      let level = levels[first]
      let before = run.lowerBound > 0 ? levels[kept[run.lowerBound - 1]] : base
      let isOpen = places.last.map { classes[$0].isIsolate } == true
      let after = end < kept.count && !isOpen ? levels[kept[end]] : base
      sequences.append(
        RunSequence(
          places: places, before: max(level, before) & 1 == 1 ? .r : .l,
          after: max(level, after) & 1 == 1 ? .r : .l))
    }
    return sequences
  }

  // MARK: Letters, numbers, signs (W, N, I)

  private mutating func resolve(_ sequence: RunSequence) {
    var resolver = BidiResolver(
      kinds: sequence.places.map { kinds[$0] }, scalars: sequence.places.map { scalars[$0] },
      level: levels[sequence.places[0]], before: sequence.before, after: sequence.after)
    resolver.resolve()
    for (place, kind) in zip(sequence.places, resolver.kinds) {
      switch (levels[place] & 1, kind) {
      case (0, .r): levels[place] += 1
      case (0, .an), (0, .en): levels[place] += 2
      case (1, .l), (1, .an), (1, .en): levels[place] += 1
      default: break
      }
    }
  }

  /// What was taken out is beside what is in front of it.
  private mutating func levelRemoved() {
    var last = base
    for index in classes.indices {
      if classes[index].isRemoved { levels[index] = last } else { last = levels[index] }
    }
  }
}
