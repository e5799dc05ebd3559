/// The rules of UAX #9 for code points of one level: W1 to W7, N0 to N2.
struct BidiResolver {
  private(set) var kinds: [BidiClass]
  private let scalars: [Unicode.Scalar]
  private let original: [BidiClass]
  private let before: BidiClass
  private let after: BidiClass
  /// The direction of the level.
  private let own: BidiClass

  init(
    kinds: [BidiClass], scalars: [Unicode.Scalar], level: UInt8, before: BidiClass, after: BidiClass
  ) {
    (self.kinds, original, self.scalars) = (kinds, kinds, scalars)
    (self.before, self.after, own) = (before, after, level & 1 == 1 ? .r : .l)
  }

  mutating func resolve() {
    resolveWeak()
    resolveBrackets()
    resolveNeutral()
  }

  // MARK: W1 to W7

  private mutating func resolveWeak() {
    var (previous, strong) = (before, before)
    for index in kinds.indices {
      if kinds[index] == .nsm {
        kinds[index] = previous.isIsolate || previous == .pdi ? .on : previous
      }
      previous = kinds[index]
      switch kinds[index] {
      case .l, .r, .al: strong = kinds[index]
      case .en: if strong == .al { kinds[index] = .an }
      default: break
      }
    }
    for index in kinds.indices where kinds[index] == .al { kinds[index] = .r }
    for index in kinds.indices.dropFirst().dropLast() {
      let (left, right) = (kinds[index - 1], kinds[index + 1])
      guard left == right else { continue }
      switch (kinds[index], left) {
      case (.es, .en), (.cs, .en): kinds[index] = .en
      case (.cs, .an): kinds[index] = .an
      default: break
      }
    }
    joinTerminators()
    for index in kinds.indices {
      switch kinds[index] {
      case .es, .et, .cs: kinds[index] = .on
      default: break
      }
    }
    strong = before
    for index in kinds.indices {
      switch kinds[index] {
      case .l, .r: strong = kinds[index]
      case .en: if strong == .l { kinds[index] = .l }
      default: break
      }
    }
  }

  /// W5: signs such as `%` belong to the number beside them.
  private mutating func joinTerminators() {
    var index = 0
    while index < kinds.count {
      guard kinds[index] == .et else {
        index += 1
        continue
      }
      let end = kinds[index...].firstIndex { $0 != .et } ?? kinds.count
      if index > 0 && kinds[index - 1] == .en || end < kinds.count && kinds[end] == .en {
        for place in index..<end { kinds[place] = .en }
      }
      index = end
    }
  }

  // MARK: N0

  private mutating func resolveBrackets() {
    for (start, end) in bracketPairs() {
      var hasOther = false
      var hasOwn = false
      for index in start + 1..<end {
        guard let found = direction(index) else { continue }
        if found == own { hasOwn = true } else { hasOther = true }
      }
      if hasOwn {
        set(start, end, own)
      } else if hasOther {
        // What is in the other direction only goes with what is in front of it.
        let last = kinds[..<start].indices.last { direction($0) != nil }
        set(start, end, last.flatMap { direction($0) } ?? before)
      }
    }
  }

  /// Numbers count as letters from right to left here.
  private func direction(_ index: Int) -> BidiClass? {
    switch kinds[index] {
    case .l: .l
    case .r, .en, .an: .r
    default: nil
    }
  }

  private mutating func set(_ start: Int, _ end: Int, _ kind: BidiClass) {
    for place in [start, end] {
      kinds[place] = kind
      // Marks on a bracket go with it.
      var next = place + 1
      while next < kinds.count, original[next] == .nsm {
        kinds[next] = kind
        next += 1
      }
    }
  }

  private func bracketPairs() -> [(Int, Int)] {
    var (open, pairs) = ([(place: Int, opening: Unicode.Scalar)](), [(Int, Int)]())
    for index in kinds.indices where kinds[index] == .on {
      guard let bracket = BracketPairs.side(of: scalars[index]) else { continue }
      if bracket.side == .opening {
        guard open.count < 63 else { break }
        open.append((index, bracket.opening))
      } else if let match = open.lastIndex(where: { $0.opening == bracket.opening }) {
        pairs.append((open[match].place, index))
        open.removeSubrange(match...)
      }
    }
    return pairs.sorted { $0.0 < $1.0 }
  }

  // MARK: N1, N2

  private mutating func resolveNeutral() {
    var index = 0
    while index < kinds.count {
      guard kinds[index].isNeutral else {
        index += 1
        continue
      }
      let end = kinds[index...].firstIndex { !$0.isNeutral } ?? kinds.count
      let left = index > 0 ? direction(index - 1) ?? own : before
      let right = end < kinds.count ? direction(end) ?? own : after
      for place in index..<end { kinds[place] = left == right ? left : own }
      index = end
    }
  }
}
