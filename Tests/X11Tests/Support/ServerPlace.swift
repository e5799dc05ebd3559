import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import DesktopWindows
@testable import EventRouting

/// A window of an application with a field, in a window of a server that the test plays; several lie one on the other. Used on the application's thread.
final class ServerPlace {
  let server = FakeServer()
  let display: X11Display
  let host: DesktopWindow
  let field = UITextField(frame: Rect(0, 100, 100, 30))
  let view = LoggingView(frame: Rect(0, 0, 100, 100))
  private let application: UIApplication
  private var time: UInt32 = 10
  var window: UIWindow { host.window }
  var x11: X11Window { host.x11! }

  /// - Parameters:
  ///   - frame: the window's; nil fills the application's screen.
  ///   - prepare: called before there is a window.
  init(
    _ application: UIApplication, isMapped: Bool = true, hasManager: Bool = true, frame: Rect? = nil,
    prepare: (FakeServer, X11Display) -> Void = { _, _ in }
  ) throws {
    self.application = application
    display = try server.connect()
    display.hasWindowManager = hasManager
    try display.attach(to: application.loop)
    prepare(server, display)
    let window = frame.map { LoggingWindow(frame: $0) } ?? LoggingWindow()
    for child in [field, view] { window.addSubview(child) }
    host = try DesktopWindow(window, of: application, display, title: "fake", scale: 1)
    window.makeKeyAndVisible()
    field.becomeFirstResponder()
    host.onEnd = { _ in }
    if isMapped { server.send(server.mapped(x11)) }
    settle()
  }

  func settle() {
    for _ in 0..<2 {
      answer()
      application.loop.settle()
    }
    answer()
  }

  /// Reads all that was sent: pictures are long.
  private func answer() { for _ in 0..<32 { server.answer() } }

  /// The requests of a kind since `forget()`.
  func requests(_ code: UInt8) -> [X11Packet] {
    answer()
    return server.requests.dropFirst(known).filter { $0[0] == code }.map { X11Packet($0) }
  }
  func forget() {
    settle()
    known = server.requests.count
  }
  private var known = 0

  /// The focus has come, or left.
  func sendFocus(_ isOn: Bool) { server.send(FakeServerTests.core(server, x11, isOn ? 9 : 10, 0)) }

  func focus(_ isOn: Bool = true) {
    sendFocus(isOn)
    settle()
  }

  /// The key of the letter A, whose text is ">" on this server.
  func key(isDown: Bool) {
    time += 1
    server.send(server.input(x11, isDown ? 2 : 3, 38, time: time))
    settle()
  }

  func type() {
    key(isDown: true)
    key(isDown: false)
  }

  func button(isDown: Bool, x: Int16 = 10, y: Int16 = 10) {
    time += 1
    server.send(server.input(x11, isDown ? 4 : 5, 1, x: x, y: y, time: time))
    settle()
  }
}

/// Runs `body` with an application with two such windows, of which the second is in front and neither has the focus, under simulated time.
func withTwoWindows(
  _ body: @escaping @Sendable (UIApplication, ServerPlace, ServerPlace, LifeLog) throws -> Void
) throws {
  try onFreshThread {
    SimulatedClock().install()
    let life = LifeLog()
    let application = UIApplication(delegate: life, screen: Size(400, 300), scale: 1)
    defer { application.terminate() }
    let (first, second) = (try ServerPlace(application), try ServerPlace(application))
    first.window.label = "first"
    second.window.label = "second"
    try body(application, first, second, life)
    first.host.close()
    second.host.close()
  }
}

/// What an application's delegate is notified of.
final class LifeLog: UIApplicationDelegate {
  private var lines: [String] = []
  func applicationDidBecomeActive(_ application: UIApplication) { lines.append("active") }
  func applicationWillResignActive(_ application: UIApplication) { lines.append("resigns") }

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// Writes down its being key.
final class LoggingWindow: UIWindow {
  var lines: [String] = []
  override func becomeKey() { lines.append("become") }
  override func resignKey() { lines.append("resign") }
}

/// Writes down touches, keys and the pointer.
final class LoggingView: UIView {
  private var lines: [String] = []
  var onTouch: (() -> Void)?
  override var canBecomeFirstResponder: Bool { true }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    lines.append("began")
    onTouch?()
  }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { lines.append("moved") }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { lines.append("ended") }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { lines.append("cancelled") }
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { lines.append("down") }
  override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) { lines.append("up") }
  override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    lines.append("released")
  }

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}
