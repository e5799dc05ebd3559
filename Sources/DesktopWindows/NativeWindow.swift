import EventRouting
import HIDEvents
import ResponderKit

/// A window of a display server, as a `DesktopWindow` uses it.
protocol NativeWindow: AnyObject {
  var isOpen: Bool { get }
  /// Whether a picture put now would be seen.
  var isShown: Bool { get }
  /// Whether another picture can be put.
  var isReady: Bool { get }
  var isFullScreen: Bool { get }
  /// The server's units per point.
  var scale: Double { get set }
  func listen(_ take: @escaping (NativeEvent) -> Void)
  func show()
  /// Takes it from the desktop until `show()`.
  func hide()
  func put(_ bitmap: Bitmap, _ damage: [PixelRect])
  func setFullScreen(_ wanted: Bool)
  func setMinimumSize(width: Int, height: Int)
  /// Asks for the keyboard's focus, which another window of the program has. False where the server can not be asked.
  func askForFocus(from other: any NativeWindow) -> Bool
  /// Closes the window, and the connection with it.
  func closeWithConnection()
}

/// An event of a display server's window; sizes are in the server's units.
enum NativeEvent {
  case input(HIDEvent)
  /// A keyboard's keys go to the window from now on.
  case keyed
  case resized(width: Int, height: Int)
  /// The window's upper left corner is there on the desktop.
  case moved(x: Int, y: Int)
  /// Pixels per unit.
  case scaled(Double)
  /// In nanoseconds of the loop's clock.
  case beat(time: UInt64)
  case exposed(PixelRect)
  case ready
  case closeRequested
  case ended(DesktopError?)
}

extension X11Window: NativeWindow {
  func listen(_ take: @escaping (NativeEvent) -> Void) {
    handler = { event in
      switch event {
      case .input(let event): take(.input(event))
      case .resized(let width, let height): take(.resized(width: width, height: height))
      case .exposed(let x, let y, let width, let height):
        take(.exposed(PixelRect(x: x, y: y, width: width, height: height)))
      case .ready: take(.ready)
      case .closeRequested: take(.closeRequested)
      case .ended(let error): take(.ended(error.map { .x11($0) }))
      }
    }
    moveHandler = { x, y in take(.moved(x: x, y: y)) }
  }

  func put(_ bitmap: Bitmap, _ damage: [PixelRect]) {
    bitmap.withPixels { pixels in
      guard let first = pixels.baseAddress else { return }
      put(first, stride: bitmap.width, parts: damage)
    }
  }

  func askForFocus(from other: any NativeWindow) -> Bool {
    guard let other = other as? X11Window else { return false }
    askForFocus(from: other)
    return true
  }

  func closeWithConnection() {
    close()
    display.close()
  }
}

extension WaylandWindow: NativeWindow {
  var isShown: Bool { isConfigured }

  func askForFocus(from other: any NativeWindow) -> Bool {
    guard let other = other as? WaylandWindow else { return false }
    return askForFocus(from: other)
  }

  func listen(_ take: @escaping (NativeEvent) -> Void) {
    handler = { event in
      switch event {
      case .input(let event): take(.input(event))
      case .resized(let width, let height): take(.resized(width: width, height: height))
      case .scaled(let scale): take(.scaled(scale))
      case .beat(let time): take(.beat(time: time))
      case .ready: take(.ready)
      case .closeRequested: take(.closeRequested)
      case .ended(let error): take(.ended(error.map { .wayland($0) }))
      }
    }
    keyboardHandler = { take(.keyed) }
  }

  func put(_ bitmap: Bitmap, _ damage: [PixelRect]) {
    bitmap.withPixels { pixels in
      guard let first = pixels.baseAddress else { return }
      put(
        first, stride: bitmap.width, rows: bitmap.height,
        parts: damage)
    }
  }

  func closeWithConnection() {
    close()
    display.close()
  }
}

extension DisplayBeats {
  /// Takes the beats from the application's screen. Display links that wait for one fall back to their timers.
  func end(in application: UIApplication?) {
    if application?.screen.beats === self { application?.screen.setBeats(nil) }
    beat(at: application?.loop.now ?? .now)
  }
}
