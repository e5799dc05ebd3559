import LinuxSystem
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// Each system call of a fork, of a host's dispatch, and of the rebuilding of a port set fails once.
@Suite(.hangLimit, FaultSweep.isPossible) struct EmbeddingFaultTests {
  @Test func aForkedLoopWorksAtTheSecondAttemptAtTheLatest() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let other = OtherThread()
      try FaultSweep("fork", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let log = Log()
        let loop = RunLoop.current
        let port = try RunLoop.WakePort()
        let source = RunLoop.PortSource(port) { log("port") }
        try loop.add(source)
        try loop.add(source, to: "other")
        loop.run(for: .zero)
        loop.run(mode: "other", for: .zero)
        loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in log("timer") })
        loop.perform { log("block") }
        var status: Int32 = -1
        try faulty {
          let child = linux_fork()
          if child == 0 { _exit(goOn(loop, port, log)) }
          waitpid(child, &status, 0)
        }
        #expect(status == 0, "the child")
        // What the child did took nothing from the parent.
        #expect(runUntil { log.count == 2 })
        port.ring()
        #expect(runUntil { log.count == 3 }, "\(log.lines)")
        source.invalidate()
        try loop.expectWorks(with: other)
      }
      other.end()
    }
  }

  @Test func hostsAreCalled() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let other = OtherThread()
      try FaultSweep("host", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let log = Log()
        let loop = RunLoop.current
        var descriptor: Int32 = -1
        let pipe = try Pipe()
        var source: RunLoop.DescriptorSource?
        // Which must be called in the end.
        var (timers, blocks) = (0, 0)
        try faulty {
          try expectPortErrors {
            descriptor = try loop.fileDescriptor()
            serve(loop, descriptor, for: 1) { false }
            loop.add(RunLoop.Timer(after: .milliseconds(2)) { _ in log("timer") })
            timers += 1
            let fresh = try RunLoop.DescriptorSource(pipe.reader) { _ in
              log("pipe")
              return .disarm
            }
            try loop.add(fresh)
            source = fresh
            other.run {
              loop.post { log("block") }
              pipe.write(1)
            }
            blocks += 1
            serve(loop, descriptor, for: 10) { log.count == 3 }
            fresh.arm()
            serve(loop, descriptor, for: 5) { log.count == 4 }
          }
        }
        if descriptor >= 0 {
          other.run { loop.post { log("block") } }
          loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in log("timer") })
          timers += 1
          blocks += 1
          serve(loop, descriptor, for: 30_000) {
            log.count(of: "timer") >= timers && log.count(of: "block") >= blocks
          }
          #expect(log.count(of: "timer") == timers, "\(log.lines)")
          #expect(log.count(of: "block") == blocks, "\(log.lines)")
          if let source {
            source.arm()
            let calls = log.count(of: "pipe")
            serve(loop, descriptor, for: 30_000) { log.count(of: "pipe") > calls }
            #expect(log.count(of: "pipe") > calls, "\(log.lines)")
          }
          source?.invalidate()
          // It does not ask to be served any more.
          serveSomeTimes(loop, descriptor)
          #expect(!isReadable(descriptor, for: 1), "the host would spin")
          loop.leaveHost()
        }
        try loop.expectWorks(with: other)
      }
      other.end()
    }
  }

  @Test func aTimerThatCouldNotBeArmedFiresInItsHost() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let other = OtherThread()
      try FaultSweep("timer", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let log = Log()
        let loop = RunLoop.current
        let descriptor = try loop.fileDescriptor()
        serve(loop, descriptor, for: 1) { false }
        try faulty {
          // In a turn: it is armed when that ends.
          loop.post { loop.add(RunLoop.Timer(after: .milliseconds(20)) { _ in log("timer") }) }
          serve(loop, descriptor, for: 2) { log.count == 1 }
        }
        // Nothing else asks for a turn.
        serve(loop, descriptor, for: 30_000) { log.count == 1 }
        #expect(log.lines == ["timer"])
        loop.leaveHost()
        try loop.expectWorks(with: other)
      }
      other.end()
    }
  }

  /// A descriptor was closed while a duplicate lives: the port set is rebuilt without it.
  @Test func aPortSetIsMadeAnewCompletely() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let other = OtherThread()
      try FaultSweep("rebuild", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let log = Log()
        let loop = RunLoop.current
        let descriptor = try loop.fileDescriptor()
        serve(loop, descriptor, for: 1) { false }
        let (pipe, second) = (try Pipe(), try Pipe())
        let number = dup(pipe.reader)
        let source = try RunLoop.DescriptorSource(number) { _ in .rearm }
        try loop.add(source)
        let kept = try RunLoop.DescriptorSource(second.reader) { _ in
          // By another thread: the test's own read is not to fail.
          other.run { log("second \(second.readByte())") }
          return .rearm
        }
        try loop.add(kept)
        loop.run(for: .zero)
        // `pipe.reader` keeps the file, and so the kernel's entry.
        close(number)
        source.invalidate()
        pipe.write(1)
        try faulty {
          loop.run(for: .milliseconds(5))
          other.run {
            loop.post { log("block") }
            second.write(7)
          }
          serve(loop, descriptor, for: 10) { log.count == 2 }
        }
        serve(loop, descriptor, for: 30_000) { log.count == 2 }
        #expect(log.lines.sorted() == ["block", "second 7"])
        // Nothing else wakes it.
        other.run { loop.post { log("alone") } }
        serve(loop, descriptor, for: 30_000) { log.count == 3 }
        #expect(log.lines.last == "alone", "\(log.lines)")
        serveSomeTimes(loop, descriptor)
        #expect(!isReadable(descriptor, for: 1), "the host would spin")
        kept.invalidate()
        loop.leaveHost()
        try loop.expectWorks(with: other)
      }
      other.end()
    }
  }
}

extension Log {
  fileprivate func count(of line: String) -> Int { lines.filter { $0 == line }.count }
}

/// In the child, where nothing can be expected.
private func goOn(_ loop: RunLoop, _ port: RunLoop.WakePort, _ log: Log) -> Int32 {
  alarm(hangAlarm)
  if (try? RunLoop.reinitializeAfterFork()) == nil, (try? RunLoop.reinitializeAfterFork()) == nil { return 1 }
  guard runUntil({ log.count == 2 }) else { return 2 }
  port.ring()
  guard runUntil({ log.count == 3 }) else { return 3 }
  port.ring()
  loop.run(mode: "other", for: .seconds(10), returnAfterSourceHandled: true)
  return log.count == 4 ? 0 : 4
}

/// A host that knows nothing but the descriptor: serves the loop until it is so, for some milliseconds.
private func serve(
  _ loop: RunLoop, _ descriptor: Int32, for milliseconds: Int, until isSo: () -> Bool
) {
  let end = RunLoop.Instant.now.advanced(by: .milliseconds(milliseconds))
  while !isSo(), RunLoop.Instant.now < end {
    if isReadable(descriptor, for: Int32(min(milliseconds, 5_000))) { loop.dispatch() }
  }
}

/// Serves the loop up to five times, as long as it asks for it.
private func serveSomeTimes(_ loop: RunLoop, _ descriptor: Int32) {
  for _ in 0..<5 where isReadable(descriptor, for: 0) { loop.dispatch() }
}

private func isReadable(_ descriptor: Int32, for milliseconds: Int32) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, milliseconds) == 1
}
