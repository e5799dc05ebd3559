import LinuxSystem
import Synchronization
import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

extension Stress {
  /// Each system call of the core, refused by a sandbox before the first loop is made and after that: nothing crashes, nothing
  /// spins, errors are typed, and what does not need the call goes on.
  ///
  /// Left out: futex(2), close(2) and what the C library needs for threads and memory.
  struct SandboxMatrixTests {
    struct Refusal: Sendable, Codable, CustomTestStringConvertible {
      var name: String
      var calls: [Int]
      var isAfterStart: Bool
      /// The sandbox's error.
      var code: Int32
      var testDescription: String { "\(name) \(isAfterStart ? "after" : "before") the start, \(code)" }
    }

    static var waits: [Int] {
      #if arch(x86_64)
        [Int(SYS_epoll_wait), Int(SYS_epoll_pwait)]
      #else
        [Int(SYS_epoll_pwait)]
      #endif
    }

    static var refusals: [Refusal] {
      let calls: [(String, [Int])] = [
        ("membarrier", [Int(SYS_membarrier)]), ("sched_setaffinity", [Int(SYS_sched_setaffinity)]),
        ("membarrier and affinity", [Int(SYS_membarrier), Int(SYS_sched_getaffinity)]),
        ("eventfd", [Int(SYS_eventfd2)]), ("epoll_create", [Int(SYS_epoll_create1)]),
        ("epoll_ctl", [Int(SYS_epoll_ctl)]), ("epoll_wait", waits),
        ("timerfd_create", [Int(SYS_timerfd_create)]), ("timerfd_settime", [Int(SYS_timerfd_settime)]),
        ("signalfd", [Int(SYS_signalfd4)]), ("inotify_init", [Int(SYS_inotify_init1)]),
        ("inotify_add_watch", [Int(SYS_inotify_add_watch)]), ("dup3", [Int(SYS_dup3)]),
        ("fstat", [Int(SYS_fstat), Int(SYS_newfstatat)]), ("sched_yield", [Int(SYS_sched_yield)]),
        ("socketpair", [Int(SYS_socketpair)]), ("gettid", [Int(SYS_gettid)]),
      ]
      return calls.flatMap { name, calls in
        // Sandboxes may have any error for a call: systemd's SystemCallErrorNumber= is one's choice.
        [(false, ENOSYS), (true, EPERM), (true, EUCLEAN), (true, ENOMEM)].map { isAfterStart, code in
          Refusal(name: name, calls: calls, isAfterStart: isAfterStart, code: code)
        }
      }
    }

    /// Adds one of each kind; what can not be had throws a typed error.
    private static func addAll(to loop: RunLoop, _ kept: inout [Any]) {
      func attempt(_ body: () throws(RunLoop.PortError) -> Any) {
        do throws(RunLoop.PortError) { kept.append(try body()) } catch { kept.append("\(error)") }
      }
      attempt { () throws(RunLoop.PortError) in
        let port = try RunLoop.WakePort()
        try loop.add(RunLoop.PortSource(port) {})
        port.ring()
        return port
      }
      attempt { () throws(RunLoop.PortError) in
        let port = try RunLoop.TimerPort()
        try loop.add(RunLoop.PortSource(port) {})
        port.set(at: .now)
        return port
      }
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      let (reader, writer) = (ends[0], ends[1])
      write(writer, "x", 1)
      attempt { () throws(RunLoop.PortError) in
        let source = try RunLoop.DescriptorSource(reader) { _ in
          var byte: UInt8 = 0
          read(reader, &byte, 1)
          return .rearm
        }
        try loop.add(source)
        source.events = [.readable, .priority]
        return source
      }
      attempt { () throws(RunLoop.PortError) in
        let source = try RunLoop.SignalSource([SIGUSR1]) { _ in .rearm }
        try loop.add(source)
        return source
      }
      attempt { () throws(RunLoop.PortError) in
        let source = try RunLoop.FileWatchSource { _ in .rearm }
        try source.watch("/tmp")
        try loop.add(source)
        return source
      }
    }

    private static func scenario(_ refusal: Refusal) throws {
      let code = refusal.code
      if !refusal.isAfterStart { try #require(Sandbox.refuse(refusal.calls, with: code)) }
      try onFreshThread {
        let loop = RunLoop.current
        var kept: [Any] = []
        let fired = Tally()
        let posted = Tally()
        loop.add(RunLoop.Timer(after: .milliseconds(10), repeating: .milliseconds(10)) { _ in fired.add() })
        addAll(to: loop, &kept)
        loop.run(for: .milliseconds(30))
        if refusal.isAfterStart { try #require(Sandbox.refuse(refusal.calls, with: code)) }
        addAll(to: loop, &kept)
        let other = FreshThread {
          for _ in 0..<5 {
            usleep(10_000)
            loop.post { posted.add() }
            _ = loop.snapshot()
            loop.add(RunLoop.Timer(after: .milliseconds(5)) { _ in fired.add() })
          }
        }
        let before = threadTime()
        let begin = RunLoop.Instant.now
        // Another thread's work may wait for the loop for 200 ms each time; a busy machine takes longer.
        repeat {
          loop.run(for: .milliseconds(300))
        } while (fired.count < 3 || posted.count < 1)
          && begin.duration(to: .now) < .seconds(20)
        let cost = threadTime() - before
        let elapsed = begin.duration(to: .now) / .seconds(1)
        #expect(elapsed < 20, "a run ends when its time has passed")
        // A loop that spins takes all of it.
        #expect(cost < 0.05 + elapsed / 3, "\(refusal.name): \(cost) s of \(elapsed) s")
        #expect(fired.count >= 3 && posted.count >= 1)
        _ = other.join()
        loop.run(for: .milliseconds(20))
        #expect(posted.count == 5)
        withExtendedLifetime(kept) {}
      }
    }

    private final class Tally: Sendable {
      private let value = Atomic<Int>(0)
      func add() { value.wrappingAdd(1, ordering: .relaxed) }
      var count: Int { value.load(ordering: .relaxed) }
    }

    @Test(.disabled(if: ThreadSanitizer.isOn), arguments: refusals) func refused(_ refusal: Refusal)
      async
    {
      await #expect(processExitsWith: .success) { [refusal] in try Self.scenario(refusal) }
    }
  }
}
