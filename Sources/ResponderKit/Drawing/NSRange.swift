/// A range of a text, counted in UTF-16 code units, as Foundation's type of this name.
public struct NSRange: Hashable, Sendable {
  /// Where it begins.
  public var location: Int
  /// How many code units it has.
  public var length: Int

  /// An empty range at the text's beginning.
  public init() { self.init(location: 0, length: 0) }

  /// A range of code units.
  public init(location: Int, length: Int) {
    self.location = location
    self.length = length
  }

  /// The same as a range of integers.
  public init(_ range: Range<Int>) { self.init(location: range.lowerBound, length: range.count) }

  /// A part of a text, as `text.range(of:)` and others give it.
  public init(_ part: some RangeExpression<String.Index>, in text: String) {
    let part = part.relative(to: text)
    self.init(
      location: text.utf16.distance(from: text.startIndex, to: part.lowerBound),
      length: text.utf16.distance(from: part.lowerBound, to: part.upperBound))
  }

  /// Where it begins.
  public var lowerBound: Int { location }
  /// Where it ends: behind its last code unit.
  public var upperBound: Int { location.addingReportingOverflow(length).partialValue }

  /// Whether the code unit of this number is in the range.
  public func contains(_ index: Int) -> Bool { index >= location && index < upperBound }

  /// The part that lies in a text of so many code units. Negative lengths count as none.
  func clamped(to count: Int) -> Range<Int> {
    let start = min(max(location, 0), count)
    let (end, isTooFar) = location.addingReportingOverflow(max(length, 0))
    return start..<max(isTooFar ? count : min(end, count), start)
  }
}
