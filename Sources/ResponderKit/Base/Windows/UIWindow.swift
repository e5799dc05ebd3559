/// The top of a tree of views: it gets events from its application and passes them on.
open class UIWindow: UIView {
  /// Windows of a higher level are in front of others.
  public struct Level: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: Double
    public init(rawValue: Double) { self.rawValue = rawValue }
    /// 0, the default.
    public static let normal = Level(rawValue: 0)
    /// 1000, in front of `normal`.
    public static let statusBar = Level(rawValue: 1000)
    /// 2000, in front of `statusBar`.
    public static let alert = Level(rawValue: 2000)
    /// A level so much further in front.
    public static func + (left: Level, right: Double) -> Level { Level(rawValue: left.rawValue + right) }
    /// A level so much further behind.
    public static func - (left: Level, right: Double) -> Level { Level(rawValue: left.rawValue - right) }
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// The number of the desktop's window that shows it; 0 for none.
  final var hostNumber: UInt32 = 0
  /// Where the window's events come from: its application; nil once that has ended.
  final weak var host: (any WindowHost)?
  /// The responder that gets presses, motion and actions without a target, while the window is key.
  public final internal(set) weak var firstResponder: UIResponder? {
    didSet { if firstResponder !== oldValue { setNeedsLayout() } }
  }
  /// Whether a view in it, or a controller, has had a style of its own: until then none is looked for.
  final var hasStyles = false
  /// Whether a view in it, or a controller, has had overrides of traits: until then they are not looked up.
  final var hasOverrides = false
  /// Finds the views from which deep views have their traits and tint colors.
  final var traitSources = TraitSources()
  /// Whether a view in it has had a tint color: until then none is looked for.
  final var hasTint = false
  /// Whether something has been presented in front of its controllers: until then no level is looked for.
  final var hasElevation = false
  /// Gets presses in place of the first responder, which stays what it is: a menu that is shown.
  final weak var keyTaker: UIResponder?
  /// The input view or keyboard that is shown; see UIWindow+InputView.swift.
  final var shownInputView: UIView?
  /// The view above it.
  final var shownAccessoryView: UIView?
  /// Called when an input view is shown, hidden or resized, with its place in the window; zero when there is none.
  public final var onInputViewChange: ((Rect) -> Void)?
  final var inputViewFrame = Rect.zero
  /// Solved again when a view around them is moved while the keyboard is shown.
  final var keyboardGuides = KeyboardGuides()
  /// The responder that was last brought into sight above it.
  final weak var sightedResponder: UIResponder?
  private let screenStorage: UIScreen
  /// What views and controllers were notified of last.
  final var notifiedTraits: UITraitCollection
  final var safeArea = SafeAreaState()
  /// What keeps the window's picture.
  final var rendererStorage: (any WindowPicture)?

  /// A window is hidden at first; `makeKeyAndVisible` or `isHidden = false` shows it.
  public override init(frame: Rect) {
    let host = Self.hostOfThread
    self.host = host
    screenStorage = host.screen
    notifiedTraits = UITraitCollection(
      size: frame.size, displayScale: host.screen.scale, isMirrored: host.isMirrored,
      contentSize: host.contentSize)
    super.init(frame: frame)
    geometry.flags.insert(.hidden)
    home = self
  }

  /// As large as the screen.
  public convenience init() {
    self.init(frame: UIScreen.main.bounds)
  }

  private final lazy var undoStorage = UndoHistory()
  /// What takes back the changes of what is in the window, unless that has its own.
  open override var undoManager: UndoHistory? { undoStorage }

  /// The screen of the application that the window was made in.
  open var screen: UIScreen { screenStorage }

  /// Windows of a higher level are in front. A change puts the window in front of others of its new level.
  open var windowLevel: Level = .normal {
    didSet { if windowLevel != oldValue { host?.windowLevelChanged(self) } }
  }

  /// A window that is shown is put in front of the others of its level. Hiding it cancels its touches.
  open override var isHidden: Bool {
    get { super.isHidden }
    set {
      guard newValue != super.isHidden else { return }
      if newValue { host?.windowWillHide(self) }
      super.isHidden = newValue
      if newValue {
        host?.windowDidHide(self)
        rootViewController?.viewMoved(to: nil)
      } else {
        host?.windowDidShow(self)
        installRootView()
        rootViewController?.viewMoved(to: self)
        if notifiedTraits != windowTraits { setNeedsLayout() }
        for view in tree() { view.listAgain() }
        safeAreaMayChange()
      }
    }
  }

  /// The controller whose view fills the window. Loaded when the window is shown.
  open var rootViewController: UIViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      oldValue?.loadedView?.removeFromSuperview()
      if !isHidden { installRootView() }
    }
  }

  private func installRootView() {
    guard let view = rootViewController?.view, view.superview !== self else { return }
    view.frame = bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    insertSubview(view, at: 0)
  }

  // MARK: Coordinates

  /// A point of this window in another one's coordinates; nil: the screen's.
  open func convert(_ point: Point, to window: UIWindow?) -> Point {
    let onScreen = geometry.outer(point)
    return window.map { $0.geometry.local(onScreen) } ?? onScreen
  }

  /// A point of another window, or of the screen for nil, in this one's coordinates.
  open func convert(_ point: Point, from window: UIWindow?) -> Point {
    geometry.local(window.map { $0.geometry.outer(point) } ?? point)
  }

  /// Shows the input view of its first responder, or a keyboard. A subclass that overrides this calls `super`.
  open override func layoutSubviews() {
    super.layoutSubviews()
    host?.updateInputView(of: self)
  }

  // MARK: Key window

  /// Whether it gets presses and motion.
  public final var isKeyWindow: Bool { host?.keyWindow === self }
  /// Makes it the window that gets presses and motion, whether or not it is shown. A window of the
  /// desktop that is not the one with the focus asks the desktop for that; where the desktop can not be asked, nothing changes.
  open func makeKey() { host?.makeKey(self) }
  /// Called when it has become key. Does nothing unless overridden.
  open func becomeKey() {}
  /// Called when it is no longer key. Does nothing unless overridden.
  open func resignKey() {}

  /// Shows the window in front of others of its level, and makes it key.
  open func makeKeyAndVisible() {
    isHidden = false
    makeKey()
  }

  // MARK: Events

  /// Gives an event to recognizers and views. Subclasses may look at all events of the window here; one that does not
  /// call `super` swallows them.
  open func sendEvent(_ event: UIEvent) { host?.give(event, to: self) }

  /// Escape dismisses a sheet or a popover as a touch beside it does, and is an alert's cancel action.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    let rest = presses.filter { press in
      guard press.type == .menu, press.held.modifierFlags.isEmpty else { return true }
      return rootViewController?.uppermostPresented?.presentation?.userPressedEscape() != true
    }
    if !rest.isEmpty { super.pressesBegan(rest, with: event) }
  }

  open override var next: UIResponder? { host?.nextOfWindows }
  open override var window: UIWindow? { self }
}
