import Synchronization

/// The kind of a view's content, which decides whether it is mirrored in an interface from right to left.
public enum UISemanticContentAttribute: Int, Hashable, Sendable {
  /// Content that is mirrored.
  case unspecified
  /// Controls of playback, or of directions in space: never mirrored.
  case playback, spatial
  /// One direction, whatever is around.
  case forceLeftToRight, forceRightToLeft

  /// Whether content with it begins at the right, where other content does or does not.
  func isMirrored(in place: @autoclosure () -> Bool) -> Bool {
    switch self {
    case .unspecified: place()
    case .playback, .spatial, .forceLeftToRight: false
    case .forceRightToLeft: true
    }
  }

  /// Whether anything in the process has been given a direction: until then none is looked up.
  static var isUsed: Bool {
    get { used.load(ordering: .relaxed) }
    set { used.store(newValue, ordering: .relaxed) }
  }
  private static let used = Atomic(false)
}
