import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// What an application had to say to a router whose channel was full waited for the next turn, which an idle loop does not take: a
/// hello that was not sent made the router refuse the application for good.
@Suite(.hangLimit) struct ChangeIsNeverReportedTests {
  @Test func itIsReportedWhenThereIsRoom() throws {
    try Self.withFullChannel { router in
      RunLoop.current.run(for: .milliseconds(100))
      router.read()
      #expect(router.lastHeight != 500, "the channel was never full")
      let rest = RunLoop.current.turns(in: .milliseconds(100))
      runUntil {
        router.read()
        return router.lastHeight == 500
      }
      #expect(router.lastHeight == 500)
      // Few turns while it is full.
      #expect(rest < 20, "\(rest) turns in 100 ms")
    }
  }

  /// The loop sleeps when room appears, and nothing else wakes it.
  @Test func aSleepingLoopReportsItWhenThereIsRoom() throws {
    try Self.withFullChannel { router in
      let (loop, other) = (RunLoop.current, OtherThread())
      other.begin {
        usleep(100_000)
        let end = ContinuousClock.now + .seconds(30)
        repeat {
          router.read()
          usleep(1_000)
        } while router.lastHeight != 500 && ContinuousClock.now < end
        loop.stop()
      }
      loop.run(for: .seconds(60))
      other.wait()
      #expect(router.lastHeight == 500)
      // Each change has a message of its own while there is room.
      #expect(router.others.count < 500, "the channel was never full")
      other.end()
    }
  }

  /// Runs `body` with the router's side of an application that has said as much as the channel takes, and more: last that its window is 500 high.
  private static func withFullChannel(_ body: @escaping @Sendable (RawClient) -> Void) throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let address = RouterAddress(path: folder.path + "/router")
      let listener = try RouterSocket(at: address, isShared: false)
      let application = UIApplication(screen: Size(800, 480))
      let window = UIWindow()
      window.makeKeyAndVisible()
      let connection = application.connect(to: address, as: "app")
      let router = RawClient(owning: accept(listener.descriptor, nil, nil))
      _ = fcntl(router.descriptor, F_SETFL, O_NONBLOCK)
      for step in 1...500 {
        window.frame = Rect(0, 0, 100, Double(step))
        RunLoop.current.run(for: .microseconds(50))
      }
      body(router)
      connection.close()
      application.terminate()
      router.close()
    }
  }
}

/// A router that may not watch a slow client's channel for room kept its events for good, or a processor busy.
@Suite(.hangLimit) struct WatchIsRefusedTests {
  @Test func theClientMustConnectAgain() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      try onFreshThread {
        let folder = try TemporaryFolder()
        let router = try Router.started(folder)
        let full = ClientDescription(name: "slow", windows: [.init(x: 0, y: 0, width: 800, height: 480)])
        let client = try RawClient(folder.path + "/router", hello: full)
        runUntil { router.list.count == 1 }
        RunLoop.current.run(for: .milliseconds(1))
        // EPERM, as a sandbox answers.
        guard Sandbox.refuse([Int(SYS_epoll_ctl)], with: EPERM) else { return router.stop() }
        for _ in 0..<2_000 {
          router.post(HIDEvent(timestamp: 1, .digitizer([.init(1, .began, x: 1, y: 1)])))
          router.post(HIDEvent(timestamp: 2, .digitizer([.init(1, .ended, x: 1, y: 1)])))
        }
        precondition(runUntil { router.list.isEmpty }, "\(router.waiting(for: 1) ?? 0) events wait")
        let turns = RunLoop.current.turns(in: .milliseconds(20))
        precondition(turns < 10, "\(turns) turns in 20 ms")
        client.close()
        router.stop()
      }
    }
  }
}

extension RawClient {
  /// Of the window in the newest description that came.
  fileprivate var lastHeight: Double? {
    for message in others.reversed() {
      switch message {
      case .hello(let description), .changed(let description): return description.windows.first?.height
      default: continue
      }
    }
    return nil
  }
}
