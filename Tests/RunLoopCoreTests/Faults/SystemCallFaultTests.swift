import Dispatch
import Glibc
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// The sanitizer's own calls would fail.
private let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil

/// Each system call of a loop fails once. The loop does not end, spin or leak, loses no block, and works when the fault is over.
@Suite(.hangLimit) struct SystemCallFaultTests {
  @Test(.disabled(if: isUnderThreadSanitizer)) func opensSleepsWakesUpAndStops() async {
    await #expect(processExitsWith: .success) {
      let other = OtherThread()
      try FaultSweep("sleep", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let log = Log()
        try faulty {
          let loop = RunLoop.current
          loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in log("timer") })
          other.begin {
            usleep(3_000)
            loop.post { log("block") }
            usleep(1_000)
            loop.post { log("stop") }
            loop.stop()
          }
          loop.run(for: .milliseconds(300))
          other.wait()
        }
        let loop = RunLoop.current
        #expect(runUntil { log.count == 3 }, "\(log.lines)")
        try expectWorks(loop, other)
      }
      other.end()
    }
  }

  @Test(.disabled(if: isUnderThreadSanitizer)) func portsAreAddedServedAndRemoved() async {
    await #expect(processExitsWith: .success) {
      let other = OtherThread()
      try FaultSweep("ports", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let log = Log()
        try faulty {
          let loop = RunLoop.current
          try expectPortErrors {
            let wake = try RunLoop.WakePort()
            let source = RunLoop.PortSource(wake) { log("wake") }
            try loop.add(source)
            try loop.add(source, to: "other")
            other.begin { wake.ring() }
            loop.run(for: .milliseconds(20), returnAfterSourceHandled: true)
            other.wait()
            loop.remove(source)
            source.invalidate()
          }
          try expectPortErrors {
            let (near, far) = try RunLoop.MessagePort.pair()
            let source = RunLoop.PortSource(near) { log("message") }
            try loop.add(source, to: .common)
            other.begin { try? far.send([1]) }
            loop.run(for: .milliseconds(20), returnAfterSourceHandled: true)
            other.wait()
            source.invalidate()
          }
        }
        try expectWorks(.current, other)
      }
      other.end()
    }
  }

  @Test(.disabled(if: isUnderThreadSanitizer)) func descriptorSourcesAreSwitched() async {
    await #expect(processExitsWith: .success) {
      let other = OtherThread()
      try FaultSweep("switching", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let log = Log()
        let pipe = try Pipe()
        var kept: RunLoop.DescriptorSource?
        let loop = RunLoop.current
        try faulty {
          try expectPortErrors {
            let source = try RunLoop.DescriptorSource(pipe.reader) { events in
              log("\(events)")
              // The watch failed: the source is told so, and there may be nothing to read.
              guard events.contains(.readable) else { return .rearm }
              other.begin { _ = pipe.readByte() }
              other.wait()
              return .rearm
            }
            try loop.add(source)
            kept = source
            loop.run(for: .zero)
            source.disarm()
            loop.run(for: .zero)
            source.arm()
            loop.run(for: .zero)
            source.events = [.readable, .priority]
            other.begin { pipe.write(1) }
            loop.run(for: .milliseconds(20), returnAfterSourceHandled: true)
            other.wait()
          }
        }
        if let kept, kept.isValid {
          other.begin { pipe.write(2) }
          other.wait()
          let before = log.count
          #expect(runUntil { log.count > before || !kept.isValid }, "what was added is served")
          kept.invalidate()
        }
        try expectWorks(loop, other)
      }
      other.end()
    }
  }

  @Test(.disabled(if: isUnderThreadSanitizer)) func acceptorsGoOn() async {
    await #expect(processExitsWith: .success) {
      let other = OtherThread()
      try FaultSweep("accept", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let queue = try ListeningQueue()
        try queue.connect(3)
        let loop = RunLoop.current
        var acceptor: RunLoop.Acceptor?
        var count = 0
        try faulty {
          try expectPortErrors {
            acceptor = try RunLoop.Acceptor(queue.socket, on: loop, mode: .default, label: "test") {
              close($0)
              count += 1
              return true
            }
            loop.run(for: .milliseconds(20), returnAfterSourceHandled: true)
          }
        }
        if acceptor != nil { #expect(runUntil { count == 3 }, "\(count) connections") }
        acceptor?.invalidate()
        try expectWorks(loop, other)
      }
      other.end()
    }
  }
}

/// A thread that is there before calls of others are watched, and does one thing at a time.
private final class OtherThread: @unchecked Sendable {
  private let work = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)
  private var body: (() -> Void)?
  private var thread: FreshThread<Void>?

  init() {
    thread = FreshThread { [unowned self] in
      while true {
        work.wait()
        guard let body else { return }
        body()
        self.body = nil
        done.signal()
      }
    }
  }

  func begin(_ body: @escaping () -> Void) {
    self.body = body
    work.signal()
  }

  func wait() { done.wait() }

  func end() {
    work.signal()
    thread?.join()
  }
}

/// Errors of ports are what a fault may come to.
private func expectPortErrors(_ body: () throws -> Void) throws {
  do { try body() } catch is RunLoop.PortError {}
}

/// A timer, a block from another thread and a port are served.
private func expectWorks(_ loop: RunLoop, _ other: OtherThread) throws {
  let log = Log()
  let port = try RunLoop.WakePort()
  let source = RunLoop.PortSource(port) { log("port") }
  try loop.add(source)
  let timer = RunLoop.Timer(after: .milliseconds(1)) { _ in log("timer") }
  loop.add(timer)
  other.begin {
    usleep(1_000)
    port.ring()
    loop.post { log("block") }
  }
  #expect(runUntil { log.count == 3 }, "\(log.lines) of a loop after a fault")
  other.wait()
  source.invalidate()
  // Nothing is left that keeps it awake.
  let rest = RunLoop.Timer(after: .seconds(100)) { _ in }
  loop.add(rest)
  let turns = loop.turns(in: .milliseconds(5))
  #expect(turns < 10, "\(turns) turns in 5 ms")
  rest.invalidate()
}

/// Runs the thread's loop until it is so; whether it was in time.
private func runUntil(_ isSo: () -> Bool) -> Bool {
  RunLoop.current.runUntil(isSo)
  return isSo()
}
