// What belongs to the calling thread's application.

extension Drawing {
  /// The drawing of the view that is being asked to draw.
  public static var current: Drawing? { UIApplication.current?.frame.drawing }
}

extension UIScreen {
  /// The screen of the calling thread's application.
  public static var main: UIScreen { UIApplication.shared.screen }
}
