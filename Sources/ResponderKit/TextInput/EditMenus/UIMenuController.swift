/// The edit menu of the first responder, as programs before `UIEditMenuInteraction` show it: with the messages that the first responder or
/// its chain takes, and entries of the program's own.
open class UIMenuController: NSObject {
  /// Where the target is, relative to the menu.
  public enum ArrowDirection: Int, Hashable, Sendable {
    /// Below the menu, or above it where there is no room.
    case `default`
    /// Above the menu.
    case up
    /// Below the menu.
    case down
    /// To the left of it.
    case left
    /// To the right of it.
    case right

    fileprivate var ofMenus: UIEditMenuArrowDirection {
      switch self {
      case .default: .automatic
      case .up: .up
      case .down: .down
      case .left: .left
      case .right: .right
      }
    }
  }

  /// The menu is about to be shown.
  public static let willShowMenuNotification = Notice.Name("UIMenuControllerWillShowMenuNotification")
  /// The menu was shown.
  public static let didShowMenuNotification = Notice.Name("UIMenuControllerDidShowMenuNotification")
  /// The menu is about to be hidden.
  public static let willHideMenuNotification = Notice.Name("UIMenuControllerWillHideMenuNotification")
  /// The menu was hidden.
  public static let didHideMenuNotification = Notice.Name("UIMenuControllerDidHideMenuNotification")
  /// The menu was shown at another place. Not posted.
  public static let menuFrameDidChangeNotification = Notice.Name(
    "UIMenuControllerMenuFrameDidChangeNotification")

  /// The menu controller of the calling thread's application.
  public static var shared: UIMenuController {
    let application = UIApplication.shared
    if let known = application.menuController as? UIMenuController { return known }
    let made = UIMenuController()
    application.menuController = made
    return made
  }

  /// Entries of the program's own, behind the system's, of which those are shown whose message the first responder or its chain takes. They are in
  /// the menus of text fields and text views, too.
  open var menuItems: [UIMenuItem]?
  /// Where the target is, relative to the menu.
  open var arrowDirection = ArrowDirection.default
  private weak var view: UIView?
  private var rect = Rect.zero
  private var shown: ShownEditMenu?
  /// Whether it is about to be shown: what a callee shows then is not shown.
  private var isShowing = false

  override init() { super.init() }

  /// Whether it is shown; setting it is `setMenuVisible` without animation.
  open var isMenuVisible: Bool {
    get { shown != nil }
    set { setMenuVisible(newValue, animated: false) }
  }

  /// Where it is in the window; empty while it is hidden.
  open var menuFrame: Rect { shown?.frame ?? .zero }

  /// Shows it above a part of a view. Nothing is shown without a first responder in the view's window, or when that takes none of the
  /// messages.
  open func showMenu(from targetView: UIView, rect targetRect: Rect) {
    setTargetRect(targetRect, in: targetView)
    show()
  }

  /// Hides it, if it is that of the view.
  open func hideMenu(from targetView: UIView) { if view === targetView { hideMenu() } }

  /// Hides it.
  open func hideMenu() { shown?.close() }

  /// Chooses the part of a view above which it is shown.
  open func setTargetRect(_ targetRect: Rect, in targetView: UIView) {
    rect = targetRect
    view = targetView
  }

  /// Shows it at the place that was chosen, or hides it. It is not animated.
  open func setMenuVisible(_ menuVisible: Bool, animated: Bool) {
    if menuVisible { show() } else { hideMenu() }
  }

  /// Shows the entries that apply now.
  open func update() {
    guard !isShowing, let shown, let first = view?.window?.firstResponder else { return }
    isShowing = true
    defer { isShowing = false }
    shown.replace(with: UIMenu(children: UIMenu.suggestions(for: first)))
  }

  private func show() {
    guard !isShowing else { return }
    isShowing = true
    defer { isShowing = false }
    hideMenu()
    guard let view, let first = view.window?.firstResponder else { return }
    let menu = UIMenu(children: UIMenu.suggestions(for: first))
    let route = CommandRoute(asksFirstResponder: true, sender: self)
    let commands = menu.findTakers(from: view, route)
    guard !menu.lines.isEmpty else { return }
    post(Self.willShowMenuNotification)
    let rect = rect
    let shown = ShownEditMenu(
      menu, for: view, direction: arrowDirection.ofMenus, known: commands, rect: { rect }, route: route)
    guard let shown else { return }
    self.shown = shown
    shown.onClose = { [weak self, weak shown] in
      guard let self, self.shown === shown else { return }
      post(Self.willHideMenuNotification)
      // An observer may have shown another one.
      if self.shown === shown { self.shown = nil }
      post(Self.didHideMenuNotification)
    }
    post(Self.didShowMenuNotification)
  }

  private func post(_ name: Notice.Name) {
    UIApplication.current?.notices.post(Notice(name: name, object: self))
  }
}

/// An entry of the program's own in a ``UIMenuController``.
open class UIMenuItem: NSObject {
  /// What it shows.
  open var title: String
  /// The message that it sends to the first responder in the chain that takes it.
  open var action: Selector

  /// An entry.
  public init(title: String, action: Selector) {
    self.title = title
    self.action = action
    super.init()
  }
}
