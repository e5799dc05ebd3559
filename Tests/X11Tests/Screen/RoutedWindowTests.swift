import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import DesktopWindows
@testable import EventRouting
@testable import ResponderKit

/// An application's windows on the screen of its router, which is one without a display server.
@Suite(.hangLimit) struct RoutedWindowTests {
  private final class Place {
    let folder: TemporaryFolder
    let kernel = SimulatedScreen()
    var router: Router
    let application = UIApplication(screen: Size(100, 80), scale: 1)
    let window = UIWindow()
    let connection: RouterConnection
    let host: DesktopWindow

    init(scale: Double = 1, frame: Rect? = nil) throws {
      folder = try TemporaryFolder()
      router = try Self.router(folder, kernel, scale)
      connection = application.connect(to: RouterAddress(path: folder.path + "/r/s"), as: "app")
      if let frame { window.frame = frame }
      host = application.host(window, on: connection)
    }

    static func router(_ folder: TemporaryFolder, _ kernel: SimulatedScreen, _ scale: Double = 1) throws
      -> Router
    {
      kernel.time = UInt64(RunLoop.current.now.nanoseconds) / 1000
      let screen = try KernelScreen(kernel, path: "/dev/dri/card9")
      var settings = Router.Settings(address: RouterAddress(path: folder.path + "/r/s"))
      (settings.width, settings.height) = (Double(screen.width) / scale, Double(screen.height) / scale)
      let router = try Router(settings)
      try router.show(on: screen, scale: scale)
      try router.start()
      return router
    }

    func run() { application.loop.settle() }

    /// Several blankings, with time for everything between them.
    func show() {
      for _ in 0..<4 {
        run()
        kernel.blank()
      }
      run()
    }

    func end() {
      connection.close()
      router.stop()
      application.terminate()
    }
  }

  @Test func theWindowIsSeenAtItsPlaceInTheScreensPixels() throws {
    try onFreshThread {
      let place = try Place(scale: 2, frame: Rect(50, 20, 100, 60))
      place.window.backgroundColor = UIColor(red: 1, green: 0, blue: 0)
      place.show()
      #expect(place.application.screen.bounds.size == Size(400, 240))
      #expect(place.host.renderer.scale == 2 && place.window.frame == Rect(50, 20, 100, 60))
      let pixels = [(99, 40), (100, 39), (100, 40), (299, 159), (300, 159)].map {
        place.kernel.pixel($0.0, $0.1)
      }
      #expect(pixels == [0xFF20_2428, 0xFF20_2428, 0xFFFF_0000, 0xFFFF_0000, 0xFF20_2428])
      place.window.frame.origin.x = 0
      place.show()
      #expect(place.kernel.pixel(0, 40) == 0xFFFF_0000 && place.kernel.pixel(299, 159) == 0xFF20_2428)
      place.host.isFullScreen = true
      place.show()
      #expect(place.kernel.pixel(0, 0) == 0xFFFF_0000 && place.kernel.pixel(799, 479) == 0xFFFF_0000)
      place.host.isFullScreen = false
      place.show()
      #expect(place.window.frame == Rect(0, 20, 100, 60))
      #expect(place.kernel.pixel(0, 40) == 0xFFFF_0000 && place.kernel.pixel(799, 479) == 0xFF20_2428)
      place.host.close()
      place.show()
      #expect(place.kernel.pixel(0, 40) == 0xFF20_2428 && place.connection.state == .connected(client: 1))
      place.end()
    }
  }

  @Test func aWindowThatFillsItsScreenFillsTheRouters() throws {
    try onFreshThread {
      let place = try Place()
      place.window.backgroundColor = UIColor(red: 0, green: 1, blue: 0)
      place.show()
      #expect(place.window.frame == Rect(0, 0, 800, 480))
      #expect(place.kernel.pixel(799, 479) == 0xFF00_FF00)
      place.end()
    }
  }

  @Test func onlyPicturesThatTheScreenShowsAreDrawn() throws {
    try onFreshThread {
      let place = try Place()
      place.show()
      var count = place.host.renderer.pictures
      for step in 0..<20 {
        for part in 0..<5 {
          place.window.backgroundColor = UIColor(white: Double(step) / 40 + Double(part) / 10, alpha: 1)
          place.run()
        }
        // One is on the screen's way, and one in the other memory.
        #expect(place.host.renderer.pictures <= count + 2)
        count = place.host.renderer.pictures
        place.kernel.blank()
        place.run()
      }
      let last = UIColor(red: 0, green: 0, blue: 1)
      place.window.backgroundColor = last
      place.show()
      #expect(place.kernel.pixel(400, 200) == last.cgColor.pixel)
      place.end()
    }
  }

  @Test func displayLinksBeatWithTheScreen() throws {
    try onFreshThread {
      let place = try Place()
      place.show()
      #expect(place.application.screen.maximumFramesPerSecond == 60)
      var times: [UInt64] = []
      let link = DisplayLink { times.append(UInt64($0.timestamp.nanoseconds)) }
      try link.add(to: place.application.loop)
      for _ in 0..<5 {
        place.run()
        place.kernel.blank()
      }
      place.run()
      #expect(times.count >= 4, "\(times)")
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 16_667_000 }, "\(times)")
      // A link that began with one router goes on with the next, and in between by a timer.
      place.router.stop()
      runUntilEnded(place)
      let count = times.count
      #expect(place.application.run { times.count > count })
      let kernel = SimulatedScreen()
      place.router = try Place.router(place.folder, kernel)
      #expect(place.application.run { place.connection.pictureScreen != nil })
      place.run()
      let before = times.count
      for _ in 0..<5 {
        place.run()
        kernel.blank()
      }
      place.run()
      #expect(times.count >= before + 4)
      #expect(times.suffix(4).allSatisfy { $0 % 1000 == 0 }, "the times of blankings: \(times)")
      link.invalidate()
      place.end()
    }
  }

  @Test func aNewRouterShowsTheWindowAgain() throws {
    try onFreshThread {
      let place = try Place()
      place.window.backgroundColor = UIColor(red: 1, green: 0, blue: 0)
      place.show()
      place.router.stop()
      runUntilEnded(place)
      #expect(place.application.screen.beats == nil)
      let kernel = SimulatedScreen()
      place.router = try Place.router(place.folder, kernel)
      let begin = ContinuousClock.now
      while kernel.pixel(400, 200) != 0xFFFF_0000, begin.duration(to: .now) < .seconds(10) {
        place.run()
        kernel.blank()
      }
      #expect(kernel.pixel(400, 200) == 0xFFFF_0000 && place.application.screen.beats != nil)
      place.end()
    }
  }

  private func runUntilEnded(_ place: Place) {
    #expect(place.application.run { place.connection.pictureScreen == nil })
  }
}
