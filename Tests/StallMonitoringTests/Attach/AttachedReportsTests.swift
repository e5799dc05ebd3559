import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// What an attached process's reports say of its end, and of the watch's.
@Suite(.hangLimit) struct AttachedReportsTests {
  /// Looks until it is true, or the process has ended.
  private func look(_ watch: AttachedProcess, until isDone: () -> Bool) -> Bool {
    waitUntil(20) { watch.look() == nil || isDone() }
  }

  @Test func aStallThatTheWatchesEndCutsOffSaysSoAndAProcessThatEndsClosesItsReports() throws {
    let folder = try TemporaryFolder()
    // It waits for its input, which is no wait for events: the thread that is named is held up.
    let child = try ChildProgram("cat", hasInput: true)
    var settings = StallMonitor.Settings()
    (settings.threshold, settings.fewestFrames, settings.reports) = (
      .milliseconds(20), 0, .folder(folder.path)
    )
    let (began, ended) = (Counter(), Locked<[StallRecord]>([]))
    func attach() throws -> AttachedProcess {
      try AttachedProcess(
        child.process, thread: child.process, settings: settings, began: { _, _ in began.add() },
        ended: { record, _ in ended.withLock { $0.append(record) } })
    }
    let first = try attach()
    #expect(look(first) { began.value > 0 } && began.value == 1 && ended.value.isEmpty)
    first.end()
    #expect(ended.value.map { $0.notes["its end"] } == ["not seen: the watch ended first"])
    #expect(try StallRun(path: try #require(first.path)).ending == .closed)

    // Without a stall, which would stay open.
    settings.threshold = .seconds(60)
    let second = try attach()
    let path = try #require(second.path)
    #expect(second.look() != nil && second.loops == [child.process])
    #expect(try StallRun(path: path).ending == .running)
    child.endInput()
    #expect(look(second) { false } && second.look() == nil)
    #expect(try StallRun(path: path).ending == .closed)
    withExtendedLifetime(second) {}
    child.wait()
  }
}
