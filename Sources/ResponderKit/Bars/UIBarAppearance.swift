/// How a bar looks: its background and the line at its edge. A bar keeps a copy of what it is given, so that later changes do not
/// reach it.
open class UIBarAppearance: NSObject {
  /// The color behind the bar's contents; nil: none of its own.
  open var backgroundColor: UIColor?
  /// The color of the line between bar and contents; nil: no line.
  open var shadowColor: UIColor?
  /// A picture over that color, stretched to the bar; one without pixels is not seen.
  open var backgroundImage: UIImage?
  /// A picture in place of the line; one without pixels shows none.
  open var shadowImage: UIImage?
  /// Without effect: bars do not blur what is below them.
  open var backgroundEffect: UIBlurEffect?
  /// Whether the bar has the color of bars behind `backgroundColor`.
  private(set) final var hasBackground = true

  /// The default background.
  public override init() {
    super.init()
    configureWithDefaultBackground()
  }

  /// A copy of another bar's background.
  public init(barAppearance: UIBarAppearance) {
    super.init()
    copy(barAppearance)
  }

  /// The color of bars, and a line.
  open func configureWithDefaultBackground() {
    (hasBackground, backgroundColor, shadowColor) = (true, nil, .separator)
  }

  /// The color of the system's views, and a line.
  open func configureWithOpaqueBackground() {
    (hasBackground, backgroundColor, shadowColor) = (false, .systemBackground, .separator)
  }

  /// Neither a color nor a line: what is below the bar is seen.
  open func configureWithTransparentBackground() {
    (hasBackground, backgroundColor, shadowColor) = (false, nil, nil)
  }

  final func copy(_ other: UIBarAppearance) {
    (hasBackground, backgroundColor, shadowColor) = (
      other.hasBackground, other.backgroundColor, other.shadowColor
    )
    (backgroundImage, shadowImage, backgroundEffect) = (
      other.backgroundImage, other.shadowImage, other.backgroundEffect
    )
  }

  /// Draws the background, and the line along one edge.
  final func draw(in bounds: Rect, lineAtTop: Bool) {
    guard let drawing = Drawing.current else { return }
    if hasBackground { drawing.fill(bounds, .bar) }
    if let backgroundColor { drawing.fill(bounds, backgroundColor) }
    if let image = backgroundImage, image.size.width > 0, image.size.height > 0 {
      drawing.image(image, in: bounds)
    }
    if let shadowImage { return drawing.barLine(in: bounds, shadowImage, atTop: lineAtTop) }
    guard let shadowColor else { return }
    drawing.barLine(in: bounds, shadowColor, atTop: lineAtTop)
  }
}

/// How a navigation bar looks.
open class UINavigationBarAppearance: UIBarAppearance {
  /// The font and color of the title.
  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// The font and color of a large title.
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// How buttons look, also the way back.
  open var buttonAppearance = UIBarButtonItemAppearance()
  /// How buttons of the style `done` look.
  open var doneButtonAppearance = UIBarButtonItemAppearance()
  /// How the button that leads back looks.
  open var backButtonAppearance = UIBarButtonItemAppearance()

  final func copied() -> UINavigationBarAppearance {
    let copy = UINavigationBarAppearance(barAppearance: self)
    copy.titleTextAttributes = titleTextAttributes
    copy.largeTitleTextAttributes = largeTitleTextAttributes
    copy.buttonAppearance = buttonAppearance.copied()
    copy.doneButtonAppearance = doneButtonAppearance.copied()
    copy.backButtonAppearance = backButtonAppearance.copied()
    copy.backIndicatorImage = backIndicatorImage
    return copy
  }

  /// In place of the arrow of the button that leads back; nil: the arrow.
  public private(set) final var backIndicatorImage: UIImage?

  /// Sets the picture in place of the arrow that leads back. The mask, which moves of pages would have, has no effect.
  open func setBackIndicatorImage(_ image: UIImage?, transitionMaskImage: UIImage?) {
    backIndicatorImage = image
  }
}

/// How a toolbar looks.
open class UIToolbarAppearance: UIBarAppearance {
  /// How buttons look.
  open var buttonAppearance = UIBarButtonItemAppearance()
  /// How buttons of the style `done` look.
  open var doneButtonAppearance = UIBarButtonItemAppearance()

  final func copied() -> UIToolbarAppearance {
    let copy = UIToolbarAppearance(barAppearance: self)
    copy.buttonAppearance = buttonAppearance.copied()
    copy.doneButtonAppearance = doneButtonAppearance.copied()
    return copy
  }
}

/// How a tab bar looks.
open class UITabBarAppearance: UIBarAppearance {
  /// How items look whose titles stand below their pictures: all do.
  open var stackedLayoutAppearance = UITabBarItemAppearance()
  /// Without effect, as the next one: titles are not beside their pictures.
  open var inlineLayoutAppearance = UITabBarItemAppearance()
  /// Without effect.
  open var compactInlineLayoutAppearance = UITabBarItemAppearance()

  final func copied() -> UITabBarAppearance {
    let copy = UITabBarAppearance(barAppearance: self)
    copy.stackedLayoutAppearance = stackedLayoutAppearance.copied()
    copy.inlineLayoutAppearance = inlineLayoutAppearance.copied()
    copy.compactInlineLayoutAppearance = compactInlineLayoutAppearance.copied()
    return copy
  }
}

/// How the buttons of a bar look.
open class UIBarButtonItemAppearance: NSObject {
  /// The look of buttons as usual.
  public override init() { super.init() }
  /// The look of buttons; the styles look alike until it is changed.
  public convenience init(style: UIBarButtonItem.Style) { self.init() }
  /// The titles of buttons that can be pressed: `titleTextAttributes` has their font and color.
  public final let normal = UIBarItemStateAppearance()
  /// The titles of buttons that can not be pressed.
  public final let disabled = UIBarItemStateAppearance()

  final func copied() -> UIBarButtonItemAppearance {
    let copy = UIBarButtonItemAppearance()
    copy.normal.copy(normal)
    copy.disabled.copy(disabled)
    return copy
  }
}

/// How the items of a tab bar look.
open class UITabBarItemAppearance: NSObject {
  /// Where the titles of items are.
  public enum Style: Hashable, Sendable {
    /// Below their pictures, or beside them, which is not shown here.
    case stacked, inline, compactInline
  }
  /// Items as usual.
  public override init() { super.init() }
  /// The look of items; the styles look alike until it is changed.
  public convenience init(style: Style) { self.init() }
  /// Items that are not selected.
  public final let normal = UIBarItemStateAppearance()
  /// The item that is selected.
  public final let selected = UIBarItemStateAppearance()

  final func copied() -> UITabBarItemAppearance {
    let copy = UITabBarItemAppearance()
    copy.normal.copy(normal)
    copy.selected.copy(selected)
    return copy
  }
}

/// How items look in one of their states.
public final class UIBarItemStateAppearance: NSObject {
  /// The font and color of titles; what is missing is the bar's.
  public var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// The color of pictures; nil: that of the bar's items, whatever titles have.
  public var iconColor: UIColor?
  /// The color of the mark of a tab bar's item, where the item has none; nil: red.
  public var badgeBackgroundColor: UIColor?
  /// The font and color of the text in that mark.
  public var badgeTextAttributes: [NSAttributedString.Key: Any] = [:]

  var color: UIColor? { titleTextAttributes[.foregroundColor] as? UIColor }
  var font: UIFont? { titleTextAttributes[.font] as? UIFont }

  func copy(_ other: UIBarItemStateAppearance) {
    (titleTextAttributes, iconColor) = (other.titleTextAttributes, other.iconColor)
    (badgeBackgroundColor, badgeTextAttributes) = (other.badgeBackgroundColor, other.badgeTextAttributes)
  }
}

extension UIColor {
  /// The color of bars.
  static let bar = UIColor(light: CGColor(white: 0.975), dark: CGColor(white: 0.09))
}
