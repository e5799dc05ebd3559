/// A range of a text in UTF-16 code units, like Foundation's type of the same name.
public struct NSRange: Hashable, Sendable {
  /// The first code unit.
  public var location: Int
  /// The number of code units.
  public var length: Int

  /// An empty range at the beginning of the text.
  public init() { self.init(location: 0, length: 0) }

  /// A range of code units.
  public init(location: Int, length: Int) {
    self.location = location
    self.length = length
  }

  /// A range of integers as a text range.
  public init(_ range: Range<Int>) { self.init(location: range.lowerBound, length: range.count) }

  /// A range of string indices as a text range.
  public init(_ part: some RangeExpression<String.Index>, in text: String) {
    let part = part.relative(to: text)
    self.init(
      location: text.utf16.distance(from: text.startIndex, to: part.lowerBound),
      length: text.utf16.distance(from: part.lowerBound, to: part.upperBound))
  }

  /// The first code unit.
  public var lowerBound: Int { location }
  /// The end, behind the last code unit.
  public var upperBound: Int { location.addingReportingOverflow(length).partialValue }

  /// Whether the code unit of this number is in the range.
  public func contains(_ index: Int) -> Bool { index >= location && index < upperBound }

  /// The range clamped to a text of `count` code units. A negative length counts as 0.
  func clamped(to count: Int) -> Range<Int> {
    let start = min(max(location, 0), count)
    let (end, isTooFar) = location.addingReportingOverflow(max(length, 0))
    return start..<max(isTooFar ? count : min(end, count), start)
  }
}

/// A range of a text.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func NSMakeRange(_ location: Int, _ length: Int) -> NSRange {
  NSRange(location: location, length: length)
}
