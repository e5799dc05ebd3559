/// An edit menu that is shown above a part of a view: until an entry is chosen, a finger comes down beside it, or the view leaves its
/// window.
final class ShownEditMenu {
  private weak var view: UIView?
  private weak var window: UIWindow?
  /// The part, in the view's coordinates.
  private let rect: () -> Rect
  /// The distance from it.
  private let gap: Double
  private let direction: UIEditMenuArrowDirection
  private var bar: EditMenu?
  private var panel: MenuPanel?
  private var watch: TouchBeside?
  private var isClosed = false
  /// Sends the message of a command.
  private let send: (UICommand) -> Void
  /// Called once, when it is closed, before what was chosen is done.
  var onClose: (() -> Void)?
  /// Where it is in the window.
  var frame: Rect { bar?.frame ?? .zero }

  /// Nil: the view is in no window, or there are no entries that can be shown.
  init?(
    _ menu: UIMenu, for view: UIView, gap: Double = 8, direction: UIEditMenuArrowDirection = .automatic,
    rect: @escaping () -> Rect, send: @escaping (UICommand) -> Void = { $0.send() }
  ) {
    guard let window = view.window else { return nil }
    self.view = view
    self.window = window
    self.gap = gap
    self.direction = direction
    self.rect = rect
    self.send = send
    view.rareStorage?.editMenu?.close()
    guard show(menu) else { return nil }
    let watch = TouchBeside { [weak self] touch in
      guard let self, let bar, touch.view?.isDescendant(of: bar) != true else { return }
      close()
    }
    self.watch = watch
    window.addGestureRecognizer(watch)
    view.change { $0.editMenu = self }
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    bar?.removeFromSuperview()
    bar = nil
    if let watch { window?.removeGestureRecognizer(watch) }
    let list = panel
    panel = nil
    list?.close()
    onClose?()
    onClose = nil
  }

  /// Shows other entries in its place; without any it is closed.
  func replace(with menu: UIMenu) {
    guard !isClosed else { return }
    if !show(menu) { close() }
  }

  private func show(_ menu: UIMenu, loads: Bool = true) -> Bool {
    guard let view, let window else { return false }
    if loads {
      menu.load { [weak self] in
        guard let self, !isClosed else { return }
        if !show(menu, loads: false) { close() }
      }
    }
    menu.findTakers(from: view)
    let entries = menu.lines.compactMap { entry($0, of: menu) }
    // A callee may have taken the view away.
    guard !entries.isEmpty, !isClosed, view.window === window else { return false }
    bar?.removeFromSuperview()
    let bar = EditMenu(entries)
    bar.onPageChange = { [weak self] in self?.place() }
    self.bar = bar
    bar.takeStyle(of: view, in: window)
    window.addSubview(bar)
    bar.fit(room(in: window).width)
    place()
    return true
  }

  private func entry(_ line: MenuLine, of menu: UIMenu) -> EditMenu.Entry? {
    switch line.kind {
    case .heading, .back: nil
    case .waiting(let title): .init(title: title, isEnabled: false) {}
    case .submenu(let inner):
      .init(
        title: inner.title, image: inner.image, isDestructive: inner.options.contains(.destructive)
      ) { [weak self] in self?.open(inner) }
    case .action(let action):
      .init(action, action.attributes) { [weak self] in
        self?.finish(menu, action.attributes) {
          menu.select(action)
          action.perform(from: self?.view)
        }
      }
    case .command(let command):
      .init(command, command.attributes) { [weak self] in
        self?.finish(menu, command.attributes) { self?.send(command) }
      }
    }
  }

  private func finish(_ menu: UIMenu, _ attributes: UIMenuElement.Attributes, _ perform: () -> Void) {
    let keeps = attributes.contains(.keepsMenuPresented)
    if !keeps { close() }
    perform()
    if keeps { replace(with: menu) }
  }

  /// A menu in the menu takes its place, as a list.
  private func open(_ inner: UIMenu) {
    guard let view, let bar else { return }
    let place = view.convert(bar.frame, from: window)
    panel = MenuPanel.show(inner, from: view, place, start: nil) { [weak view] in view }
    guard let panel else { return }
    panel.onClose = { [weak self] in self?.close() }
    bar.removeFromSuperview()
    self.bar = nil
  }

  // MARK: Its place

  private func room(in window: UIWindow) -> Rect {
    window.bounds.inset(by: window.safeAreaInsets).insetBy(dx: 8, dy: 0)
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

extension EditMenu.Entry {
  fileprivate init(
    _ element: UIMenuElement, _ attributes: UIMenuElement.Attributes, _ action: @escaping () -> Void
  ) {
    self.init(
      title: element.title, image: element.image, isDestructive: attributes.contains(.destructive),
      isEnabled: !attributes.contains(.disabled), action: action)
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
