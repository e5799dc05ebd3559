import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

@Suite("What a process writes of its stalls", .hangLimit)
struct ReportWriterTests {
  private func writer(_ folder: TemporaryFolder, slots: Int = 4) throws -> ReportWriter {
    try ReportWriter(
      path: folder.path + "/a.stalls", slotSize: 4096, slotCount: slots, wallSeconds: 1_790_000_000,
      monotonic: 5)
  }

  private func state(_ path: String) throws -> UInt8 {
    try FileBytes.read(path, limit: 1 << 24)[ReportLayout.stateOffset]
  }

  @Test("stays open when it is closed during a stall, and is closed after it")
  func closing() throws {
    for (hasEnded, state) in [(true, ReportLayout.RunState.closed), (false, ReportLayout.RunState.open)] {
      let folder = try TemporaryFolder()
      var settings = ReportSettings()
      settings.folder = folder.path
      let store = try ReportStore(settings)
      var dice = SplitMix(1)
      var record = StallRecord.sample(id: 1, using: &dice)
      store.stallBegan(record)
      record.hasEnded = hasEnded
      store.stallEnded(record)
      store.close()
      #expect(try self.state(store.path) == UInt8(state))
      // Nothing is written after that.
      store.stallBegan(.sample(id: 2, using: &dice))
      #expect(try ReportReader.read(store.path).records.map(\.id) == [1])
    }
    let folder = try TemporaryFolder()
    let empty = try writer(folder)
    empty.close(hasOpenRecords: false)
    #expect(try state(empty.path) == UInt8(ReportLayout.RunState.closed))
    #expect(try ReportReader.read(empty.path).ending == .closed)
  }

  @Test("is in one slot for each stall, however often that is written")
  func oneSlotEach() throws {
    let folder = try TemporaryFolder()
    let writer = try writer(folder, slots: 6)
    var dice = SplitMix(2)
    for round in 0..<20 {
      for id in 1...5 as ClosedRange<UInt64> {
        var record = StallRecord.sample(id: id, stacks: 1, using: &dice)
        record.lastSeen += UInt64(round)
        record.hasEnded = round == 19
        try writer.write(record)
      }
    }
    let bytes = try FileBytes.read(writer.path, limit: 1 << 24)
    let start = ReportLayout.headerSize + ReportLayout.moduleAreaSize
    let used = (0..<6).count { slot in
      bytes[(start + slot * 4096)..<(start + slot * 4096 + 8)].contains { $0 != 0 }
    }
    #expect(used == 5 && writer.dropped == 0 && !writer.hasOpenRecords)
    #expect(
      try ReportReader.read(writer.path).records.map(\.lastSeen) == Array(repeating: 1_400_000_019, count: 5))
    writer.remove(3)
    #expect(try ReportReader.read(writer.path).records.map(\.id) == [1, 2, 4, 5])
  }

  @Test("names the modules that are loaded later, too")
  func laterModules() throws {
    let folder = try TemporaryFolder()
    let writer = try writer(folder)
    var dice = SplitMix(3)
    var record = StallRecord.sample(id: 1, stacks: 1, using: &dice)
    let here = UInt(bitPattern: try #require(dlsym(nil, "strtoull")))
    record.samples[0].addresses = [here]
    try writer.write(record)
    // A library that no test uses otherwise, and that stays.
    let library = try #require(
      dlopen("libBrokenLocale.so.1", RTLD_NOW) ?? dlopen("libnss_compat.so.2", RTLD_NOW))
    let image = try #require(
      LoadedImage.list().first { $0.path.contains("libBrokenLocale") || $0.path.contains("libnss_compat") })
    let there = image.start + 16
    for (stack, owner) in [([there], [here]), ([here], [there])] {
      record.id += 1
      record.samples[0].addresses = stack
      record.diagnosis.lockOwner?.stack.addresses = owner
      try writer.write(record)
      let run = try ReportReader.read(writer.path)
      let written = try #require(run.records.last)
      let modules = run.modules(of: written)
      for address in [here, there] {
        #expect(modules.contains { $0.start <= address && address < $0.end })
      }
      #expect(modules.count == Set(modules.map(\.start)).count)
    }
    // What was known when the first one was written does not change.
    let run = try ReportReader.read(writer.path)
    let first = try #require(run.records.first)
    #expect(!run.modules(of: first).contains { $0.start <= there && there < $0.end })
    withExtendedLifetime(library) {}
  }

  @Test("that has no room for a record says so, and keeps the others")
  func tooLarge() throws {
    let folder = try TemporaryFolder()
    let writer = try ReportWriter(
      path: folder.path + "/a.stalls", slotSize: 2048, slotCount: 4, wallSeconds: 0, monotonic: 0)
    var dice = SplitMix(4)
    try writer.write(.sample(id: 1, using: &dice))
    var large = StallRecord.sample(id: 2, using: &dice)
    for number in 0..<16 { large.notes["note \(number)"] = String(repeating: "x", count: 250) }
    #expect(throws: StallMonitorError.self) { try writer.write(large) }
    #expect(writer.dropped == 1)
    let run = try ReportReader.read(writer.path)
    #expect(run.records.map(\.id) == [1] && run.dropped == 1)
  }
}

@Suite("What is read of a process's stalls", .hangLimit)
struct ReportReaderTests {
  /// The bytes of a file, with the header's checksum made right again.
  private func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let checksum = bytes.withUnsafeBytes {
      ReportHead.checksum(UnsafeRawBufferPointer(rebasing: $0[..<ReportLayout.headerSize]))
    }
    withUnsafeBytes(of: checksum.littleEndian) { word in
      bytes.replaceSubrange(
        ReportLayout.headerChecksumOffset..<ReportLayout.headerChecksumOffset + 8, with: word)
    }
    return bytes
  }

  @Test("of a process that was killed between two states of a record is the newer one, wherever it is")
  func twoStates() throws {
    let folder = try TemporaryFolder()
    let writer = try ReportWriter(
      path: folder.path + "/a.stalls", slotSize: 4096, slotCount: 4, wallSeconds: 0, monotonic: 0)
    var dice = SplitMix(1)
    var record = StallRecord.sample(id: 1, stacks: 1, using: &dice)
    try writer.write(record)
    let before = try FileBytes.read(writer.path, limit: 1 << 24)
    record.lastSeen += 5
    try writer.write(record)
    let after = try FileBytes.read(writer.path, limit: 1 << 24)
    let start = ReportLayout.headerSize + ReportLayout.moduleAreaSize
    func slot(_ number: Int) -> Range<Int> { start + number * 4096..<start + (number + 1) * 4096 }
    // The first state is in slot 0, the second in slot 1; and the other way round.
    for (old, new) in [(0, 1), (1, 0), (3, 2)] {
      var both = after
      for number in 0..<4 { both.replaceSubrange(slot(number), with: Array(repeating: 0, count: 4096)) }
      both.replaceSubrange(slot(old), with: before[slot(0)])
      both.replaceSubrange(slot(new), with: after[slot(1)])
      let run = try ReportReader.run(in: both, path: "x")
      #expect(run.records.map(\.lastSeen) == [1_400_000_005] && run.torn == 0)
    }
  }

  @Test(
    "is a stall in which the process was killed only when the process is gone and the stall had not ended")
  func killed() throws {
    let folder = try TemporaryFolder()
    let writer = try ReportWriter(
      path: folder.path + "/a.stalls", slotSize: 4096, slotCount: 4, wallSeconds: 0, monotonic: 0)
    var dice = SplitMix(1)
    try writer.write(.sample(id: 1, stacks: 1, using: &dice))
    var ended = StallRecord.sample(id: 2, stacks: 1, using: &dice)
    ended.hasEnded = true
    try writer.write(ended)
    let bytes = try FileBytes.read(writer.path, limit: 1 << 24)
    #expect(
      try ReportReader.run(in: bytes, path: "x").records.map(\.kind) == [.mainThreadStall, .mainThreadStall])
    // Another process had the number before.
    var dead = bytes
    dead[ReportLayout.startTicksOffset] ^= 1
    let run = try ReportReader.run(in: sealed(dead), path: "x")
    #expect(run.ending == .ended && run.records.map(\.kind) == [.stalledAndKilled, .mainThreadStall])
    // The machine was started since.
    dead = bytes
    dead[ReportLayout.bootOffset] ^= 1
    #expect(try ReportReader.run(in: sealed(dead), path: "x").ending == .ended)
    // A process of another container: nothing is known of it.
    dead = bytes
    dead[ReportLayout.pidNamespaceOffset] ^= 1
    let other = try ReportReader.run(in: sealed(dead), path: "x")
    #expect(other.ending == .unknown && other.records.map(\.kind) == [.mainThreadStall, .mainThreadStall])
    // Closed is closed, whatever became of the process.
    dead[ReportLayout.stateOffset] = UInt8(ReportLayout.RunState.closed)
    #expect(try ReportReader.run(in: sealed(dead), path: "x").ending == .closed)
    // A head whose checksum is wrong is not believed.
    #expect(throws: StallMonitorError.unreadable(path: "x", reason: "its head was damaged")) {
      var bytes = bytes
      bytes[ReportLayout.startTicksOffset] ^= 1
      return try ReportReader.run(in: bytes, path: "x")
    }
  }

  @Test("is in the order in which it was written last")
  func order() throws {
    let folder = try TemporaryFolder()
    let writer = try ReportWriter(
      path: folder.path + "/a.stalls", slotSize: 4096, slotCount: 8, wallSeconds: 0, monotonic: 0)
    var dice = SplitMix(1)
    for id in [4, 2, 9, 1, 2, 4] as [UInt64] { try writer.write(.sample(id: id, stacks: 1, using: &dice)) }
    #expect(try ReportReader.read(writer.path).records.map(\.id) == [9, 1, 2, 4])
  }
}
