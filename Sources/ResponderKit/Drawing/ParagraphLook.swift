/// What a paragraph style says.
struct ParagraphLook: Hashable {
  var alignment = NSTextAlignment.natural
  var direction = NSWritingDirection.natural
  var lineBreakMode = NSLineBreakMode.byWordWrapping
  var lineSpacing = 0.0
  var paragraphSpacing = 0.0
  var paragraphSpacingBefore = 0.0
  var firstLineHeadIndent = 0.0
  var headIndent = 0.0
  var tailIndent = 0.0
  var minimumLineHeight = 0.0
  /// 0: no limit.
  var maximumLineHeight = 0.0
  /// 0: as 1.
  var lineHeightMultiple = 0.0
  /// Nil: the standard ones.
  private(set) var tabs: [TabLook]?
  /// Distance of the tab stops after the last of `tabs`; 0: none.
  var tabInterval = 0.0
  /// Without effect, as the next ones.
  var lineBreakStrategy = NSParagraphStyle.LineBreakStrategy()
  var hyphenationFactor: Float = 0
  var usesDefaultHyphenation = false
  var allowsTightening = false

  var tabStops: [TabLook] {
    get { tabs ?? TabLook.standard }
    set { tabs = newValue == TabLook.standard ? nil : newValue }
  }

  mutating func removeIndents() { (firstLineHeadIndent, headIndent, tailIndent) = (0, 0, 0) }

  /// The same, with numbers that lines can be laid out with.
  var drawable: ParagraphLook {
    func number(_ value: Double, _ least: Double = 0) -> Double {
      value.isFinite ? min(max(value, least), 10_000) : 0
    }
    var look = self
    look.lineSpacing = number(lineSpacing)
    look.paragraphSpacing = number(paragraphSpacing)
    look.paragraphSpacingBefore = number(paragraphSpacingBefore)
    look.firstLineHeadIndent = number(firstLineHeadIndent)
    look.headIndent = number(headIndent)
    look.tailIndent = number(tailIndent, -10_000)
    look.minimumLineHeight = number(minimumLineHeight)
    look.maximumLineHeight = number(maximumLineHeight)
    look.lineHeightMultiple = min(number(lineHeightMultiple), 100)
    if let tabs {
      look.tabs = tabs.filter { abs($0.location) <= 10_000 }.sorted { $0.location < $1.location }
    }
    look.tabInterval = tabInterval < 0.01 ? 0 : number(tabInterval)
    return look
  }

  /// Whether a line that is too long ends between words, without dots.
  var wraps: Bool { lineBreakMode == .byWordWrapping || lineBreakMode == .byCharWrapping }

  /// The height of a line whose letters want another one.
  func height(of height: Double) -> Double {
    let wanted = max(lineHeightMultiple > 0 ? height * lineHeightMultiple : height, minimumLineHeight)
    return maximumLineHeight > 0 ? min(wanted, maximumLineHeight) : wanted
  }
}
