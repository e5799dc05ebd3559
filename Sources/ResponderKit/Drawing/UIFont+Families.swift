extension UIFont {
  /// The names of all families of the system and of the program, sorted.
  public static var familyNames: [String] {
    Set(FontBook.shared.descriptions.map(\.family)).filter { !$0.isEmpty }.sorted()
  }

  /// The names of a family's fonts, as `init(name:size:)` takes them; empty for an unknown family.
  public static func fontNames(forFamilyName familyName: String) -> [String] {
    FontBook.shared.descriptions.filter { $0.family == familyName }.map(\.postScriptName)
      .filter { !$0.isEmpty }.sorted()
  }

  /// The name of the font that is drawn, as "DejaVuSans-Bold"; "System" for the built-in letters.
  public var fontName: String {
    guard let name = face?.description.postScriptName, !name.isEmpty else { return familyName ?? "System" }
    return name
  }

  /// What describes it.
  public var fontDescriptor: UIFontDescriptor { UIFontDescriptor(self, size: pointSize) }

  /// The font that comes nearest to a description. A size of 0: that of the description, or else 17 points.
  public init(descriptor: UIFontDescriptor, size: Double) {
    self = descriptor.font.withSize(size > 0 ? size : descriptor.pointSize > 0 ? descriptor.pointSize : 17)
  }

  /// Becomes the font of a family that is described.
  mutating func take(_ font: FontDescription) {
    familyName = font.family
    weight = Weight(number: font.weight)
    (isItalic, width) = (font.isItalic, font.width)
  }
}

extension UIFont.Weight {
  /// The nearest to a weight of a font's description, 400 for regular.
  init(number: Int) {
    self =
      switch number {
      case ..<350: .light
      case ..<450: .regular
      case ..<550: .medium
      case ..<650: .semibold
      default: .bold
      }
  }

  /// The nearest to one of UIKit's numbers, 0 for regular and 0.4 for bold.
  init(number: Double) {
    self =
      switch number {
      case ..<(-0.2): .light
      case ..<0.115: .regular
      case ..<0.265: .medium
      case ..<0.35: .semibold
      default: .bold
      }
  }
}
