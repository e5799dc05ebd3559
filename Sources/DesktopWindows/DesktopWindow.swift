import EventRouting
import HIDEvents
import ResponderKit
import RunLoopCore

/// A `UIWindow` in a real window of the desktop: shows its picture and gives its application what is done with it.
///
/// Lives until it is closed, by the program or by the user. Belongs to the application's thread.
public final class DesktopWindow: WindowSurface {
  /// Where windows are shown.
  public enum Desktop: Hashable, Sendable {
    /// An X server, or XWayland: by its display's name, or what `DISPLAY` says. `authority` is the file with the key to it,
    /// if that is not the user's.
    case x11(_ display: String? = nil, authority: String? = nil)
    /// A Wayland compositor: by its socket's path or name, or what the environment says.
    case wayland(_ display: String? = nil)

    /// What the environment says: a Wayland compositor if it names one and no X server, or else an X server.
    public static var current: Desktop { DesktopEnvironment.isWayland ? .wayland() : .x11() }
  }

  /// The window of ResponderKit.
  public let window: UIWindow
  /// Draws the window.
  public let renderer: WindowRenderer
  /// The window of the X server; nil on other desktops.
  public var x11: X11Window? { native as? X11Window }
  /// The window of the Wayland compositor; nil on other desktops.
  public var wayland: WaylandWindow? { native as? WaylandWindow }
  /// Called when the user closes the window. Without it the window is closed, and the application's loop stopped.
  public var onClose: ((DesktopWindow) -> Void)?
  /// Called when the window has ended; with an error if the connection has. Without it the application's loop is stopped.
  public var onEnd: ((DesktopError?) -> Void)?
  /// Sees all events before the application gets them.
  public var onEvent: ((HIDEvent) -> Void)?

  private let native: any NativeWindow
  /// The server's units per point: pixels on an X server.
  private let unitsPerPoint: Double
  private weak var application: UIApplication?
  /// Nil on a router's screen, whose windows get their input by the connection.
  private let hosted: HostedWindow?
  private let fillsScreen: Bool
  private let pasteboards: [(board: DesktopPasteboard, selection: any NativeSelection)]
  /// Nil where the server has no input methods.
  private let inputMethod: DesktopInputMethod?
  /// The frames of a Wayland compositor; nil elsewhere.
  private var beats: DisplayBeats?
  /// Holds all parts that the server has lost and that were not sent again.
  private var exposed: PixelRect?

  /// A window of an X server. `scale` is in pixels per point.
  convenience init(
    _ window: UIWindow, of application: UIApplication, _ display: X11Display, title: String,
    name: String? = nil, scale: Double
  ) throws(DesktopError) {
    let renderer = WindowRenderer(window, scale: scale)
    do throws(X11Error) {
      let x11 = try X11Window(
        display, title: title, name: name, width: Self.units(window.bounds.width, renderer.scale),
        height: Self.units(window.bounds.height, renderer.scale))
      self.init(
        window, of: application, x11, renderer, clipboard: X11Selection(.clipboard, of: x11),
        selection: X11Selection(.primary, of: x11))
    } catch {
      throw .x11(error)
    }
  }

  /// A window of a Wayland compositor. `scale` is in its units per point; pixels per unit are the compositor's choice.
  convenience init(
    _ window: UIWindow, of application: UIApplication, _ display: WaylandDisplay, title: String,
    name: String? = nil, scale: Double
  ) throws(DesktopError) {
    let renderer = WindowRenderer(window, scale: scale)
    do throws(WaylandError) {
      let wayland = try WaylandWindow(
        display, title: title, name: name, width: Self.units(window.bounds.width, renderer.scale),
        height: Self.units(window.bounds.height, renderer.scale))
      self.init(
        window, of: application, wayland, renderer, clipboard: display.selection(.clipboard),
        selection: display.selection(.primary))
      wayland.drawTitleBar(TitleBarPainter.pixels)
      let beats = DisplayBeats(interval: wayland.beatInterval) { [weak wayland] in
        wayland?.requestBeat() ?? false
      }
      self.beats = beats
      hosted?.beats = beats
      application.screen.setBeats(beats)
    } catch {
      throw .wayland(error)
    }
  }

  /// A window on the screen of the application's router.
  convenience init(_ window: UIWindow, of application: UIApplication, _ connection: RouterConnection) {
    let renderer = WindowRenderer(window)
    let pictures = connection.pictures as? RoutedPictures ?? RoutedPictures(connection, of: application)
    self.init(window, of: application, RoutedWindow(window, pictures), renderer)
    if connection.pictures == nil { connection.pictures = pictures }
  }

  private init(
    _ window: UIWindow, of application: UIApplication, _ native: any NativeWindow, _ renderer: WindowRenderer,
    clipboard: (any NativeSelection)? = nil, selection: (any NativeSelection)? = nil
  ) {
    self.window = window
    self.application = application
    self.renderer = renderer
    self.native = native
    let selections = [(UIPasteboard.general, clipboard), (UIPasteboard.selection, selection)]
    pasteboards = selections.compactMap { board, native in native.map { (.of(board), $0) } }
    for (board, selection) in pasteboards { board.join(selection) }
    let hosted = native is RoutedWindow ? nil : application.begin(hosting: window)
    self.hosted = hosted
    inputMethod = hosted.flatMap { hosted in
      (native as? any NativeInputMethod).map { .init($0, window, hosted, of: application) }
    }
    unitsPerPoint = renderer.scale
    fillsScreen = window.frame == application.screen.bounds
    native.scale = unitsPerPoint
    renderer.surface = self
    hosted?.native = native
    hosted?.fillsScreen = fillsScreen
    hosted?.onShow = { [weak self] isShown in self?.windowChanged(isShown) }
    hosted?.askForFocus = { [weak native] other in
      // The desktop decides on the focus when it shows the window.
      guard let native, native.isShown else { return true }
      guard let other = other.native as? any NativeWindow else { return false }
      return native.askForFocus(from: other)
    }
    // The window's handler keeps this alive until the window ends.
    native.listen { event in self.take(event) }
  }

  private static func units(_ length: Double, _ scale: Double) -> Int {
    Int(min(max((length * scale).rounded(), 1), 16384))
  }

  private func take(_ event: NativeEvent) {
    switch event {
    case .input(let event):
      if Self.isWork(event) { for (board, selection) in pasteboards { board.use(selection) } }
      if let onEvent { onEvent(hosted?.onScreen(event) ?? event) }
      post(event)
    case .keyed:
      guard let hosted else { return }
      application?.post { [weak application] in application?.follow(hosted) }
    case .resized(let width, let height):
      let size = Size(Double(width) / unitsPerPoint, Double(height) / unitsPerPoint)
      if fillsScreen { application?.screenChanged(to: size, of: hosted) }
      if window.bounds.size != size { window.resize(to: size) }
    case .moved(let x, let y):
      guard let hosted else { return }
      application?.post(place: Point(Double(x) / unitsPerPoint, Double(y) / unitsPerPoint), of: hosted)
    case .scaled(let pixels): renderer.scale = unitsPerPoint * pixels
    case .beat(let time): beats?.beat(at: .init(nanoseconds: Int64(clamping: time)))
    case .exposed(let part): expose(part)
    case .ready: showExposed()
    case .closeRequested:
      if let onClose { return onClose(self) }
      close()
      application?.loop.stop()
    case .ended(let error):
      renderer.end()
      inputMethod?.end()
      for (board, selection) in pasteboards { board.leave(selection) }
      if let hosted { application?.end(hosted) }
      beats?.end(in: application)
      beats = nil
      if let onEnd { onEnd(error) } else if error != nil { application?.loop.stop() }
      // Unless the program shows it in another one.
      if let hosted, hosted.isOver { window.isHidden = true }
    }
  }

  private func post(_ event: HIDEvent) {
    if let hosted { application?.post(event, in: hosted) } else { application?.post(event) }
  }

  /// Whether the user works in the window, or begins to.
  private static func isWork(_ event: HIDEvent) -> Bool {
    switch event.payload {
    case .key(let key): key.phase == .down
    case .digitizer(let contacts): contacts.contains { $0.phase == .began }
    case .system(let change): change == .didBecomeActive
    default: false
    }
  }

  /// Parts that have to be shown again wait until the server has taken the picture before: a server that asks again and
  /// again and does not read would otherwise fill the memory with pictures.
  private func expose(_ part: PixelRect) {
    exposed = exposed.map { $0.union(part) } ?? part
    showExposed()
  }

  private func showExposed() {
    guard let part = exposed, native.isReady else { return }
    exposed = nil
    let shown = part.intersection(renderer.bitmap.bounds)
    if !shown.isEmpty { show(renderer.bitmap, damage: [shown]) }
  }

  /// Closes the window, and the connection with it.
  public func close() { native.closeWithConnection() }

  /// Whether the server's window exists.
  public var isOpen: Bool { native.isOpen }

  func show() { native.show() }

  /// The program has shown or hidden the window.
  private func windowChanged(_ isShown: Bool) {
    guard native.isOpen else { return }
    guard isShown else {
      native.hide()
      // Display links that wait for a beat, which does not come while the window is hidden, go on by timers.
      beats?.beat(at: application?.loop.now ?? .now)
      return
    }
    // A server may have dropped the picture.
    renderer.setNeedsPicture()
    native.show()
  }

  /// The window fills its screen without a frame.
  public var isFullScreen: Bool {
    get { native.isFullScreen }
    set { native.setFullScreen(newValue) }
  }

  /// The user can not make the window smaller than this, in points, where a window manager heeds it.
  public var minimumSize: Size? {
    didSet {
      guard let size = minimumSize, size.isFinite else { return }
      native.setMinimumSize(
        width: Int(min(size.width * unitsPerPoint, 16384).rounded(.up)),
        height: Int(min(size.height * unitsPerPoint, 16384).rounded(.up)))
    }
  }

  // MARK: As a surface

  public var isReady: Bool { native.isShown && native.isReady }

  public func show(_ bitmap: Bitmap, damage: [PixelRect]) { native.put(bitmap, damage) }
}

extension UIApplication {
  /// Makes a window a real one, which is shown as soon as the loop runs.
  ///
  /// The screen of an application whose window fills it is the real window then, and is resized with it.
  ///
  /// - Parameters:
  ///   - program: the program's name, by which the desktop groups its windows; nil: its file's name.
  ///   - scale: pixels per point of an X server's screen. On a Wayland compositor the pixels are its choice, and this times as
  ///     many.
  @discardableResult
  public final func host(
    _ window: UIWindow, on desktop: DesktopWindow.Desktop = .current, title: String = "",
    name program: String? = nil, scale: Double = 1
  ) throws(DesktopError) -> DesktopWindow {
    let host: DesktopWindow
    switch desktop {
    case .x11(let name, let authority):
      let display: X11Display
      do throws(X11Error) {
        display = try X11Display(name, authority: authority)
        try display.attach(to: loop)
      } catch {
        throw .x11(error)
      }
      host = try DesktopWindow(window, of: self, display, title: title, name: program, scale: scale)
    case .wayland(let name):
      let display: WaylandDisplay
      do throws(WaylandError) {
        display = try WaylandDisplay(name)
        try display.attach(to: loop)
      } catch {
        throw .wayland(error)
      }
      host = try DesktopWindow(window, of: self, display, title: title, name: program, scale: scale)
    }
    if window.isHidden { window.makeKeyAndVisible() }
    host.show()
    // The user of a desktop may have its screen read.
    serveAssistivePrograms()
    return host
  }

  /// Shows a window on the screen of a router, among other applications, whenever the router has one and is there.
  ///
  /// The window is seen at its frame, and the application's screen gets the size of the router's; its pixels per point are the router's
  /// choice. `connection` is what `connect(to:as:)` has returned to this application.
  @discardableResult
  public final func host(_ window: UIWindow, on connection: RouterConnection) -> DesktopWindow {
    let host = DesktopWindow(window, of: self, connection)
    if window.isHidden { window.makeKeyAndVisible() }
    return host
  }
}
