// What programs do with the scalars of a text. Where a file imports Foundation, that module's methods of the same names come first.

extension StringProtocol {
  /// The text without such characters at its beginning and its end.
  @_disfavoredOverload
  public func trimmingCharacters(in set: CharacterSet) -> String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !set.contains($0) }),
      let last = scalars.lastIndex(where: { !set.contains($0) })
    else { return "" }
    return String(self[first..<scalars.index(after: last)])
  }

  /// The parts of the text between such characters: between two that are beside each other, an empty one.
  @_disfavoredOverload
  public func components(separatedBy separator: CharacterSet) -> [String] {
    unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: separator.contains)
      .map { String(self[$0.startIndex..<$0.endIndex]) }
  }

  /// Where the first such character is in the text, or in a part of it; with `backwards` the last one, with `anchored` only at the beginning, or
  /// the end. Nil: there is none.
  @_disfavoredOverload
  public func rangeOfCharacter(
    from set: CharacterSet, options: TextSearchOptions = [], range: Range<Index>? = nil
  ) -> Range<Index>? {
    let part = unicodeScalars[range ?? startIndex..<endIndex]
    let isBackwards = options.contains(.backwards)
    let place: Index?
    if options.contains(.anchored) {
      let edge = isBackwards ? part.indices.last : part.indices.first
      place = edge.flatMap { set.contains(part[$0]) ? $0 : nil }
    } else {
      place = isBackwards ? part.lastIndex(where: set.contains) : part.firstIndex(where: set.contains)
    }
    return place.map { $0..<unicodeScalars.index(after: $0) }
  }
}
