/// The attributes of characters that are edited. Characters beside each other share one.
final class TextAttributes: Hashable {
  let values: [NSAttributedString.Key: Any]
  /// What the paragraph style was: it may be changed later.
  private let paragraph: ParagraphLook?
  /// What the shadow was.
  private let shadow: ShadowLook?
  /// What was shown of the attachment, as this may be changed later.
  let attachment: ShownAttachment?
  private let code: Int
  /// Of the attributes that letters' sizes and lines' places depend on; nil: there are none.
  private let measures: Int?

  init(_ values: [NSAttributedString.Key: Any] = [:]) {
    self.values = values
    paragraph = (values[.paragraphStyle] as? NSParagraphStyle)?.look
    shadow = (values[.shadow] as? NSShadow)?.look
    attachment = values.attachment?.shownAttachment
    var hasher = Hasher()
    hasher.combine(paragraph)
    hasher.combine(shadow)
    var (code, measures) = (hasher.finalize(), Int?.none)
    for (key, value) in values {
      let own = Self.code(key, value)
      code ^= own
      if Self.measured.contains(key) { measures = (measures ?? 0) ^ own }
    }
    (self.code, self.measures) = (code, measures)
  }

  /// The same for equal values, in any order.
  private static func code(_ key: NSAttributedString.Key, _ value: Any) -> Int {
    var hasher = Hasher()
    hasher.combine(key)
    if key != .paragraphStyle, key != .shadow, let value = value as? AnyHashable { hasher.combine(value) }
    return hasher.finalize()
  }

  static func == (left: TextAttributes, right: TextAttributes) -> Bool {
    left === right
      || left.code == right.code && left.paragraph == right.paragraph && left.shadow == right.shadow
        && left.attachment == right.attachment
        && NSAttributedString.areEqual(left.values, right.values)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// What the size of letters and the place of lines depend on.
  private static let measured: Set<NSAttributedString.Key> = [
    .font, .kern, .expansion, .baselineOffset, .paragraphStyle, .attachment, .link,
  ]

  /// Whether letters have the same size and place with other attributes.
  func keepsWidths(as other: TextAttributes) -> Bool {
    if self === other { return true }
    guard measures == other.measures else { return false }
    return measures == nil
      || paragraph == other.paragraph && attachment == other.attachment
        && Self.measured.allSatisfy { key in
          switch (values[key], other.values[key]) {
          case (nil, nil): true
          case (let own?, let new?): NSAttributedString.areEqual(own, new)
          default: false
          }
        }
  }
}
