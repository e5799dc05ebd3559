import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import DesktopWindows
@testable import EventRouting
@testable import ResponderKit

/// A window on a screen without a display server: pictures, display links, devices.
@Suite(.hangLimit) struct ScreenWindowTests {
  private final class Place {
    let kernel = SimulatedScreen()
    let application = UIApplication(screen: Size(100, 100), scale: 1)
    let window = UIWindow()
    let host: ScreenWindow

    init(inputs: [String] = [], scale: Double = 1, terminal: SimulatedTerminal? = nil) throws {
      kernel.time = UInt64(application.loop.now.nanoseconds) / 1000
      var settings = KernelScreen.Settings()
      settings.terminalSignals = (42, 43)
      host = try application.host(
        window, on: KernelScreen(kernel, path: "/dev/dri/card9", settings, terminal: terminal),
        inputs: inputs,
        scale: scale)
      _ = kernel.take()
    }

    func run() { application.loop.settle() }

    func end() {
      host.close()
      application.terminate()
    }
  }

  @Test func theWindowFillsTheScreenAndIsSeenFromTheNextBlankingOn() throws {
    try onFreshThread {
      let place = try Place(scale: 2)
      #expect(place.window.bounds.size == Size(400, 240))
      #expect(place.application.screen.bounds.size == Size(400, 240))
      place.window.backgroundColor = UIColor(red: 1, green: 0, blue: 0)
      place.run()
      #expect(place.kernel.take() == ["flip B"] && place.kernel.pixel(3, 3) != 0xffff_0000)
      // No second picture before the first is seen.
      place.window.backgroundColor = UIColor(red: 0, green: 1, blue: 0)
      place.run()
      #expect(place.kernel.take() == [])
      place.kernel.blank()
      #expect(place.kernel.pixel(3, 3) == 0xffff_0000)
      place.run()
      #expect(place.kernel.take() == ["flip A"])
      place.kernel.blank()
      #expect(place.kernel.pixel(799, 479) == 0xff00_ff00)
      place.end()
      #expect(place.kernel.memory.isEmpty && place.application.screen.beats == nil)
    }
  }

  /// Of a window that did not fill the screen before.
  @Test func aViewThatFillsTheWindowFillsTheScreen() throws {
    try onFreshThread {
      let application = UIApplication(screen: Size(100, 100), scale: 1)
      let window = UIWindow(frame: Rect(10, 20, 50, 50))
      let (filling, other) = (UIView(frame: window.bounds), UIView(frame: Rect(5, 5, 10, 10)))
      for view in [filling, other] { window.addSubview(view) }
      let host = try application.host(window, on: KernelScreen(SimulatedScreen(), path: "/dev/dri/card9"))
      #expect(window.frame == Rect(0, 0, 800, 480) && filling.frame == window.bounds)
      #expect(other.frame == Rect(5, 5, 10, 10))
      host.close()
      application.terminate()
    }
  }

  @Test func displayLinksBeatWithTheScreen() throws {
    try onFreshThread(SimulatedClock()) {
      let place = try Place()
      place.run()
      place.kernel.blank()
      place.run()
      _ = place.kernel.take()
      #expect(place.application.screen.maximumFramesPerSecond == 60)
      var beats: [(time: Int64, target: Int64, missed: Int)] = []
      let link = DisplayLink { link in
        beats.append((link.timestamp.nanoseconds, link.targetTimestamp.nanoseconds, link.missedFrames))
      }
      try link.add(to: place.application.loop)
      #expect(place.kernel.take() == ["wait"])
      for microseconds in [UInt64(16_667), 16_667, 50_000] {
        place.kernel.blank(after: microseconds)
        place.run()
        #expect(beats.last?.time == Int64(place.kernel.time * 1000))
        #expect(beats.last.map { abs($0.target - $0.time - 16_666_667) < 1000 } == true)
      }
      #expect(beats.count == 3 && beats.map(\.missed).suffix(2) == [0, 2])
      // Without a picture or a link nothing is asked for.
      place.kernel.blank()
      place.run()
      link.isPaused = true
      _ = place.kernel.take()
      place.kernel.blank()
      place.run()
      #expect(beats.count == 4 && place.kernel.take() == [])
      // A link with a number of its own has a timer.
      var ticks = 0
      let other = DisplayLink(framesPerSecond: 1000) { _ in ticks += 1 }
      try other.add(to: place.application.loop)
      place.application.loop.runUntil { ticks > 2 }
      #expect(place.kernel.take() == [])
      other.invalidate()
      link.invalidate()
      place.end()
    }
  }

  @Test func aLinkThatWaitsGoesOnByATimerWhenTheScreenIsGivenBack() throws {
    try onFreshThread {
      let place = try Place()
      var ticks = 0
      let link = DisplayLink { _ in ticks += 1 }
      try link.add(to: place.application.loop)
      place.host.close()
      place.application.loop.runUntil { ticks > 2 }
      #expect(ticks > 2)
      link.invalidate()
      place.application.terminate()
    }
  }

  /// A screen that has no beats, or none any more: the timer goes on.
  @Test func aLinkGoesOnByATimerWhereTheScreenHasNoBeats() throws {
    try onFreshThread {
      let place = try Place()
      place.run()
      place.kernel.blank()
      place.run()
      _ = place.kernel.take()
      place.kernel.refusals[LINUX_SCREEN_WAIT_BLANK] = EINVAL
      var ticks = 0
      let link = DisplayLink { _ in ticks += 1 }
      try link.add(to: place.application.loop)
      place.application.loop.runUntil { ticks > 2 }
      #expect(ticks > 2)
      link.invalidate()
      place.end()
    }
  }

  @Test func devicesAreReadInThePointsOfTheScreen() throws {
    try onFreshThread {
      let path = "\(try temporaryFolder())/device"
      #expect(mkfifo(path, 0o600) == 0)
      let device = open(path, O_RDWR | O_CLOEXEC)
      let place = try Place(inputs: [path, "/dev/none"])
      defer {
        close(device)
        unlink(path)
        rmdir(String(path.dropLast("/device".count)))
      }
      #expect(place.host.readers.count == 1 && place.host.failures.count == 1)
      final class View: UIView {
        var places: [Point] = []
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
          places += touches.map { $0.location(in: nil) }
        }
      }
      let view = View(frame: place.window.bounds)
      place.window.addSubview(view)
      var words: [UInt64] = []
      let now = UInt64(place.application.loop.now.nanoseconds)
      for (kind, code, value) in [(3, 0x39, 1), (3, 0x35, 100), (3, 0x36, 120), (0, 0, 0)] {
        words += [
          now / 1_000_000_000, now % 1_000_000_000 / 1000,
          UInt64(kind) | UInt64(code) << 16 | UInt64(value) << 32,
        ]
      }
      #expect(words.withUnsafeBytes { write(device, $0.baseAddress, $0.count) } == words.count * 8)
      place.application.loop.runUntil { !view.places.isEmpty }
      #expect(view.places == [Point(100, 120)])
      place.end()
      #expect(place.host.readers.isEmpty)
    }
  }

  @Test func anotherTerminalHasTheDevices() throws {
    try onFreshThread {
      let path = "\(try temporaryFolder())/device"
      #expect(mkfifo(path, 0o600) == 0)
      defer {
        unlink(path)
        rmdir(String(path.dropLast("/device".count)))
      }
      let place = try Place(inputs: [path], terminal: SimulatedTerminal())
      let reader = try #require(place.host.readers.first)
      pthread_kill(pthread_self(), 42)
      place.application.loop.runUntil { !place.host.screen.isShown }
      #expect(reader.isPaused)
      pthread_kill(pthread_self(), 43)
      place.application.loop.runUntil { place.host.screen.isShown }
      #expect(!reader.isPaused && place.host.failures.isEmpty)
      place.end()
    }
  }

  private func temporaryFolder() throws -> String {
    var name = Array("/tmp/mainspring-screen-XXXXXX".utf8CString)
    return try #require(mkdtemp(&name).map { String(cString: $0) })
  }

  @Test func aScreenThatIsGoneEndsTheApplicationsRun() throws {
    try onFreshThread {
      let place = try Place()
      place.kernel.refusals[LINUX_SCREEN_FLIP] = ENODEV
      place.window.backgroundColor = .white
      place.application.run(for: .seconds(60))
      #expect(!place.host.screen.isOpen && place.application.screen.beats == nil)
      place.application.terminate()
    }
  }
}
