/// What is shown in place of missing content: a picture, texts and buttons.
///
///     var content = UIContentUnavailableConfiguration.empty()
///     content.image = UIImage(systemName: "tray")
///     content.text = "No Mail"
///     controller.contentUnavailableConfiguration = content
public struct UIContentUnavailableConfiguration: UIContentConfiguration {
  /// Where texts and buttons are.
  public typealias Alignment = UIContentUnavailableAlignment
  /// How the picture looks.
  public typealias ImageProperties = UIListContentConfiguration.ImageProperties
  /// How one of the texts looks.
  public typealias TextProperties = UIListContentConfiguration.TextProperties
  /// What one of the buttons does.
  public typealias ButtonProperties = UIContentUnavailableButtonProperties

  /// The picture, above the texts.
  public var image: UIImage?
  /// How the picture looks.
  public var imageProperties = ImageProperties()
  /// The first text.
  public var text: String?
  /// The first text with attributes, instead of `text`.
  public var attributedText: NSAttributedString?
  /// How the first text looks.
  public var textProperties = TextProperties()
  /// The second text.
  public var secondaryText: String?
  /// The second text with attributes, instead of `secondaryText`.
  public var secondaryAttributedText: NSAttributedString?
  /// How the second text looks.
  public var secondaryTextProperties = TextProperties()
  /// The first button, which is there if it has a title or a picture.
  public var button = UIButton.Configuration.plain()
  /// What the first button does.
  public var buttonProperties = ButtonProperties()
  /// The second button, which is there if it has a title or a picture.
  public var secondaryButton = UIButton.Configuration.plain()
  /// What the second button does.
  public var secondaryButtonProperties = ButtonProperties()
  /// Where everything is.
  public var alignment = Alignment.center
  /// The room around everything.
  public var directionalLayoutMargins = NSDirectionalEdgeInsets(
    top: 20, leading: 24, bottom: 20, trailing: 24)
  /// Between picture and texts.
  public var imageToTextPadding = 15.0
  /// Between the texts.
  public var textToSecondaryTextPadding = 7.0
  /// Between texts and buttons.
  public var textToButtonPadding = 20.0
  /// Between the buttons.
  public var buttonToSecondaryButtonPadding = 15.0
  /// What is behind.
  public var background = UIBackgroundConfiguration.clear()
  /// A wheel that turns is in the picture's place.
  private(set) var isLoading = false
  /// The texts are about what is searched for, until the program sets others.
  private var isSearch = false

  private init() {
    imageProperties.tintColor = .secondaryLabel
    imageProperties.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: 48)
    textProperties.font = .scalable(22, .title2, weight: .bold)
    textProperties.alignment = .center
    secondaryTextProperties.font = UIFont.preferredFont(forTextStyle: .subheadline)
    secondaryTextProperties.color = .secondaryLabel
    secondaryTextProperties.alignment = .center
    buttonProperties = ButtonProperties()
  }

  /// For missing content: the program sets picture and texts.
  public static func empty() -> UIContentUnavailableConfiguration { UIContentUnavailableConfiguration() }

  /// For content that is on its way: a wheel that turns, and a text.
  public static func loading() -> UIContentUnavailableConfiguration {
    var content = UIContentUnavailableConfiguration()
    content.isLoading = true
    content.text = "Loading…"
    content.textProperties.font = UIFont.preferredFont(forTextStyle: .subheadline)
    content.textProperties.color = .secondaryLabel
    content.imageToTextPadding = 8
    return content
  }

  /// For a search that has found nothing. It names what was searched for, if the controller's `navigationItem` has a search.
  public static func search() -> UIContentUnavailableConfiguration {
    var content = UIContentUnavailableConfiguration()
    content.isSearch = true
    content.image = UIImage(systemName: "magnifyingglass")
    content.text = searchTitle(nil)
    content.secondaryText = "Check the spelling or try a new search."
    return content
  }

  private static func searchTitle(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return "No Results" }
    return "No Results for “\(text)”"
  }

  /// A view that shows this.
  public func makeContentView() -> UIView & UIContentView { UIContentUnavailableView(configuration: self) }

  /// With the text that is searched for, if it is about a search.
  public func updated(for state: any UIConfigurationState) -> UIContentUnavailableConfiguration {
    guard isSearch, text == Self.searchTitle(nil),
      let state = state as? UIContentUnavailableConfigurationState
    else { return self }
    var content = self
    content.text = Self.searchTitle(state.searchText)
    return content
  }
}

/// Where the parts of what is shown in place of content are.
public enum UIContentUnavailableAlignment: Hashable, Sendable {
  /// In the middle; at the upper edge.
  case center, natural
}

/// What a button does that is shown in place of content.
public struct UIContentUnavailableButtonProperties {
  /// What a tap does.
  public var primaryAction: UIAction?
  /// What it shows when it is held, or tapped if it has no action.
  public var menu: UIMenu?
  /// Whether it can be tapped.
  public var isEnabled = true
}

extension UIContentUnavailableConfigurationState: UIConfigurationState {}
