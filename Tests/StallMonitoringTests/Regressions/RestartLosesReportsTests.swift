import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// After `stop()` and `start()`, after the folder was removed, and in a child of fork(2), reports were dropped or went to the wrong
/// process's file.
@Suite("Reports after a restart", .hangLimit)
struct RestartLosesReportsTests {
  private func record(_ id: UInt64, hasEnded: Bool = true) -> StallRecord {
    var dice = SplitMix(id)
    var record = StallRecord.sample(id: id, stacks: 1, using: &dice)
    record.hasEnded = hasEnded
    return record
  }

  private func monitor(_ folder: String) throws -> StallMonitor {
    var settings = StallMonitor.Settings()
    settings.reports = .folder(folder)
    settings.signal = 0
    return try StallMonitor(settings)
  }

  @Test("stop() and start() again keep reporting, and the run is open again")
  func stopAndStart() throws {
    let folder = try TemporaryFolder()
    let monitor = try monitor(folder.path)
    let reports = try #require(monitor.reports)
    for id in 1...3 as ClosedRange<UInt64> {
      #expect(monitor.start())
      reports.stallEnded(record(id))
      #expect(try StallRun(path: reports.path).ending == .running)
      monitor.stop()
      let run = try StallRun(path: reports.path)
      #expect(run.ending == .closed && run.records.map(\.id) == Array(1...id))
    }
    #expect(reports.failure == nil)
    // What comes between is not written, and says nothing of a failure.
    reports.stallEnded(record(9))
    #expect(try StallRun(path: reports.path).records.count == 3)
  }

  @Test("A folder that is removed while the program runs is made again")
  func removedFolder() throws {
    let folder = try TemporaryFolder()
    let place = folder.path + "/stalls"
    let monitor = try monitor(place)
    let reports = try #require(monitor.reports)
    #expect(monitor.start())
    reports.stallEnded(record(1))
    let first = reports.path
    #expect(unlink(first) == 0 && rmdir(place) == 0)
    reports.stallEnded(record(2))
    #expect(reports.failure == nil)
    #expect(try ReportFolder(place).contents().runs.map { $0.records.map(\.id) } == [[2]])
    // Also while it is stopped.
    monitor.stop()
    #expect(unlink(reports.path) == 0 && rmdir(place) == 0)
    #expect(monitor.start())
    reports.stallEnded(record(3))
    monitor.stop()
    let runs = try ReportFolder(place).contents().runs
    #expect(runs.map { $0.records.map(\.id) } == [[3]] && runs.map(\.ending) == [.closed])
    // A folder that can not be made again is a failure until it can.
    #expect(monitor.start())
    #expect(unlink(reports.path) == 0 && rmdir(place) == 0)
    try FileBytes.replace(place, with: [1])
    reports.stallEnded(record(4))
    #expect(reports.failure != nil)
    #expect(unlink(place) == 0)
    reports.stallEnded(record(5))
    #expect(reports.failure == nil)
    monitor.stop()
    #expect(try ReportFolder(place).contents().runs.map { $0.records.map(\.id) } == [[5]])
    unlink(reports.path)
    rmdir(place)
  }

  @Test("A forked child that stops its monitor leaves the parent's file as it is")
  func fork() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      alarm(hangAlarm)
      var settings = StallMonitor.Settings()
      settings.reports = .folder(path)
      settings.signal = 0
      let monitor = try StallMonitor(settings)
      let reports = try #require(monitor.reports)
      var dice = SplitMix(1)
      var open = StallRecord.sample(id: 1, stacks: 1, using: &dice)
      reports.stallEnded(open)
      let child = linux_fork()
      if child == 0 {
        alarm(hangAlarm)
        monitor.stop()
        // It has a file of its own, when it goes on.
        reports.reopen()
        open.id = 77
        open.hasEnded = true
        reports.stallEnded(open)
        reports.close()
        _exit(0)
      }
      var status: Int32 = 0
      precondition(waitpid(child, &status, 0) == child && status == 0)
      reports.stallWentOn(open)
      kill(getpid(), SIGKILL)
    }
    let runs = try ReportFolder(path).contents().runs
    #expect(runs.count == 2)
    let parent = try #require(runs.first { $0.records.map(\.id) == [1] })
    #expect(parent.ending == .ended && parent.records.map(\.kind) == [.stalledAndKilled])
    let child = try #require(runs.first { $0.records.map(\.id) == [77] })
    #expect(child.ending == .closed && child.process != parent.process)
  }
}
