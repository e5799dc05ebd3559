import LinuxSystem
import StallMonitoring
import Synchronization

/// Crashes on its main thread while other threads wait, with a monitor or without: but for the monitor's thread, Swift's report of it is
/// the same.
enum CrashingProcess {
  private static let lock = Mutex(0)
  /// The numbers of the threads.
  private static let holder = Atomic<Int32>(0)
  private static let waiter = Atomic<Int32>(0)
  private static let sleeper = Atomic<Int32>(0)

  /// - Parameter folder: of the monitor's reports; empty for no monitor.
  static func crash(_ folder: String) -> Never {
    // Core files of children that crash by intent are of no use.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    var settings = StallMonitor.Settings()
    settings.reports = .folder(folder)
    let monitor = folder.isEmpty ? nil : try? StallMonitor(settings)
    monitor?.watch(.main)
    monitor?.start()
    ThreadStart.detached { holdForGood() }
    waitUntilAsleep { holder.load(ordering: .acquiring) }
    ThreadStart.detached { waitForGood() }
    waitUntilAsleep { waiter.load(ordering: .acquiring) }
    ThreadStart.detached { sleepForGood() }
    waitUntilAsleep { sleeper.load(ordering: .acquiring) }
    withExtendedLifetime(monitor) { fatalError("this is what was asked for") }
  }

  /// Until the thread was found asleep in a row: it is in its last call then.
  private static func waitUntilAsleep(_ number: () -> Int32) {
    var inARow = 0
    while inARow < 5 {
      usleep(5_000)
      let state = KernelFile.line("/proc/self/task/\(number())/stat") ?? ""
      inARow = state.contains(") S ") ? inARow + 1 : 0
    }
  }

  @inline(never)
  private static func holdForGood() {
    linux_set_thread_name("holder")
    lock.withLock { number in
      number = 1
      holder.store(ThreadStart.number, ordering: .releasing)
      while number > 0 { pause() }
    }
  }

  @inline(never)
  private static func waitForGood() {
    linux_set_thread_name("waiter")
    waiter.store(ThreadStart.number, ordering: .releasing)
    lock.withLock { $0 += 1 }
  }

  @inline(never)
  private static func sleepForGood() {
    linux_set_thread_name("sleeper")
    sleeper.store(ThreadStart.number, ordering: .releasing)
    while true { sleep(60) }
  }
}
