import RunLoopCore
import TestHarness
import TestSupport

/// A thread with a loop that runs until it is ended.
final class LoopThread: Sendable {
  let loop: RunLoop
  private let thread: FreshThread<Void>
  private let isOver: Flag

  /// - Parameter prepare: called on the thread before its loop runs.
  init(_ prepare: @escaping @Sendable (RunLoop) -> Void = { _ in }) {
    let made = Box<RunLoop>()
    let gate = Gate()
    let isOver = Flag()
    thread = FreshThread {
      let loop = RunLoop.current
      // Keeps the mode from being empty.
      let anchor = RunLoop.Source(label: "anchor") {}
      loop.add(anchor, to: .common)
      // Whichever run is the innermost: each ends in its next turn.
      loop.add(
        RunLoop.Observer(activities: .beforeTimers) { _ in if isOver.isSet { loop.stop() } }, to: .common)
      prepare(loop)
      made.value = loop
      gate.open()
      while !isOver.isSet { loop.run(mode: .default) }
    }
    precondition(gate.wait(), "the loop's thread did not start")
    guard let loop = made.value else { preconditionFailure("the loop's thread made no loop") }
    self.loop = loop
    self.isOver = isOver
  }

  /// Lets the thread end, and waits for that.
  func end() {
    isOver.set()
    loop.wakeUp()
    // The wake-up may come when none counts; then a turn follows that runs this.
    loop.post {}
    thread.join()
  }
}
