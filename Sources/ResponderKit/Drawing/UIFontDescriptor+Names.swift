extension UIFontDescriptor {
  /// What letters are like.
  public struct SymbolicTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Slanted.
    public static let traitItalic = Self(rawValue: 1)
    /// Bold, or nearly so.
    public static let traitBold = Self(rawValue: 1 << 1)
    /// Wider than usual.
    public static let traitExpanded = Self(rawValue: 1 << 5)
    /// Narrower than usual.
    public static let traitCondensed = Self(rawValue: 1 << 6)
    /// Of equal width.
    public static let traitMonoSpace = Self(rawValue: 1 << 10)
    /// Without effect.
    public static let traitTightLeading = Self(rawValue: 1 << 15)
    /// Without effect.
    public static let traitLooseLeading = Self(rawValue: 1 << 16)
  }

  /// A kind of letters of the system.
  public struct SystemDesign: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The usual ones.
    public static let `default` = Self(rawValue: "NSCTFontUIFontDesignDefault")
    /// With serifs.
    public static let serif = Self(rawValue: "NSCTFontUIFontDesignSerif")
    /// Of equal width.
    public static let monospaced = Self(rawValue: "NSCTFontUIFontDesignMonospaced")
    /// With round ends: the system has none.
    public static let rounded = Self(rawValue: "NSCTFontUIFontDesignRounded")
  }

  /// What a description says.
  public struct AttributeName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The family's name: a `String`.
    public static let family = Self(rawValue: "NSFontFamilyAttribute")
    /// The font's name, or its family's: a `String`.
    public static let name = Self(rawValue: "NSFontNameAttribute")
    /// The face in the family, as "Bold": a `String`.
    public static let face = Self(rawValue: "NSFontFaceAttribute")
    /// The size in points: a number.
    public static let size = Self(rawValue: "NSFontSizeAttribute")
    /// What the letters are like: a dictionary of ``TraitKey``.
    public static let traits = Self(rawValue: "NSCTFontTraitsAttribute")
    /// The kind of text that it is for. Without effect.
    public static let textStyle = Self(rawValue: "NSCTFontUIUsageAttribute")
    /// Features of the font. Without effect.
    public static let featureSettings = Self(rawValue: "NSCTFontFeatureSettingsAttribute")
  }

  /// What letters are like, one by one.
  public struct TraitKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// ``SymbolicTraits``, or their number.
    public static let symbolic = Self(rawValue: "NSCTFontSymbolicTrait")
    /// `UIFont.Weight`, or one of UIKit's numbers.
    public static let weight = Self(rawValue: "NSCTFontWeightTrait")
    /// A number: more than 0 is slanted.
    public static let slant = Self(rawValue: "NSCTFontSlantTrait")
  }
}
