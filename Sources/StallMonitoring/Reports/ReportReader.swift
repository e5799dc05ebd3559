/// The reports of one run of a program.
public struct StallRun: Sendable {
  /// The state of the process.
  public enum Ending: String, Sendable {
    /// It runs.
    case running
    /// It closed its reports.
    case closed
    /// It ended without closing its reports: `StallRun.end` says how.
    case ended
    /// Its process number is one of another container.
    case unknown
  }

  /// The file's name without its extension, which names this run's reports.
  public var name: String
  /// The path of the file.
  public var path: String
  /// The process's number, in its own container.
  public var process: Int32
  /// The path of the executable; empty when it is not known.
  public var executable: String
  /// Seconds of the wall clock when the reports were begun.
  public var begun: Int64
  /// The state of the process when the file was read.
  public var ending: Ending
  /// How it ended; nil while it runs, when it closed its reports, and when that can not be known.
  public var end: ProcessEnd?
  /// The stalls, by when they were last written.
  public var records: [StallRecord]
  /// Number of records that were replaced by newer ones.
  public var dropped: Int
  /// Number of slots with an incomplete record.
  public var torn: Int
  /// The loops' last callouts, where a heartbeat page of the dead process had them.
  public var lastCallouts: [LastCallout]
  /// Defects of the file; empty when there are none.
  public var remarks: [String]

  var identity: ProcessIdentity
  package var modules: [LoadedImage]
  /// The number of modules that were known when a record was written.
  var moduleCounts: [UInt64: Int]
  var wasExamined: Bool
  /// The machine, the container, the program's version, and when the process was started.
  public internal(set) var origin = RunOrigin()

  /// The modules as loaded when the record was written.
  public func modules(of record: StallRecord) -> [LoadedImage] {
    Array(modules.prefix(moduleCounts[record.id] ?? modules.count))
  }
}

extension StallRun {
  /// Reads one file.
  public init(path: String) throws(StallMonitorError) { self = try ReportReader.read(path) }
}

/// Reads report files: of running processes, of killed ones, torn files, and files that only look like reports.
///
/// A file may be forged: what reading it costs is bounded by its size.
enum ReportReader {
  /// How often the file of a running process is read until two reads are equal.
  private static let attempts = 100
  /// How often a constantly changing file is read.
  private static let looks = 8
  /// The most remarks on unreadable slots; further ones are only counted.
  private static let mostRemarks = 16
  /// More than fit into a module area of the usual size.
  private static let mostModules = 1_024
  /// Frames of all stacks of a file: sixty records with as many as a record may have.
  private static let mostFrames = 60 * StackCoding.mostFrames

  static func read(
    _ path: String, owner: ForeignFile.Owner = .anyone
  ) throws(StallMonitorError) -> StallRun {
    try read(try ForeignFile(path, owner: owner, largest: ReportLayout.largestFile))
  }

  static func read(_ file: borrowing ForeignFile) throws(StallMonitorError) -> StallRun {
    try read(path: file.path) { file.contents }
  }

  /// - Parameter contents: reads the file's present contents.
  static func read(path: String, contents: () -> [UInt8]) throws(StallMonitorError) -> StallRun {
    var bytes = contents()
    var run = try run(in: bytes, path: path)
    if run.ending == .running {
      // A record that is rewritten meanwhile may look torn, or be missing from both of its slots: only two equal reads show a
      // consistent state.
      var isSettled = false
      for _ in 0..<attempts where !isSettled {
        let again = contents()
        isSettled = again == bytes
        bytes = again
      }
      run = try self.run(in: bytes, path: path)
      // Written faster than it is read: uses the most complete of several reads.
      for _ in 0..<looks where !isSettled {
        let other = try self.run(in: contents(), path: path)
        if (other.records.count, run.torn) > (run.records.count, other.torn) { run = other }
      }
    }
    // The process has ended by now, and may have recorded how after the file was read.
    if run.ending == .ended, !run.wasExamined { run = try self.run(in: contents(), path: path) }
    return run
  }

  static func run(in bytes: [UInt8], path: String) throws(StallMonitorError) -> StallRun {
    let head = try ReportHead(bytes, path: path)
    var run = StallRun(
      name: head.name, path: path, process: head.identity.pid, executable: head.executable,
      begun: head.begun, ending: head.ending, records: [], dropped: head.dropped, torn: 0,
      lastCallouts: head.lastCallouts, remarks: [], identity: head.identity, modules: [], moduleCounts: [:],
      wasExamined: head.wasExamined, origin: head.origin)
    run.end = ProcessEnd.find(in: bytes, of: head, life: head.identity.life)
    if run.end == .replaced { run.ending = .ended }
    readModules(bytes[head.modules.clamped(to: bytes.indices)], into: &run)
    readSlots(bytes, of: head, into: &run)
    return run
  }

  static let suffix = ".stalls"

  private static func readModules(_ bytes: ArraySlice<UInt8>, into run: inout StallRun) {
    var reader = RecordReader(bytes)
    do throws(RecordReader.Malformed) {
      while !reader.isAtEnd {
        guard run.modules.count < mostModules else { throw RecordReader.Malformed(reason: "it is too long") }
        var entry = RecordReader(try reader.raw())
        run.modules.append(try LoadedImage(from: &entry))
      }
    } catch {
      run.remarks.append("the list of modules was damaged: \(error.reason)")
    }
  }

  private static func readSlots(
    _ bytes: [UInt8], of head: ReportHead, into run: inout StallRun
  ) {
    let (size, count) = (head.slotSize, head.slotCount)
    // By record: a killed process can leave the last two states of a record.
    var newest: [UInt64: (sequence: UInt64, decoded: RecordCoding.Decoded)] = [:]
    for slot in 0..<count {
      let start = head.slotArea + slot * size
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
        if run.torn <= mostRemarks {
          run.remarks.append("slot \(slot) can not be read: \(error.reason)")
        }
      }
    }
    var frames = 0
    for (_, decoded) in newest.values.sorted(by: { $0.sequence < $1.sequence }) {
      var record = decoded.record
      frames += decoded.frameCount
      if frames > mostFrames {
        if frames - decoded.frameCount <= mostFrames {
          run.remarks.append("it has too many stacks: from record \(record.id) on they are left out")
        }
        record.stacks = RecordStacks()
        record.pointSample = nil
      }
      if !record.hasEnded, run.end?.isKill ?? (run.ending == .ended) { record.kind = .stalledAndKilled }
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
