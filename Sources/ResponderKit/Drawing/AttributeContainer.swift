/// Attributes of letters by their names, as a configuration's transformer gets and returns them.
public struct AttributeContainer: Equatable {
  /// The font.
  public var font: UIFont?
  /// The color of the letters.
  public var foregroundColor: UIColor?
  /// The color behind the letters.
  public var backgroundColor: UIColor?
  /// Points that are added between letters.
  public var kern: Double?
  /// Points by which letters are raised above the baseline.
  public var baselineOffset: Double?
  /// The line below the letters.
  public var underlineStyle: NSUnderlineStyle?
  /// The line through the letters.
  public var strikethroughStyle: NSUnderlineStyle?
  /// The color of the line below the letters; nil: that of the letters.
  public var underlineColor: UIColor?
  /// The color of the line through the letters; nil: that of the letters.
  public var strikethroughColor: UIColor?
  /// The color of the letters' outlines; nil: that of the letters.
  public var strokeColor: UIColor?
  /// The width of the letters' outlines, as the attribute `strokeWidth` says it.
  public var strokeWidth: Double?
  /// The shadow of the letters.
  public var shadow: NSShadow?
  /// How far the letters lean to the right.
  public var obliqueness: Double?
  /// How much wider the letters are, as the attribute `expansion` says it.
  public var expansion: Double?
  /// The look of the paragraph.
  public var paragraphStyle: NSParagraphStyle?

  /// No attributes.
  public init() {}

  /// The known ones of these attributes.
  public init(_ attributes: [NSAttributedString.Key: Any]) {
    font = attributes[.font] as? UIFont
    foregroundColor = attributes[.foregroundColor] as? UIColor
    backgroundColor = attributes[.backgroundColor] as? UIColor
    kern = attributes.number(.kern)
    baselineOffset = attributes.number(.baselineOffset)
    underlineStyle = attributes.lineStyle(.underlineStyle)
    strikethroughStyle = attributes.lineStyle(.strikethroughStyle)
    underlineColor = attributes[.underlineColor] as? UIColor
    strikethroughColor = attributes[.strikethroughColor] as? UIColor
    strokeColor = attributes[.strokeColor] as? UIColor
    strokeWidth = attributes.number(.strokeWidth)
    shadow = attributes[.shadow] as? NSShadow
    obliqueness = attributes.number(.obliqueness)
    expansion = attributes.number(.expansion)
    paragraphStyle = attributes[.paragraphStyle] as? NSParagraphStyle
  }

  /// The attributes with values.
  var attributes: [NSAttributedString.Key: Any] {
    let all: [NSAttributedString.Key: Any?] = [
      .font: font, .foregroundColor: foregroundColor, .backgroundColor: backgroundColor, .kern: kern,
      .baselineOffset: baselineOffset, .underlineStyle: underlineStyle,
      .strikethroughStyle: strikethroughStyle, .underlineColor: underlineColor,
      .strikethroughColor: strikethroughColor, .strokeColor: strokeColor, .strokeWidth: strokeWidth,
      .shadow: shadow, .obliqueness: obliqueness, .expansion: expansion, .paragraphStyle: paragraphStyle,
    ]
    return all.compactMapValues { $0 }
  }

  /// Adds the attributes of another container, in place of the same ones here.
  public mutating func merge(_ other: AttributeContainer) { self = merging(other) }

  /// These, and those of another container in place of the same ones.
  public func merging(_ other: AttributeContainer) -> AttributeContainer {
    AttributeContainer(attributes.merging(other.attributes) { $1 })
  }
}

/// A text with attributes, as a value: parts are joined by `+`.
@dynamicMemberLookup
public struct AttributedString: Equatable, ExpressibleByStringLiteral, CustomStringConvertible {
  private struct Part: Equatable {
    var text: String
    var container: AttributeContainer
  }

  private var parts: [Part]

  /// A text with the same attributes everywhere.
  public init(_ text: String = "", attributes: AttributeContainer = AttributeContainer()) {
    parts = text.isEmpty ? [] : [Part(text: text, container: attributes)]
  }

  public init(stringLiteral value: String) { self.init(value) }

  /// An attribute: that of the beginning; set, all of the text has it.
  public subscript<Value>(dynamicMember path: WritableKeyPath<AttributeContainer, Value?>) -> Value? {
    get { parts.first?.container[keyPath: path] }
    set { for index in parts.indices { parts[index].container[keyPath: path] = newValue } }
  }

  /// Gives all of the text these attributes, in place of the same ones.
  public mutating func mergeAttributes(_ attributes: AttributeContainer) {
    for index in parts.indices { parts[index].container.merge(attributes) }
  }

  /// Adds another text at the end.
  public mutating func append(_ other: AttributedString) { parts += other.parts }

  /// Both texts, one after the other.
  public static func + (left: AttributedString, right: AttributedString) -> AttributedString {
    var text = left
    text.append(right)
    return text
  }

  /// Adds a text at the end.
  public static func += (left: inout AttributedString, right: AttributedString) { left.append(right) }

  /// The text without attributes.
  public var description: String { parts.map(\.text).joined() }

  /// The parts, with default attributes, changed by a closure.
  func attributed(
    _ defaults: AttributeContainer = AttributeContainer(),
    _ transform: (AttributeContainer) -> AttributeContainer = { $0 }
  ) -> NSAttributedString {
    let text = NSMutableAttributedString(string: "")
    for part in parts {
      let container = transform(defaults.merging(part.container))
      text.append(NSAttributedString(string: part.text, attributes: container.attributes))
    }
    return text
  }
}

extension NSAttributedString {
  /// The same text with its attributes, as an object.
  public convenience init(_ text: AttributedString) { self.init(attributedString: text.attributed()) }
}

/// Changes the attributes of a configuration's text before it is shown. Two are equal if one is a copy of the other.
public struct UIConfigurationTextAttributesTransformer: Equatable, @unchecked Sendable {
  private final class Closure {
    let call: (AttributeContainer) -> AttributeContainer
    init(_ call: @escaping (AttributeContainer) -> AttributeContainer) { self.call = call }
  }

  private let closure: Closure

  /// Calls the closure with the attributes that the text would have, on the thread of the view; it returns the text's attributes.
  public init(_ transform: @escaping (_ incoming: AttributeContainer) -> AttributeContainer) {
    closure = Closure(transform)
  }

  /// The attributes that the text gets.
  public func callAsFunction(_ input: AttributeContainer) -> AttributeContainer { closure.call(input) }

  public static func == (
    left: UIConfigurationTextAttributesTransformer, right: UIConfigurationTextAttributesTransformer
  ) -> Bool { left.closure === right.closure }
}
