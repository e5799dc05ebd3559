import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import StallMonitoring

/// Each system call of reports, heartbeat pages and the monitor fails once. Nothing ends, spins or leaks, and it works when the fault
/// is over.
@Suite(.hangLimit, FaultSweep.isPossible) struct ReportFaultTests {
  @Test func storeKeepsWhatItTook() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let sweep = FaultSweep("report store", withFiles: true, step: 13) { body in
        try onFreshThread { try body() }
      }
      try sweep.play { faulty in
        let folder = try TemporaryFolder()
        let settings = ReportSettings.small(folder)
        var dice = SplitMix(1)
        var record = StallRecord.sample(id: 7, stacks: 1, using: &dice)
        record.hasEnded = true
        // A run that was killed is there already.
        let earlier = try ReportStore(settings)
        earlier.stallBegan(record)
        var isKept = false
        try faulty {
          try expectErrors {
            let store = try ReportStore(settings)
            store.stallBegan(record)
            isKept = store.failure == nil
            // Written again, since a call may fail once.
            if !isKept { store.stallEnded(record) }
            #expect(store.failure == nil)
            isKept = true
            store.close()
          }
        }
        let before = try ReportFolder(folder.path).contents()
        #expect(before.failures.isEmpty)
        #expect(before.runs.count { $0.records.map(\.id) == [7] } == (isKept ? 2 : 1))
        let store = try ReportStore(settings)
        store.stallEnded(record)
        store.close()
        let after = try ReportFolder(folder.path).contents().runs
        #expect(after.count == before.runs.count + 1 && after.contains { $0.ending == .closed })
        withExtendedLifetime(earlier) {}
      }
    }
  }

  @Test func readerSaysWhatItCannotRead() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let folder = try TemporaryFolder()
      var dice = SplitMix(1)
      for id in 1...2 as ClosedRange<UInt64> {
        let store = try ReportStore(.small(folder))
        store.stallBegan(.sample(id: id, stacks: 1, using: &dice))
        store.close()
      }
      let sweep = FaultSweep("report folder", withFiles: true) { body in try onFreshThread { try body() } }
      try sweep.play { faulty in
        var seen = 0
        var failures = 0
        try faulty {
          do throws(StallMonitorError) {
            let (runs, unread) = try ReportFolder(folder.path).contents()
            seen = runs.count
            failures = unread.count
          } catch { failures = 2 }
        }
        #expect(seen + failures >= 2, "\(seen) runs and \(failures) failures")
        let all = try ReportFolder(folder.path).contents().runs
        #expect(all.count == 2)
      }
    }
  }

  @Test func pageIsThereOrNot() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let sweep = FaultSweep("page", withFiles: true) { body in try onFreshThread { try body() } }
      try sweep.play { faulty in
        let folder = try TemporaryFolder()
        func make() throws -> HeartbeatPage {
          let page = try HeartbeatPage(folder: folder.path)
          let line = try #require(page.takeLine(label: "worker", thread: 1, isMain: false, isForeign: false))
          page.tell(now: 17, threshold: 50)
          page.giveBack(line: line.index)
          return page
        }
        var made: HeartbeatPage?
        try faulty {
          try expectErrors {
            let page = try make()
            made = page
            _ = try HeartbeatReader(path: page.path).loops
          }
        }
        // What is there is whole.
        let names = try FileBytes.names(in: folder.path)
        #expect(names.count == (made == nil ? 0 : 1))
        let page = try made ?? make()
        let times = try HeartbeatReader(path: page.path).monitor
        #expect(times == (17, 50))
        page.unmap()
      }
    }
  }

  @Test func monitorFindsStallsAfterwards() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let sweep = FaultSweep("monitor", mostCalls: 5000, withFiles: true, step: 29) { body in
        try onFreshThread { try body() }
      }
      try sweep.play { faulty in
        let folder = try TemporaryFolder()
        var settings = StallMonitor.Settings()
        settings.threshold = .milliseconds(8)
        settings.fewestFrames = 0
        settings.reports = .limited(.small(folder))
        let findings = Findings()
        let heartbeat = Heartbeat("worker")
        let work = Heartbeat.Work("work")
        func stall() {
          heartbeat.begin(work)
          usleep(12_000)
          heartbeat.end()
        }
        var made: StallMonitor?
        try faulty {
          try expectErrors {
            let monitor = try StallMonitor(settings, delegate: findings)
            made = monitor
            monitor.watch(heartbeat)
            monitor.start()
            stall()
            monitor.stop()
          }
        }
        let before = findings.count
        let monitor = try made ?? StallMonitor(settings, delegate: findings)
        monitor.watch(heartbeat)
        #expect(monitor.start())
        waitUntil {
          stall()
          return findings.count > before
        }
        monitor.stop()
      }
    }
  }
}

private final class Findings: StallMonitorDelegate, @unchecked Sendable {
  private let ended = Locked(0)
  var count: Int { ended.value }
  func stallEnded(_ record: StallRecord) { ended.withLock { $0 += 1 } }
  func stallWasFiltered(_ record: StallRecord) { ended.withLock { $0 += 1 } }
}

extension ReportSettings {
  fileprivate static func small(_ folder: TemporaryFolder) -> ReportSettings {
    var settings = ReportSettings()
    settings.folder = folder.path
    settings.recordCount = 4
    return settings
  }
}

/// Errors of the monitor are what a fault may come to.
private func expectErrors(_ body: () throws -> Void) throws {
  do { try body() } catch is StallMonitorError {}
}
