/// What shows windows, gives them their events and lays them out before the loop sleeps: the application. Windows and views
/// use nothing else of it.
protocol WindowHost: UIResponder {
  var screen: UIScreen { get }
  var keyWindow: UIWindow? { get }
  var animations: AnimationList { get }
  var recorder: DrawingRecorder { get }
  var arena: GestureArena { get }
  /// What all views of a class look like that do not say something else: see `UINavigationBar.appearance()`.
  var viewDefaults: [ViewDefault] { get set }
  /// Whether its interface is read from right to left.
  var isMirrored: Bool { get }
  /// The size category of texts.
  var contentSize: UIContentSizeCategory { get }

  /// What follows windows in the responder chain: the scene, if there is one, and the host.
  var nextOfWindows: UIResponder? { get }

  // MARK: Notifications by windows

  func windowDidShow(_ window: UIWindow)
  func windowWillHide(_ window: UIWindow)
  func windowDidHide(_ window: UIWindow)
  func windowLevelChanged(_ window: UIWindow)
  func makeKey(_ window: UIWindow)
  /// Places what is shown for entering text.
  func updateInputView(of window: UIWindow)
  /// What shows the controller over others, by its style.
  func presentation(of controller: UIViewController) -> any ControllerPresentation
  /// Gives an event of the window to recognizers and views.
  func give(_ event: UIEvent, to window: UIWindow)

  // MARK: Notifications by views

  /// The view is to be laid out or drawn in the coming frame.
  func list(_ view: UIView)
  /// The controller's view appears with the coming frame.
  func willAppear(_ controller: UIViewController)
  /// The views have come into a window: they get what the program wants of all of their classes.
  func viewsCame(_ views: [UIView])
  /// A tree of views is about to leave its window.
  func treeWillLeave(_ view: UIView, _ window: UIWindow)
}

/// What keeps a window's picture.
protocol WindowPicture: AnyObject {
  /// Something in the window no longer looks as in the picture.
  var isStale: Bool { get set }
  /// Draws what has changed, and shows it.
  func present()
  /// A view, or what is in it, no longer looks as in the picture.
  func changed(_ view: UIView)
}
