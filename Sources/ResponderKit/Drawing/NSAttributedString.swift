/// A text with attributes such as fonts, colors and underlines for parts of it. Immutable; see ``NSMutableAttributedString``.
///
/// Ranges are in UTF-16 code units, as in Foundation, and are clamped to the text.
open class NSAttributedString {
  /// The name of an attribute.
  public struct Key: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A custom attribute.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// A `UIFont`.
    public static let font = Key("NSFont")
    /// A `UIColor` for the letters.
    public static let foregroundColor = Key("NSColor")
    /// A `UIColor` for the background.
    public static let backgroundColor = Key("NSBackgroundColor")
    /// An `NSUnderlineStyle`, or its `rawValue`.
    public static let underlineStyle = Key("NSUnderline")
    /// An `NSUnderlineStyle`, or its `rawValue`: through the letters.
    public static let strikethroughStyle = Key("NSStrikethrough")
    /// A number of points that is added between letters.
    public static let kern = Key("NSKern")
    /// A number of points by which letters are raised above the baseline.
    public static let baselineOffset = Key("NSBaselineOffset")
    /// A link: a ``LinkAddress``, or the text of one. In a text view that can not be edited a touch opens it.
    public static let link = Key("NSLink")
    /// An `NSParagraphStyle`; that of a paragraph's first character counts.
    public static let paragraphStyle = Key("NSParagraphStyle")
    /// An ``NSTextAttachment``, of a character U+FFFC: a picture is shown in its place.
    public static let attachment = Key("NSAttachment")
  }

  struct Run {
    /// In UTF-16 code units. Never 0.
    var length: Int
    var attributes: [Key: Any]
  }

  /// The text without attributes.
  public fileprivate(set) final var string: String
  /// Runs of equal attributes; their lengths add up to the text's.
  final var runs: [Run] { parts.all }
  fileprivate(set) final var parts: AttributeRuns

  /// A text with the same attributes everywhere.
  public init(string: String, attributes: [Key: Any]? = nil) {
    self.string = string
    parts = AttributeRuns(Self.runs(string, attributes ?? [:]))
  }

  /// An empty text.
  public convenience init() { self.init(string: "") }

  /// A copy.
  public init(attributedString other: NSAttributedString) {
    string = other.string
    parts = other.parts
  }

  fileprivate init(_ string: String, _ runs: [Run]) {
    self.string = string
    parts = AttributeRuns(runs)
  }

  fileprivate static func runs(_ string: String, _ attributes: [Key: Any]) -> [Run] {
    string.isEmpty ? [] : [Run(length: string.utf16.count, attributes: attributes)]
  }

  /// In UTF-16 code units.
  public final var length: Int { string.utf16.count }

  /// The attributes at a code unit, and the range around it with the same ones; empty outside of the text.
  public final func attributes(at location: Int, effectiveRange range: UnsafeMutablePointer<NSRange>? = nil)
    -> [Key: Any]
  {
    let index = parts.index(at: location)
    guard location >= 0, index < runs.count else {
      range?.pointee = NSRange(location: parts.length, length: 0)
      return [:]
    }
    range?.pointee = NSRange(parts.range(of: index))
    return runs[index].attributes
  }

  /// The value of one attribute at a code unit; nil if it is not set.
  public final func attribute(
    _ name: Key, at location: Int, effectiveRange range: UnsafeMutablePointer<NSRange>? = nil
  ) -> Any? {
    attributes(at: location, effectiveRange: range)[name]
  }

  /// A part of the text with its attributes.
  public final func attributedSubstring(from range: NSRange) -> NSAttributedString {
    let part = scalarRange(range.clamped(to: length))
    return NSAttributedString(String(string[indices(of: part)]), parts[part])
  }

  // MARK: Parts

  /// The range, widened so that it splits no surrogate pair.
  fileprivate final func scalarRange(_ range: Range<Int>) -> Range<Int> {
    let units = string.utf16
    func isInside(_ place: Int) -> Bool {
      let index = units.index(units.startIndex, offsetBy: place)
      return place > 0 && place < units.count && UTF16.isTrailSurrogate(units[index])
    }
    return range.lowerBound - (isInside(range.lowerBound) ? 1 : 0)..<range.upperBound
      + (isInside(range.upperBound) ? 1 : 0)
  }

  fileprivate final func indices(of range: Range<Int>) -> Range<String.Index> {
    let start = string.utf16.index(string.startIndex, offsetBy: range.lowerBound)
    return start..<string.utf16.index(start, offsetBy: range.count)
  }
}

/// An attributed text that can be changed.
open class NSMutableAttributedString: NSAttributedString {
  /// Appends a text with its attributes.
  public final func append(_ other: NSAttributedString) {
    let added = other.runs
    string += other.string
    parts.append(added)
    changed()
  }

  /// Inserts a text with its attributes before a code unit.
  public final func insert(_ other: NSAttributedString, at location: Int) {
    replaceCharacters(in: NSRange(location: location, length: 0), with: other)
  }

  /// Replaces a range with a text and its attributes.
  public final func replaceCharacters(in range: NSRange, with other: NSAttributedString) {
    let (new, runs) = (other.string, other.runs)
    let part = scalarRange(range.clamped(to: length))
    parts.replace(part, with: runs)
    string.replaceSubrange(indices(of: part), with: new)
    changed()
  }

  /// Replaces all of it with another text and its attributes.
  public final func setAttributedString(_ attrString: NSAttributedString) {
    (string, parts) = (attrString.string, attrString.parts)
    changed()
  }

  /// The text or its attributes have changed.
  func changed() {}

  /// Replaces a range with characters, which get the attributes of its first code unit; of the one before it when the range is empty.
  public final func replaceCharacters(in range: NSRange, with text: String) {
    let part = range.clamped(to: length)
    let place = part.isEmpty && part.lowerBound > 0 ? part.lowerBound - 1 : part.lowerBound
    replaceCharacters(
      in: range, with: NSAttributedString(text, Self.runs(text, attributes(at: place))))
  }

  /// Deletes a range.
  public final func deleteCharacters(in range: NSRange) {
    replaceCharacters(in: range, with: NSAttributedString(string: ""))
  }

  /// Sets an attribute in a range.
  public final func addAttribute(_ name: Key, value: Any, range: NSRange) {
    change(range) { $0[name] = value }
  }

  /// Sets several attributes in a range.
  public final func addAttributes(_ attributes: [Key: Any], range: NSRange) {
    change(range) { $0.merge(attributes) { $1 } }
  }

  /// Replaces all attributes in a range.
  public final func setAttributes(_ attributes: [Key: Any]?, range: NSRange) {
    change(range) { $0 = attributes ?? [:] }
  }

  /// Removes an attribute from a range.
  public final func removeAttribute(_ name: Key, range: NSRange) {
    change(range) { $0[name] = nil }
  }

  private func change(_ range: NSRange, _ body: (inout [Key: Any]) -> Void) {
    parts.change(range.clamped(to: length), body)
    changed()
  }
}
