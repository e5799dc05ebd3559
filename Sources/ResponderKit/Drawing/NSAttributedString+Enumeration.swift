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
    let isReverse = options.contains(.reverse)
    let runs = parts[range]
    var (place, stops) = (isReverse ? range.upperBound : range.lowerBound, false)
    func call(_ run: AttributeRuns.Run) {
      if isReverse { place -= run.length }
      body(run.attributes, NSRange(location: place, length: run.length), &stops)
      if !isReverse { place += run.length }
    }
    if isReverse {
      for run in runs.reversed() where !stops { call(run) }
    } else {
      for run in runs where !stops { call(run) }
    }
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
    return areEqual(left, right)
  }
}
