/// The text above or below a section, which the delegate may change before it is shown.
final class TableTitle: UITableViewHeaderFooterView {
  override class var standardHitTestClass: UIView.Type { TableTitle.self }
  private let title: String
  private let kind: TableBands.BandKind
  private let isPlain: Bool
  /// In a plain table.
  static let plainHeight = 28.0

  init(_ title: String, _ kind: TableBands.BandKind, _ style: UITableView.Style) {
    self.title = title
    self.kind = kind
    isPlain = style == .plain
    super.init(reuseIdentifier: nil)
    isUserInteractionEnabled = false
    if isPlain { backgroundColor = ControlLooks.band }
    guard let label = textLabel else { return }
    // The view itself is the element.
    contentView.accessibilityElementsHidden = true
    label.text = shownTitle
    if isPlain {
      label.font = UIFont(size: kind == .header ? 15 : 13, weight: kind == .header ? .semibold : .regular)
    } else {
      label.font = UIFont(size: 13)
      label.textColor = .secondaryLabel
      label.numberOfLines = 0
    }
  }

  private var shownTitle: String { isPlain || kind == .footer ? title : title.uppercased() }

  override var accessibilityDefault: AccessibilityDefault {
    let text = textLabel?.text
    return .init(isElement: true, label: text == shownTitle ? title : text, traits: .staticText)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard !isPlain, let label = textLabel else { return }
    // At the lower edge above the rows, at the upper edge below them.
    let inner = contentView.bounds.insetBy(dx: 16, dy: 0)
    let height = min(inner.height, heightOfText(inner.width) + 9)
    label.frame = Rect(inner.minX, kind == .header ? inner.maxY - height : inner.minY, inner.width, height)
  }

  override func sizeThatFits(_ size: Size) -> Size {
    if isPlain { return Size(size.width, Self.plainHeight) }
    let height = heightOfText(max(size.width - 32, 0)) + 9
    return Size(size.width, kind == .header ? max(38, height + 14) : max(30, height + 6))
  }

  private func heightOfText(_ width: Double) -> Double {
    max(15, textLabel?.sizeThatFits(Size(width, 0)).height ?? 0).rounded(.down)
  }
}
