import LinuxSystem
import RunLoopCore

/// A thread that runs its loop until it has nothing to wait for.
final class ServerThread: @unchecked Sendable {
  private let prepare: () throws(StallMonitorError) -> Void
  /// Posted when `failure` is known.
  private let isReady = Semaphore()
  private var failure: StallMonitorError?

  private init(_ prepare: @escaping () throws(StallMonitorError) -> Void) {
    self.prepare = prepare
  }

  /// Starts the thread, and waits until it has called `prepare`. Rethrows its error; the thread then ends.
  static func start(
    _ prepare: @escaping () throws(StallMonitorError) -> Void
  ) throws(StallMonitorError) {
    let start = ServerThread(prepare)
    // Signals that are the program's business go to the program's threads.
    do throws(Errno) { try SystemThread.startDetached(blocksSignals: true) { start.run() } } catch {
      throw .noThread(reason: error.description)
    }
    start.isReady.wait()
    if let failure = start.failure { throw failure }
  }

  private func run() {
    linux_set_thread_name("metrics")
    do throws(StallMonitorError) { try prepare() } catch { failure = error }
    let hasFailed = failure != nil
    isReady.signal()
    if !hasFailed { RunLoop.current.run() }
  }
}
