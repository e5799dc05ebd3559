import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

@Suite("Reports of stalls", .hangLimit)
struct ReportStoreTests {
  private func settings(_ folder: TemporaryFolder) -> ReportSettings {
    var settings = ReportSettings()
    settings.folder = folder.path
    return settings
  }

  @Test("outlive kill -9 in the middle of writing: the next start finds what the process was killed in")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    for round in 0..<4 {
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, round = round as Int] in
        var settings = ReportSettings()
        settings.folder = path
        let store = try ReportStore(settings)
        var dice = SplitMix(UInt64(round))
        var ended = StallRecord.sample(id: 1, using: &dice)
        ended.hasEnded = true
        store.stallBegan(ended)
        store.stallEnded(ended)
        var open = StallRecord.sample(id: 2, stacks: 1, using: &dice)
        store.stallBegan(open)
        var thread = pthread_t()
        pthread_create(
          &thread, nil,
          { _ in
            var dice = SystemRandomNumberGenerator()
            usleep(.random(in: 1000...20_000, using: &dice))
            kill(getpid(), SIGKILL)
            return nil
          }, nil)
        while true {
          open.lastSeen += 1_000_000
          open.samples.append(open.samples[0])
          open.repeatCounts.append(0)
          if open.samples.count > 50 { open.samples.removeLast(40) }
          store.stallWentOn(open)
        }
      }
    }
    let store = try ReportStore(settings(folder))
    // Each of them found the one before it; all are there for every reader.
    #expect(store.endedRuns.count == 1)
    let killed = try ReportFolder(folder.path).contents().runs.filter { $0.ending == .ended }
    #expect(killed.count == 4)
    for run in killed {
      #expect(run.torn == 0 && run.remarks.isEmpty && run.ending == .ended)
      #expect(run.records.map(\.id) == [1, 2])
      #expect(run.records.map(\.kind) == [.mainThreadStall, .stalledAndKilled])
      #expect(run.records.allSatisfy { !$0.samples.isEmpty })
    }
    #expect(try ReportStore(settings(folder)).endedRuns.isEmpty)
  }

  @Test("of a process that closed them leave nothing to find")
  func closed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      var settings = ReportSettings()
      settings.folder = path
      let store = try ReportStore(settings)
      var dice = SplitMix(1)
      var record = StallRecord.sample(using: &dice)
      store.stallBegan(record)
      record.hasEnded = true
      store.stallEnded(record)
      store.close()
    }
    #expect(try ReportStore(settings(folder)).endedRuns.isEmpty)
    let runs = try ReportFolder(folder.path).contents().runs
    // The test's own process, which has just made a store there too, is before it or after.
    #expect(runs.contains { $0.ending == .closed && $0.records.count == 1 })
  }

  @Test("of the last day by earlier starts of the program count towards its daily limit")
  func earlierStarts() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      var settings = ReportSettings()
      settings.folder = path
      let store = try ReportStore(settings)
      var dice = SplitMix(1)
      for (id, age) in [(1, 90_000), (2, 3_600), (3, 60)] {
        var record = StallRecord.sample(id: UInt64(id), using: &dice)
        record.startedWall.seconds = Int64(time(nil) - age)
        record.hasEnded = true
        store.stallEnded(record)
      }
    }
    let now = Int64(time(nil))
    let ages = try ReportStore(settings(folder)).earlierReports.map { now - $0 }.sorted()
    #expect(ages.count == 2 && (60...600).contains(ages[0]) && (3_600...4_200).contains(ages[1]), "\(ages)")
    let runs = try ReportFolder(path).contents().runs
    #expect(ReportFolder.reports(of: "/another/program", in: runs, now: now).isEmpty)
  }

  @Test("take at most the room that is allowed: the oldest files go, those of living processes stay")
  func limits() throws {
    let folder = try TemporaryFolder()
    var settings = settings(folder)
    settings.recordCount = 4
    settings.recordSize = 2048
    let mine = try ReportStore(settings)
    let bytes = try FileBytes.read(mine.path, limit: 1 << 24)
    for day in 1...12 {
      var dead = bytes
      dead[ReportLayout.stateOffset] = UInt8(ReportLayout.RunState.closed)
      let path = "\(folder.path)/202001\(day < 10 ? "0" : "")\(day)-000000-\(day).stalls"
      try FileBytes.replace(path, with: dead)
      age(path, days: 20 - day)
    }
    func names() throws -> [String] {
      try FileBytes.names(in: folder.path).filter { $0.hasPrefix("2020") }.sorted()
    }
    let now = Int64(time(nil))
    try ReportFolder(folder.path).prune(settings, now: now)
    #expect(try names().count == 3)  // not older than ten days
    settings.maximumFiles = 2
    try ReportFolder(folder.path).prune(settings, now: now)
    #expect(try names() == ["20200111-000000-11.stalls", "20200112-000000-12.stalls"])
    settings.maximumBytes = bytes.count
    try ReportFolder(folder.path).prune(settings, now: now)
    #expect(try names() == ["20200112-000000-12.stalls"])
    #expect(access(mine.path, F_OK) == 0)
  }

  private func age(_ path: String, days: Int) {
    var times = [timeval(tv_sec: time(nil) - days * 86_400, tv_usec: 0), timeval()]
    times[1] = times[0]
    utimes(path, times)
  }

  @Test("can not be kept in a folder that can not be made or written, or is none: that is reported")
  func badFolders() throws {
    var settings = ReportSettings()
    settings.folder = "/proc/nothing/here"
    #expect(throws: StallMonitorError.self) { try ReportStore(settings) }
    settings.folder = "/dev/null"
    #expect(throws: StallMonitorError.unusableFolder(path: "/dev/null", reason: "it is no folder")) {
      try ReportStore(settings)
    }
    settings.folder = "/proc/self"
    #expect(throws: StallMonitorError.self) { try ReportStore(settings) }
  }

  @Test("refuse settings that make no sense, and say what they may be")
  func badSettings() throws {
    func refused(_ change: (inout ReportSettings) -> Void) -> Bool {
      var settings = ReportSettings()
      change(&settings)
      do { _ = try ReportStore(settings) } catch {
        if case .badSetting = error { return true }
      }
      return false
    }
    #expect(refused { $0.recordSize = 100 })
    #expect(refused { $0.recordSize = 4097 })
    #expect(refused { $0.recordCount = -1 })
    #expect(refused { $0.recordCount = .max })
    #expect(refused { $0.maximumFiles = 0 })
    #expect(refused { $0.maximumBytes = -1 })
    #expect(refused { $0.maximumAge = .seconds(-1) })
    #expect(refused { $0.folder = "" })
  }
}
