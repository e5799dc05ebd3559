import LinuxSystem
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// Each system call of a signal source, a child source and a file watch fails once: none becomes deaf without saying so.
@Suite(.hangLimit, FaultSweep.isPossible) struct SourceFaultTests {
  @Test func signalsAreDelivered() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      // One that comes too late is dropped, and does not end the process.
      signal(SIGUSR1, SIG_IGN)
      let other = OtherThread()
      try FaultSweep("signals", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let log = Log()
        let loop = RunLoop.current
        // A thread may have inherited it from the one that made it.
        let wasBlocked = isBlocked(SIGUSR1)
        var kept: RunLoop.SignalSource?
        try faulty {
          try expectPortErrors {
            let source = try RunLoop.SignalSource([SIGUSR1]) {
              log("\($0.number)")
              return .rearm
            }
            try loop.add(source)
            kept = source
            pthread_kill(pthread_self(), SIGUSR1)
            loop.run(for: .milliseconds(20), returnAfterSourceHandled: true)
            source.disarm()
            loop.run(for: .zero)
            source.arm()
            loop.run(for: .zero)
          }
        }
        if let kept {
          // One of a signal waits at a time.
          #expect(runUntil { log.count == 1 }, "the first signal")
          pthread_kill(pthread_self(), SIGUSR1)
          #expect(runUntil { log.count == 2 }, "the second signal; valid: \(kept.isValid)")
          kept.invalidate()
        }
        kept = nil
        #expect(isBlocked(SIGUSR1) == wasBlocked)
        try loop.expectWorks(with: other)
      }
      other.end()
    }
  }

  @Test func endsOfChildrenAreDelivered() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let other = OtherThread()
      try FaultSweep("child", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let log = Log()
        let loop = RunLoop.current
        let process = spawn("true", on: other)
        var kept: RunLoop.ChildSource?
        try faulty {
          try expectPortErrors {
            let source = try RunLoop.ChildSource(process) { log("\($0)") }
            try loop.add(source)
            kept = source
            loop.run(for: .milliseconds(500), returnAfterSourceHandled: true)
          }
        }
        if kept != nil {
          #expect(runUntil { log.count > 0 })
          #expect(log.count == 1, "\(log.lines)")
        }
        kept?.invalidate()
        kept = nil
        // Its status stays with the kernel only where there was no source for it, or waiting for it was refused.
        let left = waitpid(process, nil, log.count == 0 ? 0 : WNOHANG)
        #expect(left == -1 || log.lines != ["exited with 0"])
        try loop.expectWorks(with: other)
      }
      other.end()
    }
  }

  @Test func childrenAreStartedOrNotLeftBehind() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let other = OtherThread()
      try FaultSweep("spawn", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let log = Log()
        let loop = RunLoop.current
        var kept: RunLoop.ChildSource?
        try faulty {
          // The program's calls fail, too: it may end otherwise.
          try expectPortErrors {
            let source = try RunLoop.ChildSource(spawning: ["true"]) { log("\($0)") }
            kept = source
            try loop.add(source)
            loop.run(for: .milliseconds(500), returnAfterSourceHandled: true)
          }
        }
        if let child = kept, child.isValid, loop.contains(child) { #expect(runUntil { log.count == 1 }) }
        let process = kept?.process
        kept?.invalidate()
        kept = nil
        if let process, log.lines != ["ended, status unknown"] {
          #expect(waitUntil { kill(process, 0) != 0 }, "\(log.lines)")
        } else if let process {
          waitpid(process, nil, 0)
        }
        #expect(waitpid(-1, nil, WNOHANG) == -1, "no child is left")
        try loop.expectWorks(with: other)
      }
      other.end()
    }
  }

  /// The status of a child that still runs when its source ends is taken by a thread.
  @Test func abandonedChildrenAreNotLeftBehind() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let other = OtherThread()
      try FaultSweep("abandoned", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let process = spawn("sleep 0.01", on: other)
        var hadSource = false
        try faulty {
          try expectPortErrors {
            let source = try RunLoop.ChildSource(process) { _ in }
            hadSource = true
            source.invalidate()
          }
        }
        // With WNOHANG a child that still runs is 0, and one that its thread has waited for is an error.
        #expect(waitUntil { waitpid(process, nil, hadSource ? WNOHANG : 0) != 0 })
        try RunLoop.current.expectWorks(with: other)
      }
      other.end()
    }
  }

  @Test func changesOfFilesAreDelivered() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let other = OtherThread()
      let number = UInt64.random(in: 0...UInt64.max)
      let folder = "\(getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir)/mainspring-faults-\(number)"
      mkdir(folder, 0o700)
      @Sendable func make(_ name: String) {
        other.run {
          close(open("\(folder)/\(name)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
          unlink("\(folder)/\(name)")
        }
      }
      try FaultSweep("files", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let log = Log()
        let loop = RunLoop.current
        var kept: RunLoop.FileWatchSource?
        var expected: [String] = []
        try faulty {
          try expectPortErrors {
            let source = try RunLoop.FileWatchSource { changes in
              for change in changes where change.changes.contains(.created) { log(change.name ?? "") }
              return .rearm
            }
            try loop.add(source)
            kept = source
            try source.watch("/tmp")
            source.unwatch("/tmp")
            try source.watch(folder)
            make("a")
            expected.append("a")
            loop.run(for: .milliseconds(20), returnAfterSourceHandled: true)
            source.disarm()
            loop.run(for: .zero)
            source.arm()
            loop.run(for: .zero)
          }
        }
        if let kept {
          if kept.watchedPaths.isEmpty { try kept.watch(folder) }
          make("b")
          #expect(runUntil { log.lines.contains("b") }, "valid: \(kept.isValid)")
          #expect(log.lines == expected + ["b"])
          kept.invalidate()
        }
        try loop.expectWorks(with: other)
      }
      rmdir(folder)
      other.end()
    }
  }
}

/// Starts a command of the shell from a thread whose calls do not fail, nor those of the command.
private func spawn(_ command: String, on other: OtherThread) -> Int32 {
  let process = Box<Int32>()
  other.run {
    process.value = try? Spawning.start(["/bin/sh", "-c", command])
  }
  return process.value ?? -1
}
