/// How the lines of a paragraph stand: the value of the attribute `paragraphStyle`. A paragraph has the style of its first character.
///
/// Programs set up an ``NSMutableParagraphStyle``. A style that is changed while a text has it is seen when a program
/// draws the text next; labels and text views have what it was when their text was set.
open class NSParagraphStyle: Hashable {
  final var look = ParagraphLook()

  /// A style with the standard values.
  public init() {}

  /// A style with the standard values.
  public static var `default`: NSParagraphStyle { NSParagraphStyle() }

  /// The alignment of lines; natural by default.
  open var alignment: NSTextAlignment { look.alignment }
  /// Where lines begin, and in which order parts of several directions are; as the first letter says by default.
  open var baseWritingDirection: NSWritingDirection { look.direction }
  /// How lines that are too long are cut; between words by default.
  open var lineBreakMode: NSLineBreakMode { look.lineBreakMode }
  /// The room between two lines, in points; 0 by default.
  open var lineSpacing: Double { look.lineSpacing }
  /// The room behind the paragraph, in addition to that between lines.
  open var paragraphSpacing: Double { look.paragraphSpacing }
  /// The room before the paragraph, unless it is the first.
  open var paragraphSpacingBefore: Double { look.paragraphSpacingBefore }
  /// From the edge where the paragraph begins to the first line, in points.
  open var firstLineHeadIndent: Double { look.firstLineHeadIndent }
  /// From that edge to the other lines, in points.
  open var headIndent: Double { look.headIndent }
  /// Where lines end at the latest: from that edge, or, unless it is above 0, from the other one.
  open var tailIndent: Double { look.tailIndent }
  /// The least height of a line, in points.
  open var minimumLineHeight: Double { look.minimumLineHeight }
  /// The greatest height of a line, in points; 0, the default: there is no limit.
  open var maximumLineHeight: Double { look.maximumLineHeight }
  /// What the height of a line is multiplied with, before its limits count; 0, the default: nothing.
  open var lineHeightMultiple: Double { look.lineHeightMultiple }

  /// Without effect: which places in a line are better ones to end it.
  open var lineBreakStrategy: LineBreakStrategy { look.lineBreakStrategy }

  /// Where text continues behind tabs, from the edge where the paragraph begins: by default at each 28 points up to 336.
  open var tabStops: [NSTextTab]! {
    look.tabStops.map { NSTextTab(textAlignment: $0.alignment, location: $0.location) }
  }
  /// The distance of such places behind the last one of `tabStops`, in points; 0, the default: a tab is as wide as a space there.
  open var defaultTabInterval: Double { look.tabInterval }
  /// Without effect: words are cut at soft hyphens (U+00AD) only.
  open var hyphenationFactor: Float { look.hyphenationFactor }
  /// Without effect.
  open var usesDefaultHyphenation: Bool { look.usesDefaultHyphenation }
  /// Without effect: letters are not moved together before a line is cut.
  open var allowsDefaultTighteningForTruncation: Bool { look.allowsTightening }

  /// Which places are better ones to end a line.
  public struct LineBreakStrategy: OptionSet, Hashable, Sendable {
    /// The rules, one bit each.
    public let rawValue: UInt
    /// A set of rules by its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// No word is alone in the last line.
    public static let pushOut = LineBreakStrategy(rawValue: 1)
    /// Korean words are not cut.
    public static let hangulWordPriority = LineBreakStrategy(rawValue: 2)
    /// What the system does for labels.
    public static let standard = LineBreakStrategy(rawValue: 0xFFFF)
  }

  /// Another style with the same values.
  public final func copy() -> Any {
    let copy = NSParagraphStyle()
    copy.look = look
    return copy
  }

  /// An ``NSMutableParagraphStyle`` with the same values.
  public final func mutableCopy() -> Any {
    let copy = NSMutableParagraphStyle()
    copy.look = look
    return copy
  }

  /// Equal with equal values.
  public static func == (left: NSParagraphStyle, right: NSParagraphStyle) -> Bool { left.look == right.look }
  public final func hash(into hasher: inout Hasher) { hasher.combine(look) }
}
