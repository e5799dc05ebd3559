/// A line of a menu that is shown.
final class MenuRow: UIView {
  override class var standardHitTestClass: UIView.Type { MenuRow.self }

  static let groupRoom = 6.0
  let line: MenuLine
  var isHighlighted = false { didSet { if isHighlighted != oldValue { setNeedsDisplay() } } }
  private static let standardFont = UIFont.scalable(17, .body)
  private static let standardSmallFont = UIFont.scalable(12, .caption1)
  private static let margin = 34.0

  init(_ line: MenuLine) {
    self.line = line
    super.init(frame: .zero)
    label = "menu row"
  }

  // Letters follow the size category.
  private var font: UIFont { Self.standardFont.adjusted(to: traitCollection) }
  private var smallFont: UIFont { Self.standardSmallFont.adjusted(to: traitCollection) }
  override func contentSizeMayHaveChanged() { setNeedsDisplay() }

  /// How much larger than usual its letters are; 1 for smaller ones.
  private var scale: Double { max(font.pointSize / Self.standardFont.pointSize, 1) }

  /// Its height, without the room above a group.
  var height: Double {
    if case .heading = line.kind { return (28 * scale).rounded() }
    return ((element?.subtitle == nil ? 44 : 56) * scale).rounded()
  }

  var width: Double {
    let texts = [font.width(of: title), smallFont.width(of: element?.subtitle ?? "")]
    return (texts.max() ?? 0) + Self.margin + 48
  }

  /// The greatest width of a row with such letters.
  var mostWidth: Double { 300 * scale }

  private var element: UIMenuElement? { line.element }
  private var title: String { line.title }
  private var state: UIMenuElement.State { element?.lineState ?? .off }
  private var isDestructive: Bool { element?.lineAttributes.contains(.destructive) == true }

  override var accessibilityDefault: AccessibilityDefault {
    if case .heading = line.kind { return .init(isElement: true, label: title, traits: .header) }
    var traits: UIAccessibilityTraits = line.canBeChosen ? .button : [.button, .notEnabled]
    if state == .on { traits.insert(.selected) }
    return .init(isElement: true, label: title, traits: traits)
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    if line.startsGroup {
      drawing.fill(Rect(0, -Self.groupRoom, bounds.width, Self.groupRoom), ControlLooks.gapShade)
    }
    if isHighlighted { drawing.fill(bounds, ControlLooks.shade) }
    let middle = bounds.midY
    let room = Rect(Self.margin, 0, max(bounds.width - Self.margin - 44, 0), bounds.height)
    if case .heading = line.kind {
      drawing.text(title, in: room.insetBy(dx: -18, dy: 0), font: smallFont, ControlLooks.sign)
      return
    }
    let color: UIColor = !line.canBeChosen ? ControlLooks.unavailable : isDestructive ? .systemRed : .label
    if let subtitle = element?.subtitle {
      let scale = scale
      drawing.text(title, in: Rect(room.minX, 6 * scale, room.width, 26 * scale), font: font, color)
      drawing.text(
        subtitle, in: Rect(room.minX, 32 * scale, room.width, 16 * scale), font: smallFont, ControlLooks.sign)
    } else {
      drawing.text(title, in: room, font: font, color)
    }
    if let image = element?.image {
      let place = image.place(around: Point(bounds.width - 24, middle), longest: 22, grows: false)
      drawing.image(image, in: place, tint: color, automatic: .alwaysOriginal)
    }
    drawSign(drawing, middle, color)
  }

  private func drawSign(_ drawing: Drawing, _ middle: Double, _ color: UIColor) {
    let sign: (name: String, x: Double)
    switch (line.kind, state) {
    case (.back, _): sign = ("chevron.left", 18)
    case (.submenu, _): sign = ("chevron.right", element?.image == nil ? bounds.width - 21 : 19)
    case (_, .on): sign = ("checkmark", 18)
    case (_, .mixed): sign = ("minus", 18)
    default: return
    }
    drawing.sign(sign.name, at: Point(sign.x, middle), size: 15, weight: .semibold, color)
  }
}
