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

  /// The text without attributes. A storage of the program's own class has it elsewhere, and here a copy.
  fileprivate(set) final var text: String
  /// Runs of equal attributes; their lengths add up to the text's.
  final var runs: [Run] { parts.all }
  fileprivate(set) final var parts: AttributeRuns

  /// A text with the same attributes everywhere.
  public init(string: String, attributes: [Key: Any]? = nil) {
    text = string
    parts = AttributeRuns(Self.runs(string, Self.unwrapped(attributes ?? [:])))
  }

  /// An empty text.
  public init() { (text, parts) = ("", AttributeRuns()) }

  /// A copy.
  public init(attributedString other: NSAttributedString) {
    text = other.text
    parts = other.parts
  }

  fileprivate convenience init(_ string: String, _ runs: [Run]) {
    self.init()
    text = string
    parts = AttributeRuns(runs)
  }

  fileprivate static func runs(_ string: String, _ attributes: [Key: Any]) -> [Run] {
    string.isEmpty ? [] : [Run(length: string.utf16.count, attributes: attributes)]
  }

  /// The text without attributes.
  public var string: String { text }

  /// In UTF-16 code units.
  public final var length: Int { text.utf16.count }

  /// The attributes at a code unit, and the range around it with the same ones; empty outside of the text.
  public func attributes(at location: Int, effectiveRange range: UnsafeMutablePointer<NSRange>? = nil)
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
    return NSAttributedString(String(text[indices(of: part)]), parts[part])
  }

  /// The same text with other attributes.
  final func withAttributes(_ change: ([Key: Any]) -> [Key: Any]) -> NSAttributedString {
    NSAttributedString(text, runs.map { Run(length: $0.length, attributes: change($0.attributes)) })
  }

  // MARK: Parts

  /// The range, widened so that it splits no surrogate pair.
  fileprivate final func scalarRange(_ range: Range<Int>) -> Range<Int> {
    let units = text.utf16
    func isInside(_ place: Int) -> Bool {
      let index = units.index(units.startIndex, offsetBy: place)
      return place > 0 && place < units.count && UTF16.isTrailSurrogate(units[index])
    }
    return range.lowerBound - (isInside(range.lowerBound) ? 1 : 0)..<range.upperBound
      + (isInside(range.upperBound) ? 1 : 0)
  }

  fileprivate final func indices(of range: Range<Int>) -> Range<String.Index> {
    let start = text.utf16.index(text.startIndex, offsetBy: range.lowerBound)
    return start..<text.utf16.index(start, offsetBy: range.count)
  }
}

/// An attributed text that can be changed.
open class NSMutableAttributedString: NSAttributedString {
  /// Whether it may be of a program's own class that has the text elsewhere: then all changes are made by the two methods that such a class overrides.
  var isStoredElsewhere: Bool { false }

  /// Changes until the matching `endEditing` are reported as one.
  public func beginEditing() {}
  /// Ends what `beginEditing` began.
  public func endEditing() {}

  /// Appends a text with its attributes.
  public final func append(_ other: NSAttributedString) {
    let place = length
    if isStoredElsewhere { return replaceCharacters(in: NSRange(location: place, length: 0), with: other) }
    let added = other.runs
    text += other.text
    parts.append(added)
    changed(true, place..<place, by: length - place)
  }

  /// Inserts a text with its attributes before a code unit.
  public final func insert(_ other: NSAttributedString, at location: Int) {
    replaceCharacters(in: NSRange(location: location, length: 0), with: other)
  }

  /// Replaces a range with a text and its attributes.
  public final func replaceCharacters(in range: NSRange, with other: NSAttributedString) {
    let part = scalarRange(range.clamped(to: length))
    guard isStoredElsewhere else { return replace(part, other.text, other.runs) }
    let (text, runs) = (other.text, other.runs)
    beginEditing()
    replaceCharacters(in: NSRange(part), with: text)
    var place = part.lowerBound
    for run in runs {
      setAttributes(run.attributes, range: NSRange(location: place, length: run.length))
      place += run.length
    }
    endEditing()
  }

  private func replace(_ part: Range<Int>, _ new: String, _ runs: [Run]) {
    let before = length
    parts.replace(part, with: runs)
    text.replaceSubrange(indices(of: part), with: new)
    changed(true, part, by: length - before)
  }

  /// Replaces all of it with another text and its attributes.
  public final func setAttributedString(_ attrString: NSAttributedString) {
    let before = length
    if isStoredElsewhere {
      return replaceCharacters(in: NSRange(location: 0, length: before), with: attrString)
    }
    (text, parts) = (attrString.text, attrString.parts)
    changed(true, 0..<before, by: length - before)
  }

  /// Takes a part of a text that is stored elsewhere: the copy is the same then.
  ///
  /// - Parameter text: all of the text.
  final func copy(_ text: String, replacing part: Range<Int>, by runs: [Run]) {
    parts.replace(part, with: runs)
    self.text = text
  }

  /// The text or its attributes have changed.
  ///
  /// - Parameters:
  ///   - range: in the text before.
  ///   - count: by how many code units the text is longer.
  func changed(_ isText: Bool, _ range: Range<Int>, by count: Int) {}

  /// Replaces a range with characters, which get the attributes of its first code unit; of the one before it when the range is empty.
  public func replaceCharacters(in range: NSRange, with text: String) {
    let part = range.clamped(to: length)
    let place = part.isEmpty && part.lowerBound > 0 ? part.lowerBound - 1 : part.lowerBound
    let index = parts.index(at: place)
    let attributes = index < parts.all.count ? parts.all[index].attributes : [:]
    replace(scalarRange(part), text, Self.runs(text, attributes))
  }

  /// Deletes a range.
  public final func deleteCharacters(in range: NSRange) { replaceCharacters(in: range, with: "") }

  /// Sets an attribute in a range; removes it with an Optional that is nil.
  public final func addAttribute(_ name: Key, value: Any, range: NSRange) {
    let value = Self.unwrapped(value)
    change(range) { $0[name] = value }
  }

  /// Sets several attributes in a range; removes those whose value is an Optional that is nil.
  public final func addAttributes(_ attributes: [Key: Any], range: NSRange) {
    let values = Self.unwrapped(attributes)
    let removed = values.count < attributes.count ? attributes.keys.filter { values[$0] == nil } : []
    change(range) {
      $0.merge(values) { $1 }
      for name in removed { $0[name] = nil }
    }
  }

  /// Replaces all attributes in a range.
  public func setAttributes(_ attributes: [Key: Any]?, range: NSRange) {
    let part = range.clamped(to: length)
    let attributes = Self.unwrapped(attributes ?? [:])
    parts.change(part) { $0 = attributes }
    changed(false, part, by: 0)
  }

  /// Removes an attribute from a range.
  public final func removeAttribute(_ name: Key, range: NSRange) {
    change(range) { $0[name] = nil }
  }

  private func change(_ range: NSRange, _ body: (inout [Key: Any]) -> Void) {
    let part = range.clamped(to: length)
    guard isStoredElsewhere else {
      parts.change(part, body)
      return changed(false, part, by: 0)
    }
    var place = part.lowerBound
    beginEditing()
    for run in parts[part] {
      var attributes = run.attributes
      body(&attributes)
      setAttributes(attributes, range: NSRange(location: place, length: run.length))
      place += run.length
    }
    endEditing()
  }
}
