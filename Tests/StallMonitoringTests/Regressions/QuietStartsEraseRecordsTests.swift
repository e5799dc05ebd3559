import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Starts without a stall, and other programs, removed the only record of one.
@Suite("Records and the starts after them", .hangLimit)
struct QuietStartsEraseRecordsTests {
  private let folder: TemporaryFolder
  private let now = Int64(time(nil))

  init() throws { folder = try TemporaryFolder() }

  private var settings: ReportSettings {
    var settings = ReportSettings()
    settings.folder = folder.path
    settings.recordCount = 4
    settings.recordSize = 2048
    return settings
  }

  private func record(hasEnded: Bool = true) -> StallRecord {
    var dice = SplitMix(1)
    var record = StallRecord.sample(id: 1, stacks: 1, using: &dice)
    record.hasEnded = hasEnded
    return record
  }

  /// A file of an ended process, so many days old.
  private func file(
    _ name: String, days: Int, of program: String = "/opt/app", closed: Bool = true,
    records: [StallRecord] = []
  ) throws {
    var report = CraftedReport()
    report.executable = program
    report.state = closed ? ReportLayout.RunState.closed : ReportLayout.RunState.open
    for record in records { report.add(record) }
    let path = "\(folder.path)/\(name).stalls"
    try FileBytes.replace(path, with: report.bytes)
    age(path, days: days)
  }

  private func age(_ path: String, days: Int) {
    var times = [timeval(tv_sec: Int(now) - days * 86_400, tv_usec: 0), timeval()]
    times[1] = times[0]
    utimes(path, times)
  }

  private func names() throws -> [String] {
    try FileBytes.names(in: folder.path).map { String($0.dropLast(7)) }
  }

  @Test("A record outlives any number of starts without a stall")
  func quietStarts() throws {
    let first = try ReportStore(settings)
    first.stallEnded(record())
    first.close()
    age(first.path, days: 1)
    for _ in 0..<30 {
      let store = try ReportStore(settings)
      store.close()
      age(store.path, days: 0)
    }
    let runs = try ReportFolder(folder.path).contents().runs
    #expect(runs.flatMap(\.records).count == 1)
    #expect(runs.count <= 22)
  }

  @Test("Limits are those of each program: a busy one does not remove another's records")
  func perProgram() throws {
    try file("mine", days: 5, records: [record()])
    for number in 0..<40 { try file("other-\(number)", days: 1, of: "/opt/other", records: [record()]) }
    try ReportFolder(folder.path).prune(settings, now: now)
    #expect(try names().contains("mine") && names().count == 21)
    // The folder has a limit of its own, which takes empty files of any program first.
    try file("empty", days: 0)
    var settings = settings
    settings.maximumFolderBytes = 0
    try ReportFolder(folder.path).prune(settings, now: now)
    #expect(try names().isEmpty)
  }

  @Test("The record of a killed run stays until it has been read, and a month at least")
  func killed() throws {
    try file("unread", days: 400, closed: false, records: [record(hasEnded: false)])
    try file("closed", days: 11, records: [record()])
    try file("nothing", days: 400, closed: false)
    for number in 0..<25 { try file("quiet-\(number)", days: 0) }
    let reports = ReportFolder(folder.path)
    try reports.prune(settings, now: now)
    #expect(try names().contains("unread") && !names().contains("closed") && !names().contains("nothing"))
    for number in 0..<25 { try file("later-\(number)", days: 1, records: [record()]) }
    try file("young", days: 9, closed: false, records: [record(hasEnded: false)])
    // Older than other records may be, and younger than a month.
    try file("middle", days: 15, closed: false, records: [record(hasEnded: false)])
    try reports.prune(settings, now: now)
    #expect(try names().contains("unread") && names().contains("young") && names().contains("middle"))
    try reports.contents().runs.filter { $0.ending == .ended }.forEach(ReportFolder.markRead)
    try reports.prune(settings, now: now)
    // The younger ones have been read, too, and are kept for their month.
    #expect(try !names().contains("unread") && names().contains("young") && names().contains("middle"))
    #expect(try names().count == 19)
    // Reading changes neither the record nor the file's age.
    let run = try #require(try reports.contents().runs.first { $0.name == "young" })
    #expect(run.records.map(\.kind) == [.stalledAndKilled])
    var status = stat()
    #expect(stat(run.path, &status) == 0 && Int64(status.st_mtim.tv_sec) == now - 9 * 86_400)
  }

  @Test("Of a series of crashes the first one and the last ones stay")
  func crashLoop() throws {
    for number in 0..<30 {
      try file("crash-\(number)", days: 40 - number, closed: false, records: [record(hasEnded: false)])
    }
    try ReportFolder(folder.path).prune(settings, now: now)
    let left = try names()
    #expect(left.count == 20 && left.contains("crash-0") && left.contains("crash-29"))
    #expect(!left.contains("crash-1") && left.contains("crash-11"))
  }

  @Test("A file that can not be read goes like one without a record")
  func damaged() throws {
    try FileBytes.replace("\(folder.path)/damaged.stalls", with: [1, 2, 3])
    try file("record", days: 3, records: [record()])
    var settings = settings
    settings.maximumFolderBytes = CraftedReport().bytes.count
    try ReportFolder(folder.path).prune(settings, now: now)
    #expect(try names() == ["record"])
  }
}
