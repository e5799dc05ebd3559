import BenchmarkKit
import LinuxSystem
import RunLoopCore

/// A thread of its own whose loop runs until `end()`.
final class LoopThread: @unchecked Sendable {
  let loop: RunLoop
  private let thread: PinnedThread
  private let keeper: RunLoop.Source

  /// Starts the thread, and returns when its loop has what `prepare` put into it and is about to run.
  init(on processor: Int?, prepare: @escaping @Sendable (RunLoop) -> Void = { _ in }) {
    let ready = Semaphore()
    let made = Handed<RunLoop?>(nil)
    // A loop without a source would end at once.
    let keeper = RunLoop.Source(label: "keeper") {}
    thread = PinnedThread(on: processor) {
      let loop = RunLoop.current
      loop.add(keeper)
      prepare(loop)
      made.value = loop
      ready.signal()
      loop.run()
    }
    ready.wait()
    guard let loop = made.value else { preconditionFailure("the thread made no loop") }
    self.loop = loop
    self.keeper = keeper
  }

  /// Ends the run and waits for the thread.
  func end() {
    let loop = loop
    loop.post { loop.stop() }
    thread.join()
  }
}
