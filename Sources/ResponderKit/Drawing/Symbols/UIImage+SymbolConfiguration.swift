extension UIImage {
  /// How thick the lines of a symbol are.
  public enum SymbolWeight: Int, Hashable, Sendable, CaseIterable {
    /// As `regular`.
    case unspecified
    /// From thin to thick.
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }

  /// How large a symbol is beside letters of its size.
  public enum SymbolScale: Int, Hashable, Sendable, CaseIterable {
    /// As `medium`.
    case `default`
    /// As `medium`.
    case unspecified
    /// Four fifths, as high as letters, five fourths of that.
    case small, medium, large
  }

  /// How symbols look. A value, where UIKit has an object; what it does not say is as another configuration or the system has it.
  public struct SymbolConfiguration: Hashable, Sendable {
    /// Of the letters beside which it would stand.
    var pointSize: Double?
    var weight = SymbolWeight.unspecified
    var scale = SymbolScale.unspecified
    var colors: [UIColor] = []

    private init() {}

    /// Says nothing.
    public static let unspecified = SymbolConfiguration()

    /// A size, a thickness of lines, and a scale.
    public init(
      pointSize: Double, weight: SymbolWeight = .unspecified, scale: SymbolScale = .unspecified
    ) {
      self.pointSize = pointSize.isFinite ? min(max(pointSize, 1), 1000) : nil
      self.weight = weight
      self.scale = scale
    }

    /// The size of texts of a kind, and a scale.
    public init(textStyle: UIFont.TextStyle, scale: SymbolScale = .unspecified) {
      self.init(font: .preferredFont(forTextStyle: textStyle), scale: scale)
    }

    /// The size and the weight of a font, and a scale.
    public init(font: UIFont, scale: SymbolScale = .unspecified) {
      self.init(pointSize: font.pointSize, weight: SymbolWeight(font.weight), scale: scale)
    }

    /// A thickness of lines.
    public init(weight: SymbolWeight) { self.weight = weight }

    /// A scale.
    public init(scale: SymbolScale) { self.scale = scale }

    /// A color, of which less important parts are paler.
    public init(hierarchicalColor color: UIColor) { colors = [color, color.withAlphaComponent(0.5)] }

    /// A color for each part: the first one for what matters most. Symbols of one part, and those with only one color given, are in the first.
    public init(paletteColors colors: [UIColor]) { self.colors = colors }

    /// This one, but what the other one says is as there.
    public func applying(_ other: SymbolConfiguration) -> SymbolConfiguration {
      var result = self
      result.pointSize = other.pointSize ?? pointSize
      if other.weight != .unspecified { result.weight = other.weight }
      if other.scale != .unspecified { result.scale = other.scale }
      if !other.colors.isEmpty { result.colors = other.colors }
      return result
    }

    /// The same one, without the thickness of lines.
    public func configurationWithoutWeight() -> SymbolConfiguration {
      var result = self
      result.weight = .unspecified
      return result
    }
  }
}

extension UIImage.SymbolConfiguration {
  /// The size in points of the letters beside which the symbol is as high as they are.
  var letterSize: Double {
    let factor =
      switch scale {
      case .small: 0.8
      case .large: 1.25
      case .default, .unspecified, .medium: 1.0
      }
    return (pointSize ?? 17) * factor
  }

  /// In units of the grid.
  var lineWidth: Double {
    switch weight {
    case .ultraLight: 0.7
    case .thin: 1.05
    case .light: 1.4
    case .unspecified, .regular: 1.8
    case .medium: 2.1
    case .semibold: 2.4
    case .bold: 2.75
    case .heavy: 3.1
    case .black: 3.5
    }
  }
}

extension UIImage.SymbolWeight {
  /// A font's.
  init(_ weight: UIFont.Weight) {
    switch weight {
    case .light: self = .light
    case .regular: self = .regular
    case .medium: self = .medium
    case .semibold: self = .semibold
    case .bold: self = .bold
    }
  }
}
