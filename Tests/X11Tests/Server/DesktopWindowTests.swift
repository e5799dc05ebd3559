import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import DesktopWindows
@testable import EventRouting

/// A window of an application in a window of a server that the test plays.
@Suite(.hangLimit) struct DesktopWindowTests {
  private static func with(
    _ frame: Rect? = nil,
    _ body: @escaping @Sendable (FakeServer, UIApplication, DesktopWindow) throws -> Void
  ) throws {
    try onFreshThread {
      let server = FakeServer()
      let display = try server.connect()
      let application = UIApplication(screen: Size(400, 300), scale: 2)
      defer { application.terminate() }
      try display.attach(to: application.loop)
      let window = UIWindow()
      if let frame { window.frame = frame }
      let host = try DesktopWindow(window, of: application, display, title: "fake", scale: 2)
      window.makeKeyAndVisible()
      host.x11!.show()
      server.answer()
      try body(server, application, host)
      host.close()
    }
  }

  /// Lets the loop run while the server's bytes come; gives back how the run ended.
  private static func run(_ application: UIApplication, _ duration: Duration = .seconds(20))
    -> RunLoop.RunResult
  {
    application.loop.run(for: duration)
  }

  @Test func itHasAsManyPixelsAsItsPointsAndScaleSay() throws {
    try Self.with { _, _, host in #expect(host.x11!.width == 800 && host.x11!.height == 600) }
    try Self.with(Rect(10, 20, 30, 40)) { server, _, host in
      #expect(host.x11!.width == 60 && host.x11!.height == 80)
      // Input is reported in points of the application's screen.
      var places: [[Double]] = []
      host.onEvent = { if case .pointer(let pointer) = $0.payload { places.append([pointer.x, pointer.y]) } }
      server.send(server.input(host.x11!, 6, x: 4, y: 6))
      host.x11!.display.serve()
      #expect(places == [[12, 23]])
    }
  }

  @Test func anotherSizeIsTheScreensIfTheWindowFillsIt() throws {
    try Self.with { server, application, host in
      server.send(server.configured(host.x11!, 600, 400))
      host.x11!.display.serve()
      #expect(host.window.bounds.size == Size(300, 200))
      #expect(application.screen.bounds.size == Size(300, 200))
    }
    try Self.with(Rect(10, 20, 30, 40)) { server, application, host in
      server.send(server.configured(host.x11!, 100, 80))
      host.x11!.display.serve()
      #expect(host.window.bounds.size == Size(50, 40))
      #expect(application.screen.bounds.size == Size(400, 300))
    }
  }

  @Test func picturesArePutWhenTheWindowIsShown() throws {
    try Self.with { server, application, host in
      #expect(!host.isReady)
      application.loop.run(for: .milliseconds(20))
      server.answer()
      #expect(server.requests.count { $0[0] == 72 } == 0, "it is not on the screen")
      server.send(server.mapped(host.x11!))
      application.loop.runUntil {
        server.answer()
        return server.requests.contains { $0[0] == 72 } && host.isReady
      }
      #expect(host.isReady && server.requests.contains { $0[0] == 72 })
    }
  }

  @Test func theUsersWishToCloseItEndsTheRunOrIsTheProgramsBusiness() throws {
    try Self.with { server, application, host in
      server.send(server.message(host.x11!, "WM_DELETE_WINDOW"))
      #expect(Self.run(application) == .stopped)
      #expect(!host.isOpen && !host.x11!.display.isOpen)
    }
    try Self.with { server, application, host in
      let closes = Counter()
      host.onClose = { _ in
        closes.count += 1
        application.loop.stop()
      }
      server.send(server.message(host.x11!, "WM_DELETE_WINDOW"))
      #expect(Self.run(application) == .stopped)
      #expect(closes.count == 1 && host.isOpen)
    }
  }

  @Test func theServersEndEndsTheRunOrIsReported() throws {
    try Self.with { server, application, host in
      server.hangUp()
      #expect(Self.run(application) == .stopped)
      #expect(!host.isOpen)
    }
    try Self.with { server, application, host in
      let ends = Counter()
      let loop = application.loop
      let stop = { _ = loop.post { loop.stop() } }
      host.onEnd = { error in
        if error == .x11(.lost) { ends.count += 1 }
        stop()
      }
      server.hangUp()
      #expect(Self.run(application) == .stopped)
      #expect(ends.count == 1)
    }
    // The program's own closing is no error, and stops nothing.
    try Self.with { _, application, host in
      let kept = Unchecked(host)
      application.loop.post { kept.value.close() }
      #expect(Self.run(application, .milliseconds(50)) != .stopped)
      #expect(!host.isOpen)
    }
  }

  private final class Counter: @unchecked Sendable {
    var count = 0
  }
}
