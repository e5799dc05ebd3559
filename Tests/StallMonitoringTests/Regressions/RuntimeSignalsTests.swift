import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Was wrong: the monitor's thread blocked all signals, so that Swift's runtime could not suspend it for a crash report
/// ("failed to suspend thread"), and a fault on it had no report.
@Suite(.hangLimit) struct RuntimeSignalsTests {
  @Test func theSignalsOfACrashReportAreOpenOnTheMonitorsThread() throws {
    var settings = StallMonitor.Settings()
    settings.reports = nil
    let monitor = try StallMonitor(settings)
    #expect(monitor.start())
    defer { monitor.stop() }
    var masks: [UInt] = []
    for _ in 0..<2_000 where masks.isEmpty {
      usleep(1_000)
      masks = signalMasks(ofThreadsNamed: "stall monitor")
    }
    #expect(!masks.isEmpty)
    // The runtime takes the first of SIGUSR1, SIGUSR2 and SIGPROF that a thread does not block.
    for signal in [SIGPROF, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP] {
      #expect(masks.allSatisfy { $0 & 1 << UInt(signal - 1) == 0 }, "\(signal)")
    }
    // Those of the program's stay the program's.
    for signal in [SIGUSR1, SIGUSR2, SIGTERM, SIGQUIT] {
      #expect(masks.allSatisfy { $0 & 1 << UInt(signal - 1) != 0 }, "\(signal)")
    }
  }
}
