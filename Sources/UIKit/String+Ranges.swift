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

/// How a text is searched for.
public struct TextSearchOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Large and small letters are alike.
  public static let caseInsensitive = TextSearchOptions(rawValue: 1)
  /// Code unit by code unit, as is always done.
  public static let literal = TextSearchOptions(rawValue: 2)
  /// From the end.
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
    let missing = NSRange(location: .max, length: 0)
    let ignoresCase = options.contains(.caseInsensitive)
    let (all, sought) = (Self.units(self, ignoresCase), Self.units(text, ignoresCase))
    let start = min(max(range?.location ?? 0, 0), all.count)
    let end = min(max(range?.upperBound ?? all.count, start), all.count)
    guard !sought.isEmpty, sought.count <= end - start else { return missing }
    let (first, last) = (start, end - sought.count)
    let isBackwards = options.contains(.backwards)
    var place = isBackwards ? last : first
    while place >= first, place <= last {
      if all[place] == sought[0], all[place..<place + sought.count].elementsEqual(sought) {
        return NSRange(location: place, length: sought.count)
      }
      if options.contains(.anchored) { break }
      place += isBackwards ? -1 : 1
    }
    return missing
  }

  /// Code units to compare: a letter whose small form is longer or shorter stays as it is.
  private static func units(_ text: String, _ ignoresCase: Bool) -> [UInt16] {
    guard ignoresCase else { return Array(text.utf16) }
    return text.unicodeScalars.flatMap { scalar in
      let (own, small) = (String(scalar).utf16, scalar.properties.lowercaseMapping.utf16)
      return Array(small.count == own.count ? small : own)
    }
  }

  /// A part of the text; what is not in the text does not count.
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
    let whole = String(self)
    let part = range.map {
      NSRange(
        location: utf16.distance(from: startIndex, to: $0.lowerBound),
        length: utf16.distance(from: $0.lowerBound, to: $0.upperBound))
    }
    let found: NSRange = whole.range(of: String(text), options: options, range: part)
    guard found.location != .max else { return nil }
    let start = utf16.index(startIndex, offsetBy: found.location)
    return start..<utf16.index(start, offsetBy: found.length)
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
    var (parts, start, place) = ([String](), 0, 0)
    while place + sought.count <= all.count {
      if all[place] == sought[0], all[place..<place + sought.count].elementsEqual(sought) {
        parts.append(String(decoding: all[start..<place], as: UTF16.self))
        place += sought.count
        start = place
      } else {
        place += 1
      }
    }
    return parts + [String(decoding: all[start...], as: UTF16.self)]
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
