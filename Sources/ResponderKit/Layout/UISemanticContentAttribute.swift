import Synchronization

/// What a view shows, for the question whether its content is mirrored where text is read from right to left.
public enum UISemanticContentAttribute: Int, Hashable, Sendable {
  /// Content that is mirrored.
  case unspecified
  /// Controls of playing, or of directions in space: never mirrored.
  case playback, spatial
  /// One direction, whatever is around.
  case forceLeftToRight, forceRightToLeft

  /// Whether anything in the process has been given a direction: until then none is looked up.
  static var isUsed: Bool {
    get { used.load(ordering: .relaxed) }
    set { used.store(newValue, ordering: .relaxed) }
  }
  private static let used = Atomic(false)
}
