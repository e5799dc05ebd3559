/// A text, a smaller one, and a picture, as rows of lists have them.
public struct UIListContentConfiguration: UIContentConfiguration {
  /// How one of the texts looks.
  public struct TextProperties: Hashable {
    /// How letters are changed.
    public enum TextTransform: Hashable, Sendable {
      /// Not at all; to capital ones; to small ones; the first one of each word to a capital one.
      case none, uppercase, lowercase, capitalized
    }

    /// Where a text is that is narrower than its room.
    public enum TextAlignment: Hashable, Sendable {
      /// At the left, in the middle, over the whole width.
      case natural, center, justified
    }

    /// The letters.
    public var font = UIFont.preferredFont(forTextStyle: .body)
    /// The color of the letters.
    public var color = UIColor.label
    /// Where lines are that are narrower than the room.
    public var alignment = TextAlignment.natural
    /// How the last line is cut when there is no room.
    public var lineBreakMode = NSLineBreakMode.byTruncatingTail
    /// The most lines; 0: as many as are needed.
    public var numberOfLines = 0
    /// Whether a text of one line is made smaller to fit.
    public var adjustsFontSizeToFitWidth = false
    /// The least part of the font's size to which it is made smaller.
    public var minimumScaleFactor = 0.0
    /// How letters are changed.
    public var transform = TextTransform.none
    /// Whether the font follows the size category, if it is of a text style or scaled. True by default.
    public var adjustsFontForContentSizeCategory = true
  }

  /// How the picture looks.
  public struct ImageProperties: Hashable {
    /// Of symbols and templates; nil: that of the view.
    public var tintColor: UIColor?
    /// How symbols look that do not say it themselves.
    public var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
    /// The radius of the picture's corners.
    public var cornerRadius = 0.0
    /// A larger picture is made smaller; a side of 0 has no limit.
    public var maximumSize = Size.zero
    /// The room in whose middle the picture is, so that texts of several rows begin at one place; a side of 0: the picture's own.
    public var reservedLayoutSize = Size.zero
  }

  /// The first text.
  public var text: String?
  /// The first text with attributes, instead of `text`.
  public var attributedText: NSAttributedString?
  /// The second text.
  public var secondaryText: String?
  /// The second text with attributes, instead of `secondaryText`.
  public var secondaryAttributedText: NSAttributedString?
  /// The picture at the left.
  public var image: UIImage?
  /// How the first text looks.
  public var textProperties = TextProperties()
  /// How the second text looks.
  public var secondaryTextProperties = TextProperties()
  /// How the picture looks.
  public var imageProperties = ImageProperties()
  /// Whether the second text is at the right of the first one, if both fit there.
  public var prefersSideBySideTextAndSecondaryText = false
  /// The room around everything.
  public var directionalLayoutMargins = NSDirectionalEdgeInsets(
    top: 11, leading: 16, bottom: 11, trailing: 16)
  /// Between picture and texts.
  public var imageToTextPadding = 16.0
  /// Between texts that are side by side.
  public var textToSecondaryTextHorizontalPadding = 8.0
  /// Between texts of which one is below the other.
  public var textToSecondaryTextVerticalPadding = 3.0

  private init() {
    secondaryTextProperties.font = UIFont.preferredFont(forTextStyle: .subheadline)
    secondaryTextProperties.color = .secondaryLabel
  }

  /// For rows: the second text is below the first one, a little smaller and gray.
  public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }

  /// For rows: the second text is below the first one, and small.
  public static func subtitleCell() -> UIListContentConfiguration {
    var content = cell()
    content.secondaryTextProperties.font = UIFont.preferredFont(forTextStyle: .caption1)
    content.secondaryTextProperties.color = .label
    return content
  }

  /// For rows: the second text is at the right, and gray.
  public static func valueCell() -> UIListContentConfiguration {
    var content = cell()
    content.secondaryTextProperties.font = content.textProperties.font
    content.prefersSideBySideTextAndSecondaryText = true
    return content
  }

  /// A configuration for what is above a section of a plain list.
  public static func plainHeader() -> UIListContentConfiguration {
    band(.scalable(15, .subheadline, weight: .semibold), .label)
  }

  /// A configuration for what is below a section of a plain list.
  public static func plainFooter() -> UIListContentConfiguration {
    band(.scalable(15, .subheadline), .secondaryLabel)
  }

  /// For what is above a section of a grouped list: small capital letters.
  public static func groupedHeader() -> UIListContentConfiguration {
    var content = band(.scalable(13, .footnote), .secondaryLabel)
    content.textProperties.transform = .uppercase
    return content
  }

  /// A configuration for what is below a section of a grouped list.
  public static func groupedFooter() -> UIListContentConfiguration {
    band(.scalable(13, .footnote), .secondaryLabel)
  }

  /// A configuration for rows of sidebars.
  public static func sidebarCell() -> UIListContentConfiguration { cell() }
  /// For rows of sidebars: the second text is below the first one, and small.
  public static func sidebarSubtitleCell() -> UIListContentConfiguration { subtitleCell() }
  /// A configuration for what is above a section of a sidebar.
  public static func sidebarHeader() -> UIListContentConfiguration { prominentInsetGroupedHeader() }
  /// For what is above a section of an inset group: large letters.
  public static func prominentInsetGroupedHeader() -> UIListContentConfiguration {
    band(.scalable(20, .title3, weight: .bold), .label)
  }
  /// As `prominentInsetGroupedHeader`, of larger groups.
  public static func extraProminentInsetGroupedHeader() -> UIListContentConfiguration {
    band(.scalable(22, .title2, weight: .bold), .label)
  }

  private static func band(_ font: UIFont, _ color: UIColor) -> UIListContentConfiguration {
    var content = cell()
    content.textProperties.font = font
    content.textProperties.color = color
    content.secondaryTextProperties.font = font
    content.directionalLayoutMargins.top = 6
    content.directionalLayoutMargins.bottom = 6
    return content
  }

  /// A view that shows this.
  public func makeContentView() -> UIView & UIContentView { UIListContentView(configuration: self) }

  /// Paler where it can not be used.
  public func updated(for state: any UIConfigurationState) -> UIListContentConfiguration {
    let isDisabled =
      (state as? UICellConfigurationState)?.isDisabled ?? (state as? UIViewConfigurationState)?.isDisabled
    guard isDisabled == true else { return self }
    var content = self
    content.textProperties.color = .tertiaryLabel
    content.secondaryTextProperties.color = .tertiaryLabel
    return content
  }
}

extension UIListContentConfiguration.TextProperties {
  func shown(_ text: String) -> String {
    switch transform {
    case .none: text
    case .uppercase: text.uppercased()
    case .lowercase: text.lowercased()
    case .capitalized: Self.capitalized(text)
    }
  }

  private static func capitalized(_ text: String) -> String {
    var result = ""
    var isInWord = false
    for character in text {
      result += isInWord ? character.lowercased() : character.uppercased()
      isInWord = character.isLetter || character.isNumber || character == "'"
    }
    return result
  }
}
