import Dispatch
import LinuxSystem
import TestSupport

import class RunLoopCore.RunLoop

/// How long a test waits for what must come, before it calls it missing.
let patience = Duration.seconds(30)

/// Something that happens once on one thread and is waited for on another.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  /// False when it was not opened in time.
  @discardableResult
  func wait() -> Bool {
    semaphore.wait(timeout: .now() + .seconds(Int(patience.components.seconds))) == .success
  }
}

/// Looks, without sleeping, until the loop says that it sleeps. False when it did not in time.
@discardableResult
func waitUntilAsleep(_ loop: RunLoop) -> Bool {
  waitUntil { loop.isWaiting }
}

/// Looks again and again, giving way to other threads in between.
func waitUntil(_ condition: () -> Bool) -> Bool {
  let end = RunLoop.Instant.now.advanced(by: patience)
  while !condition() {
    if RunLoop.Instant.now > end { return false }
    sched_yield()
  }
  return true
}

/// A thread whose loop runs in the default mode until the test is done with it.
final class LoopThread: Sendable {
  let loop: RunLoop
  private let mode: RunLoop.Mode
  private let thread: FreshThread<RunLoop.RunResult>

  /// - Parameter setUp: called on the thread before the loop runs.
  init(mode: RunLoop.Mode = .default, _ setUp: @escaping @Sendable (RunLoop) -> Void = { _ in }) {
    self.mode = mode
    let begun = Gate()
    let box = Box<RunLoop>()
    thread = FreshThread {
      let loop = RunLoop.current
      // Keeps the loop going.
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in }, to: mode)
      setUp(loop)
      box.value = loop
      begun.open()
      return loop.run(mode: mode)
    }
    begun.wait()
    loop = box.value!
  }

  @discardableResult
  func waitUntilAsleep() -> Bool { RunLoopCoreTests.waitUntilAsleep(loop) }

  /// Ends the loop's run, once its inner runs have ended, and its thread; returns why the run ended.
  @discardableResult
  func end() -> RunLoop.RunResult? {
    loop.post(inModes: [mode]) { [loop] in loop.stop() }
    return try? thread.join().get()
  }
}
