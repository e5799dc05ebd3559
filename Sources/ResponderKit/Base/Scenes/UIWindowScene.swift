/// A scene with windows: all of its application's.
open class UIWindowScene: UIScene {
  /// Its application's visible windows, from back to front.
  open var windows: [UIWindow] { application?.windows ?? [] }
  /// The window of the scene that gets presses.
  open var keyWindow: UIWindow? { application?.keyWindow }
  /// The screen that its windows are on.
  open var screen: UIScreen { application?.screen ?? .main }
  /// The size classes of its key window, or of its screen.
  open var traitCollection: UITraitCollection {
    keyWindow?.traitCollection ?? screen.traits
  }
  /// How its interface is turned: as the device was when it was last turned with that, and otherwise by its screen's shape.
  open var interfaceOrientation: UIInterfaceOrientation {
    let isPortrait = screen.bounds.height >= screen.bounds.width
    return switch application?.turnedOrientation ?? .unknown {
    case .portrait where isPortrait: .portrait
    case .portraitUpsideDown where isPortrait: .portraitUpsideDown
    // The device's left is the interface's right.
    case .landscapeLeft where !isPortrait: .landscapeRight
    case .landscapeRight where !isPortrait: .landscapeLeft
    default: isPortrait ? .portrait : .landscapeRight
    }
  }
  /// Of its status bar: there is none, and its height is that of the safe area's upper edge.
  open var statusBarManager: UIStatusBarManager? { UIStatusBarManager(screen) }
  /// Its screen's.
  open var coordinateSpace: any UICoordinateSpace { screen }
}

/// The status bar's place; no status bar is drawn.
public final class UIStatusBarManager: NSObject {
  /// The part of the screen above the safe area.
  public let statusBarFrame: Rect
  /// Always true: there is no status bar.
  public var isStatusBarHidden: Bool { true }
  /// Of a bar that is not there.
  public var statusBarStyle: UIStatusBarStyle { .default }

  init(_ screen: UIScreen) {
    statusBarFrame = Rect(0, 0, screen.bounds.width, screen.safeAreaInsets.top)
    super.init()
  }
}

extension UIWindow {
  /// A window as large as its scene's screen.
  public convenience init(windowScene: UIWindowScene) { self.init(frame: windowScene.screen.bounds) }

  /// The scene that has the window: its application's only one, so that setting it changes nothing.
  public final var windowScene: UIWindowScene? {
    get { application?.scene as? UIWindowScene }
    set {}
  }
}
