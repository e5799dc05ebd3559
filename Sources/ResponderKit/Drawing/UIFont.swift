/// A size and a weight of the built-in letters: ASCII and a few signs more. What is not among them is drawn as a box.
public struct UIFont: Hashable, Sendable {
  public enum Weight: Hashable, Sendable {
    case light, regular, bold
  }

  /// From line to line it is a fifth more.
  public var pointSize: Double
  public var weight: Weight

  public init(size: Double = 17, weight: Weight = .regular) {
    pointSize = size.isFinite ? min(max(size, 1), 1000) : 17
    self.weight = weight
  }

  public static func systemFont(ofSize size: Double) -> UIFont { UIFont(size: size) }
  public static func boldSystemFont(ofSize size: Double) -> UIFont { UIFont(size: size, weight: .bold) }

  public var lineHeight: Double { pointSize * 1.2 }
  /// How high a capital letter is.
  public var capHeight: Double { 6 * unit + strokeWidth }

  /// How wide a line of text is.
  public func width(of text: String) -> Double {
    var units = 0.0
    for character in text { units += Glyph.of(character).width + gap }
    return text.isEmpty ? 0 : (units - gap + stroke) * unit
  }

  /// The text, cut and ended by dots if it is wider.
  public func truncated(_ text: String, to width: Double) -> String {
    if self.width(of: text) <= width { return text }
    var rest = text
    while !rest.isEmpty {
      rest.removeLast()
      if self.width(of: rest + "…") <= width { return rest + "…" }
    }
    return ""
  }

  // MARK: Inside

  /// The distance of the grid's points.
  var unit: Double { pointSize / 10 }
  /// A line's thickness in units.
  var stroke: Double {
    switch weight {
    case .light: 0.75
    case .regular: 1.05
    case .bold: 1.55
    }
  }
  var strokeWidth: Double { stroke * unit }
  /// From one letter to the next, in units.
  var gap: Double { weight == .bold ? 2.35 : 2.1 }
}

public enum NSTextAlignment: Hashable, Sendable {
  case left, center, right
}
