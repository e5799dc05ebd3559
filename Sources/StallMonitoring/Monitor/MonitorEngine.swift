import LinuxSystem
import RunLoopCore
import Synchronization

/// The monitor's thread: passes, sleeps, and requests of other threads in between.
final class MonitorEngine: @unchecked Sendable {
  typealias Request = @Sendable (MonitorCore) -> Void

  /// Owned by the thread while it exists, and otherwise by the holder of `life`.
  private let core: MonitorCore
  let world: any MonitorWorld
  private let requests = Guarded<[Request]>([])
  private let life = Guarded(Life())
  private let mustStop = Atomic<Bool>(false)

  private struct Life {
    var thread: pthread_t?
    /// The process that started the thread. A forked child has no such thread, and can not start another one: the
    /// monitor's state may be inconsistent there.
    var process: pid_t = 0
  }

  init(_ core: MonitorCore) {
    self.core = core
    world = core.world
  }

  /// Performs a request on the monitor's thread before its next pass.
  func request(_ request: @escaping Request) {
    requests.withLock { $0.append(request) }
    world.wake()
  }

  var isRunning: Bool { life.withLock { $0.thread != nil && $0.process == getpid() } }

  /// Whether it was running when this process was forked.
  var runsInTheParent: Bool { life.withLock { $0.thread != nil && $0.process != getpid() } }

  func start() -> Bool {
    life.withLock { life in
      guard life.thread == nil else { return false }
      mustStop.store(false, ordering: .releasing)
      // Signals that are the program's business go to the program's threads. But Swift's runtime suspends every thread with a
      // signal for a crash report (SIGPROF where SIGUSR1 and SIGUSR2 are blocked), and a fault of this thread is one, too.
      let crashes = [SIGPROF, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS]
      let thread = try? SystemThread.start(stackSize: 512 << 10, blocksSignals: true, except: crashes) {
        self.run()
      }
      guard let thread else { return false }
      life.thread = thread
      life.process = getpid()
      return true
    }
  }

  /// Ends the thread and waits for its end. A forked child has no such thread. Not to be called by two threads at once.
  func stop() {
    guard let thread = life.withLock({ $0.process == getpid() ? $0.thread : nil }) else { return }
    mustStop.store(true, ordering: .releasing)
    world.wake()
    pthread_join(thread, nil)
    // After the join only: a second thread would share the core.
    life.withLock { $0.thread = nil }
  }

  private func run() {
    linux_set_thread_name("stall monitor")
    // It must look while other threads are busy. Without the privilege it looks as often as it is scheduled.
    linux_set_thread_priority(-5)
    while !mustStop.load(ordering: .acquiring) {
      takeRequests()
      let next = core.pass()
      passCount.store(core.passes, ordering: .relaxed)
      watchedCount.store(core.watches.count, ordering: .relaxed)
      if mustStop.load(ordering: .acquiring) { break }
      world.sleep(until: next)
      if next == nil { core.unmark() }
    }
    takeRequests()
    core.stopAll()
  }

  /// One pass without a thread, for tests.
  func passOnce() -> UInt64? {
    takeRequests()
    return core.pass()
  }

  /// Number of passes and of watched loops, as of the last pass.
  let passCount = Atomic<Int>(0)
  let watchedCount = Atomic<Int>(0)

  private func takeRequests() {
    let requests = requests.withLock { requests in
      defer { requests = [] }
      return requests
    }
    for request in requests { request(core) }
  }
}
