/// Where a button's title and image are, and how they are drawn.
extension UIButton {
  final var shownTitle: String? {
    let own = configuration.flatMap { $0.attributedTitle?.description ?? $0.title }
    let title = shownChoice?.title ?? own ?? currentTitle
    return title?.isEmpty == true ? nil : title
  }

  /// The title for readers.
  final var spokenTitle: String? {
    let title = chosenTitle?.spoken ?? shownTitle
    return title?.isEmpty == true ? nil : title
  }

  /// Whether its letters follow the size category.
  final var followsContentSize: Bool {
    UIContentSizeCategory.isUsed
      && (configuration != nil || shownLabel?.adjustsFontForContentSizeCategory == true)
  }

  /// The title where it has attributes: those of the configuration come before the ones that were set for a state.
  private var shownAttributedTitle: NSAttributedString? {
    followsContentSize ? chosenTitle?.withFonts(adjustedTo: traitCollection) : chosenTitle
  }

  private var chosenTitle: NSAttributedString? {
    if shownChoice == nil, let text = configuration?.attributedTitle {
      return configured(text, configuration?.titleTextAttributesTransformer, font)
    }
    if attributedTitleIsShown { return currentAttributedTitle }
    guard let transformer = configuration?.titleTextAttributesTransformer else { return nil }
    return shownTitle.map { configured(AttributedString($0), transformer, font) }
  }

  private var titleText: StyledText? {
    if let shown = shownAttributedTitle { return StyledText(shown, font: font, color: shownColor) }
    return shownTitle.map { StyledText($0, font: font, color: shownColor) }
  }

  private var subtitleText: StyledText? {
    guard let configuration else { return nil }
    let font = font.withSize(font.pointSize * 0.75)
    let text = configuration.attributedSubtitle ?? configuration.subtitle.map { AttributedString($0) }
    return text.map {
      let shown = configured($0, configuration.subtitleTextAttributesTransformer, font)
      return StyledText(
        followsContentSize ? shown.withFonts(adjustedTo: traitCollection) : shown, font: font,
        color: shownColor)
    }
  }

  /// A text of the configuration, with the button's attributes unless it has others.
  private func configured(
    _ text: AttributedString, _ transformer: UIConfigurationTextAttributesTransformer?, _ font: UIFont
  ) -> NSAttributedString {
    var defaults = AttributeContainer()
    (defaults.font, defaults.foregroundColor) = (font, shownColor)
    return text.attributed(defaults) { transformer?($0) ?? $0 }
  }

  private var insets: EdgeInsets {
    var insets = contentEdgeInsets
    if let own = configuration?.contentInsets { insets = insets + own.edges(isMirrored: isMirrored) }
    guard showsPopupSign else { return insets }
    if isMirrored { insets.left += Self.popupRoom } else { insets.right += Self.popupRoom }
    return insets
  }

  /// The width of the sign of a pop-up button, and of the room in front of it.
  private static let popupRoom = 16.0

  /// Whether two arrows say that a press shows a menu from which the title is chosen.
  private var showsPopupSign: Bool {
    switch configuration?.indicator ?? .automatic {
    case .none: false
    case .popup: true
    case .automatic: showsMenuAsPrimaryAction && changesSelectionAsPrimaryAction && menu != nil
    }
  }

  private func drawPopupSign(_ drawing: Drawing, _ image: Rect, _ text: Rect) {
    guard showsPopupSign else { return }
    let content = shownImage == nil ? text : shownTitle == nil ? image : image.union(text)
    let way = Self.popupRoom - 5
    let place = Point(isMirrored ? content.minX - way : content.maxX + way, content.midY)
    drawing.sign("chevron.up.chevron.down", at: place, size: 12, weight: .semibold, shownColor)
  }
  private var gap: Double { pictureSize == .zero || shownTitle == nil ? 0 : configuration?.imagePadding ?? 0 }
  private var isStacked: Bool {
    configuration?.imagePlacement == .top || configuration?.imagePlacement == .bottom
  }

  /// The size that title, image and the room around them want.
  final var sizeOfParts: Size {
    if isOnlySign { return pictureSize }
    guard
      configuration != nil || currentImage != nil || contentEdgeInsets != .zero || attributedTitleIsShown
        || showsPopupSign
    else {
      let width = shownTitle.map(font.width(of:)) ?? 0
      return Size(width + 24, max(font.lineHeight + 12, 34))
    }
    let (content, insets) = (contentSize, insets)
    var size = Size(content.width + insets.left + insets.right, content.height + insets.top + insets.bottom)
    if configuration == nil, contentEdgeInsets == .zero {
      size = Size(size.width + 24, max(size.height + 12, 34))
    }
    return size
  }

  /// Whether it is the sign of its kind and nothing else.
  private var isOnlySign: Bool {
    buttonType.sign != nil && shownTitle == nil && configuration == nil && contentEdgeInsets == .zero
  }

  private var attributedTitleIsShown: Bool { currentAttributedTitle != nil && configuration?.title == nil }

  /// What the mode `automatic` means here for pictures that are no symbols.
  private var automaticMode: UIImage.RenderingMode {
    buttonType == .custom && configuration == nil ? .alwaysOriginal : .alwaysTemplate
  }

  /// Of the image, if it is a template; nil: the tint color.
  private var templateColor: UIColor? {
    if configuration == nil, hasTintedTitle, isAdjusted(for: .disabled, adjustsImageWhenDisabled) {
      return .systemGray
    }
    return configuration?.foregroundColor(tintColor)
  }

  private var shownImage: UIImage? {
    shownWheel == nil ? currentImage?.preferring(currentPreferredSymbolConfiguration) : nil
  }
  private var pictureSize: Size {
    if let shownWheel { return shownWheel.sizeThatFits(.zero) }
    return currentImage?.size(preferring: currentPreferredSymbolConfiguration) ?? .zero
  }

  private var textSize: Size {
    let title = titleText?.size(in: Size(.infinity, .infinity), most: 1) ?? .zero
    guard let subtitle = subtitleText?.size(in: Size(.infinity, .infinity), most: 1) else { return title }
    return Size(
      max(title.width, subtitle.width), title.height + subtitle.height + (configuration?.titlePadding ?? 0))
  }

  private var contentSize: Size {
    let (text, image) = (textSize, pictureSize)
    return isStacked
      ? Size(max(text.width, image.width), text.height + image.height + gap)
      : Size(text.width + image.width + gap, max(text.height, image.height))
  }

  final func standardContent(in bounds: Rect) -> Rect { bounds.inset(by: insets) }

  /// Where image and text are, in a button of the present size: as a subclass says, and otherwise beside each other. Places that are not finite are the standard ones.
  final func parts() -> (image: Rect, text: Rect, content: Rect) {
    var content = contentRect(forBounds: bounds)
    if !content.isFinite { content = standardContent(in: bounds) }
    var (image, text) = standardParts(in: content)
    if overridesImageRect {
      let own = imageRect(forContentRect: content)
      if own.isFinite { image = own }
    }
    if overridesTitleRect {
      let own = titleRect(forContentRect: content)
      if own.isFinite { text = own }
    }
    return (image, text, content)
  }

  /// Where image and text are in the place of both, unless a subclass says otherwise.
  final func standardParts(in room: Rect) -> (image: Rect, text: Rect) {
    let image = pictureSize
    var text = textSize
    text.width = min(text.width, max(isStacked ? room.width : room.width - image.width - gap, 0))
    let size =
      isStacked
      ? Size(max(text.width, image.width), text.height + image.height + gap)
      : Size(text.width + image.width + gap, max(text.height, image.height))
    let x =
      switch effectiveContentHorizontalAlignment {
      case .right, .trailing: room.maxX - size.width
      case .left, .leading: room.minX
      case .center, .fill: room.midX - size.width / 2
      }
    let y =
      switch contentVerticalAlignment {
      case .top: room.minY
      case .bottom: room.maxY - size.height
      case .center, .fill: room.midY - size.height / 2
      }
    let whole = Rect(x, y, size.width, size.height)
    var (imageRect, textRect) = (Rect(origin: .zero, size: image), Rect(origin: .zero, size: text))
    switch imagePlacement {
    case .leading:
      imageRect.origin = Point(whole.minX, whole.midY - image.height / 2)
      textRect.origin = Point(whole.maxX - text.width, whole.midY - text.height / 2)
    case .trailing:
      textRect.origin = Point(whole.minX, whole.midY - text.height / 2)
      imageRect.origin = Point(whole.maxX - image.width, whole.midY - image.height / 2)
    case .top:
      imageRect.origin = Point(whole.midX - image.width / 2, whole.minY)
      textRect.origin = Point(whole.midX - text.width / 2, whole.maxY - text.height)
    case .bottom:
      textRect.origin = Point(whole.midX - text.width / 2, whole.minY)
      imageRect.origin = Point(whole.midX - image.width / 2, whole.maxY - image.height)
    }
    return (imageRect.moved(by: imageEdgeInsets), textRect.moved(by: titleEdgeInsets))
  }

  /// Gives the label and the image view, if there are any, what they show, and their places.
  final func updateParts() {
    guard shownLabel != nil || shownPicture != nil || shownWheel != nil else { return }
    let (image, text, content) = parts()
    shownWheel?.frame = image
    shownWheel?.color = shownColor
    if let picture = shownPicture {
      picture.isHidden = shownWheel != nil
      if picture.image !== currentImage { picture.image = currentImage }
      picture.preferredSymbolConfiguration = currentPreferredSymbolConfiguration
      picture.automaticMode = automaticMode
      picture.templateColor = templateColor
      picture.takeLaidOutFrame(image)
      picture.alpha = pictureAlpha
      picture.isDarkened = isPictureDarkened
    }
    guard let label = shownLabel else { return }
    if let shown = shownAttributedTitle {
      label.attributedText = shown
    } else {
      if label.text != shownTitle || label.attributedText == nil { label.text = shownTitle }
      if label.textColor != shownColor { label.textColor = shownColor }
    }
    if hasTitleShadowColors { label.shadowColor = currentTitleShadowColor }
    // Lines of a long title need the room of the button, unless its class says where they are.
    label.takeLaidOutFrame(label.numberOfLines == 1 || overridesTitleRect ? text : content)
  }

  /// Whether a finger that presses it makes its background darker, and not its title paler.
  private var hasBackground: Bool { configuration.map { $0.kind != .plain } == true }
  /// Whether title and picture have the colors of the system: the tint color, and paler ones while it is pressed or can not be used.
  final var hasTintedTitle: Bool { buttonType != .custom || configuration != nil }
  private var isDimmed: Bool { state.contains(.highlighted) && hasTintedTitle && !hasBackground }

  /// Whether the picture shows that the button is in a state, as the program has set no other picture for that.
  private func isAdjusted(for part: State, _ isWanted: Bool) -> Bool {
    state.contains(part) && (configuration != nil || isWanted && !hasImage(for: state))
  }

  private var isPictureDarkened: Bool {
    !hasTintedTitle && isAdjusted(for: .highlighted, adjustsImageWhenHighlighted)
  }

  private var pictureAlpha: Double {
    if isDimmed, isAdjusted(for: .highlighted, adjustsImageWhenHighlighted) { return 0.3 }
    guard isAdjusted(for: .disabled, adjustsImageWhenDisabled) else { return 1 }
    return hasTintedTitle ? 0.3 : 0.5
  }

  private var shownColor: UIColor {
    var color = configuration?.foregroundColor(tintColor) ?? currentTitleColor
    if state.contains(.disabled), hasTintedTitle, !hasTitleColor(for: .disabled) {
      color = ControlLooks.disabledText
    }
    if isDimmed, !hasTitleColor(for: .highlighted) { color = color.withAlphaComponent(0.3) }
    return color
  }

  final func drawButton() {
    guard let drawing = Drawing.current else { return }
    var radius = layerStorage?.cornerRadius ?? 0
    if let configuration {
      radius = configuration.cornerRadius(height: bounds.height)
      if let color = configuration.backgroundColor(tintColor, isEnabled: isEnabled) {
        drawing.fill(bounds, color, cornerRadius: radius)
      }
      let (stroke, width) = (configuration.background.strokeColor, configuration.background.strokeWidth)
      if width > 0 { drawing.stroke(bounds, stroke ?? tintColor, width: width, cornerRadius: radius) }
    }
    if let image = currentBackgroundImage {
      let place = backgroundRect(forBounds: bounds)
      drawing.image(image, in: place.isFinite ? place : bounds)
    }
    if state.contains(.highlighted), hasBackground {
      drawing.fill(bounds, ControlLooks.shade, cornerRadius: radius)
    }
    let (imageRect, textRect, content) = parts()
    if shownPicture == nil, let image = shownImage {
      drawing.image(
        image.shown(isMirrored: isMirrored), in: imageRect, tint: templateColor ?? tintColor,
        automatic: automaticMode, alpha: pictureAlpha, isDarkened: isPictureDarkened)
    }
    if shownLabel == nil { drawTitle(drawing, textRect, content) }
    drawPopupSign(drawing, imageRect, textRect)
    if let subtitle = subtitleText?.lines(in: Size(textRect.width, .infinity), most: 1).first {
      subtitle.draw(
        at: Point(textRect.midX - subtitle.width / 2, textRect.maxY - subtitle.height), in: drawing)
    }
  }

  private func drawTitle(_ drawing: Drawing, _ rect: Rect, _ content: Rect) {
    if !attributedTitleIsShown, currentImage == nil, configuration == nil, contentEdgeInsets == .zero,
      titleEdgeInsets == .zero, contentHorizontalAlignment == .center,
      contentVerticalAlignment == .center, !showsPopupSign, !overridesTitleRect,
      content == bounds
    {
      guard let title = shownTitle else { return }
      return drawing.text(
        title, in: bounds.insetBy(dx: 4, dy: 0), font: font, shownColor, alignment: .center)
    }
    let lines = titleText?.lines(in: Size(rect.width + 0.01, .infinity), most: 1)
    guard let line = lines?.first else { return }
    let y = subtitleText == nil ? rect.midY - line.height / 2 : rect.minY
    line.draw(at: Point(rect.midX - line.width / 2, y), in: drawing)
  }
}

extension Rect {
  /// Moved by insets, by half of what opposite ones differ. Insets that are no numbers have no effect.
  func moved(by insets: EdgeInsets) -> Rect {
    let place = offsetBy(dx: (insets.left - insets.right) / 2, dy: (insets.top - insets.bottom) / 2)
    return place.isFinite ? place : self
  }
}
