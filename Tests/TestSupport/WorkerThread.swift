import Dispatch
import LinuxSystem
package import RunLoopCore

package import class RunLoopCore.RunLoop

/// A thread whose loop runs in one mode until the test ends it.
package final class WorkerThread: Sendable {
  package let loop: RunLoop
  private let mode: RunLoop.Mode
  private let thread: FreshThread<RunLoop.RunResult>

  /// - Parameter setUp: called on the thread before the loop runs.
  package init(
    _ label: String = "", mode: RunLoop.Mode = .default,
    _ setUp: @escaping @Sendable (RunLoop) -> Void = { _ in }
  ) {
    self.mode = mode
    let made = Made()
    thread = FreshThread {
      let loop = RunLoop.current
      if !label.isEmpty { loop.label = label }
      // Keeps the mode from being empty.
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in }, to: mode)
      setUp(loop)
      made.loop = loop
      made.semaphore.signal()
      return loop.run(mode: mode)
    }
    made.semaphore.wait()
    loop = made.loop!
  }

  /// A thread whose loop sleeps by now.
  package static func asleep(_ label: String = "") -> WorkerThread {
    let worker = WorkerThread(label)
    worker.waitUntilAsleep()
    return worker
  }

  private final class Made: @unchecked Sendable {
    let semaphore = DispatchSemaphore(value: 0)
    var loop: RunLoop?
  }

  /// Waits until the loop sleeps. False when it does not within half a minute.
  @discardableResult
  package func waitUntilAsleep() -> Bool { TestSupport.waitUntilAsleep(loop) }

  /// Ends the loop's run, once its inner runs have ended, and its thread; returns why the run ended.
  @discardableResult
  package func end() -> RunLoop.RunResult? {
    loop.post(inModes: [mode]) { [loop] in loop.stop() }
    return try? thread.join().get()
  }
}

/// Waits, without sleeping, until a loop sleeps. False when it does not within half a minute.
@discardableResult
package func waitUntilAsleep(_ loop: RunLoop) -> Bool {
  let end = ContinuousClock.now + .seconds(30)
  while !loop.isWaiting {
    if ContinuousClock.now > end { return false }
    sched_yield()
  }
  return true
}
