// The system's colors: one for bright surroundings, one for dark ones.

extension UIColor {
  /// `#FF3B30`; where it is dark, `#FF453A`.
  public static let systemRed = UIColor(light: 0xFF3B30, dark: 0xFF453A)
  /// `#FF9500`; where it is dark, `#FF9F0A`.
  public static let systemOrange = UIColor(light: 0xFF9500, dark: 0xFF9F0A)
  /// `#FFCC00`; where it is dark, `#FFD60A`.
  public static let systemYellow = UIColor(light: 0xFFCC00, dark: 0xFFD60A)
  /// `#34C759`; where it is dark, `#30D158`.
  public static let systemGreen = UIColor(light: 0x34C759, dark: 0x30D158)
  /// `#00C7BE`; where it is dark, `#63E6E2`.
  public static let systemMint = UIColor(light: 0x00C7BE, dark: 0x63E6E2)
  /// `#30B0C7`; where it is dark, `#40C8E0`.
  public static let systemTeal = UIColor(light: 0x30B0C7, dark: 0x40C8E0)
  /// `#32ADE6`; where it is dark, `#64D2FF`.
  public static let systemCyan = UIColor(light: 0x32ADE6, dark: 0x64D2FF)
  /// `#007AFF`; where it is dark, `#0A84FF`.
  public static let systemBlue = UIColor(light: 0x007AFF, dark: 0x0A84FF)
  /// `#5856D6`; where it is dark, `#5E5CE6`.
  public static let systemIndigo = UIColor(light: 0x5856D6, dark: 0x5E5CE6)
  /// `#AF52DE`; where it is dark, `#BF5AF2`.
  public static let systemPurple = UIColor(light: 0xAF52DE, dark: 0xBF5AF2)
  /// `#FF2D55`; where it is dark, `#FF375F`.
  public static let systemPink = UIColor(light: 0xFF2D55, dark: 0xFF375F)
  /// `#A2845E`; where it is dark, `#AC8E68`.
  public static let systemBrown = UIColor(light: 0xA2845E, dark: 0xAC8E68)
  /// `#8E8E93` everywhere.
  public static let systemGray = UIColor(rgb: 0x8E8E93)
  /// `#AEAEB2`; where it is dark, `#636366`.
  public static let systemGray2 = UIColor(light: 0xAEAEB2, dark: 0x636366)
  /// `#C7C7CC`; where it is dark, `#48484A`.
  public static let systemGray3 = UIColor(light: 0xC7C7CC, dark: 0x48484A)
  /// `#D1D1D6`; where it is dark, `#3A3A3C`.
  public static let systemGray4 = UIColor(light: 0xD1D1D6, dark: 0x3A3A3C)
  /// `#E5E5EA`; where it is dark, `#2C2C2E`.
  public static let systemGray5 = UIColor(light: 0xE5E5EA, dark: 0x2C2C2E)
  /// `#F2F2F7`, nearest to the background; where it is dark, `#1C1C1E`.
  public static let systemGray6 = UIColor(light: 0xF2F2F7, dark: 0x1C1C1E)

  /// Of text: black; where it is dark, white.
  public static let label = UIColor(light: 0x000000, dark: 0xFFFFFF)
  /// Of text that matters less: `#3C3C43` at 0.6; where it is dark, `#EBEBF5`.
  public static let secondaryLabel = UIColor(light: 0x3C3C43, 0.6, dark: 0xEBEBF5, 0.6)
  /// Of text that matters least but one: `#3C3C43` at 0.3; where it is dark, `#EBEBF5`.
  public static let tertiaryLabel = UIColor(light: 0x3C3C43, 0.3, dark: 0xEBEBF5, 0.3)
  /// Of text that matters least: `#3C3C43` at 0.18; where it is dark, `#EBEBF5` at 0.16.
  public static let quaternaryLabel = UIColor(light: 0x3C3C43, 0.18, dark: 0xEBEBF5, 0.16)
  /// Of the text that fields show while they are empty: `#3C3C43` at 0.3; where it is dark, `#EBEBF5`.
  public static let placeholderText = UIColor(light: 0x3C3C43, 0.3, dark: 0xEBEBF5, 0.3)
  /// Of links: `#007AFF`; where it is dark, `#0984FF`.
  public static let link = UIColor(light: 0x007AFF, dark: 0x0984FF)
  /// Of thin lines between contents: `#3C3C43` at 0.29; where it is dark, `#545458` at 0.6.
  public static let separator = UIColor(light: 0x3C3C43, 0.29, dark: 0x545458, 0.6)
  /// Of thin lines that hide what is behind them: `#C6C6C8`; where it is dark, `#38383A`.
  public static let opaqueSeparator = UIColor(light: 0xC6C6C8, dark: 0x38383A)

  // At the elevated level, in the dark, each of these has the dark color of the next of its three; the third is `#3A3A3C`.

  /// Behind everything: white; where it is dark, black.
  public static let systemBackground = UIColor(light: 0xFFFFFF, dark: 0x000000, elevated: 0x1C1C1E)
  /// Behind groups in front of `systemBackground`: `#F2F2F7`; where it is dark, `#1C1C1E`.
  public static let secondarySystemBackground = UIColor(light: 0xF2F2F7, dark: 0x1C1C1E, elevated: 0x2C2C2E)
  /// In front of `secondarySystemBackground`: white; where it is dark, `#2C2C2E`.
  public static let tertiarySystemBackground = UIColor(light: 0xFFFFFF, dark: 0x2C2C2E, elevated: 0x3A3A3C)
  /// Behind groups of rows: `#F2F2F7`; where it is dark, black.
  public static let systemGroupedBackground = UIColor(light: 0xF2F2F7, dark: 0x000000, elevated: 0x1C1C1E)
  /// Of groups of rows in front of `systemGroupedBackground`: white; where it is dark, `#1C1C1E`.
  public static let secondarySystemGroupedBackground = UIColor(
    light: 0xFFFFFF, dark: 0x1C1C1E, elevated: 0x2C2C2E)
  /// In front of `secondarySystemGroupedBackground`: `#F2F2F7`; where it is dark, `#2C2C2E`.
  public static let tertiarySystemGroupedBackground = UIColor(
    light: 0xF2F2F7, dark: 0x2C2C2E, elevated: 0x3A3A3C)

  /// Of thin shapes: `#787880` at 0.2; where it is dark, at 0.36.
  public static let systemFill = UIColor(light: 0x787880, 0.2, dark: 0x787880, 0.36)
  /// Of larger shapes: `#787880` at 0.16; where it is dark, at 0.32.
  public static let secondarySystemFill = UIColor(light: 0x787880, 0.16, dark: 0x787880, 0.32)
  /// Of large shapes: `#767680` at 0.12; where it is dark, at 0.24.
  public static let tertiarySystemFill = UIColor(light: 0x767680, 0.12, dark: 0x767680, 0.24)
  /// Of the largest shapes: `#747480` at 0.08; where it is dark, `#767680` at 0.18.
  public static let quaternarySystemFill = UIColor(light: 0x747480, 0.08, dark: 0x767680, 0.18)

  private convenience init(
    light: UInt32, _ lightAlpha: Double = 1, dark: UInt32, _ darkAlpha: Double = 1, elevated: UInt32? = nil
  ) {
    self.init(
      light: CGColor(rgb: light, alpha: lightAlpha), dark: CGColor(rgb: dark, alpha: darkAlpha),
      elevated: elevated.map { CGColor(rgb: $0, alpha: darkAlpha) })
  }
}
