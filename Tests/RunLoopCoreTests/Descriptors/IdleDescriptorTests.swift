import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// What does not happen costs nothing.
@Suite(.hangLimit) struct IdleDescriptorTests {
  @Test func tenThousandIdleDescriptorsCostNothingPerTurn() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = limit.rlim_max
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let count = min(10_000, Int(limit.rlim_cur) - 200)
      if count < 10_000 { print("only \(count) descriptors may be open") }
      try onFreshThread {
        let pair = try SocketPair()
        let loop = RunLoop.current
        pair.send("never read")
        try loop.add(RunLoop.DescriptorSource(pair.near) { _ in .rearm })
        // The best of several: what else the machine does is not meant.
        func turns() -> Double {
          (0..<7).map { _ in
            let before = threadTime()
            for _ in 0..<2000 { loop.run(for: .zero) }
            return threadTime() - before
          }.min()!
        }
        let alone = turns()
        // Idle: nothing is written to them.
        let idle = try SocketPair()
        let descriptors = (0..<count).map { _ in dup(idle.near) }
        for descriptor in descriptors {
          try loop.add(RunLoop.DescriptorSource(descriptor) { _ in .rearm })
        }
        let among = turns()
        // What costs something for each of them costs hundreds of times as much.
        #expect(among < alone * 3, "\(alone) s alone, \(among) s among \(count)")
        for descriptor in descriptors { close(descriptor) }
      }
    }
  }
}
