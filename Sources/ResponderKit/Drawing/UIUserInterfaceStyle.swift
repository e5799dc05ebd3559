import Synchronization

/// Whether an interface is bright or dark.
public enum UIUserInterfaceStyle: Int, Hashable, Sendable {
  /// That of what is around; around everything, `light`.
  case unspecified
  /// Dark letters in front of bright backgrounds.
  case light
  /// Bright letters in front of dark backgrounds.
  case dark

  /// Whether anything in the program has had a style of its own: until then none is looked for.
  static var isUsed: Bool {
    get { used.load(ordering: .relaxed) }
    set { used.store(newValue, ordering: .relaxed) }
  }
  private static let used = Atomic(false)
}
