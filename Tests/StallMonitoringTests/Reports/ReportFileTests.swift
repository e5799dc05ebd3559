import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

@Suite("A report file", .hangLimit)
struct ReportFileTests {
  private func writer(_ folder: TemporaryFolder, slots: Int = 8, size: Int = 4096) throws -> ReportWriter {
    try ReportWriter(
      path: folder.path + "/a.stalls", slotSize: size, slotCount: slots, wallSeconds: 1_790_000_000,
      monotonic: 5)
  }

  @Test("shows a stall from its first sample on, and as it grows, while the process lives")
  func grows() throws {
    let folder = try TemporaryFolder()
    let writer = try writer(folder)
    var dice = SplitMix(1)
    var record = StallRecord.sample(stacks: 1, using: &dice)
    for count in 1...20 {
      record.samples = Array(repeating: record.samples[0], count: count)
      record.repeatCounts = Array(repeating: 0, count: count)
      record.hasEnded = count == 20
      try writer.write(record)
      let run = try ReportReader.read(writer.path)
      #expect(run.ending == .running && run.records.count == 1 && run.torn == 0)
      #expect(run.records.first.map(description) == description(record))
    }
    let run = try ReportReader.read(writer.path)
    #expect(run.process == getpid() && run.begun == 1_790_000_000 && run.executable.hasPrefix("/"))
    #expect(run.dropped == 0)
  }

  @Test("keeps the newest records, and records of stalls in progress")
  func ring() throws {
    let folder = try TemporaryFolder()
    let writer = try writer(folder)
    var dice = SplitMix(2)
    for id in 1...50 as ClosedRange<UInt64> {
      var record = StallRecord.sample(id: id, using: &dice)
      record.hasEnded = id != 3
      try writer.write(record)
    }
    let run = try ReportReader.read(writer.path)
    #expect(run.records.map(\.id) == [3, 44, 45, 46, 47, 48, 49, 50])
    #expect(run.dropped == 42)
  }

  @Test("has the modules that the addresses are in, by build and place")
  func modules() throws {
    let folder = try TemporaryFolder()
    let writer = try writer(folder)
    var dice = SplitMix(3)
    var record = StallRecord.sample(stacks: 1, using: &dice)
    let here = UInt(bitPattern: try #require(dlsym(nil, "strtoull")))
    record.samples[0].addresses = [here]
    try writer.write(record)
    let run = try ReportReader.read(writer.path)
    let module = try #require(run.modules(of: record).first { $0.start <= here && here < $0.end })
    #expect(module.path.contains("/libc.so"))
    #expect(module.buildID.count == 20)
    #expect(module.bias <= module.start)
  }

  @Test("has all its room from the start, and is not made where there is none")
  func noRoom() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      var settings = ReportSettings()
      settings.folder = path
      do throws(StallMonitorError) {
        _ = try ReportStore(settings)
        exit(1)
      } catch {
        guard case .unwritable(_, let reason) = error else { exit(2) }
        #expect(reason.contains("KiB are needed") && reason.contains("File too large"))
      }
      #expect(((try? FileBytes.names(in: path)) ?? ["?"]).isEmpty)
    }
  }

  @Test("that another program has truncated is no longer written, which is reported, and the process lives")
  func cutShort() throws {
    let folder = try TemporaryFolder()
    var settings = ReportSettings()
    settings.folder = folder.path
    let store = try ReportStore(settings)
    var dice = SplitMix(4)
    store.stallBegan(.sample(using: &dice))
    #expect(store.failure == nil)
    truncate(store.path, 70_000)
    store.stallBegan(.sample(id: 2, using: &dice))
    #expect(store.failure == .unwritable(path: store.path, reason: "another program has truncated it"))
    store.close()
    let run = try ReportReader.read(store.path)
    #expect(run.remarks.contains { $0.hasPrefix("it was cut short") })
  }

  @Test("has checksums in which each byte counts, also behind the last whole word", arguments: 1...17)
  func checksums(_ count: Int) {
    let bytes = (0..<count).map { UInt8($0) }
    var sums: Set<UInt64> = []
    for changed in 0...count {
      var bytes = bytes
      // The last of them is as it was.
      if changed < count { bytes[changed] ^= 1 }
      sums.insert(bytes.withUnsafeBytes { ReportLayout.checksum($0, seed: 7) })
    }
    sums.insert((bytes + [0]).withUnsafeBytes { ReportLayout.checksum($0, seed: 7) })
    sums.insert(bytes.withUnsafeBytes { ReportLayout.checksum($0, seed: 8) })
    #expect(sums.count == count + 3)
  }

  @Test(
    "of random bytes, truncated anywhere, or with any wrong bit, is reported as damaged, or read without the damaged parts"
  )
  func hostile() throws {
    let folder = try TemporaryFolder()
    let writer = try writer(folder, slots: 4, size: 2048)
    var dice = SplitMix(5)
    for id in 1...4 as ClosedRange<UInt64> { try writer.write(.sample(id: id, stacks: 3, using: &dice)) }
    let good = try FileBytes.read(writer.path, limit: 1 << 24)
    #expect(try ReportReader.run(in: good, path: "x").records.count == 4)
    // Cut short: what is left is read.
    for _ in 0..<120 * Fuzz.factor {
      let length = Int.random(in: 0...good.count, using: &dice)
      if let run = try? ReportReader.run(in: Array(good[..<length]), path: "x") {
        #expect(run.records.count <= 4 && (length == good.count || !run.remarks.isEmpty))
      } else {
        #expect(length < 4096)
      }
    }
    // Wrong bytes in slots: never a wrong record, for each has its checksum.
    let slots = ReportLayout.headerSize + ReportLayout.moduleAreaSize
    let records = Set(try ReportReader.run(in: good, path: "x").records.map(description))
    for _ in 0..<400 * Fuzz.factor {
      var bytes = good
      bytes[Int.random(in: slots..<bytes.count, using: &dice)] ^= UInt8.random(in: 1...255, using: &dice)
      let run = try ReportReader.run(in: bytes, path: "x")
      #expect(run.records.allSatisfy { records.contains(description($0)) } && run.records.count >= 3)
    }
    // Wrong bytes in the head and among the modules.
    for _ in 0..<800 * Fuzz.factor {
      var bytes = good
      bytes[Int.random(in: 0..<9000, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      _ = try? ReportReader.run(in: bytes, path: "x")
    }
    for _ in 0..<20 * Fuzz.factor {
      var bytes = (0..<80_000).map { _ in UInt8.random(in: 0...255, using: &dice) }
      #expect(throws: StallMonitorError.self) { try ReportReader.run(in: bytes, path: "x") }
      bytes.replaceSubrange(0..<4096, with: good[..<4096])
      _ = try ReportReader.run(in: bytes, path: "x")
    }
  }
}
