import LinuxSystem
import RunLoopCore

/// A thread that runs its loop until nothing is left in it.
final class ServerThread: @unchecked Sendable {
  private let prepare: () throws(StallMonitorError) -> Void
  /// Posted when `failure` is known.
  private let isReady = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private var failure: StallMonitorError?

  private init(_ prepare: @escaping () throws(StallMonitorError) -> Void) {
    self.prepare = prepare
    sem_init(isReady, 0, 0)
  }

  deinit {
    sem_destroy(isReady)
    isReady.deallocate()
  }

  /// Starts the thread, and waits until it has called `prepare`. Throws what that throws: then the thread ends.
  static func start(
    _ prepare: @escaping () throws(StallMonitorError) -> Void
  ) throws(StallMonitorError) {
    let start = ServerThread(prepare)
    let status = withoutSignals {
      var thread = pthread_t()
      let status = pthread_create(
        &thread, nil,
        { argument in
          Unmanaged<ServerThread>.fromOpaque(argument!).takeRetainedValue().run()
          return nil
        }, Unmanaged.passRetained(start).toOpaque())
      if status == 0 { pthread_detach(thread) }
      return status
    }
    guard status == 0 else {
      Unmanaged.passUnretained(start).release()
      throw .noThread(reason: FileBytes.reason(status))
    }
    while sem_wait(start.isReady) != 0 {}
    if let failure = start.failure { throw failure }
  }

  /// Signals that are the program's business go to the program's threads: a thread inherits what its maker blocks.
  private static func withoutSignals(_ body: () -> Int32) -> Int32 {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }

  private func run() {
    linux_set_thread_name("metrics")
    do throws(StallMonitorError) { try prepare() } catch { failure = error }
    let hasFailed = failure != nil
    sem_post(isReady)
    if !hasFailed { RunLoop.current.run() }
  }
}
