/// A paragraph style whose values can be set.
open class NSMutableParagraphStyle: NSParagraphStyle {
  open override var alignment: NSTextAlignment {
    get { look.alignment }
    set { look.alignment = newValue }
  }
  open override var baseWritingDirection: NSWritingDirection {
    get { look.direction }
    set { look.direction = newValue }
  }
  open override var lineBreakMode: NSLineBreakMode {
    get { look.lineBreakMode }
    set { look.lineBreakMode = newValue }
  }
  open override var lineSpacing: Double {
    get { look.lineSpacing }
    set { look.lineSpacing = newValue }
  }
  open override var paragraphSpacing: Double {
    get { look.paragraphSpacing }
    set { look.paragraphSpacing = newValue }
  }
  open override var paragraphSpacingBefore: Double {
    get { look.paragraphSpacingBefore }
    set { look.paragraphSpacingBefore = newValue }
  }
  open override var firstLineHeadIndent: Double {
    get { look.firstLineHeadIndent }
    set { look.firstLineHeadIndent = newValue }
  }
  open override var headIndent: Double {
    get { look.headIndent }
    set { look.headIndent = newValue }
  }
  open override var tailIndent: Double {
    get { look.tailIndent }
    set { look.tailIndent = newValue }
  }
  open override var minimumLineHeight: Double {
    get { look.minimumLineHeight }
    set { look.minimumLineHeight = newValue }
  }
  open override var maximumLineHeight: Double {
    get { look.maximumLineHeight }
    set { look.maximumLineHeight = newValue }
  }
  open override var lineHeightMultiple: Double {
    get { look.lineHeightMultiple }
    set { look.lineHeightMultiple = newValue }
  }

  open override var lineBreakStrategy: LineBreakStrategy {
    get { look.lineBreakStrategy }
    set { look.lineBreakStrategy = newValue }
  }

  open override var tabStops: [NSTextTab]! {
    get { super.tabStops }
    set { look.tabStops = newValue?.map(\.look) ?? TabLook.standard }
  }
  open override var defaultTabInterval: Double {
    get { look.tabInterval }
    set { look.tabInterval = newValue }
  }
  /// Adds a place to `tabStops`.
  public final func addTabStop(_ anObject: NSTextTab) {
    let stops = look.tabStops.filter { $0 != anObject.look } + [anObject.look]
    look.tabStops = stops.sorted { $0.location < $1.location }
  }
  /// Removes a place from `tabStops`.
  public final func removeTabStop(_ anObject: NSTextTab) { look.tabStops.removeAll { $0 == anObject.look } }
  open override var hyphenationFactor: Float {
    get { look.hyphenationFactor }
    set { look.hyphenationFactor = newValue }
  }
  open override var usesDefaultHyphenation: Bool {
    get { look.usesDefaultHyphenation }
    set { look.usesDefaultHyphenation = newValue }
  }
  open override var allowsDefaultTighteningForTruncation: Bool {
    get { look.allowsTightening }
    set { look.allowsTightening = newValue }
  }

  /// Takes all values of another style.
  public final func setParagraphStyle(_ style: NSParagraphStyle) { look = style.look }
}
