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
