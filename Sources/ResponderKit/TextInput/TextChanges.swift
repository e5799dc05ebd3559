import Synchronization

/// Which part of a text has changed since a version of it, so that lines of the other parts need not be made again.
struct TextChanges {
  /// The parts in front of all changes and behind them, in characters. Both are in the old text and in the new one.
  struct Kept: Equatable {
    var before = Int.max
    var behind = Int.max
    /// Whether letters may have other widths or heights; otherwise only their look has changed, and both texts have the same characters.
    var changesWidths = false
  }

  private struct Step {
    var origin: UInt64
    var kept: Kept
  }

  private static let versions = Atomic<UInt64>(0)
  private static var newVersion: UInt64 { versions.add(1, ordering: .relaxed).newValue }
  /// Half of the changes, the older ones, are forgotten when there are more.
  private static let most = 1024

  /// Of the text: two texts of one version are equal, also if they are copies that were changed apart.
  private(set) var version = Self.newVersion
  private var steps: [Step] = []

  /// Characters between two parts that stay were replaced.
  mutating func note(before: Int, behind: Int, changesWidths: Bool = true) {
    if steps.count == Self.most { steps.removeFirst(Self.most / 2) }
    let kept = Kept(before: before, behind: behind, changesWidths: changesWidths)
    steps.append(Step(origin: version, kept: kept))
    version = Self.newVersion
  }

  /// Anything may have changed.
  mutating func forget() {
    steps = []
    version = Self.newVersion
  }

  /// What has stayed since a version; nil: that is not known.
  func kept(since old: UInt64) -> Kept? {
    if old == version { return Kept() }
    guard let first = steps.lastIndex(where: { $0.origin == old }) else { return nil }
    return steps[first...].reduce(into: Kept()) { kept, step in
      kept.before = min(kept.before, step.kept.before)
      kept.behind = min(kept.behind, step.kept.behind)
      if step.kept.changesWidths { kept.changesWidths = true }
    }
  }
}

extension Character {
  /// Whether the code points are the same, where `==` takes other spellings of a character for the same.
  func isSpelled(as other: Character) -> Bool {
    self == other && utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

extension TextModel {
  /// Becomes another text, and notes what both have at their beginnings and ends. Nothing of the edits before can be undone.
  mutating func become(_ other: TextModel) {
    var changes = changes
    if (styles == nil) == (other.styles == nil) {
      let most = min(count, other.count)
      var same = SameStyles(styles, other.styles)
      var (before, behind) = (0, 0)
      while before < most, characters[before].isSpelled(as: other.characters[before]), same(before, before) {
        before += 1
      }
      while behind < most - before,
        characters[count - 1 - behind].isSpelled(as: other.characters[other.count - 1 - behind]),
        same(count - 1 - behind, other.count - 1 - behind)
      { behind += 1 }
      let isLook = count == other.count && before + behind < count
      changes.note(
        before: before, behind: behind,
        changesWidths: !isLook || !keepsWidths(before..<count - behind, of: other))
    } else {
      changes.forget()
    }
    self = other
    self.changes = changes
  }

  /// Whether characters of two texts are the same, and as large.
  private func keepsWidths(_ range: Range<Int>, of other: TextModel) -> Bool {
    guard let styles, let others = other.styles else { return false }
    var last: (TextAttributes, TextAttributes)?
    return range.allSatisfy { index in
      guard characters[index].isSpelled(as: other.characters[index]) else { return false }
      let (own, new) = (styles[index], others[index])
      if last?.0 === own, last?.1 === new { return true }
      last = (own, new)
      return own.keepsWidths(as: new)
    }
  }

  /// Compares the attributes of characters of two texts. Those of a run are one object, and are compared once.
  struct SameStyles {
    private let styles: ([TextAttributes], [TextAttributes])?
    private var last: (TextAttributes, TextAttributes)?

    init(_ first: [TextAttributes]?, _ second: [TextAttributes]?) {
      if let first, let second { styles = (first, second) } else { styles = nil }
    }

    mutating func callAsFunction(_ first: Int, _ second: Int) -> Bool {
      guard let styles else { return true }
      let (own, other) = (styles.0[first], styles.1[second])
      if own === other || last?.0 === own && last?.1 === other { return true }
      guard own == other else { return false }
      last = (own, other)
      return true
    }
  }
}
