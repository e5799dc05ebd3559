import LinuxSystem
import TestSupport
import Testing

@testable import RunLoopCore

extension Stress {
  /// Was wrong: a sandbox that refused membarrier(2) after the start ended the process at the next revocation of a bias.
  struct LateSandboxTests {
    private static func visits(_ loop: RunLoop) {
      for _ in 0..<3 {
        onFreshThread { _ = loop.snapshot() }
        for _ in 0..<200 {
          let timer = RunLoop.Timer(after: .seconds(100)) { _ in }
          loop.add(timer)
          loop.remove(timer)
        }
      }
    }

    @Test(arguments: [EPERM, ENOSYS]) func refusedAfterTheStart(_ code: Int32) async {
      await #expect(processExitsWith: .success) { [code] in
        try onFreshThread {
          let loop = RunLoop.current
          loop.add(RunLoop.Source {})
          try #require(Sandbox.refuse([Int(SYS_membarrier)], with: code))
          Self.visits(loop)
        }
      }
    }

    @Test(arguments: [EPERM, ENOSYS]) func refusedWithTheWayAround(_ code: Int32) async {
      await #expect(processExitsWith: .success) { [code] in
        try onFreshThread {
          let loop = RunLoop.current
          loop.add(RunLoop.Source {})
          try #require(Sandbox.refuse([Int(SYS_membarrier), Int(SYS_sched_setaffinity)], with: code))
          // The owner, which waits here, can not say that it has seen it.
          let begin = RunLoop.Instant.now
          onFreshThread { _ = loop.snapshot() }
          #expect(begin.duration(to: .now) >= .nanoseconds(Int64(MemoryBarrier.longestDelay)))
          Self.visits(loop)
        }
      }
    }

    @Test(arguments: [EPERM, ENOSYS]) func refusedBeforeTheStart(_ code: Int32) async {
      await #expect(processExitsWith: .success) { [code] in
        try #require(Sandbox.refuse([Int(SYS_membarrier)], with: code))
        onFreshThread {
          let loop = RunLoop.current
          loop.add(RunLoop.Source {})
          Self.visits(loop)
          #expect(MemoryBarrier.count.load(ordering: .relaxed) == 0)
        }
      }
    }
  }
}
