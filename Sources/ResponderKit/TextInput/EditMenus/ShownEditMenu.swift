/// An edit menu that is shown above a part of a view: until an entry is chosen, a finger comes down beside it, or the view leaves its
/// window.
final class ShownEditMenu: ShownMenu {
  private weak var view: UIView?
  private weak var window: UIWindow?
  /// The part, in the view's coordinates.
  private let rect: () -> Rect
  /// The distance from it.
  private let gap: Double
  private let direction: UIEditMenuArrowDirection
  private var bar: EditMenu?
  /// The list of a menu in the menu, which is shown in place of the bar.
  private var panel: MenuPanel?
  /// What is shown.
  private var menu: UIMenu?
  private var watch: TouchBeside?
  private(set) var isClosed = false
  /// Commands whose takers were found since it was shown, or since one was chosen.
  private var known: [UICommand]
  private let route: CommandRoute
  /// Called once, when it is closed, before what was chosen is done.
  var onClose: (() -> Void)?
  /// Where it is in the window.
  var frame: Rect { panel?.listFrame ?? bar?.frame ?? .zero }

  /// Nil: the view is in no window, there are no entries that can be shown, or a callee has closed the menu.
  ///
  /// - Parameter known: the menu's commands, where their takers were found already.
  init?(
    _ menu: UIMenu, for view: UIView, gap: Double = 8, direction: UIEditMenuArrowDirection = .automatic,
    known: [UICommand] = [], rect: @escaping () -> Rect, route: CommandRoute = CommandRoute()
  ) {
    guard let window = view.window else { return nil }
    self.view = view
    self.window = window
    self.gap = gap
    self.direction = direction
    self.rect = rect
    self.route = route
    self.known = known
    view.rareStorage?.editMenu?.close()
    guard show(menu), !isClosed else { return nil }
    // A callee may have shown another one.
    view.rareStorage?.editMenu?.close()
    guard !isClosed, view.window === window else { return nil }
    let watch = TouchBeside { [weak self] touch in
      guard let self, let bar, touch.view?.isDescendant(of: bar) != true else { return }
      close()
    }
    self.watch = watch
    window.addGestureRecognizer(watch)
    view.change { $0.editMenu = self }
  }

  deinit { leaveWindow() }

  private func leaveWindow() {
    bar?.removeFromSuperview()
    bar = nil
    if let watch { window?.removeGestureRecognizer(watch) }
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    leaveWindow()
    let list = panel
    panel = nil
    list?.close()
    onClose?()
    onClose = nil
  }

  /// Shows other entries in its place; without any it is closed.
  func replace(with menu: UIMenu) {
    guard !isClosed else { return }
    let list = panel
    panel = nil
    list?.onClose = nil
    list?.close()
    known = []
    if !show(menu) { close() }
  }

  private func show(_ menu: UIMenu, loads: Bool = true, page: Int = 0) -> Bool {
    guard let view, let window else { return false }
    self.menu = menu
    if loads { menu.load { [weak self] in self?.showLoaded(menu) } }
    let found = menu.findTakers(from: view, route, except: known)
    // A callee may have shown other entries.
    guard self.menu === menu else { return !isClosed }
    known = found
    let entries = menu.lines.compactMap { entry($0, of: menu) }
    // A callee may have taken the view away.
    guard !entries.isEmpty, !isClosed, view.window === window else { return false }
    bar?.removeFromSuperview()
    let bar = EditMenu(entries)
    bar.onPageChange = { [weak self] in self?.place() }
    bar.onResize = { [weak self] in self?.windowResized() }
    self.bar = bar
    bar.takeStyle(of: view, in: window)
    window.addSubview(bar)
    bar.fit(room(in: window).width)
    bar.show(page: page)
    place()
    return true
  }

  /// Entries were delivered: to a menu that is no longer shown, or behind a list, they make no difference.
  private func showLoaded(_ menu: UIMenu) {
    guard !isClosed, self.menu === menu, panel == nil else { return }
    if !show(menu, loads: false, page: bar?.page ?? 0) { close() }
  }

  private func entry(_ line: MenuLine, of menu: UIMenu) -> EditMenu.Entry? {
    let action: () -> Void
    switch line.kind {
    case .heading, .back: return nil
    case .waiting: action = {}
    case .submenu(let inner): action = { [weak self] in self?.open(inner) }
    case .action(let chosen):
      action = { [weak self] in
        self?.finish(menu, chosen.attributes) {
          menu.select(chosen)
          chosen.perform(from: self?.view)
        }
      }
    case .command(let command):
      action = { [weak self] in
        self?.finish(menu, command.attributes) { self?.route.send(command) }
      }
    }
    return EditMenu.Entry(
      title: line.title, image: line.element?.image,
      isDestructive: line.element?.lineAttributes.contains(.destructive) == true,
      isEnabled: line.canBeChosen, action: action)
  }

  private func finish(_ menu: UIMenu, _ attributes: UIMenuElement.Attributes, _ perform: () -> Void) {
    let keeps = attributes.contains(.keepsMenuPresented)
    if !keeps { close() }
    perform()
    // What it has done may change how others look. For another menu that it has shown they were found after that.
    if self.menu === menu { known = [] }
    if keeps { showLoaded(menu) }
  }

  /// A menu in the menu takes its place, as a list.
  private func open(_ inner: UIMenu) {
    guard let view, let bar else { return }
    let place = view.convert(bar.frame, from: window)
    let panel = MenuPanel.show(
      inner, from: view, place, start: nil, route: route, known: known
    ) { [weak view] in view }
    guard let panel else { return }
    // A callee may have closed this menu, or shown other entries.
    guard !isClosed, self.bar === bar else { return panel.close() }
    self.panel = panel
    panel.onClose = { [weak self] in self?.close() }
    bar.removeFromSuperview()
    self.bar = nil
  }

  // MARK: Its place

  private func room(in window: UIWindow) -> Rect {
    window.bounds.inset(by: window.safeAreaInsets).insetBy(dx: 8, dy: 0)
  }

  /// The bar has been resized with the window.
  private func windowResized() {
    guard let bar, let window else { return }
    let page = bar.page
    bar.fit(room(in: window).width)
    bar.show(page: page)
    place()
  }

  /// Puts it where the part is now: above it, or below it where there is no room.
  func place() {
    guard let bar, let view, let window else { return }
    let (size, room) = (bar.sizeThatFits(.zero), room(in: window))
    let part = view.convert(rect(), to: window)
    let place = part.isFinite && !part.isNull ? part : view.convert(view.bounds, to: window)
    var origin = Point(place.midX - size.width / 2, place.minY - gap - size.height)
    switch direction {
    case .left: origin = Point(place.maxX + gap, place.midY - size.height / 2)
    case .right: origin = Point(place.minX - gap - size.width, place.midY - size.height / 2)
    case .up:
      let below = place.maxY + gap
      if below + size.height <= room.maxY { origin.y = below }
    case .automatic, .down: if origin.y < room.minY { origin.y = place.maxY + gap }
    }
    // Not beyond the window, however large the part is.
    origin.x = origin.x.clamped(from: room.minX, to: room.maxX - size.width)
    origin.y = origin.y.clamped(from: room.minY, to: room.maxY - size.height)
    bar.frame = Rect(origin: origin, size: size)
  }
}

/// Sees the touches of a window, and takes none.
private final class TouchBeside: UIGestureRecognizer {
  private let action: (UITouch) -> Void

  init(_ action: @escaping (UITouch) -> Void) {
    self.action = action
    super.init()
    cancelsTouchesInView = false
    delaysTouchesEnded = false
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    state = .failed
    if let touch = touches.first { action(touch) }
  }
}
