/// When a scene's index is made: not for each picture where it is of no use.
struct SceneIndexing {
  /// Logarithm of the largest number of pictures without one.
  private static let most = 5

  /// How many were made in vain, one after the other.
  private var failures = 0
  /// For how many pictures none is made.
  private var pause = 0

  /// Whether one is to be made for this picture.
  mutating func isDue() -> Bool {
    guard pause > 0 else { return true }
    pause -= 1
    return false
  }

  /// - Parameter inVain: whether the whole scene had to be made anew although there was one.
  mutating func ended(inVain: Bool) {
    failures = inVain ? min(failures + 1, Self.most) : 0
    // None after a single one.
    pause = inVain ? (1 << failures) - 2 : 0
  }
}
