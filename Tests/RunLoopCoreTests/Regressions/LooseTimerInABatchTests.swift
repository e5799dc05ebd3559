import LinuxSystem
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// Was wrong: a due timer that left its last mode in another one's callout was put into a queue by an inner run, and the loop kept a
/// pointer to it after it had been released.
@Suite(.hangLimit) struct LooseTimerInABatchTests {
  @Test(arguments: [false, true])
  func isInNoQueueAndLeaves(asHost: Bool) async {
    await #expect(processExitsWith: .success) { [asHost = asHost as Bool] in
      alarm(hangAlarm)
      try onFreshThread {
        let loop = RunLoop.current
        let log = Log()
        if asHost { _ = try loop.fileDescriptor() }
        let now = loop.now
        let second = RunLoop.Timer(at: now.advanced(by: .nanoseconds(1))) { _ in log("second") }
        let first = RunLoop.Timer(at: now) { [unowned second] _ in
          loop.remove(second, from: .default)
          if asHost { _ = loop.prepare() } else { loop.run(for: .zero) }
          log(second.queueIndex < 0 ? "in no queue" : "in a queue")
        }
        loop.add(first, to: .common)
        loop.add(second, to: .common)
        usleep(1000)
        if asHost { loop.dispatch() } else { loop.run(for: .zero) }
        #expect(log.lines == ["in no queue"])
        second.invalidate()
        // Looks at all items.
        #expect(!loop.contains(second, in: .common))
      }
    }
  }
}
