extension NSAttributedString {
  /// The order of an enumeration.
  public struct EnumerationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// From the end.
    public static let reverse = EnumerationOptions(rawValue: 2)
    /// Equal values beside each other may be in several parts; they never are here.
    public static let longestEffectiveRangeNotRequired = EnumerationOptions(rawValue: 1 << 20)
  }

  /// Calls the body for each run of attributes in a range, in order, until it sets its last parameter to true. The body may change the text: it is
  /// called for the text as it was.
  public final func enumerateAttributes(
    in range: NSRange, options: EnumerationOptions = [],
    using body: ([Key: Any], NSRange, UnsafeMutablePointer<Bool>) -> Void
  ) {
    let range = range.clamped(to: length)
    var (start, found) = (range.lowerBound, [([Key: Any], Range<Int>)]())
    for run in parts[range] {
      found.append((run.attributes, start..<start + run.length))
      start += run.length
    }
    Self.enumerate(found, options, body)
  }

  /// Calls the body for each part of a range in which an attribute has one value, or none (nil), in order, until it sets its last parameter to true. The
  /// body may change the text: it is called for the text as it was.
  public final func enumerateAttribute(
    _ name: Key, in range: NSRange, options: EnumerationOptions = [],
    using body: (Any?, NSRange, UnsafeMutablePointer<Bool>) -> Void
  ) {
    var parts: [(Any?, Range<Int>)] = []
    enumerateAttributes(in: range) { attributes, range, _ in
      let (value, part) = (attributes[name], range.location..<range.location + range.length)
      if let last = parts.last, Self.areSame(last.0, value) {
        parts[parts.count - 1].1 = last.1.lowerBound..<part.upperBound
      } else {
        parts.append((value, part))
      }
    }
    Self.enumerate(parts, options, body)
  }

  private static func enumerate<Value>(
    _ parts: [(Value, Range<Int>)], _ options: EnumerationOptions,
    _ body: (Value, NSRange, UnsafeMutablePointer<Bool>) -> Void
  ) {
    var stops = false
    for (value, part) in options.contains(.reverse) ? parts.reversed() : parts {
      body(value, NSRange(part), &stops)
      if stops { return }
    }
  }

  private static func areSame(_ left: Any?, _ right: Any?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return areEqual([.attachment: left], [.attachment: right])
  }
}
