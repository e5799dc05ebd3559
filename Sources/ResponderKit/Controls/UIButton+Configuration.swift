extension UIButton {
  /// A button's look as a whole.
  public struct Configuration: Equatable, Sendable {
    /// How round the corners are.
    public enum CornerStyle: Hashable, Sendable {
      /// `background.cornerRadius`.
      case fixed, dynamic
      /// 4, 6 and 9 points; the others: half of the height.
      case small, medium, large, capsule
    }

    /// How large the letters are, and the room around them.
    public enum ButtonSize: Hashable, Sendable {
      /// The sizes, in ascending order.
      case mini, small, medium, large
    }

    /// On which side of the title the image is.
    public enum ImagePlacement: Hashable, Sendable {
      /// Before, behind, above, below the title.
      case leading, trailing, top, bottom
    }

    /// A sign beside the title for a button that shows a menu.
    public enum Indicator: Hashable, Sendable {
      /// As the system chooses, none, and that of a menu whose choice the button shows.
      case automatic, none, popup
    }

    /// What is behind title and image.
    public struct ButtonBackground: Hashable, Sendable {
      /// Nil: the color of the kind of configuration.
      public var backgroundColor: UIColor?
      /// Of the corners, with the styles `fixed` and `dynamic`.
      public var cornerRadius = 6.0
      /// Of the line around; nil: the tint color.
      public var strokeColor: UIColor?
      /// Of the line around; 0: none.
      public var strokeWidth = 0.0
    }

    /// Its attributes are not changed on other threads.
    private struct AttributedText: Equatable, @unchecked Sendable {
      var value: AttributedString?
    }

    enum Family: Hashable { case plain, gray, tinted, filled }

    let kind: Family
    /// The text; nil: what `setTitle` has set.
    public var title: String?
    /// The title with attributes, in place of `title`.
    public var attributedTitle: AttributedString? {
      get { titleStorage.value }
      set { titleStorage = .init(value: newValue) }
    }
    /// A smaller text below the title.
    public var subtitle: String?
    /// The same with attributes, in place of `subtitle`.
    public var attributedSubtitle: AttributedString? {
      get { subtitleStorage.value }
      set { subtitleStorage = .init(value: newValue) }
    }
    private var titleStorage = AttributedText()
    private var subtitleStorage = AttributedText()
    /// Changes the attributes of the title; nil: it has those of the button.
    public var titleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
    /// Changes the attributes of the subtitle.
    public var subtitleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
    /// The picture; nil: what `setImage` has set.
    public var image: UIImage?
    /// Whether a wheel that turns is shown in place of the image.
    public var showsActivityIndicator = false
    /// How symbols look that do not say it themselves.
    public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
    /// On which side of the title the image is.
    public var imagePlacement = ImagePlacement.leading
    /// Between image and title.
    public var imagePadding = 0.0
    /// Between title and subtitle.
    public var titlePadding = 1.0
    /// The color that the background is made of; nil: the tint color.
    public var baseBackgroundColor: UIColor?
    /// The color of title and image; nil: what fits the background.
    public var baseForegroundColor: UIColor?
    /// How round the corners are.
    public var cornerStyle = CornerStyle.dynamic
    /// How large the letters are, and the room around them.
    public var buttonSize = ButtonSize.medium { didSet { contentInsets = buttonSize.insets } }
    /// Room around title and image.
    public var contentInsets = ButtonSize.medium.insets
    /// Without effect: there is no sign.
    public var indicator = Indicator.automatic
    /// What is behind title and image.
    public var background = ButtonBackground()

    /// A button without a background.
    public static func plain() -> Configuration { Configuration(kind: .plain) }
    /// A button with a light gray behind the text.
    public static func gray() -> Configuration { Configuration(kind: .gray) }
    /// A button with a light shade of the tint color behind the text.
    public static func tinted() -> Configuration { Configuration(kind: .tinted) }
    /// White text on the tint color.
    public static func filled() -> Configuration { Configuration(kind: .filled) }
    /// As `plain` in a frame would be in UIKit; here it is `gray`.
    public static func bordered() -> Configuration { gray() }
    /// As `tinted`.
    public static func borderedTinted() -> Configuration { tinted() }
    /// As `filled`.
    public static func borderedProminent() -> Configuration { filled() }
    /// As `plain`.
    public static func borderless() -> Configuration { plain() }
  }
}

extension UIButton.Configuration.ButtonSize {
  var insets: NSDirectionalEdgeInsets {
    switch self {
    case .mini: NSDirectionalEdgeInsets(top: 4, leading: 8, bottom: 4, trailing: 8)
    case .small: NSDirectionalEdgeInsets(top: 5, leading: 10, bottom: 5, trailing: 10)
    case .medium: NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
    case .large: NSDirectionalEdgeInsets(top: 15, leading: 20, bottom: 15, trailing: 20)
    }
  }
}

extension UIButton.Configuration {
  /// - Parameter tint: the button's.
  func backgroundColor(_ tint: UIColor, isEnabled: Bool) -> UIColor? {
    if let color = background.backgroundColor { return color }
    switch kind {
    case .plain: return baseBackgroundColor
    case .gray: return baseBackgroundColor ?? ControlLooks.fill
    case .tinted: return (baseBackgroundColor ?? tint).withAlphaComponent(0.18)
    case .filled: return isEnabled ? baseBackgroundColor ?? tint : ControlLooks.fill
    }
  }

  func foregroundColor(_ tint: UIColor) -> UIColor {
    baseForegroundColor ?? (kind == .filled ? .white : kind == .tinted ? baseBackgroundColor ?? tint : tint)
  }

  func cornerRadius(height: Double) -> Double {
    switch cornerStyle {
    case .fixed, .dynamic: background.cornerRadius
    case .small: 4
    case .medium: 6
    case .large: 9
    case .capsule: height / 2
    }
  }
}
