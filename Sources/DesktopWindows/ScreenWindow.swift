import EventRouting
import HIDEvents
import ResponderKit
import RunLoopCore

/// A `UIWindow` that fills a screen without a display server: shows its picture, and gives its application what devices report.
///
/// Lives until it is closed. Belongs to the application's thread.
public final class ScreenWindow: WindowSurface {
  /// The window of ResponderKit.
  public let window: UIWindow
  /// Draws the window.
  public let renderer: WindowRenderer
  /// The screen.
  public let screen: KernelScreen
  /// Input devices that are read.
  public private(set) var readers: [EvdevReader] = []
  /// Devices that can not be read, with the reason.
  public private(set) var failures: [EvdevError] = []
  /// Called when the screen has ended. Without it the application's loop is stopped.
  public var onEnd: ((ScreenError) -> Void)?

  private weak var application: UIApplication?
  private let beats: DisplayBeats
  /// Of all devices: they are one user's.
  private let seat = EvdevReader.Seat()

  init(
    _ window: UIWindow, of application: UIApplication, _ screen: KernelScreen, inputs: [String], scale: Double
  ) {
    self.window = window
    self.application = application
    self.screen = screen
    renderer = WindowRenderer(window, scale: scale)
    beats = DisplayBeats(interval: screen.interval) { [weak screen] in screen?.requestBeat() ?? false }
    let size = Size(Double(screen.width) / renderer.scale, Double(screen.height) / renderer.scale)
    application.screenChanged(to: size)
    window.frame.origin = .zero
    window.resize(to: size)
    application.screen.setBeats(beats)
    renderer.surface = self
    // The screen's handler keeps this alive until the screen ends.
    screen.handler = { event in self.take(event) }
    for path in inputs { read(path, size) }
  }

  private func read(_ path: String, _ size: Size) {
    var settings = EvdevReader.Settings()
    settings.seat = seat
    (settings.width, settings.height) = (size.width, size.height)
    settings.device = UInt8(truncatingIfNeeded: readers.count)
    settings.grabs = true
    add { emit throws(EvdevError) in try EvdevReader(path: path, settings: settings, emit: emit) }
  }

  /// Starts a reader whose events are the application's.
  func add(_ make: (@escaping (HIDEvent) -> Void) throws(EvdevError) -> EvdevReader) {
    do throws(EvdevError) {
      let reader = try make { [weak self] event in self?.take(event) }
      try reader.start()
      readers.append(reader)
    } catch {
      failures.append(error)
    }
  }

  private func take(_ event: KernelScreen.Event) {
    switch event {
    case .beat(let time): beats.beat(at: .init(nanoseconds: Int64(clamping: time)))
    // Before the loop sleeps, a picture that has changed is put.
    case .ready: break
    case .shown:
      renderer.setNeedsPicture()
      // What the devices begin comes after that.
      post(.didBecomeActive)
      for reader in readers { resume(reader) }
    case .hidden:
      // The other terminal's programs want the devices.
      for reader in readers { reader.pause() }
      post(.willResignActive)
    case .ended(let error):
      screen.handler = nil
      finish()
      if let onEnd { return onEnd(error) }
      application?.loop.stop()
    }
  }

  private func resume(_ reader: EvdevReader) {
    do throws(EvdevError) {
      try reader.resume()
    } catch {
      reader.close()
      readers.removeAll { $0 === reader }
      failures.append(error)
    }
  }

  private func take(_ event: HIDEvent) {
    if case .key(let key) = event.payload, screen.changesTerminal(key) { return }
    application?.post(event)
  }

  /// Notifies the application that it has become active or resigned.
  private func post(_ change: HIDEvent.System) {
    application?.post(HIDEvent(timestamp: UInt64(max(RunLoop.Instant.now.nanoseconds, 0)), .system(change)))
  }

  private func finish() {
    renderer.end()
    beats.end(in: application)
    for reader in readers { reader.close() }
    readers = []
  }

  /// Releases the screen and the devices.
  public func close() {
    guard screen.isOpen else { return }
    screen.close()
    screen.handler = nil
    finish()
  }

  // MARK: As a surface

  public var isReady: Bool { screen.isReady }

  public func show(_ bitmap: Bitmap, damage: [PixelRect]) {
    bitmap.withPixels { pixels in
      guard let first = pixels.baseAddress else { return }
      screen.put(
        first, stride: bitmap.width,
        parts: damage)
    }
  }
}

extension UIApplication {
  /// Shows a window on a screen without a display server, which it fills, and reads input devices.
  ///
  /// The application's display links beat with the screen from then on, and its screen has that one's size.
  ///
  /// - Parameters:
  ///   - inputs: paths of devices, such as `/dev/input/event0`. No other program gets their input, but while the user is at
  ///     another virtual terminal.
  ///   - scale: pixels per point.
  @discardableResult
  public final func host(
    _ window: UIWindow, on screen: KernelScreen, inputs: [String] = [], scale: Double = 1
  ) throws(ScreenError) -> ScreenWindow {
    try screen.attach(to: loop)
    let host = ScreenWindow(window, of: self, screen, inputs: inputs, scale: scale)
    if window.isHidden { window.makeKeyAndVisible() }
    return host
  }
}
