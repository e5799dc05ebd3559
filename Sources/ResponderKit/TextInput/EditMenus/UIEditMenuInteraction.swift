/// Shows an edit menu for a view: when the program asks for it, usually from the program's own long press, and as a list for a pointer's
/// second button.
open class UIEditMenuInteraction: NSObject, UIInteraction {
  /// Decides what is shown.
  public final private(set) weak var delegate: (any UIEditMenuInteractionDelegate)?
  /// The view that it was added to.
  public final private(set) weak var view: UIView?
  private var configuration: UIEditMenuConfiguration?
  private var shown: ShownEditMenu?
  private weak var panel: MenuPanel?
  private var press: MenuPress?
  /// The menu that the second button is to show.
  private var next: (menu: UIMenu, configuration: UIEditMenuConfiguration, commands: [UICommand])?
  private var place = Point.zero
  /// Whether a menu is about to be shown, or the delegate is asked for one: what a callee presents then is not shown.
  private var isAsking = false

  /// An interaction for `addInteraction`. The delegate is not kept alive; without one the menu is the suggested one.
  public init(delegate: (any UIEditMenuInteractionDelegate)?) {
    self.delegate = delegate
    super.init()
  }

  open func willMove(to view: UIView?) {
    dismissMenu()
    if let press { self.view?.removeGestureRecognizer(press) }
    press = nil
  }

  open func didMove(to view: UIView?) {
    self.view = view
    guard let view else { return }
    let press = MenuPress(
      .secondary, canShow: { [weak self] press in self?.canShow(press) ?? false },
      show: { [weak self] press in self?.show(press) })
    view.addGestureRecognizer(press)
    self.press = press
  }

  /// Shows the menu of a configuration, in place of another one. Without entries none is shown.
  open func presentEditMenu(with configuration: UIEditMenuConfiguration) {
    guard !isAsking else { return }
    asking { present(configuration) }
  }

  /// Calls `body`, in which nothing is presented for callees.
  private func asking<Result>(_ body: () -> Result) -> Result {
    let outer = isAsking
    isAsking = true
    defer { isAsking = outer }
    return body()
  }

  private func present(_ configuration: UIEditMenuConfiguration) {
    dismissMenu()
    place = configuration.place
    guard let view, view.window != nil, let menu = menu(for: configuration) else { return }
    let commands = menu.findTakers(from: view)
    // A callee may have taken the interaction away.
    guard self.view === view, !menu.lines.isEmpty else { return }
    self.configuration = configuration
    MenuAtOnce.run {
      delegate?.editMenuInteraction(self, willPresentMenuFor: configuration, animator: $0)
    } then: {
      if self.configuration === configuration { show(menu, commands, for: view, configuration) }
    }
  }

  private func show(
    _ menu: UIMenu, _ commands: [UICommand], for view: UIView, _ configuration: UIEditMenuConfiguration
  ) {
    let made = ShownEditMenu(
      menu, for: view, direction: configuration.preferredArrowDirection, known: commands,
      rect: { [weak self] in self?.targetRect ?? .zero })
    // A callee may have dismissed it.
    guard self.configuration === configuration else {
      made?.close()
      return
    }
    guard let made else { return ended() }
    shown = made
    made.onClose = { [weak self] in self?.ended() }
  }

  /// Closes the menu without choosing.
  open func dismissMenu() {
    guard let configuration else { return }
    shown?.close()
    panel?.close()
    // The delegate may have presented another one meanwhile.
    if self.configuration === configuration { ended() }
  }

  /// Asks the delegate for the menu again, and shows that.
  open func reloadVisibleMenu() {
    guard let configuration, !isAsking, shown != nil || panel != nil else { return }
    guard let menu = menu(for: configuration) else { return dismissMenu() }
    guard self.configuration === configuration else { return }
    asking {
      shown?.replace(with: menu)
      panel?.replace(with: menu)
    }
  }

  /// Moves the menu to its target's present place. It is not animated.
  open func updateVisibleMenuPosition(animated: Bool) { shown?.place() }

  /// Where the last menu was asked for.
  open func location(in view: UIView?) -> Point { self.view?.convert(place, to: view) ?? place }

  private var targetRect: Rect {
    guard let configuration else { return .zero }
    let rect = asking { delegate?.editMenuInteraction(self, targetRectFor: configuration) } ?? .null
    return rect.isNull ? Rect(origin: configuration.place, size: .zero) : rect
  }

  /// The delegate's menu, or else the suggested one; nil without a view.
  private func menu(for configuration: UIEditMenuConfiguration) -> UIMenu? {
    guard let view else { return nil }
    return asking {
      let suggested = UIMenu.suggestions(for: view)
      return delegate?.editMenuInteraction(self, menuFor: configuration, suggestedActions: suggested)
        ?? UIMenu(children: suggested)
    }
  }

  private func ended() {
    guard let configuration else { return }
    self.configuration = nil
    shown = nil
    MenuAtOnce.run { delegate?.editMenuInteraction(self, willDismissMenuFor: configuration, animator: $0) }
  }

  // MARK: The second button

  private func canShow(_ press: MenuPress) -> Bool {
    guard !isAsking else { return false }
    return asking { prepare(press) }
  }

  private func prepare(_ press: MenuPress) -> Bool {
    guard let view else { return false }
    dismissMenu()
    place = press.location(in: view)
    let configuration = UIEditMenuConfiguration(sourcePoint: place)
    next = nil
    guard let menu = menu(for: configuration) else { return false }
    let commands = menu.findTakers(from: view)
    guard self.view === view, !menu.lines.isEmpty else { return false }
    next = (menu, configuration, commands)
    return true
  }

  private func show(_ press: MenuPress) -> MenuPanel? {
    guard let view, let (menu, configuration, commands) = next else { return nil }
    next = nil
    asking { dismissMenu() }
    guard self.view === view else { return nil }
    self.configuration = configuration
    MenuAtOnce.run { animator in
      asking { delegate?.editMenuInteraction(self, willPresentMenuFor: configuration, animator: animator) }
    } then: {
      asking {
        if self.configuration === configuration { showList(menu, commands, for: view, configuration, press) }
      }
    }
    return panel
  }

  private func showList(
    _ menu: UIMenu, _ commands: [UICommand], for view: UIView, _ configuration: UIEditMenuConfiguration,
    _ press: MenuPress
  ) {
    let panel = MenuPanel.show(
      menu, from: view, Rect(origin: place, size: .zero), start: press.location(in: nil), known: commands
    ) { [weak self] in self }
    guard self.configuration === configuration else {
      panel?.close()
      return
    }
    guard let panel else { return ended() }
    panel.onClose = { [weak self] in self?.ended() }
    self.panel = panel
  }
}

/// What an edit menu is about, and where it is shown.
open class UIEditMenuConfiguration: NSObject {
  /// The program's name for what the menu is about.
  public final let identifier: AnyHashable?
  /// Where it is shown, in the view of the interaction.
  public final let sourcePoint: Point
  /// Where its source is, seen from the menu.
  public final var preferredArrowDirection = UIEditMenuArrowDirection.automatic

  /// A configuration for a point of the view.
  public init(identifier: AnyHashable? = nil, sourcePoint: Point) {
    self.identifier = identifier
    self.sourcePoint = sourcePoint
    super.init()
  }

  /// A configuration in UIKit's words.
  /// - Parameter identifier: a text, a number or an index path. Values that can not be compared are ignored.
  @_disfavoredOverload
  public convenience init(identifier: (any NSCopying)?, sourcePoint: Point) {
    self.init(identifier: identifier.flatMap { $0 as? AnyHashable }, sourcePoint: sourcePoint)
  }

  /// The point, in numbers.
  fileprivate final var place: Point {
    sourcePoint.x.isFinite && sourcePoint.y.isFinite ? sourcePoint : .zero
  }
}

/// Where the source of an edit menu is, seen from the menu.
public enum UIEditMenuArrowDirection: Int, Hashable, Sendable {
  /// Below the menu, or above it where there is no room.
  case automatic
  /// Above the menu.
  case up
  /// Below the menu.
  case down
  /// To the left of it.
  case left
  /// To the right of it.
  case right
}

/// Decides what an edit menu shows. Each method has a default.
public protocol UIEditMenuInteractionDelegate: AnyObject {
  /// The menu; nil, the default: the suggested one, which has what the view or its chain takes of cutting, copying and the like. One without entries is not shown.
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration,
    suggestedActions: [UIMenuElement]
  ) -> UIMenu?
  /// The part of the view above which the menu is shown; `null`, the default: the configuration's point.
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, targetRectFor configuration: UIEditMenuConfiguration
  ) -> Rect
  /// Called before the menu is shown. Closures that the animator gets are called at once.
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, willPresentMenuFor configuration: UIEditMenuConfiguration,
    animator: any UIEditMenuInteractionAnimating)
  /// Called when the menu is dismissed, before what was chosen is done. Closures that the animator gets are called at once.
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, willDismissMenuFor configuration: UIEditMenuConfiguration,
    animator: any UIEditMenuInteractionAnimating)
}

extension UIEditMenuInteractionDelegate {
  public func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration,
    suggestedActions: [UIMenuElement]
  ) -> UIMenu? { nil }
  public func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, targetRectFor configuration: UIEditMenuConfiguration
  ) -> Rect { .null }
  public func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, willPresentMenuFor configuration: UIEditMenuConfiguration,
    animator: any UIEditMenuInteractionAnimating
  ) {}
  public func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, willDismissMenuFor configuration: UIEditMenuConfiguration,
    animator: any UIEditMenuInteractionAnimating
  ) {}
}
