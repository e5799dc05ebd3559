/// The characters that `trimmingCharacters(in:)` takes away. Foundation's type for this has other names in it, too.
public struct TrimmedCharacters: Sendable {
  let contains: @Sendable (Character) -> Bool

  /// Those for which the condition holds.
  public init(_ contains: @escaping @Sendable (Character) -> Bool) { self.contains = contains }

  /// Spaces and tabs.
  public static let whitespaces = TrimmedCharacters { $0.isWhitespace && !$0.isNewline }
  /// Ends of lines.
  public static let newlines = TrimmedCharacters { $0.isNewline }
  /// Spaces, tabs and ends of lines.
  public static let whitespacesAndNewlines = TrimmedCharacters { $0.isWhitespace }
}

extension StringProtocol {
  /// The text without such characters at its beginning and its end. Foundation's method, where a program imports that, comes first.
  @_disfavoredOverload
  public func trimmingCharacters(in set: TrimmedCharacters) -> String {
    guard let first = firstIndex(where: { !set.contains($0) }),
      let last = lastIndex(where: { !set.contains($0) })
    else { return "" }
    return String(self[first...last])
  }
}
