import HIDEvents
import LinuxSystem
import RunLoopCore
import Synchronization
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// Each system call of a display's client fails once. It does not end, spin or leak, and another connection works.
@Suite(.hangLimit, FaultSweep.isPossible) struct DisplayFaultTests {
  @Test func aPictureIsShownOrTheConnectionEnds() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let helper = HelperThread()
      let pixels = [UInt32](repeating: 0x123456, count: 64 * 64)
      let sweep = FaultSweep("display", withFiles: true, step: 2) { body in try onFreshThread { try body() } }
      try sweep.play { faulty in
        let server = AnsweringServer(helper)
        var made: X11Display?
        var window: X11Window?
        var ends = 0
        try faulty {
          try expectErrors {
            let display = try server.connect()
            made = display
            display.onEnd = { _ in ends += 1 }
            try display.attach(to: .current)
            let new = try X11Window(display, title: "fault", width: 64, height: 64)
            window = new
            new.show()
            new.put(pixels)
            run(for: .milliseconds(300)) { new.isReady || !new.isOpen }
          }
        }
        if let display = made, display.isOpen {
          // Served again, also where that failed.
          try display.attach(to: .current)
          let again = try window ?? X11Window(display, title: "later", width: 64, height: 64)
          run { again.isReady }
          again.put(pixels)
          run { again.isReady || !again.isOpen }
          #expect(again.isReady && display.isOpen)
          display.close()
        } else if let window {
          // Its loop is woken, and says so.
          run { !window.isOpen }
          #expect(!window.isOpen && ends == 1)
        }
        #expect(RunLoop.current.turns(in: .milliseconds(2)) < 10)
        server.end()
        let next = AnsweringServer(helper)
        let display = try next.connect()
        #expect(display.hasTouch)
        display.close()
        next.end()
      }
      helper.end()
    }
  }

  @Test func aSocketIsConnectedOrClosed() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let listener = try ListeningPath(backlog: 10)
      let sweep = FaultSweep("X11 socket", withFiles: true) { body in try onFreshThread { try body() } }
      try sweep.play { faulty in
        try faulty {
          try expectErrors { _ = try X11Socket(path: listener.path, until: X11Socket.milliseconds + 50) }
        }
        listener.drop()
        _ = try X11Socket(path: listener.path, until: X11Socket.milliseconds + 10_000)
        listener.drop()
      }
    }
  }
}

/// A fake server that answers on another thread.
private final class AnsweringServer: @unchecked Sendable {
  private let server = FakeServer()
  private let helper: HelperThread
  private let mustEnd = Atomic<Bool>(false)

  init(_ helper: HelperThread) {
    self.helper = helper
    helper.begin { [self] in
      while !mustEnd.load(ordering: .acquiring) { server.answer(milliseconds: 1) }
    }
  }

  func connect() throws -> X11Display {
    try X11Display(
      try X11Socket(adopting: server.client), X11DisplayName(":9"), cookie: nil, timeout: .seconds(20))
  }

  func end() {
    mustEnd.store(true, ordering: .releasing)
    helper.wait()
  }
}

/// Errors of X11 are what a fault may come to.
private func expectErrors(_ body: () throws -> Void) throws {
  do { try body() } catch is X11Error {}
}

private func run(for duration: Duration = .seconds(20), until isSo: () -> Bool) {
  let end = RunLoop.Instant.now.advanced(by: duration)
  while !isSo(), RunLoop.Instant.now < end { RunLoop.current.run(for: .milliseconds(2)) }
}

extension X11Window {
  fileprivate func put(_ pixels: [UInt32]) {
    pixels.withUnsafeBufferPointer {
      put($0.baseAddress!, stride: 64, parts: [PixelRect(x: 0, y: 0, width: 64, height: 64)])
    }
  }
}
