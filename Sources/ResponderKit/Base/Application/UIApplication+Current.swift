// What belongs to the calling thread's application.

extension Drawing {
  /// The drawing of the view that is being asked to draw.
  public static var current: Drawing? { UIApplication.current?.frame.recorder.current }
}

extension UITraitCollection {
  /// The traits of what is being drawn, laid out or notified of a change on the calling thread; of a bright place when nothing is.
  public static var current: UITraitCollection {
    get { UIApplication.current?.frame.recorder.traits ?? UITraitCollection(userInterfaceStyle: .light) }
    set {
      if newValue.userInterfaceStyle == .dark { UIUserInterfaceStyle.isUsed = true }
      UIApplication.current?.frame.recorder.traits = newValue
    }
  }

  /// Calls `actions` with these traits as `current`.
  public func performAsCurrent(_ actions: () -> Void) {
    let outer = Self.current
    Self.current = self
    actions()
    Self.current = outer
  }
}

extension UIImage {
  /// Pixels per point of the calling thread's screen; 1 without an application.
  static var screenScale: Double { UIApplication.current?.screen.scale ?? 1 }
}

extension UIFont {
  /// The size of letters in the calling thread's application.
  static var programsCategory: UIContentSizeCategory { UIApplication.current?.contentSize ?? .large }
}

extension UIScreen {
  /// The screen of the calling thread's application.
  public static var main: UIScreen { UIApplication.shared.screen }
}

extension NoticeCenter {
  /// The center of the calling thread's application, which posts its own notices there.
  public static var `default`: NoticeCenter { UIApplication.shared.notices }
}

extension UIDevice {
  /// The device of the calling thread's application.
  public static var current: UIDevice { UIApplication.shared.device }
}

extension UIWindow {
  /// What shows the windows that the calling thread makes: its application, made now if there is none.
  static var hostOfThread: any WindowHost { UIApplication.shared }

  /// Whether the calling thread's application is read from right to left.
  static var isMirroredOnThread: Bool { UIApplication.current?.isMirrored ?? false }

  /// The application that the window's events come from; nil once it has ended.
  public final var application: UIApplication? { host as? UIApplication }
}

/// The context of the view that is drawing now; nil when none is. In `draw(_:)` there is always one, also in a window that is shown nowhere.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetCurrentContext() -> CGContext? {
  UIApplication.current?.frame.recorder.programsTarget.map(CGContext.init)
}
