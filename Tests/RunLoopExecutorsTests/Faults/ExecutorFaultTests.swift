import LinuxSystem
import RunLoopCore
import RunLoopExecutors
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Each system call of tasks that wait for a loop, and of a loop's thread, fails once. No task waits without an end.
@Suite(.hangLimit, FaultSweep.isPossible) struct ExecutorFaultTests {
  @Test func tasksComeBack() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      // One that comes too late is dropped, and does not end the process.
      signal(SIGUSR2, SIG_IGN)
      let other = OtherThread()
      try FaultSweep("tasks", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let log = Log()
        let loop = RunLoop.current
        var ends: [Int32] = [-1, -1]
        try #require(linux_pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])
        // Tasks that prefer the loop need no other thread: one that the watched thread made would be watched, too.
        try faulty {
          Task(executorPreference: loop.taskExecutor) {
            try? await loop.sleep(for: .milliseconds(1))
            log("slept")
          }
          Task(executorPreference: loop.taskExecutor) {
            for await _ in loop.ticks(every: .milliseconds(1)).prefix(2) {}
            log("ticked")
          }
          Task(executorPreference: loop.taskExecutor) {
            do {
              for try await _ in loop.events(of: reader).prefix(2) {
                var byte: UInt8 = 0
                _ = read(reader, &byte, 1)
              }
            } catch {}
            log("descriptor")
          }
          Task(executorPreference: loop.taskExecutor) {
            var count = 0
            do {
              for try await _ in loop.signals([SIGUSR2]) {
                count += 1
                if count == 2 { break }
                pthread_kill(pthread_self(), SIGUSR2)
              }
            } catch {}
            log("signals")
          }
          other.begin {
            usleep(1_000)
            for _ in 0..<2 { write(writer, "a", 1) }
          }
          loop.run(for: .milliseconds(5))
          other.wait()
        }
        var isSent = false
        loop.runUntil {
          if !isSent, isBlocked(SIGUSR2) {
            pthread_kill(pthread_self(), SIGUSR2)
            isSent = true
          }
          return log.lines.count == 4
        }
        #expect(log.lines.count == 4, "\(log.lines)")
        // What is left in the mailboxes is gone with the tasks.
        loop.run(for: .zero)
        close(reader)
        close(writer)
        try loop.expectWorks(with: other)
      }
      other.end()
    }
  }

  @Test func loopThreadsBeginAndEnd() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let other = OtherThread()
      try FaultSweep("loop thread", onThread: { body in try onFreshThread { try body() } }).play { faulty in
        let log = Log()
        try faulty {
          let thread = try LoopThread(label: "faulty")
          thread.loop.add(RunLoop.Timer(after: .milliseconds(2)) { _ in log("timer") })
          Task(executorPreference: thread.loop.taskExecutor) { log("job") }
          thread.loop.post { log("block") }
          usleep(5_000)
          for _ in 0..<10_000 where log.lines.count < 3 { usleep(1_000) }
          thread.join()
        }
        #expect(Set(log.lines) == ["timer", "job", "block"])
        try RunLoop.current.expectWorks(with: other)
      }
      other.end()
    }
  }
}

private func isBlocked(_ signal: Int32) -> Bool {
  var set = sigset_t()
  pthread_sigmask(SIG_BLOCK, nil, &set)
  return sigismember(&set, signal) == 1
}
