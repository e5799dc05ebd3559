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
  }

  /// The window of ResponderKit.
  public let window: UIWindow
  /// Draws the window.
  public let renderer: WindowRenderer
  /// The window of the X server.
  public let x11: X11Window
  /// The user wants to close the window. Without this it is closed, and the application's loop stopped.
  public var onClose: ((DesktopWindow) -> Void)?
  /// The window is gone; with the error if the server is. Without this the application's loop is stopped.
  public var onEnd: ((X11Error?) -> Void)?
  /// Sees all events before the application gets them.
  public var onEvent: ((HIDEvent) -> Void)?

  private weak var application: UIApplication?
  private let fillsScreen: Bool
  private let pasteboards: [(UIPasteboard, DesktopPasteboard)]
  /// Holds all parts that the server has lost and that were not sent again.
  private var exposed: PixelRect?

  init(
    _ window: UIWindow, of application: UIApplication, _ display: X11Display, title: String,
    name: String? = nil, scale: Double
  ) throws(X11Error) {
    self.window = window
    self.application = application
    renderer = WindowRenderer(window, scale: scale)
    fillsScreen = window.frame == application.screen.bounds
    x11 = try X11Window(
      display, title: title, name: name, width: Int((window.bounds.width * renderer.scale).rounded()),
      height: Int((window.bounds.height * renderer.scale).rounded()))
    let hosted = self.x11
    pasteboards = [(UIPasteboard.general, X11Selection.Kind.clipboard), (UIPasteboard.selection, .primary)]
      .map { ($0, DesktopPasteboard($1, of: hosted, for: $0)) }
    x11.scale = renderer.scale
    x11.origin = (window.frame.minX, window.frame.minY)
    renderer.surface = self
    // The window's handler keeps this alive until the window ends.
    x11.handler = { event in self.take(event) }
  }

  private func take(_ event: X11Window.Event) {
    switch event {
    case .input(let event):
      onEvent?(event)
      application?.post(event)
    case .resized(let width, let height):
      let size = Size(Double(width) / renderer.scale, Double(height) / renderer.scale)
      if fillsScreen { application?.screenChanged(to: size) }
      if window.bounds.size != size { window.resize(to: size) }
    case .exposed(let x, let y, let width, let height):
      expose(PixelRect(x: x, y: y, width: width, height: height))
    case .ready: showExposed()
    case .closeRequested:
      if let onClose { return onClose(self) }
      close()
      application?.loop.stop()
    case .ended(let error):
      renderer.end()
      for (board, desktop) in pasteboards { desktop.leave(board) }
      if let onEnd { return onEnd(error) }
      if error != nil { application?.loop.stop() }
    }
  }

  /// Parts that have to be shown again wait until the server has taken the picture before: a server that asks again and
  /// again and does not read would otherwise fill the memory with pictures.
  private func expose(_ part: PixelRect) {
    exposed = exposed.map { $0.union(part) } ?? part
    showExposed()
  }

  private func showExposed() {
    guard let part = exposed, x11.isReady else { return }
    exposed = nil
    let shown = part.intersection(renderer.bitmap.bounds)
    if !shown.isEmpty { show(renderer.bitmap, damage: [shown]) }
  }

  /// Closes the window, and the connection with it.
  public func close() {
    x11.close()
    x11.display.close()
  }

  /// Whether the X server's window exists.
  public var isOpen: Bool { x11.isOpen }

  /// The window fills its screen without a frame.
  public var isFullScreen: Bool {
    get { x11.isFullScreen }
    set { x11.setFullScreen(newValue) }
  }

  /// The user can not make the window smaller than this, in points, where a window manager heeds it.
  public var minimumSize: Size? {
    didSet {
      guard let size = minimumSize, size.isFinite else { return }
      x11.setMinimumSize(
        width: Int(min(size.width * renderer.scale, 16384).rounded(.up)),
        height: Int(min(size.height * renderer.scale, 16384).rounded(.up)))
    }
  }

  // MARK: As a surface

  public var isReady: Bool { x11.isShown && x11.isReady }

  public func show(_ bitmap: Bitmap, damage: [PixelRect]) {
    bitmap.withPixels { pixels in
      guard let first = pixels.baseAddress else { return }
      x11.put(
        first, stride: bitmap.width, parts: damage.map { ($0.minX, $0.minY, $0.width, $0.height) })
    }
  }
}

extension UIApplication {
  /// Makes a window a real one, which is shown as soon as the loop runs.
  ///
  /// The screen of an application whose window fills it is the real window then, and is resized with it.
  ///
  /// - Parameters:
  ///   - name: the program's, by which the desktop groups its windows; nil: its file's name.
  ///   - scale: pixels per point.
  @discardableResult
  public final func host(
    _ window: UIWindow, on desktop: DesktopWindow.Desktop = .x11(), title: String = "", name: String? = nil,
    scale: Double = 1
  ) throws(X11Error) -> DesktopWindow {
    let display: X11Display
    switch desktop {
    case .x11(let name, let authority): display = try X11Display(name, authority: authority)
    }
    try display.attach(to: loop)
    let host = try DesktopWindow(window, of: self, display, title: title, name: name, scale: scale)
    if window.isHidden { window.makeKeyAndVisible() }
    host.x11.show()
    return host
  }
}
