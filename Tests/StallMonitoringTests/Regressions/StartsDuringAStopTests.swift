import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import StallMonitoring

/// A monitor that was started while another thread stopped it got a second thread, which had the same state; and the first one could
/// miss its end, so that `stop()` waited forever.
@Suite("Starts during a stop", .hangLimit)
struct StartsDuringAStopTests {
  /// Starts the monitor from the last report, for which `stop` waits.
  private final class Starter: StallMonitorDelegate {
    let began = Semaphore()
    let monitor = Guarded<StallMonitor?>(nil)
    let isStarted = Guarded<Bool?>(nil)

    func stallBegan(_ record: StallRecord) { began.signal() }

    func stallEnded(_ record: StallRecord) {
      let answer = monitor.withLock { $0 }?.start()
      isStarted.withLock { $0 = answer }
    }
  }

  @Test("A monitor that is being stopped is not started, and is afterwards")
  func startDuringAStop() throws {
    var settings = StallMonitor.Settings()
    settings.threshold = .milliseconds(20)
    settings.reports = nil
    settings.signal = 0
    let starter = Starter()
    let monitor = try StallMonitor(settings, delegate: starter)
    starter.monitor.withLock { $0 = monitor }
    defer { starter.monitor.withLock { $0 = nil } }
    let (release, hasLoop) = (Semaphore(), Semaphore())
    let worker = HelperThread()
    worker.begin {
      monitor.watch(.current)
      hasLoop.signal()
      RunLoop.current.perform { release.wait() }
      RunLoop.current.run(for: .zero)
    }
    hasLoop.wait()
    #expect(monitor.start())
    starter.began.wait()
    monitor.stop()
    #expect(starter.isStarted.withLock { $0 } == false)
    #expect(!monitor.isRunning)
    #expect(monitor.start())
    monitor.stop()
    release.signal()
    worker.wait()
    worker.end()
  }
}
