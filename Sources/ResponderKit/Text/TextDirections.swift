extension Sequence<Character> {
  /// Whether one of them has a strong direction, from left to right or from right to left.
  var hasDirection: Bool {
    contains { character in
      character.unicodeScalars.contains {
        let kind = BidiClass($0)
        return kind == .l || kind == .r || kind == .al
      }
    }
  }
}

/// Characters of a line beside each other that go in one direction.
struct VisualRun: Equatable {
  var range: Range<Int>
  var isRightToLeft: Bool
}

extension RandomAccessCollection<LineBlank> {
  /// Levels of a line, of which blanks at the end and in front of separators are the paragraph's.
  func reset(_ levels: [UInt8], to base: UInt8) -> [UInt8] {
    var (levels, isEnd) = (levels, true)
    for (index, blank) in enumerated().reversed() {
      isEnd = blank == .separator || isEnd && blank == .space
      if isEnd { levels[index] = base }
    }
    return levels
  }
}

/// The directions of a paragraph's characters, and the order in which lines of it are seen.
struct TextDirections {
  /// Whether the paragraph begins at the right.
  let isRightToLeft: Bool
  /// Of each character: see ``BidiLevels``.
  private(set) var levels: [UInt8]
  private let blanks: [LineBlank]

  /// Nil for a paragraph that is from left to right as a whole.
  ///
  /// - Parameter isRightToLeft: nil: as its first letter with a direction says.
  init?(_ characters: [Character], isRightToLeft: Bool? = nil) {
    let mayTurn = characters.contains { $0.unicodeScalars.contains(where: \.mayTurnLine) }
    guard mayTurn || isRightToLeft == true else { return nil }
    let bidi = BidiLevels(characters.flatMap(\.unicodeScalars), base: isRightToLeft.map { $0 ? 1 : 0 })
    var (levels, blanks, place) = ([UInt8](), [LineBlank](), 0)
    for character in characters {
      levels.append(bidi.levels[place])
      blanks.append(bidi.classes[place].blank)
      place += character.unicodeScalars.count
    }
    self.init(isRightToLeft: bidi.base == 1, levels: levels, blanks: blanks)
  }

  /// Characters whose levels are known.
  init(isRightToLeft: Bool, levels: [UInt8], blanks: [LineBlank]) {
    (self.isRightToLeft, self.levels, self.blanks) = (isRightToLeft, levels, blanks)
  }

  /// The levels of a line's characters (L1).
  func levels(inLine range: Range<Int>) -> [UInt8] {
    blanks[range].reset(Array(levels[range]), to: isRightToLeft ? 1 : 0)
  }

  /// Whether a character goes from right to left.
  func isTurned(_ index: Int) -> Bool { levels[index] & 1 == 1 }

  /// Whether a character and the one in front of it have different levels.
  func isBorder(_ index: Int) -> Bool {
    index > 0 && index < levels.count && levels[index] != levels[index - 1]
  }

  /// A line's parts from left to right (L2).
  func runs(inLine range: Range<Int>) -> [VisualRun] {
    Self.runs(of: levels(inLine: range)).map {
      VisualRun(
        range: $0.range.lowerBound + range.lowerBound..<$0.range.upperBound + range.lowerBound,
        isRightToLeft: $0.isRightToLeft)
    }
  }

  /// Parts with equal levels, from left to right.
  static func runs(of levels: [UInt8]) -> [VisualRun] {
    var runs: [(run: VisualRun, level: UInt8)] = []
    var start = 0
    for index in levels.indices where index + 1 == levels.count || levels[index + 1] != levels[index] {
      runs.append((VisualRun(range: start..<index + 1, isRightToLeft: levels[index] & 1 == 1), levels[index]))
      start = index + 1
    }
    let least = runs.map(\.level).filter { $0 & 1 == 1 }.min() ?? 255
    var level = runs.map(\.level).max() ?? 0
    while level >= least {
      var first = 0
      while first < runs.count {
        let end = runs[first...].firstIndex { $0.level < level } ?? runs.count
        if end > first { runs[first..<end].reverse() }
        first = end + 1
      }
      level -= 1
    }
    return runs.map(\.run)
  }
}

extension String {
  /// Whether its first letter with a direction goes from right to left.
  var beginsAtRight: Bool { mayTurnLine && BidiLevels(Array(unicodeScalars)).base == 1 }

  /// The text with signs that keep it in one direction, as a part of a line is drawn.
  func kept(rightToLeft: Bool) -> String {
    if rightToLeft { return "\u{200F}\u{202E}\(self)" }
    return mayTurnLine ? "\u{200E}\u{202D}\(self)" : self
  }

  /// Its characters from left to right, for letters that are drawn one by one: without signs for directions, brackets turned.
  var visualText: String {
    guard mayTurnLine else { return self }
    let scalars = Array(unicodeScalars)
    let bidi = BidiLevels(scalars)
    let shown = scalars.indices.filter {
      !bidi.classes[$0].isRemoved && !scalars[$0].properties.isBidiControl
    }
    var text = String.UnicodeScalarView()
    let levels = bidi.lineLevels
    for run in TextDirections.runs(of: shown.map { levels[$0] }) {
      for index in run.isRightToLeft ? run.range.reversed() : Array(run.range) {
        let scalar = scalars[shown[index]]
        text.append(run.isRightToLeft ? BracketPairs.mirrored(scalar) ?? scalar : scalar)
      }
    }
    return String(text)
  }
}
