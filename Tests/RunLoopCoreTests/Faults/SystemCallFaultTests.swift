import LinuxSystem
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// Each system call of a loop fails once. The loop does not end, spin or leak, loses no block, and works after the fault.
@Suite(.hangLimit, FaultSweep.isPossible) struct SystemCallFaultTests {
  @Test func opensSleepsWakesUpAndStops() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
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
        try loop.expectWorks(with: other)
      }
      other.end()
    }
  }

  @Test func portsAreAddedServedAndRemoved() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
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
        try RunLoop.current.expectWorks(with: other)
      }
      other.end()
    }
  }

  @Test func descriptorSourcesAreSwitched() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
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
              // The watch failed: the source is notified, and there may be nothing to read.
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
        try loop.expectWorks(with: other)
      }
      other.end()
    }
  }

  @Test func acceptorsGoOn() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
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
              // It rests once: the socket is switched off, and on again.
              return count != 1
            }
            loop.run(for: .milliseconds(20))
          }
        }
        if acceptor != nil { #expect(runUntil { count == 3 }, "\(count) connections") }
        acceptor?.invalidate()
        try loop.expectWorks(with: other)
      }
      other.end()
    }
  }
}

/// Errors of ports are what a fault may come to.
func expectPortErrors(_ body: () throws -> Void) throws {
  do { try body() } catch is RunLoop.PortError {}
}

/// Runs the thread's loop until it is so; whether it was in time.
func runUntil(_ isSo: () -> Bool) -> Bool {
  RunLoop.current.runUntil(isSo)
  return isSo()
}
