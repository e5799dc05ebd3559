import AccessibilityBus
import HIDEvents
import LinuxSystem
import RunLoopCore

/// Notifications about the application's life cycle.
public protocol UIApplicationDelegate: AnyObject {
  /// Called once, before the application runs its loop for the first time: the place for making windows. There are no options, and the answer has
  /// no effect.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// Called when the application has become active: from now on it gets input.
  func applicationDidBecomeActive(_ application: UIApplication)
  /// Called before the application becomes inactive: it still is active, and its touches are cancelled
  /// afterwards.
  func applicationWillResignActive(_ application: UIApplication)
  /// Called when the application is no longer visible. If it was active, it has resigned before.
  func applicationDidEnterBackground(_ application: UIApplication)
  /// Called when the application will be seen again. It is inactive until `applicationDidBecomeActive`.
  func applicationWillEnterForeground(_ application: UIApplication)
  /// Called by `UIApplication.memoryWarningReceived`.
  func applicationDidReceiveMemoryWarning(_ application: UIApplication)
  /// Called before the application ends, if it was launched.
  func applicationWillTerminate(_ application: UIApplication)
  /// Asks after the launch which delegate the application's scene has. That of the session unless the program has its own answer.
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: SceneConnectionOptions
  ) -> UISceneConfiguration
}

extension UIApplicationDelegate {
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  public func applicationWillResignActive(_ application: UIApplication) {}
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  public func applicationWillEnterForeground(_ application: UIApplication) {}
  public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
  public func applicationWillTerminate(_ application: UIApplication) {}
  public func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: SceneConnectionOptions
  ) -> UISceneConfiguration { connectingSceneSession.configuration }
}

/// The one object between a thread's run loop and the windows of an application: takes input events from the loop, makes
/// `UIEvent`s of them and gives them to windows.
///
/// There is one per thread, as there is one loop per thread: so a process may have several, and tests may run side by
/// side. An application with one interface makes it on the main thread.
open class UIApplication: UIResponder {
  /// Whether the application gets input, as the system decides by `HIDEvent.System`.
  public typealias State = ApplicationState
  /// Why an application was launched. There are none here.
  public struct LaunchOptionsKey: Hashable, Sendable {}
  /// Whether the delegate was notified of the launch.
  final var hasLaunched = false
  /// Its scene, once there is one: see the folder Scenes.
  final var sceneStorage: UIResponder?
  /// The scene, if it has a delegate.
  final var sceneInChain: UIResponder?
  /// Called when a window is shown.
  package final var onWindowShow: ((UIWindow) -> Void)?

  /// The loop of the application's thread.
  public final let loop: RunLoop
  /// The screen that its windows are on.
  public final let screen: UIScreen
  /// Notified of changes of `applicationState`; if it is a responder, it ends the responder chain. Unlike
  /// UIKit's, it is retained.
  public final var delegate: (any UIApplicationDelegate)?
  /// Unlike UIKit's, active from the start, so that a program without a router gets input at once.
  public final internal(set) var applicationState = State.active
  /// Writes down hit tests and deliveries while there is one.
  public final var trace: EventTrace? {
    didSet { EventTrace.changed(from: oldValue, to: trace) }
  }

  /// Visible windows, from back to front.
  public final internal(set) var windows: [UIWindow] = []
  /// The window that gets presses and motion; without one, the window in front does. Nil until `makeKey()`, and
  /// when no window is left.
  public final internal(set) weak var keyWindow: UIWindow?
  /// Its windows that a desktop shows, each in one of its own.
  final var hosting = HostedWindows()
  /// What could not be used of what came in, by reason.
  public final internal(set) var losses = EventLosses()
  /// How many `beginIgnoringInteractionEvents` are open.
  final var ignoringDepth = 0
  /// How many `beginReceivingRemoteControlEvents` are open.
  final var remoteControlDepth = 0

  /// What text views copy to and paste from: `UIPasteboard.general` and `UIPasteboard.selection`.
  final let pasteboard = UIPasteboard()
  /// Opens addresses of links, and returns whether it did; nil, the default: nothing opens them.
  public final var addressHandler: ((LinkAddress) -> Bool)?
  final let selectionPasteboard = UIPasteboard()
  /// `UIMenuController.shared`, once it was asked for.
  final var menuController: AnyObject?
  /// Its observers: `NoticeCenter.default`.
  final let notices = NoticeCenter()
  /// Text inputs without an input view of their own get a keyboard on the screen: for panels without a real one.
  public final var showsScreenKeyboard = false
  /// Without effect: nothing here turns the screen off. A desktop's own settings do.
  public final var isIdleTimerDisabled = false

  /// The reports of the device's sensors: `UIDevice.current`.
  final let device = UIDevice()

  /// How its interface may be turned when the device is: not at all unless a program says so. A window on a desktop has
  /// the size that its user gives it, and most panels are screwed on.
  public final var supportedInterfaceOrientations: UIInterfaceOrientationMask = []

  /// How the device was held when the interface was last turned with it.
  final var turnedOrientation = UIDeviceOrientation.unknown

  final var viewDefaults: [ViewDefault] = []
  /// The item that stands for all, as `UIBarButtonItem.appearance()` returns it.
  final var barButtonDefaults: AnyObject?
  /// See UIApplication+Direction.swift.
  final var isMirrored = false
  final var contentSize = UIContentSizeCategory.large

  final var accessibilityServer: AccessibilityServer?
  /// What shows the elements to the desktop's readers.
  final var accessibilityBus: AccessibilityBus?
  final var readersFocus = ReadersFocus()

  final let input: EventInput
  /// These know the application, and so are made when it is there.
  private(set) final lazy var touches = TouchRegistry(self)
  private(set) final lazy var delivery = TouchDelivery(self)
  private(set) final lazy var frame = FrameClock(self)
  /// Recognizers and what they decide. Exchanged by tests only.
  final lazy var gestures: any GestureEnvironment = GestureArena(self)
  final var presses = PressRegistry()
  final var commands = CommandKeys()
  final var shakes = ShakeDetector()
  /// The motion event that is being sent.
  final var motionChange: ShakeDetector.Change?
  /// The pointer, while it is over a window.
  final var hoverTouch: UITouch?
  final var modes: [RunLoop.Mode] = [.default]
  /// Whether a change of modes stopped the loop, to continue in another mode.
  final var modeChanged = false

  /// - Parameter size: the size of its screen, in points.
  public init(
    delegate: (any UIApplicationDelegate)? = nil, screen size: Size = Size(390, 844), scale: Double = 3,
    framesPerSecond: Int = 60
  ) {
    precondition(
      ThreadApplication.current == nil,
      "this thread has an application already: end it with 'terminate()' first, or use another thread")
    loop = RunLoop.current
    screen = UIScreen(
      bounds: Rect(origin: .zero, size: size), scale: scale, maximumFramesPerSecond: max(framesPerSecond, 1))
    self.delegate = delegate
    input = EventInput(loop: loop)
    super.init()
    label = "UIApplication"
    device.watch = BatteryWatch(device, notices, loop)
    ThreadApplication.current = self
    do {
      try loop.addCommonMode(.tracking)
    } catch {
      losses.add(.init("tracking mode: \(error)"))
    }
    frame.open()
    attach()
    if Environment.value("MAINSPRING_UI") == "1" { serveAccessibility() }
    openAccessibilityBusIfAsked()
  }

  deinit {
    input.close()
  }

  /// The calling thread's application, made now if there is none.
  public static var shared: UIApplication { ThreadApplication.current ?? UIApplication() }

  /// The calling thread's application, or nil.
  public static var current: UIApplication? { ThreadApplication.current }

  /// Takes the application off its loop: it gets no more events. Its windows are hidden, their touches cancelled.
  public final func terminate() {
    guard ThreadApplication.current === self else { return }
    if hasLaunched { notify(.willTerminate) }
    onWindowShow = nil
    hosting.patience?.invalidate()
    let shown = windows
    for window in shown.reversed() { window.isHidden = true }
    touches.cancelAll()
    device.watch = nil
    input.close()
    accessibilityServer?.close()
    accessibilityServer = nil
    closeAccessibilityBus()
    frame.close()
    for window in shown { window.forgetSafeAreaMarks() }
    trace = nil
    ThreadApplication.current = nil
  }

  // MARK: Events

  /// Gives an event to the windows that it concerns. Subclasses may look at all events here.
  open func sendEvent(_ event: UIEvent) {
    switch event.type {
    case .touches, .hover:
      guard let first = event.touches.first?.window else { return }
      if event.touches.allSatisfy({ $0.window === first }) { return first.sendEvent(event) }
      var windows: [UIWindow] = []
      for touch in event.touches {
        if let window = touch.window, !windows.contains(where: { $0 === window }) { windows.append(window) }
      }
      for window in windows { window.sendEvent(event) }
    case .scroll:
      topWindow(at: event.screenLocation, for: event, in: event.hostNumber)?.sendEvent(event)
    case .presses: (keyWindow ?? windows.last)?.sendEvent(event)
    case .motion: sendMotion(event)
    case .remoteControl: (keyWindow?.firstResponder ?? keyWindow ?? self).remoteControlReceived(with: event)
    case .transform: break
    }
  }

  // MARK: Actions

  /// Gives an action message to a target: that one, or without one, the first in the chain that takes it; the chain
  /// begins at the sender if that is a responder, or else at the key window's first responder, or at the key window.
  ///
  /// False when no responder took it.
  @discardableResult
  open func sendAction(
    _ action: Selector, to target: AnyObject?, from sender: Any?, for event: UIEvent?
  ) -> Bool {
    if let target { return action.perform(on: target, from: sender, for: event) }
    let start = sender as? UIResponder ?? keyWindow?.firstResponder ?? keyWindow ?? self
    guard let taker = start.target(forAction: action, withSender: sender) else { return false }
    return action.perform(on: taker, from: sender, for: event)
  }

  // MARK: The chain

  /// The delegate, if it is a responder that is not in the chain anyway.
  open override var next: UIResponder? {
    guard let responder = delegate as? UIResponder, responder !== self, !(responder is UIView),
      !(responder is UIViewController)
    else { return nil }
    return responder
  }

  override var responderWindow: UIWindow? { nil }
}

/// The application of the calling thread.
enum ThreadApplication {
  private static let key = ThreadKey<UIApplication>()

  static var current: UIApplication? {
    get { key.value }
    set { key.value = newValue }
  }
}

extension RunLoop.Mode {
  /// The mode in which the loop runs while a finger scrolls: a common mode, with everything that must continue then.
  public static var tracking: RunLoop.Mode { "tracking" }
}
