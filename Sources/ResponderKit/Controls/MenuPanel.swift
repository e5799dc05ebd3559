/// A menu that is shown: it covers the window, so that a touch beside its list closes it, and takes the window's keys.
final class MenuPanel: UIView {
  override class var standardHitTestClass: UIView.Type { MenuPanel.self }

  /// The menus from the outermost to the one that is shown.
  private var path: [UIMenu]
  /// What it belongs to, in the window.
  private let source: Rect
  private let sender: () -> AnyObject?
  /// The view that it belongs to, near which takers of commands are looked for.
  private weak var origin: UIView?
  private let route: CommandRoute
  /// Commands whose takers were found since it was shown, or since one was chosen.
  private var known = ObjectList<UICommand>()
  private let list = MenuList()
  private var highlighted: MenuRow? {
    didSet {
      guard highlighted !== oldValue else { return }
      oldValue?.isHighlighted = false
      highlighted?.isHighlighted = true
    }
  }
  /// Where the finger came down, if it has not moved far yet.
  private var start: Point?
  private var last: Point?
  private var isScrolling = false
  private var isClosed = false
  /// Called when it was dismissed.
  var onClose: (() -> Void)?

  /// Shows a menu near a rectangle of a view, in place of another menu. Nil: the view is in no window, or the menu is empty.
  ///
  /// - Parameter known: its commands, where their takers were found already.
  static func show(
    _ menu: UIMenu, from view: UIView, _ rect: Rect, start: Point?, route: CommandRoute = CommandRoute(),
    known: [UICommand] = [], sender: @escaping () -> AnyObject?
  ) -> MenuPanel? {
    let known = menu.findTakers(from: view, route, except: known)
    guard let window = view.window, !menu.lines.isEmpty else { return nil }
    (window.keyTaker as? MenuPanel)?.close()
    let panel = MenuPanel(menu, view, view.convert(rect, to: nil), start, route, known, sender)
    panel.frame = window.bounds
    panel.takeStyle(of: view, in: window)
    panel.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    window.addSubview(panel)
    window.keyTaker = panel
    return panel
  }

  private init(
    _ menu: UIMenu, _ origin: UIView, _ source: Rect, _ start: Point?, _ route: CommandRoute,
    _ known: [UICommand], _ sender: @escaping () -> AnyObject?
  ) {
    path = [menu]
    self.origin = origin
    self.source = source
    self.start = start
    self.route = route
    self.sender = sender
    super.init(frame: .zero)
    label = "menu panel"
    addSubview(list)
    load()
    for command in known { self.known.add(command) }
    // Those that were delivered at once.
    findTakers()
    list.show(lines)
    let hover = UIHoverGestureRecognizer()
    hover.addAction { [weak self] hover in
      guard let self else { return }
      highlighted = hover.state == .ended ? nil : row(at: hover.location(in: self))
    }
    addGestureRecognizer(hover)
  }

  /// Takes it away without choosing.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    if window?.keyTaker === self { window?.keyTaker = nil }
    removeFromSuperview()
    onClose?()
    onClose = nil
  }

  /// Shows another menu in its place, as one with other entries; without any it is closed.
  func replace(with menu: UIMenu) {
    guard !isClosed else { return }
    path = [menu]
    known = ObjectList()
    load()
    showPath()
    if path.last?.lines.isEmpty != false { close() }
  }

  /// Where the list is in the window.
  var listFrame: Rect {
    layoutIfNeeded()
    return convert(list.frame, to: nil)
  }

  /// Asks for what is to come in the menu that is shown.
  private func load() {
    guard let menu = path.last else { return }
    menu.load { [weak self] in
      guard let self, !isClosed, path.last === menu else { return }
      showPath()
    }
  }

  /// The outermost menu.
  var menu: UIMenu { path[0] }

  private var lines: [MenuLine] {
    guard let menu = path.last else { return [] }
    let first: [MenuLine] =
      path.count > 1
      ? [MenuLine(kind: .back(menu.title))]
      : menu.title.isEmpty ? [] : [MenuLine(kind: .heading(menu.title))]
    return first + menu.lines
  }

  private func findTakers() {
    guard let origin, let menu = path.last else { return }
    let found = menu.findTakers(from: origin, route, except: Array(known))
    for command in found { known.add(command) }
  }

  private func showPath() {
    highlighted = nil
    findTakers()
    list.show(lines)
    setNeedsLayout()
  }

  // MARK: Its place

  override func layoutSubviews() {
    super.layoutSubviews()
    let room = bounds.inset(by: safeAreaInsets).insetBy(dx: 8, dy: 8)
    list.frame = Self.place(list.sizeThatFits(room.size), near: source, in: room)
  }

  /// Below the source, or above it, where it fits; otherwise where there is more room, over the source if need be.
  static func place(_ size: Size, near source: Rect, in room: Rect) -> Rect {
    let fitting = Size(min(size.width, max(room.width, 0)), min(size.height, max(room.height, 0)))
    if let place = PanelPlace(fitting, beside: source, in: room, gap: 4, [.below, .above], from: .edge) {
      return place.frame
    }
    let x = source.minX.clamped(from: room.minX, to: room.maxX - fitting.width)
    let y = source.midY < room.midY ? max(room.maxY - fitting.height, room.minY) : room.minY
    return Rect(x, y, fitting.width, fitting.height)
  }

  // MARK: Touches

  private func row(at place: Point) -> MenuRow? {
    guard list.frame.contains(place) else { return nil }
    return list.rows.first { $0.line.canBeChosen && $0.convert($0.bounds, to: self).contains(place) }
  }

  /// A finger that came down elsewhere has moved to a place of the window.
  func follow(_ place: Point) {
    if let start, start.distance(to: place) <= 10 { return }
    start = nil
    highlighted = row(at: place)
  }

  /// Such a finger is lifted: it chooses what it has moved to.
  func release(_ place: Point) {
    follow(place)
    if start == nil, let row = row(at: place) { choose(row) }
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first else { return }
    let place = touch.location(in: self)
    guard list.frame.contains(place) else { return close() }
    (start, last, isScrolling) = (place, place, false)
    highlighted = row(at: place)
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let place = touches.first?.location(in: self), let from = last, let start else { return }
    if list.canScroll, isScrolling || abs(place.y - start.y) > 10 {
      isScrolling = true
      highlighted = nil
      list.scroll(by: from.y - place.y)
      list.setNeedsDisplay()
    } else {
      highlighted = row(at: place)
    }
    last = place
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let place = touches.first?.location(in: self), last != nil else { return }
    last = nil
    if !isScrolling, let row = row(at: place) { choose(row) }
    if !isScrolling { highlighted = nil }
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    last = nil
    highlighted = nil
  }

  // MARK: Keys

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { take(presses) }
  override func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) { take(presses) }
  override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
  override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}

  private func take(_ presses: Set<UIPress>) {
    guard !isClosed, let press = presses.first else { return }
    switch press.type {
    case .menu: close()
    case .upArrow: highlightNext(-1)
    case .downArrow: highlightNext(1)
    case .leftArrow: goBack()
    case .rightArrow:
      if let highlighted, case .submenu = highlighted.line.kind { choose(highlighted) }
    case .select:
      if press.phase == .began, let highlighted { choose(highlighted) }
    default: break
    }
  }

  private func highlightNext(_ step: Int) {
    let rows = list.rows.filter { $0.line.canBeChosen }
    guard !rows.isEmpty else { return }
    let from = rows.firstIndex { $0 === highlighted }
    let index = from.map { $0 + step } ?? (step > 0 ? 0 : rows.count - 1)
    guard rows.indices.contains(index) else { return }
    highlighted = rows[index]
    list.reveal(rows[index])
  }

  // MARK: Choosing

  private func goBack() {
    guard path.count > 1 else { return }
    path.removeLast()
    showPath()
  }

  private func choose(_ row: MenuRow) {
    switch row.line.kind {
    case .heading, .waiting: break
    case .back: goBack()
    case .submenu(let menu):
      path.append(menu)
      load()
      showPath()
    case .action(let action):
      finish(action.attributes) {
        menu.select(action)
        action.perform(from: sender())
      }
    case .command(let command): finish(command.attributes) { route.send(command) }
    }
  }

  private func finish(_ attributes: UIMenuElement.Attributes, _ perform: () -> Void) {
    let keeps = attributes.contains(.keepsMenuPresented)
    if !keeps { close() }
    let shown = path.last
    perform()
    // What it has done may change how others look. For another menu that it has shown they were found after that.
    if path.last === shown { known = ObjectList() }
    if keeps, !isClosed { showPath() }
  }
}
