/// The box of a menu: its rows, of which a part is shown if they do not fit.
final class MenuList: UIView {
  override class var standardHitTestClass: UIView.Type { MenuList.self }

  private(set) var rows: [MenuRow] = []
  private var measured: Size?
  /// The size of its rows, with the letters that they have now.
  private var wanted: Size {
    let size = measured ?? sizeOfRows
    measured = size
    return size
  }
  private var sizeOfRows: Size {
    var size = Size(200, 0)
    for row in rows {
      size.width = max(size.width, min(row.width, row.mostWidth))
      size.height += row.height + (row.line.startsGroup ? MenuRow.groupRoom : 0)
    }
    return size
  }
  /// How far the rows are moved up.
  private(set) var offset = 0.0

  init() {
    super.init(frame: .zero)
    label = "menu"
    backgroundColor = ControlLooks.panel
    layer.cornerRadius = 12
    layer.borderWidth = 0.5
    clipsToBounds = true
  }

  func show(_ lines: [MenuLine]) {
    for row in rows { row.removeFromSuperview() }
    rows = lines.map { MenuRow($0) }
    measured = nil
    for row in rows { addSubview(row) }
    offset = 0
    setNeedsLayout()
  }

  override func sizeThatFits(_ size: Size) -> Size { wanted }

  override func contentSizeMayHaveChanged() {
    measured = nil
    superview?.setNeedsLayout()
    setNeedsLayout()
    setNeedsDisplay()
  }

  /// Whether more rows are there than are shown.
  var canScroll: Bool { wanted.height > bounds.height + 0.01 }

  func scroll(by distance: Double) {
    offset = (offset + distance).clamped(to: 0...max(wanted.height - bounds.height, 0))
    layoutSubviews()
  }

  func reveal(_ row: MenuRow) {
    if row.frame.minY < 0 { scroll(by: row.frame.minY) }
    if row.frame.maxY > bounds.height { scroll(by: row.frame.maxY - bounds.height) }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    layer.borderColor = ControlLooks.panelEdge.cgColor
    // There may be room for more rows now.
    offset = min(offset, max(wanted.height - bounds.height, 0))
    var y = -offset
    for row in rows {
      if row.line.startsGroup { y += MenuRow.groupRoom }
      row.frame = Rect(0, y, bounds.width, row.height)
      y += row.height
    }
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    for (index, row) in rows.enumerated() where index > 0 {
      let y = row.frame.minY
      if row.line.startsGroup {
        drawing.fill(Rect(0, y - MenuRow.groupRoom, bounds.width, MenuRow.groupRoom), ControlLooks.gap)
      } else {
        drawing.fill(Rect(0, y - 0.5, bounds.width, 0.5), .separator)
      }
    }
  }
}
