import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

@Suite("A folder of reports", .hangLimit)
struct ReportFolderTests {
  private func run(
    _ executable: String = "/opt/app", begun: Int64 = 1_000_000, seconds: [Int64] = [], dropped: Int = 0
  ) -> StallRun {
    let records = seconds.map { seconds -> StallRecord in
      var record = StallRecord()
      record.startedWall = (seconds, 0)
      return record
    }
    return StallRun(
      name: "x", path: "x", process: 1, executable: executable, begun: begun, ending: .closed,
      records: records,
      dropped: dropped, torn: 0, lastCallouts: [], remarks: [], identity: .current, modules: [],
      moduleCounts: [:],
      wasExamined: false)
  }

  @Test("lists the reports of the last day by earlier starts of the same program")
  func lastDay() {
    let now: Int64 = 1_000_000
    func reports(_ runs: StallRun...) -> [Int64] {
      ReportFolder.reports(of: "/opt/app", in: runs, now: now).sorted()
    }
    #expect(
      reports(run(seconds: [now, now - 1, now - 86_399, now - 86_400])) == [now - 86_399, now - 1, now])
    // A wall clock that was ahead.
    #expect(reports(run(seconds: [now + 1, now + 86_400])) == [])
    #expect(reports(run("/opt/other", seconds: [now - 1])) == [])
    #expect(reports(run(seconds: [now - 5]), run(seconds: [now - 7])) == [now - 7, now - 5])
  }

  @Test("counts the reports that had to make room as made when the run began")
  func dropped() {
    let now: Int64 = 1_000_000
    let young = run(begun: now - 3_600, seconds: [now - 60], dropped: 3)
    #expect(
      ReportFolder.reports(of: "/opt/app", in: [young], now: now).sorted()
        == [now - 3_600, now - 3_600, now - 3_600, now - 60])
    let old = run(begun: now - 100_000, seconds: [now - 60], dropped: 3)
    #expect(ReportFolder.reports(of: "/opt/app", in: [old], now: now) == [now - 60])
    #expect(
      ReportFolder.reports(of: "/opt/app", in: [run(begun: now, dropped: .max)], now: now).count == 100_000)
  }

  /// A file of a process that is gone, or of which nothing is known.
  private func write(_ path: String, _ change: (inout [UInt8]) -> Void) throws {
    var settings = ReportSettings()
    let folder = try TemporaryFolder()
    settings.folder = folder.path
    settings.recordCount = 4
    settings.recordSize = 2048
    let store = try ReportStore(settings)
    var bytes = try FileBytes.read(store.path, limit: 1 << 24)
    change(&bytes)
    let checksum = bytes.withUnsafeBytes {
      ReportHead.checksum(UnsafeRawBufferPointer(rebasing: $0[..<ReportLayout.headerSize]))
    }
    withUnsafeBytes(of: checksum.littleEndian) { word in
      bytes.replaceSubrange(
        ReportLayout.headerChecksumOffset..<ReportLayout.headerChecksumOffset + 8, with: word)
    }
    try FileBytes.replace(path, with: bytes)
    withExtendedLifetime(store) {}
  }

  @Test("keeps the files of processes that live, or may live, whatever the limits")
  func prune() throws {
    let folder = try TemporaryFolder()
    try write(folder.path + "/lives.stalls") { _ in }
    try write(folder.path + "/elsewhere.stalls") { $0[ReportLayout.pidNamespaceOffset] ^= 1 }
    try write(folder.path + "/gone.stalls") { $0[ReportLayout.startTicksOffset] ^= 1 }
    try write(folder.path + "/rebooted.stalls") { $0[ReportLayout.bootOffset] ^= 1 }
    try FileBytes.replace(folder.path + "/notes.txt", with: [1])
    try FileBytes.replace(folder.path + "/damaged.stalls", with: [1, 2, 3])
    var settings = ReportSettings()
    settings.maximumBytes = 0
    try ReportFolder(folder.path).prune(settings, now: Int64(time(nil)))
    #expect(try FileBytes.names(in: folder.path) == ["elsewhere.stalls", "lives.stalls", "notes.txt"])
  }

  @Test("is searched only once for runs that ended without closing")
  func examine() throws {
    let folder = try TemporaryFolder()
    try write(folder.path + "/gone.stalls") { $0[ReportLayout.startTicksOffset] ^= 1 }
    try write(folder.path + "/lives.stalls") { _ in }
    let reports = ReportFolder(folder.path)
    let runs = try reports.contents().runs
    #expect(runs.map(\.ending) == [.ended, .running] || runs.map(\.ending) == [.running, .ended])
    #expect(reports.examine(runs).map(\.name) == ["gone"])
    // Who has read the folder before does not get it again, nor does who reads it now.
    #expect(reports.examine(runs).isEmpty)
    let again = try reports.contents().runs
    #expect(again.contains { $0.name == "gone" && $0.wasExamined && $0.ending == .ended })
    #expect(reports.examine(again).isEmpty)
    // Somebody else is about to: it is theirs.
    try write(folder.path + "/second.stalls") { $0[ReportLayout.startTicksOffset] ^= 1 }
    let descriptor = open(folder.path + "/second.stalls", O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    #expect(try reports.examine(reports.contents().runs).isEmpty)
    #expect(flock(descriptor, LOCK_UN) == 0)
    #expect(try reports.examine(reports.contents().runs).map(\.name) == ["second"])
  }

  @Test("has its runs oldest first, and says which files can not be read")
  func contents() throws {
    let folder = try TemporaryFolder()
    for (name, second) in [("b", 20), ("a", 30), ("c", 10)] as [(String, UInt8)] {
      try write(folder.path + "/\(name).stalls") { bytes in
        for index in 0..<8 { bytes[ReportLayout.wallSecondsOffset + index] = index == 0 ? second : 0 }
      }
    }
    try FileBytes.replace(folder.path + "/empty.stalls", with: [])
    let (runs, failures) = try ReportFolder(folder.path).contents()
    #expect(runs.map(\.name) == ["c", "b", "a"] && failures.count == 1)
  }
}

@Suite("Which process a file is of", .hangLimit)
struct ProcessIdentityTests {
  @Test("this one lives; one of another start, boot or container does not, or is not known")
  func life() {
    let mine = ProcessIdentity.current
    #expect(mine.life == .lives && mine.pid == getpid() && mine.startTicks > 0 && mine.boot.count == 16)
    var other = mine
    other.startTicks += 1
    #expect(other.life == .gone)
    other = mine
    other.boot[3] ^= 1
    #expect(other.life == .gone)
    other = mine
    other.pidNamespace += 1
    #expect(other.life == .unknown)
    other = mine
    other.pid = .max
    #expect(other.life == .gone)
    // A kernel that was started since is certain, whatever the container.
    other = mine
    other.boot[0] ^= 1
    other.pidNamespace += 1
    #expect(other.life == .gone)
  }

  @Test("a zombie counts as ended")
  func zombie() throws {
    let program = try ChildProgram("/bin/true")
    let child = program.process
    // Waited for, and left as it is.
    var information = siginfo_t()
    #expect(waitid(P_PID, id_t(child), &information, Int32(WEXITED | WNOWAIT)) == 0)
    var identity = ProcessIdentity.current
    identity.pid = child
    identity.startTicks = try #require(ProcessStart.ticks(of: child))
    #expect(identity.life == .gone)
    // Reaped now.
    #expect(program.wait() == 0)
  }
}

@Suite("The last words of a process", .hangLimit)
struct LastWordsTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = try TemporaryFolder(in: "/dev/shm")
    defer { withExtendedLifetime(folder) {} }
    try body(folder.path)
  }

  @Test("are found by its number and its start, and forgotten when they are written down")
  func page() throws {
    try withFolder { folder in
      let page = try HeartbeatPage(folder: folder)
      let heartbeat = Heartbeat("loop")
      let place = try #require(
        page.takeLine(label: "loop", thread: heartbeat.thread, isMain: false, isForeign: true))
      heartbeat.move(to: place.line)
      heartbeat.begin(Heartbeat.Work("last"))
      page.tell(now: 1, threshold: 1)
      defer { heartbeat.move(to: nil) }
      let mine = ProcessIdentity.current
      let words = LastWords.find(of: mine, in: folder)
      #expect(words.map(\.callout.label) == ["last"] && words.map(\.callout.loop) == ["loop"])
      #expect(words.map(\.wasWaiting) == [false])
      // Another process that had the number before, and one with another number.
      var other = mine
      other.startTicks -= 1
      #expect(LastWords.find(of: other, in: folder).isEmpty)
      LastWords.forget(other, in: folder)
      other = mine
      other.pid += 1
      #expect(LastWords.find(of: other, in: folder).isEmpty)
      LastWords.forget(other, in: folder)
      #expect(HeartbeatReader.pages(in: folder).count == 1)
      LastWords.forget(mine, in: folder)
      #expect(HeartbeatReader.pages(in: folder).isEmpty && LastWords.find(of: mine, in: folder).isEmpty)
    }
  }

  @Test(
    "are read back as they were written down, as many as there is room for, and not when they are damaged")
  func bytes() {
    func words(_ count: Int) -> [LastCallout] {
      (0..<count).map { number in
        LastCallout(
          callout: Callout(
            kind: .timer, label: "timer \(number)", site: "App/File.swift:\(number)", code: UInt(number),
            loop: "loop",
            mode: "default"), wasWaiting: number % 2 == 0)
      }
    }
    let room = ReportLayout.headerSize - ReportLayout.lastWordsOffset
    func area(_ words: [LastCallout]) -> [UInt8] {
      let bytes = LastCallout.bytes(words)
      return bytes + Array(repeating: 0, count: room - bytes.count)
    }
    for count in [0, 1, 2, 10] {
      #expect(LastCallout.read(area(words(count))[...]) == words(count))
    }
    let many = LastCallout.read(area(words(500))[...])
    #expect(many.count > 10 && many == Array(words(500).prefix(many.count)))
    var damaged = area(words(3))
    damaged[30] ^= 1
    #expect(LastCallout.read(damaged[...]).isEmpty)
    #expect(LastCallout.read(Array(repeating: 0xFF, count: room)[...]).isEmpty)
  }
}
