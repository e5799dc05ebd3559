// What belongs to the calling thread's application.

extension Drawing {
  /// The drawing of the view that is being asked to draw.
  public static var current: Drawing? { UIApplication.current?.frame.recorder.current }
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

  /// The application that the window's events come from; nil once it has ended.
  public final var application: UIApplication? { host as? UIApplication }
}
