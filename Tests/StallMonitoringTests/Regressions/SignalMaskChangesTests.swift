import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// A monitor after whose start the caller had all signals blocked passed all tests, and one that took signals of the program.
@Suite("Signals beside a monitor", .hangLimit)
struct SignalMaskChangesTests {
  private func isBlocked(_ signal: Int32) -> Bool {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return sigismember(&mask, signal) == 1
  }

  private var settings: StallMonitor.Settings {
    var settings = StallMonitor.Settings()
    settings.reports = nil
    return settings
  }

  @Test("A thread that starts a monitor has the signals that it had")
  func signalMaskIsRestored() throws {
    let settings = settings
    try onFreshThread {
      var mask = sigset_t()
      sigemptyset(&mask)
      sigaddset(&mask, SIGUSR2)
      pthread_sigmask(SIG_SETMASK, &mask, nil)
      let monitor = try StallMonitor(settings)
      for _ in 0..<2 {
        #expect(monitor.start())
        // Also when there is one already, and none is started.
        #expect(!monitor.start())
        #expect(self.isBlocked(SIGUSR2) && !self.isBlocked(SIGTERM) && !self.isBlocked(SIGINT))
        monitor.stop()
      }
    }
  }

  @Test("The monitor's thread takes none of the program's signals")
  func signalsAreTheProgramsBusiness() throws {
    let settings = settings
    let masks = try onFreshThread {
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      let monitor = try StallMonitor(settings)
      #expect(monitor.start())
      defer { monitor.stop() }
      var masks: [UInt] = []
      for _ in 0..<2_000 where masks.isEmpty {
        usleep(1_000)
        masks = signalMasks(ofThreadsNamed: "stall monitor")
      }
      return masks
    }
    #expect(!masks.isEmpty)
    for signal in [SIGINT, SIGTERM, SIGUSR1, SIGCHLD, SIGALRM] {
      #expect(masks.allSatisfy { $0 & 1 << UInt(signal - 1) != 0 }, "\(signal)")
    }
  }
}
