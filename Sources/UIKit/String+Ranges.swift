// What programs do with the ranges of an `NSString`, which is a `String` here: they count UTF-16 code units. Where a file imports Foundation, that
// module's methods of the same names come first.

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The location of a range that was not found.
@_disfavoredOverload public var NSNotFound: Int { .max }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The end of a range, behind its last code unit.
public func NSMaxRange(_ range: NSRange) -> Int { range.upperBound }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether the code unit of this number is in a range.
public func NSLocationInRange(_ location: Int, _ range: NSRange) -> Bool { range.contains(location) }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The range from the first code unit of two ranges to the last one.
public func NSUnionRange(_ range1: NSRange, _ range2: NSRange) -> NSRange {
  let start = min(range1.location, range2.location)
  let (count, isTooLong) = max(range1.upperBound, range2.upperBound).subtractingReportingOverflow(start)
  return NSRange(location: start, length: isTooLong ? .max : max(count, 0))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// What two ranges have in common; zero if there is nothing.
public func NSIntersectionRange(_ range1: NSRange, _ range2: NSRange) -> NSRange {
  let (start, end) = (
    max(range1.location, range2.location), min(range1.upperBound, range2.upperBound)
  )
  return start < end ? NSRange(start..<end) : NSRange()
}

/// How a text is searched for.
public struct TextSearchOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Ignores case.
  public static let caseInsensitive = TextSearchOptions(rawValue: 1)
  /// Code unit by code unit, as is always done.
  public static let literal = TextSearchOptions(rawValue: 2)
  /// Searches backwards.
  public static let backwards = TextSearchOptions(rawValue: 4)
  /// Only at the beginning, or backwards at the end.
  public static let anchored = TextSearchOptions(rawValue: 8)
}

extension String {
  /// The same text.
  @_disfavoredOverload
  public init(string: String) { self = string }

  /// The number of UTF-16 code units.
  public var length: Int { utf16.count }

  /// Where a text is in this one, or in a part of it; the location is `NSNotFound` if it is not, or if it is empty.
  @_disfavoredOverload
  public func range(of text: String, options: TextSearchOptions = [], range: NSRange? = nil) -> NSRange {
    let count = utf16.count
    let start = min(max(range?.location ?? 0, 0), count)
    let end = min(max(range?.upperBound ?? count, start), count)
    let part = utf16.dropFirst(start).prefix(end - start)
    guard let found = TextParts.range(of: text, in: part, options) else {
      return NSRange(location: .max, length: 0)
    }
    return NSRange(location: start + found.lowerBound, length: found.count)
  }

  /// A part of the text: the range is cut to the text.
  @_disfavoredOverload
  public func substring(with range: NSRange) -> String {
    let units = utf16
    let start = min(max(range.location, 0), units.count)
    let end = min(max(range.upperBound, start), units.count)
    return String(decoding: units.dropFirst(start).prefix(end - start), as: UTF16.self)
  }

  /// The text from a code unit on.
  @_disfavoredOverload
  public func substring(from index: Int) -> String {
    substring(with: NSRange(location: max(index, 0), length: max(length - max(index, 0), 0)))
  }

  /// The text up to a code unit.
  @_disfavoredOverload
  public func substring(to index: Int) -> String {
    substring(with: NSRange(location: 0, length: max(index, 0)))
  }

  /// The lines that a range touches, with the end of the last one; the range is cut to the text.
  @_disfavoredOverload
  public func lineRange(for range: NSRange) -> NSRange { TextParts.lines(of: self, range) }

  /// The paragraphs that a range touches, with the end of the last one. As `lineRange(for:)`, but a line separator (U+2028) and U+0085 end none.
  @_disfavoredOverload
  public func paragraphRange(for range: NSRange) -> NSRange {
    TextParts.lines(of: self, range, areParagraphs: true)
  }

  /// The text with another one in place of a part of it.
  @_disfavoredOverload
  public func replacingCharacters(in range: NSRange, with text: String) -> String {
    let start = min(max(range.location, 0), length)
    return substring(to: start) + text + substring(from: max(range.upperBound, start))
  }
}

extension StringProtocol {
  /// Where a text is in this one, or in a part of it; nil if it is not, or if it is empty.
  @_disfavoredOverload
  public func range(
    of text: some StringProtocol, options: TextSearchOptions = [], range: Range<Index>? = nil
  ) -> Range<Index>? {
    let part = self[range ?? startIndex..<endIndex]
    guard let found = TextParts.range(of: String(text), in: part.utf16, options) else { return nil }
    let start = utf16.index(part.startIndex, offsetBy: found.lowerBound)
    return start..<utf16.index(start, offsetBy: found.count)
  }

  /// The text with another one in place of a part of it.
  @_disfavoredOverload
  public func replacingCharacters(
    in range: some RangeExpression<Index>, with text: some StringProtocol
  ) -> String {
    let range = range.relative(to: self)
    return String(self[..<range.lowerBound]) + text + self[range.upperBound...]
  }

  /// The text with another one in all places of a text.
  @_disfavoredOverload
  public func replacingOccurrences(of text: some StringProtocol, with other: some StringProtocol) -> String {
    TextParts.split(self, text).joined(separator: String(other))
  }

  /// The parts of the text between the places of another one.
  @_disfavoredOverload
  public func components(separatedBy separator: some StringProtocol) -> [String] {
    TextParts.split(self, separator)
  }

  /// The text with large letters at the beginning of each word, and small ones elsewhere.
  @_disfavoredOverload
  public var capitalized: String { TextParts.capitalized(self) }
}

/// What the methods do that Foundation has, too: tests, whose module knows Foundation's, call this.
package enum TextParts {
  package static func split(_ text: some StringProtocol, _ separator: some StringProtocol) -> [String] {
    let (all, sought) = (Array(text.utf16), Array(separator.utf16))
    guard !sought.isEmpty else { return [String(text)] }
    var (parts, start) = ([String](), 0)
    while let place = find(sought, in: all, from: start, to: all.count) {
      parts.append(String(decoding: all[start..<place], as: UTF16.self))
      start = place + sought.count
    }
    return parts + [String(decoding: all[start...], as: UTF16.self)]
  }

  /// The lines or paragraphs that a range touches, with the end of the last one.
  package static func lines(of text: String, _ range: NSRange, areParagraphs: Bool = false) -> NSRange {
    let units = text.utf16
    let start = min(max(range.location, 0), units.count)
    let end = min(max(range.upperBound, start), units.count)
    func isEnd(_ place: String.Index) -> Bool {
      let unit = units[place]
      if unit == 0x85 || unit == 0x2028 { return !areParagraphs }
      guard unit == 13 else { return unit == 10 || unit == 0x2029 }
      let next = units.index(after: place)
      return next == units.endIndex || units[next] != 10
    }
    var first = units.index(units.startIndex, offsetBy: start)
    while first > units.startIndex, !isEnd(units.index(before: first)) { first = units.index(before: first) }
    // The end of the line that the last code unit is in.
    var last = units.index(units.startIndex, offsetBy: max(end - 1, start))
    while last < units.endIndex, !isEnd(last) { last = units.index(after: last) }
    if last < units.endIndex { last = units.index(after: last) }
    let place = units.distance(from: units.startIndex, to: first)
    return NSRange(location: place, length: units.distance(from: first, to: last))
  }

  /// Where a text is in code units; nil: nowhere, or it is empty.
  static func range(
    of text: String, in part: some Sequence<UInt16>, _ options: TextSearchOptions
  ) -> Range<Int>? {
    let ignoresCase = options.contains(.caseInsensitive)
    let (all, sought) = (units(part, ignoresCase), units(text.utf16, ignoresCase))
    let isBackwards = options.contains(.backwards)
    var (start, end) = (0, all.count)
    if options.contains(.anchored) {
      if isBackwards { start = max(end - sought.count, 0) } else { end = min(sought.count, end) }
    }
    let place = find(sought, in: all, from: start, to: end, backwards: isBackwards)
    return place.map { $0..<$0 + sought.count }
  }

  /// The first place of code units in a part of others, or the last one; nil: there is none, or they are empty.
  private static func find(
    _ sought: [UInt16], in all: [UInt16], from start: Int, to end: Int, backwards: Bool = false
  ) -> Int? {
    guard let first = sought.first, sought.count <= end - start else { return nil }
    let last = end - sought.count
    for step in 0...last - start {
      let place = backwards ? last - step : start + step
      if all[place] == first, all[place..<place + sought.count].elementsEqual(sought) { return place }
    }
    return nil
  }

  /// Code units to compare: a letter whose small form is longer or shorter stays as it is.
  private static func units(_ text: some Sequence<UInt16>, _ ignoresCase: Bool) -> [UInt16] {
    var units = Array(text)
    var place = 0
    while ignoresCase, place < units.count {
      let isPair =
        UTF16.isLeadSurrogate(units[place]) && place + 1 < units.count
        && UTF16.isTrailSurrogate(units[place + 1])
      let letter = place..<place + (isPair ? 2 : 1)
      place = letter.upperBound
      // A half of a pair is no letter.
      guard isPair || !UTF16.isSurrogate(units[letter.lowerBound]) else { continue }
      let small = String(decoding: units[letter], as: UTF16.self).unicodeScalars.first?.properties
        .lowercaseMapping.utf16
      if let small, small.count == letter.count { units.replaceSubrange(letter, with: small) }
    }
    return units
  }

  package static func capitalized(_ text: some StringProtocol) -> String {
    var (new, isInWord) = ("", false)
    for character in text {
      if isInWord {
        new += character.lowercased()
      } else {
        let first = character.unicodeScalars.first?.properties.titlecaseMapping ?? ""
        new += first + String(String.UnicodeScalarView(character.unicodeScalars.dropFirst()))
      }
      isInWord = character.isLetter || character.isNumber || (isInWord && "'’".contains(character))
    }
    return new
  }
}
