import ResponderKit

/// The controls demo's whole window: a clock, a card of controls, a list of a clock's parts; in a large window also the selected part and
/// a log.
///
/// Where there is little room the clock stays at the top, and controls and list scroll below it.
final class ControlsView: UIView {
  let clock = ClockCard()
  let panel = ControlPanel()
  let list = UITableView()
  private let title = DemoLook.label("Controls", size: 26, weight: .bold)
  private let motto = DemoLook.label(
    "a window without a toolkit", size: 14, color: DemoLook.faint, alignment: .right)
  /// The scroll view of what does not fit below the clock.
  let page = UIScrollView()
  /// How far the page reaches beyond what is in it, at both sides.
  private var pageReach = 0.0
  private let listCard = DemoLook.card()
  private let parts = ClockParts()
  private let part = PartCard()
  private let log = LogCard()

  override init(frame: Rect) {
    super.init(frame: frame)
    backgroundColor = DemoLook.background
    page.contentInsetAdjustmentBehavior = .never
    page.addSubview(panel)
    page.addSubview(log)
    for view in [title, motto, page, clock, part] { addSubview(view) }
    list.backgroundColor = .white
    list.layer.cornerRadius = 14
    list.rowHeight = 46
    list.dataSource = parts
    list.delegate = parts
    list.frame = listCard.bounds
    list.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    listCard.addSubview(list)
    list.selectRow(at: IndexPath(row: 0, section: 0), animated: false)
    part.show(ClockParts.all[0], number: 0)
    parts.onChoice = { [unowned self] number in
      part.show(ClockParts.all[number % ClockParts.all.count], number: number)
      log.add("Row \(number + 1): \(ClockParts.all[number % ClockParts.all.count].name)")
    }
    panel.onEvent = { [unowned self] text in log.add(text) }
    panel.inCommon.addAction(
      UIAction { [unowned self] _ in clock.runsWhileScrolling = panel.inCommon.isOn }, for: .valueChanged)
  }

  func show(_ text: String) {
    panel.banner.text = text
    log.add(text)
    setNeedsLayout()
  }

  // MARK: Layout

  override func layoutSubviews() {
    super.layoutSubviews()
    var room = DemoLook.room(in: self)
    let isWide = traitCollection.horizontalSizeClass != .compact
    let isHigh = traitCollection.verticalSizeClass != .compact
    for view in [title, motto] { view.isHidden = !isHigh }
    if isHigh {
      var header = room.cut(.top, 36)
      title.frame = header.cut(.left, title.sizeThatFits(.zero).width)
      motto.frame = header
      motto.isHidden = header.width < motto.sizeThatFits(.zero).width + 20
      _ = room.cut(.top, 12)
    }
    if isWide { layOutColumns(room) } else { layOutPage(room, clockHeight: isHigh ? 88 : 76) }
  }

  /// The list, and the chosen part beside it, are as high as the window.
  private func layOutColumns(_ whole: Rect) {
    var room = whole
    let isLarge = room.width >= 1160
    let gap = isLarge ? 20.0 : 12
    var column = room.cut(.left, isLarge ? 420 : min(328, room.width * 0.56))
    _ = room.cut(.left, gap)
    if listCard.superview !== self { addSubview(listCard) }
    part.isHidden = !isLarge
    listCard.frame = isLarge ? room.cut(.left, max(320, room.width * 0.38)) : room
    if isLarge {
      _ = room.cut(.left, gap)
      part.frame = room
    }
    clock.frame = column.cut(.top, 88)
    layOutPage(below: clock.frame, to: column.maxY)
    let fitting = panel.sizeThatFits(column.size).height
    let rest = column.height - fitting - 2 * gap
    log.isHidden = rest < 120
    var height = max(fitting, column.height - gap)
    if !log.isHidden { height = fitting }
    panel.frame = Rect(pageReach, gap, column.width, height)
    log.frame = Rect(pageReach, panel.frame.maxY + gap, column.width, max(rest, 0))
    setPageHeight(max(log.isHidden ? 0 : log.frame.maxY, panel.frame.maxY) + bounds.maxY - column.maxY)
  }

  /// One below the other.
  private func layOutPage(_ whole: Rect, clockHeight: Double) {
    var room = whole
    (part.isHidden, log.isHidden) = (true, true)
    clock.frame = room.cut(.top, clockHeight)
    layOutPage(below: clock.frame, to: room.maxY)
    let gap = 8.0
    if listCard.superview !== page { page.addSubview(listCard) }
    panel.frame = Rect(pageReach, gap, room.width, panel.sizeThatFits(room.size).height)
    let rest = room.height - panel.frame.height - 2 * gap
    let height = max(rest, min(room.height - 2 * gap, 300))
    listCard.frame = Rect(pageReach, panel.frame.maxY + gap, room.width, height)
    setPageHeight(listCard.frame.maxY + bounds.maxY - room.maxY)
  }

  /// The page has room for the shadows of what is in it, and goes to the window's edge.
  private func layOutPage(below top: Rect, to end: Double) {
    pageReach = min(10, top.minX)
    page.frame = Rect(
      top.minX - pageReach, top.maxY, top.width + 2 * pageReach, max(bounds.maxY - top.maxY, 0))
  }

  private func setPageHeight(_ height: Double) {
    page.contentSize = Size(page.bounds.width, height)
    // A larger page shows nothing beyond its content.
    let most = max(height - page.bounds.height, 0)
    if page.contentOffset.y > most, !page.isTracking { page.contentOffset.y = most }
  }
}
