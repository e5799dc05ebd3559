import LinuxSystem

/// A thread that stays on one processor, and is waited for.
public final class PinnedThread {
  private let thread: pthread_t
  private var isJoined = false

  /// Starts the thread, on the processor from its first instruction of `body`; nil: on any.
  public init(on processor: Int? = nil, _ body: @escaping @Sendable () -> Void) {
    do throws(Errno) {
      thread = try SystemThread.start {
        if let processor { Processors.pin(to: processor) }
        body()
      }
    } catch {
      preconditionFailure("a benchmark's thread could not be started: \(error)")
    }
  }

  /// Waits until the body has returned.
  public func join() {
    guard !isJoined else { return }
    isJoined = true
    pthread_join(thread, nil)
  }

  deinit {
    if !isJoined { pthread_detach(thread) }
  }

  /// Runs the body on a thread of its own and waits for it.
  public static func run(on processor: Int? = nil, _ body: @escaping @Sendable () -> Void) {
    PinnedThread(on: processor, body).join()
  }
}
