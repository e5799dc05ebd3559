import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopExecutors

/// A child that was forked while another thread queued a job, or ended a wait, hung in the lock, or never ran its jobs: the
/// source that runs them had not been signalled.
@Suite(
  .hangLimit,
  .disabled(if: ThreadSanitizer.isOn, "the sanitizer does not let a child of a program with threads end"))
struct ForkWithAnExecutorsLockHeldTests {
  @Test func aChildsTasksRunWhateverOtherThreadsDo() throws {
    #expect(try Probe.lines(of: "executorprobe", "fork-busy") == ["60 children"])
  }

  /// What waits for a loop is listed before a fork or after it: a child finds no list that is half changed.
  @Test func theListOfWhatWaitsStaysAsItIsDuringAFork() {
    onFreshThread {
      let executor = RunLoop.current.executor
      let waiter = Waiter()
      let isListed = Counter()
      let other = OtherThread()
      executor.lockForFork()
      other.begin { isListed.add(executor.waiters.insert(waiter) ? 1 : 100) }
      usleep(50_000)
      #expect(isListed.value == 0)
      executor.unlockAfterFork(inCopy: false)
      other.wait()
      #expect(isListed.value == 1)
      executor.waiters.remove(waiter)
      other.end()
    }
  }
}
