/// A part of what is searched that is shown as a unit in front of the text, such as a person or a kind.
open class UISearchToken: NSObject {
  final let icon: UIImage?
  final let text: String
  /// What the token stands for.
  open var representedObject: Any?

  /// A token with a text, and a picture in front of it.
  public init(icon: UIImage?, text: String) {
    self.icon = icon
    self.text = text
    super.init()
  }
}

/// The tokens of a field, beside each other. Where they do not fit, the last ones are shown: at least one, if need be shortened.
final class TokenRow: UIView {
  override class var standardHitTestClass: UIView.Type { TokenRow.self }
  override var directionSource: UIView? { parent }

  private static let gap = 4.0
  /// The width of a token for which there is no room.
  private static let least = 44.0
  static let height = 26.0

  private(set) var tokens: [UISearchToken] = []
  private var views: [TokenView] = []
  /// The token that is deleted next.
  private(set) var selected: UISearchToken?
  var color: UIColor? { didSet { for view in views { view.setNeedsDisplay() } } }
  var allowsDeleting = true
  /// A finger has touched a token.
  var onTap: ((UISearchToken) -> Void)?

  func set(_ new: [UISearchToken]) {
    let old = views
    // A token is in the row once.
    tokens = new.enumerated().filter { index, token in !new[..<index].contains { $0 === token } }.map(
      \.element)
    views = tokens.map { token in old.first { $0.token === token } ?? makeView(token) }
    for view in old where !views.contains(where: { $0 === view }) { view.removeFromSuperview() }
    if let selected, !tokens.contains(where: { $0 === selected }) { select(nil) }
    setNeedsLayout()
  }

  private func makeView(_ token: UISearchToken) -> TokenView {
    let view = TokenView(token)
    view.onTap = { [weak self, weak token] in
      if let token { self?.onTap?(token) }
    }
    addSubview(view)
    return view
  }

  func select(_ token: UISearchToken?) {
    guard selected !== token else { return }
    selected = token
    for view in views { view.isSelected = view.token === token }
  }

  var isEmpty: Bool { tokens.isEmpty }
  var hasSelection: Bool { selected != nil }
  func selectLast() { select(tokens.last) }
  func deselect() { select(nil) }
  func removeSelected() { set(tokens.filter { $0 !== selected }) }
  func removeAll() { set([]) }

  /// The tokens that fit, the last one first, and how much they take, with a gap behind each. The last one always fits.
  private func fitting(_ room: Double) -> (count: Int, width: Double) {
    guard let last = views.last else { return (0, 0) }
    var (count, width) = (1, lastWidth(last, room) + Self.gap)
    for view in views.dropLast().reversed() {
      let next = width + view.width + Self.gap
      if next > room { break }
      (count, width) = (count + 1, next)
    }
    return (count, width)
  }

  private func lastWidth(_ last: TokenView, _ room: Double) -> Double {
    min(last.width, max(room - Self.gap, Self.least))
  }

  /// Width used within the given width.
  func width(in room: Double) -> Double { fitting(room).width }

  override func layoutSubviews() {
    super.layoutSubviews()
    let hidden = views.count - fitting(bounds.width + 0.01).count
    var x = 0.0
    for (index, view) in views.enumerated() {
      view.isHidden = index < hidden
      guard !view.isHidden else { continue }
      let width = index == views.count - 1 ? lastWidth(view, bounds.width) : view.width
      view.frame = mirrored(Rect(x, 0, width, bounds.height))
      x += width + Self.gap
    }
  }
}

/// A token as it is seen. No control: the field, which has tokens, is one.
private final class TokenView: UIView {
  override class var standardHitTestClass: UIView.Type { TokenView.self }
  private static let font = UIFont(size: 15)
  private static let longest = 160.0
  private static let edge = 8.0

  let token: UISearchToken

  init(_ token: UISearchToken) {
    self.token = token
    super.init(frame: .zero)
  }

  var isSelected = false { didSet { if isSelected != oldValue { setNeedsDisplay() } } }
  /// A finger that touched it was lifted from it, or a reader chose it.
  var onTap: (() -> Void)?

  private var icon: UIImage? { token.icon?.preferring(.init(font: Self.font)) }

  /// Of the icon, at most as high as a letter's line, and the room behind it.
  private var iconSize: Size {
    guard let size = icon?.size, size.width > 0, size.height > 0 else { return .zero }
    let scale = min(18 / size.height, 18 / size.width, 1)
    return Size(size.width * scale, size.height * scale)
  }

  private var textLeft: Double { Self.edge + (iconSize.width > 0 ? iconSize.width + 4 : 0) }

  private(set) lazy var width = min(textLeft + Self.font.width(of: token.text) + Self.edge, Self.longest)

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, label: token.text, traits: .button)
  }

  override func accessibilityActivate() -> Bool {
    onTap?()
    return true
  }

  // The field moves its caret for the touches that it gets: these are not for it.
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    if touches.contains(where: { bounds.contains($0.location(in: self)) }) { onTap?() }
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let back = (superview as? TokenRow)?.color ?? .secondarySystemFill
    drawing.fill(bounds, isSelected ? tintColor : back, cornerRadius: 7)
    let color = isSelected ? UIColor.white : .label
    if let icon {
      let size = iconSize
      let place = Rect(Self.edge, bounds.midY - size.height / 2, size.width, size.height)
      drawing.image(icon, in: mirrored(place), tint: color, automatic: .alwaysOriginal)
    }
    let room = Rect(textLeft, 0, max(bounds.width - textLeft - Self.edge, 0), bounds.height)
    drawing.text(token.text, in: mirrored(room.insetBy(dx: -0.01, dy: 0)), font: Self.font, color)
  }
}
