import LinuxSystem
import RunLoopCore
import StallMonitoring

/// Actions of a program that must not lose a record, in a process of its own.
enum KeptRecords: String {
  /// Stops its monitor after a stall, and starts it again for another one.
  case restart
  /// Has a child that stops the monitor, and is killed in a stall itself.
  case fork
  /// Starts, and ends without a stall.
  case quiet

  func run(_ folder: String) -> Never {
    do {
      switch self {
      case .restart: try Self.restart(folder)
      case .fork: try Self.fork(folder)
      case .quiet: _ = try MonitoredLoop(threshold: 50, folder: folder).finish()
      }
    } catch { exit(3) }
    exit(0)
  }

  private static func restart(_ folder: String) throws {
    let monitored = try MonitoredLoop(threshold: 50, folder: folder)
    let sleep = try Injector.named("sleep")
    InjectionLoop(try InjectionPlace()).run { loop in
      for isFirst in [true, false] {
        loop.ordinary(microseconds: 500)
        loop.inject(sleep, for: 150_000_000)
        loop.ordinary(microseconds: 500)
        usleep(30_000)
        guard isFirst else { break }
        monitored.monitor.stop()
        monitored.monitor.watch(.main)
        monitored.monitor.start()
      }
    }
    monitored.monitor.stop()
  }

  private static func fork(_ folder: String) throws {
    let monitored = try MonitoredLoop(threshold: 50, folder: folder)
    let sleep = try Injector.named("sleep")
    let child = linux_fork()
    if child == 0 {
      // What hangs ends all the same.
      alarm(5)
      monitored.monitor.stop()
      _exit(0)
    }
    HelperProcess.wait(for: child)
    InjectionLoop(try InjectionPlace()).run { loop in
      loop.ordinary(microseconds: 500)
      ThreadStart.detached {
        usleep(300_000)
        kill(getpid(), SIGKILL)
      }
      loop.inject(sleep, for: 10_000_000_000)
    }
  }
}
