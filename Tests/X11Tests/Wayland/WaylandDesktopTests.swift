import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import DesktopWindows
@testable import EventRouting

/// A window of an application in a window of a compositor that the test plays.
@Suite(.hangLimit) struct WaylandDesktopTests {
  private static func with(
    scale: Double = 1,
    _ body: @escaping @Sendable (FakeCompositor, UIApplication, DesktopWindow) throws -> Void
  ) throws {
    try onFreshThread {
      let compositor = FakeCompositor()
      let display = try compositor.connect()
      let application = UIApplication(screen: Size(40, 30), scale: 1)
      defer { application.terminate() }
      try display.attach(to: application.loop)
      let window = UIWindow()
      window.backgroundColor = UIColor(red: 1, green: 0, blue: 0)
      let host = try DesktopWindow(window, of: application, display, title: "fake", scale: scale)
      window.makeKeyAndVisible()
      host.show()
      try body(compositor, application, host)
      host.close()
    }
  }

  /// Lets the loop run, and the compositor answer, until something holds.
  private static func run(
    _ application: UIApplication, _ compositor: FakeCompositor, until condition: @escaping () -> Bool
  ) -> Bool {
    application.run {
      compositor.answer()
      return condition()
    }
  }

  @Test func itIsDrawnAndFollowsTheCompositor() throws {
    try Self.with { compositor, application, host in
      application.loop.run(for: .milliseconds(20))
      compositor.answer()
      #expect(!compositor.requests.contains { $0.name == "wl_surface.1" }, "it has no size yet")
      compositor.configure(80, 50, states: [4])
      #expect(Self.run(application, compositor) { !compositor.memory.isEmpty })
      #expect(host.window.bounds.size == Size(80, 50) && application.screen.bounds.size == Size(80, 50))
      let buffer = compositor.object("wl_buffer")
      #expect((compositor.memory[buffer]?.word(80 * 50 - 1) ?? 0) & 0xFF_FFFF == 0xFF_0000)
      // The next picture waits for the frame.
      host.window.backgroundColor = UIColor(red: 0, green: 0, blue: 1)
      application.loop.run(for: .milliseconds(20))
      compositor.answer()
      #expect(compositor.memory.count == 1)
      compositor.endFrames()
      #expect(Self.run(application, compositor) { compositor.memory.count == 2 })
      // Finer pixels, as many points.
      compositor.send("wp_fractional_scale_v1", 0, [240])
      #expect(Self.run(application, compositor) { host.renderer.bitmap.width == 160 })
      #expect(host.window.bounds.size == Size(80, 50) && host.wayland?.pixelWidth == 160)
      #expect(
        Self.run(application, compositor) {
          compositor.requests.contains { $0.words.dropFirst(2) == [160, 100, 640, 1] }
        })
    }
  }

  @Test func displayLinksBeatWithTheCompositorsFrames() throws {
    try Self.with { compositor, application, host in
      compositor.answer()
      compositor.configure(40, 30, states: [4])
      #expect(Self.run(application, compositor) { !compositor.memory.isEmpty })
      let beats = Beats()
      let link = DisplayLink { _ in beats.count += 1 }
      try link.add(to: application.loop)
      application.loop.run(for: .milliseconds(100))
      #expect(beats.count == 0, "the compositor makes no picture")
      for count in 1...3 {
        compositor.endFrames()
        #expect(Self.run(application, compositor) { beats.count == count })
      }
      // A picture is put all the same, and without a compositor the timer goes on.
      let pictures = host.renderer.pictures
      host.window.backgroundColor = UIColor(red: 0, green: 1, blue: 0)
      #expect(Self.run(application, compositor) { host.renderer.pictures > pictures })
      host.onEnd = { _ in }
      compositor.hangUp()
      #expect(application.run { beats.count > 6 })
      link.invalidate()
    }
  }

  private final class Beats: @unchecked Sendable {
    var count = 0
  }

  @Test func touchesReachTheViewsInPoints() throws {
    try Self.with(scale: 2) { compositor, application, host in
      let places = Places()
      let view = TouchedView(frame: Rect(0, 0, 40, 30), places)
      host.window.addSubview(view)
      compositor.answer()
      #expect(host.wayland?.width == 80)
      compositor.configure(80, 60, states: [4])
      #expect(Self.run(application, compositor) { !compositor.memory.isEmpty })
      compositor.send("wl_touch", 0, [1, 10, host.wayland!.surface, 0, fixed(20), fixed(10)])
      compositor.send("wl_touch", 3)
      #expect(Self.run(application, compositor) { !places.all.isEmpty })
      #expect(places.all.first == Point(10, 5))
    }
  }

  private final class Places: @unchecked Sendable {
    var all: [Point] = []
  }

  private final class TouchedView: UIView {
    private let places: Places

    init(frame: Rect, _ places: Places) {
      self.places = places
      super.init(frame: frame)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      for touch in touches { places.all.append(touch.location(in: self)) }
    }
  }

  @Test func theUsersWishToCloseAndTheEndStopTheLoop() throws {
    try Self.with { compositor, application, host in
      compositor.answer()
      compositor.send("xdg_toplevel", 1)
      #expect(application.loop.run(for: .seconds(20)) == .stopped)
      #expect(!host.isOpen)
    }
    try Self.with { compositor, application, host in
      compositor.answer()
      let ends = Ends()
      let loop = application.loop
      host.onEnd = { error in
        ends.all.append(error)
        loop.stop()
      }
      compositor.hangUp()
      #expect(application.loop.run(for: .seconds(20)) == .stopped)
      #expect(ends.all == [.wayland(.lost)] && !host.isOpen)
      // Drawing goes on, and the loop sleeps.
      host.window.backgroundColor = UIColor(red: 0, green: 1, blue: 0)
      application.loop.settle()
      #expect(application.loop.turns(in: .milliseconds(200)) < 5)
    }
  }

  private final class Ends: @unchecked Sendable {
    var all: [DesktopError?] = []
  }
}
