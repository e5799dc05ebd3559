import BenchmarkKit

/// Threads that begin to produce at the same moment.
final class Producers {
  private let threads: [PinnedThread]

  /// Returns when all are about to begin; each calls `produce` once.
  init(_ count: Int, on cpu: Int, _ produce: @escaping @Sendable () -> Void) {
    let (isReady, mayBegin) = (Semaphore(), Semaphore())
    threads = (0..<count).map { _ in
      PinnedThread(on: cpu) {
        isReady.signal()
        mayBegin.wait()
        produce()
      }
    }
    for _ in threads { isReady.wait() }
    for _ in threads { mayBegin.signal() }
  }

  func join() { for thread in threads { thread.join() } }
}
