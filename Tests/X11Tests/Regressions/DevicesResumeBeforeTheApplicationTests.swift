import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import DesktopWindows
@testable import EventRouting
@testable import ResponderKit

/// A program on a screen of its own got what its devices began before it was active again.
@Suite("A screen of its own, and another terminal", .hangLimit) struct DevicesResumeBeforeTheApplicationTests
{
  /// What happened, in order.
  private final class Log: UIApplicationDelegate {
    var words: [String] = []
    func take() -> [String] {
      defer { words = [] }
      return words
    }

    func applicationDidBecomeActive(_ application: UIApplication) { words.append("active") }
    func applicationWillResignActive(_ application: UIApplication) { words.append("resigns") }
  }

  private final class View: UIView {
    let log: Log
    init(_ frame: Rect, _ log: Log) {
      self.log = log
      super.init(frame: frame)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { log.words.append("began") }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
      log.words.append("cancelled")
    }
  }

  @Test("devices are released before the terminal, and their touches begin after the application is active")
  func order() throws {
    try onFreshThread {
      let log = Log()
      let application = UIApplication(screen: Size(100, 100), scale: 1)
      defer { application.terminate() }
      application.delegate = log
      let terminal = SimulatedTerminal()
      var settings = KernelScreen.Settings()
      settings.terminalSignals = (42, 43)
      let screen = try KernelScreen(SimulatedScreen(), path: "/dev/dri/card9", settings, terminal: terminal)
      let window = UIWindow()
      let host = try application.host(window, on: screen)
      window.addSubview(View(window.bounds, log))
      var ends: [Int32] = [-1, -1]
      try #require(linux_pipe(&ends) == 0)
      defer { close(ends[1]) }
      let description = DeviceDescription.touchscreen("screen", width: 800, height: 480)
      var reading = EvdevReader.Settings()
      (reading.width, reading.height, reading.grabs) = (800, 480, true)
      host.add { emit throws(EvdevError) in
        try EvdevReader(
          owning: ends[0], name: "screen", told: description,
          state: { _ in
            DeviceState(slots: [.init(tracking: 1, x: 100, y: 120)], currentSlot: 0, keys: [])
          },
          grab: { log.words.append(($0 ? "grabs" : "releases") + " beside \(terminal.take())") },
          settings: reading, emit: emit)
      }
      application.loop.settle()
      #expect(host.failures.isEmpty && log.take().suffix(1) == ["began"])

      pthread_kill(pthread_self(), 42)
      application.loop.runUntil { !screen.isShown }
      application.loop.settle()
      #expect(log.take() == ["releases beside []", "cancelled", "resigns"])
      #expect(terminal.take() == ["release 1"])

      pthread_kill(pthread_self(), 43)
      application.loop.runUntil { screen.isShown }
      application.loop.settle()
      #expect(log.take() == ["grabs beside [\"release 2\"]", "active", "began"])
      host.close()
    }
  }
}
