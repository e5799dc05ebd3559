/// What a report file says of one run of a program.
public struct StallRun: Sendable {
  public enum Ending: String, Sendable {
    /// It runs.
    case running
    /// It closed its reports.
    case closed
    /// It ended without closing its reports: killed, crashed, or by `exit`.
    case ended
    /// Its process number is one of another container.
    case unknown
  }

  /// The file's name without its ending: what reports of this run are called by.
  public var name: String
  public var path: String
  public var process: Int32
  public var executable: String
  /// Seconds of the wall clock when the reports were begun.
  public var begun: Int64
  public var ending: Ending
  /// The stalls, by when they were last written.
  public var records: [StallRecord]
  /// Records that had to make room for newer ones.
  public var dropped: Int
  /// Slots that hold no whole record.
  public var torn: Int
  /// What the loops did last, where a heartbeat page of the dead process told it.
  public var lastCallouts: [LastCallout]
  /// What is wrong with the file; empty when nothing is.
  public var remarks: [String]

  var identity: ProcessIdentity
  var modules: [LoadedImage]
  /// How many of the modules were known when a record was written.
  var moduleCounts: [UInt64: Int]
  var wasExamined: Bool

  /// The modules as they lay when the record was written.
  public func modules(of record: StallRecord) -> [LoadedImage] {
    Array(modules.prefix(moduleCounts[record.id] ?? modules.count))
  }
}

extension StallRun {
  /// Reads one file.
  public init(path: String) throws(StallMonitorError) { self = try ReportReader.read(path) }
}

/// Reads report files: of running processes, of killed ones, torn ones, and what only looks like one.
enum ReportReader {
  private static let largest = 1 << 28
  /// How often the file of a running process is read until it holds still.
  private static let attempts = 100

  static func read(_ path: String) throws(StallMonitorError) -> StallRun {
    var bytes = try FileBytes.read(path, limit: largest)
    let run = try run(in: bytes, path: path)
    guard run.ending == .running else { return run }
    // A record that is rewritten meanwhile may look torn, or be seen in neither of its slots: only bytes that are the same
    // twice are of one moment.
    for _ in 0..<attempts {
      let again = try FileBytes.read(path, limit: largest)
      if again == bytes { break }
      bytes = again
    }
    return try self.run(in: bytes, path: path)
  }

  static func run(in bytes: [UInt8], path: String) throws(StallMonitorError) -> StallRun {
    func fail(_ reason: String) -> StallMonitorError { .unreadable(path: path, reason: reason) }
    func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
      bytes.withUnsafeBytes {
        Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
      }
    }
    guard bytes.count >= ReportLayout.headerSize else { throw fail("it is too short for a report file") }
    guard number(ReportLayout.magicOffset) == ReportLayout.magic else { throw fail("it is no report file") }
    let version: UInt32 = number(ReportLayout.versionOffset)
    guard version == ReportLayout.version else {
      throw fail("it is of version \(version), and this reads version \(ReportLayout.version)")
    }
    let checksum: UInt64 = number(ReportLayout.headerChecksumOffset)
    guard
      bytes.withUnsafeBytes({ headerChecksum(.init(rebasing: $0[..<ReportLayout.headerSize])) }) == checksum
    else { throw fail("its head was damaged") }
    let slotSize = Int(number(ReportLayout.slotSizeOffset) as UInt32)
    let slotCount = Int(number(ReportLayout.slotCountOffset) as UInt32)
    let moduleArea = Int(number(ReportLayout.moduleAreaOffset) as UInt32)
    let slotArea = Int(number(ReportLayout.slotAreaOffset) as UInt32)
    guard ReportLayout.slotSizes.contains(slotSize), ReportLayout.slotCounts.contains(slotCount),
      moduleArea >= ReportLayout.headerSize, slotArea >= moduleArea
    else { throw fail("its head makes no sense") }

    var names = RecordReader(bytes[ReportLayout.namesOffset..<ReportLayout.lastWordsOffset])
    let identity = ProcessIdentity(
      pid: number(ReportLayout.pidOffset), startTicks: number(ReportLayout.startTicksOffset),
      pidNamespace: number(ReportLayout.pidNamespaceOffset),
      boot: Array(bytes[ReportLayout.bootOffset..<ReportLayout.bootOffset + 16]))
    let state: UInt64 = number(ReportLayout.stateOffset)
    let life = identity.life
    var run = StallRun(
      name: name(of: path), path: path, process: identity.pid, executable: (try? names.text()) ?? "",
      begun: number(ReportLayout.wallSecondsOffset), ending: ending(state, life), records: [],
      dropped: Int(clamping: number(ReportLayout.droppedOffset) as UInt64), torn: 0, lastCallouts: [],
      remarks: [],
      identity: identity, modules: [], moduleCounts: [:], wasExamined: state == ReportLayout.State.examined)

    let moduleBytes = Int(clamping: number(ReportLayout.moduleBytesOffset) as UInt64)
    let moduleEnd = moduleArea + min(moduleBytes, slotArea - moduleArea)
    readModules(bytes[min(moduleArea, bytes.count)..<min(moduleEnd, bytes.count)], into: &run)
    run.lastCallouts = LastCallout.read(bytes[ReportLayout.lastWordsOffset..<ReportLayout.headerSize])
    readSlots(bytes, at: slotArea, size: slotSize, count: slotCount, into: &run)
    return run
  }

  /// Of all in the header that does not change.
  static func headerChecksum(_ header: UnsafeRawBufferPointer) -> UInt64 {
    let fixed = UnsafeRawBufferPointer(rebasing: header[..<ReportLayout.headerChecksumOffset])
    let names = UnsafeRawBufferPointer(
      rebasing: header[ReportLayout.namesOffset..<ReportLayout.lastWordsOffset])
    return ReportLayout.checksum(names, seed: ReportLayout.checksum(fixed, seed: 1))
  }

  static let suffix = ".stalls"

  private static func name(of path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return last.hasSuffix(suffix) ? String(last.dropLast(suffix.count)) : last
  }

  private static func ending(_ state: UInt64, _ life: ProcessIdentity.Life) -> StallRun.Ending {
    if state == ReportLayout.State.closed { return .closed }
    return switch life {
    case .lives: .running
    case .gone: .ended
    case .unknown: .unknown
    }
  }

  private static func readModules(_ bytes: ArraySlice<UInt8>, into run: inout StallRun) {
    var reader = RecordReader(bytes)
    do {
      while !reader.isAtEnd {
        var entry = RecordReader(try reader.raw())
        run.modules.append(try LoadedImage(from: &entry))
      }
    } catch {
      run.remarks.append("the list of modules was damaged: \(error.reason)")
    }
  }

  private static func readSlots(
    _ bytes: [UInt8], at slotArea: Int, size: Int, count: Int, into run: inout StallRun
  ) {
    // By record: a killed process can leave the last two states of one behind.
    var newest: [UInt64: (sequence: UInt64, decoded: RecordCoding.Decoded)] = [:]
    for slot in 0..<count {
      let start = slotArea + slot * size
      guard start + size <= bytes.count else {
        run.remarks.append("it was cut short: \(count - slot) of its \(count) slots are missing")
        break
      }
      do {
        guard let (sequence, content) = try content(of: bytes[start..<start + size]) else { continue }
        let decoded = try RecordCoding.decode(content)
        if newest[decoded.record.id].map({ $0.sequence < sequence }) ?? true {
          newest[decoded.record.id] = (sequence, decoded)
        }
      } catch {
        run.torn += 1
        run.remarks.append("slot \(slot) can not be read: \(error.reason)")
      }
    }
    for (_, decoded) in newest.values.sorted(by: { $0.sequence < $1.sequence }) {
      var record = decoded.record
      if !record.hasEnded, run.ending == .ended { record.kind = .stalledAndKilled }
      run.moduleCounts[record.id] = decoded.moduleCount
      run.records.append(record)
    }
  }

  /// A slot's commit word and contents; nil when there is no record in it.
  private static func content(
    of slot: ArraySlice<UInt8>
  ) throws(RecordReader.Malformed) -> (sequence: UInt64, bytes: ArraySlice<UInt8>)? {
    func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
      slot.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }
    let sequence: UInt64 = number(ReportLayout.commitOffset)
    guard sequence != 0 else { return nil }
    let length = Int(number(ReportLayout.lengthOffset) as UInt32)
    guard length <= slot.count - ReportLayout.slotHeaderSize else { throw .init(reason: "it is too long") }
    let start = slot.startIndex + ReportLayout.slotHeaderSize
    let content = slot[start..<start + length]
    guard
      content.withUnsafeBytes({ ReportLayout.checksum($0, seed: sequence) })
        == number(ReportLayout.checksumOffset)
    else { throw .init(reason: "its checksum is wrong") }
    return (sequence, content)
  }
}
