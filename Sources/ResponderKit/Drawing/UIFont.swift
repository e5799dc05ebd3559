import Synchronization

/// A family, a size and a weight of letters: of the system's fonts, or the built-in ones.
public struct UIFont: Hashable, Sendable {
  /// How thick the letters are.
  public enum Weight: Hashable, Sendable {
    /// From thin to thick: 300, 400, 500, 600 and 700 of a font's weights.
    case light, regular, medium, semibold, bold
  }

  /// A kind of family.
  public enum Design: Hashable, Sendable {
    /// The system's usual letters; the built-in ones if it has no font.
    case system
    /// `serif`: letters with serifs. `monospaced`: letters of equal width.
    case serif, monospaced
    /// ASCII and a few signs more, the same on each machine: for tests and stored pictures.
    case builtIn
  }

  /// The size of the square that letters are designed in; from line to line it is about a fifth more.
  public var pointSize: Double
  /// The weight that is wanted: of the family's fonts the nearest is taken.
  public var weight: Weight
  /// The kind of family, if `familyName` is nil.
  public var design: Design
  /// Whether slanted letters are wanted, if the family has any. Built-in letters are upright.
  public var isItalic = false
  /// A family's name, in place of the design.
  public internal(set) var familyName: String?
  /// 5 for letters of normal width; less for narrower ones.
  var width = 5
  var origin = FontOrigin()

  /// A font of the system. The size is clamped to 1 to 1000 points; one that is not finite becomes 17.
  public init(size: Double = 17, weight: Weight = .regular, design: Design = .system) {
    pointSize = size.isFinite ? min(max(size, 1), 1000) : 17
    self.weight = weight
    self.design = design
  }

  /// A font of a family, or the one of this name (see `fontNames(forFamilyName:)`); nil if the system has none and none was registered.
  public init?(name: String, size: Double) {
    self.init(size: size)
    familyName = name
    if FontBook.shared.face(request) == nil {
      guard let font = FontBook.shared.descriptions.first(where: { $0.postScriptName == name }) else {
        return nil
      }
      take(font)
    }
  }

  /// UIKit's name of `init(size:weight:)`.
  public static func systemFont(ofSize size: Double, weight: Weight = .regular) -> UIFont {
    UIFont(size: size, weight: weight)
  }
  /// The system's font in bold.
  public static func boldSystemFont(ofSize size: Double) -> UIFont { UIFont(size: size, weight: .bold) }
  /// The system's font in italics.
  public static func italicSystemFont(ofSize size: Double) -> UIFont {
    var font = UIFont(size: size)
    font.isItalic = true
    return font
  }
  /// The system's font with letters of equal width.
  public static func monospacedSystemFont(ofSize size: Double, weight: Weight = .regular) -> UIFont {
    UIFont(size: size, weight: weight, design: .monospaced)
  }

  /// 17 points.
  public static let labelFontSize = 17.0
  /// 18 points.
  public static let buttonFontSize = 18.0
  /// 12 points.
  public static let smallSystemFontSize = 12.0
  /// 14 points.
  public static let systemFontSize = 14.0

  /// The same font in another size, clamped as by `init`.
  public func withSize(_ size: Double) -> UIFont {
    var font = self
    font.pointSize = UIFont(size: size).pointSize
    return font
  }

  /// Adds a TrueType font to those of the process; its family's name, nil if the bytes are no font that can be drawn.
  public static func registerFont(_ bytes: [UInt8]) -> String? {
    guard let face = FontFace(bytes) else { return nil }
    FontBook.shared.register(face)
    return face.description.family
  }

  private static let drawsBuiltIn = Atomic(false)

  /// Draws the design `system` with the built-in letters, so that pictures are the same on each machine. Set it before
  /// there are views: what was measured before is not measured again.
  public static var systemIsBuiltIn: Bool {
    get { drawsBuiltIn.load(ordering: .relaxed) }
    set { drawsBuiltIn.store(newValue, ordering: .relaxed) }
  }

  // MARK: Measures

  /// From one line of text to the next, in points.
  public var lineHeight: Double {
    guard let face else { return pointSize * 1.2 }
    return (face.ascent + face.descent + face.lineGap) * pointSize
  }
  /// How high a capital letter is.
  public var capHeight: Double { face.map { $0.capHeight * pointSize } ?? 6 * unit + strokeWidth }
  /// The distance from a line's top to the letters' line.
  public var ascender: Double {
    guard let face else { return (lineHeight + capHeight) / 2 }
    return (face.ascent + face.lineGap / 2) * pointSize
  }
  /// From the letters' line to the lowest part of a letter, and so negative.
  public var descender: Double {
    guard let face else { return ascender - lineHeight }
    return -face.descent * pointSize
  }

  /// The first and the last line's baseline, downwards from the middle of lines of text of a height.
  func baselines(inHeight height: Double) -> (first: Double, last: Double) {
    (ascender - height / 2, height / 2 - lineHeight + ascender)
  }

  /// How wide a line of text is.
  public func width(of text: String) -> Double {
    if let face { return line(text, face).width }
    let text = text.visualText
    var units = 0.0
    for character in text where !character.isSoftHyphen { units += Glyph.of(character).width + gap }
    return text.isEmpty ? 0 : (units - gap + stroke) * unit
  }

  /// The text, cut and ended by dots if it is wider.
  public func truncated(_ text: String, to width: Double) -> String {
    if self.width(of: text) <= width { return text }
    // What begins beyond the room can not fit, and is not measured again and again.
    var rest = text
    if let face, width.isFinite, !text.mayTurnLine {
      let room = width + pointSize
      if let first = line(text, face).pieces.first(where: { $0.x > room }) {
        rest = String(text[..<text.utf8.index(text.startIndex, offsetBy: first.offset)])
      }
    }
    while !rest.isEmpty {
      rest.removeLast()
      if self.width(of: rest + "…") <= width { return rest + "…" }
    }
    return ""
  }

  // MARK: Inside

  var face: FontFace? {
    if familyName == nil {
      if design == .builtIn || design == .system && Self.systemIsBuiltIn { return nil }
    }
    return FontBook.shared.face(request)
  }

  var request: FontBook.Request {
    let weight =
      switch weight {
      case .light: 300
      case .regular: 400
      case .medium: 500
      case .semibold: 600
      case .bold: 700
      }
    let style: FontBook.FaceStyle =
      switch design {
      case .system, .builtIn: .system
      case .serif: .serif
      case .monospaced: .monospaced
      }
    return .init(family: familyName, style: style, weight: weight, isItalic: isItalic, width: width)
  }

  func line(_ text: String, _ face: FontFace) -> TextLine {
    TextLine(text, face: face, size: pointSize, builtIn: .init(unit: unit, gap: gap))
  }

  /// The distance of the grid's points, of the built-in letters.
  var unit: Double { pointSize / 10 }
  /// A line's thickness in units.
  var stroke: Double {
    switch weight {
    case .light: 0.75
    case .regular: 1.05
    case .medium: 1.2
    case .semibold: 1.35
    case .bold: 1.55
    }
  }
  var strokeWidth: Double { stroke * unit }
  /// From one letter to the next, in units.
  var gap: Double { weight == .bold ? 2.35 : 2.1 }
}

/// The horizontal alignment of a text's lines.
public enum NSTextAlignment: Int, Hashable, Sendable {
  /// At the left edge, in the middle, or at the right edge.
  case left, center, right
  /// As `natural`: lines are not stretched.
  case justified
  /// Where the paragraph begins: at the left edge, or at the right one if its first letter goes from right to left.
  case natural

  /// The alignment in a view whose content begins at the right if `isMirrored`: `natural` is right there, whatever the direction of the letters.
  func natural(isMirrored: Bool) -> NSTextAlignment { self == .natural && isMirrored ? .right : self }

  /// Left, center or right.
  func resolved(_ isRightToLeft: Bool) -> NSTextAlignment {
    switch self {
    case .left, .center, .right: self
    case .justified, .natural: isRightToLeft ? .right : .left
    }
  }
}

/// The direction of a paragraph.
public enum NSWritingDirection: Int, Hashable, Sendable {
  /// As its first letter with a direction says.
  case natural = -1
  /// From left to right, or from right to left.
  case leftToRight, rightToLeft

  /// Nil for `natural`.
  var isRightToLeft: Bool? { self == .natural ? nil : self == .rightToLeft }
}

/// Where a line that is too long is cut.
public enum NSLineBreakMode: Hashable, Sendable {
  /// Between words, without dots; `byCharWrapping` is the same here.
  case byWordWrapping, byCharWrapping
  /// At the edge, within a letter.
  case byClipping
  /// With dots at the start, at the end, or in the middle.
  case byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}
