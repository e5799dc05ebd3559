/// The first page of a report file: its process's identity, and the places of the other parts.
struct ReportHead {
  let path: String
  let identity: ProcessIdentity
  let executable: String
  let begun: Int64
  let origin: RunOrigin
  /// When the records were first read after the process had ended; 0 for not yet.
  let readTime: Int64
  let state: UInt64
  let dropped: Int
  let slotSize: Int
  let slotCount: Int
  let slotArea: Int
  /// The range of the list of modules.
  let modules: Range<Int>
  let lastCallouts: [LastCallout]
  let ending: StallRun.Ending

  /// Reads a file's first bytes. Throws when they are no valid head.
  init(_ bytes: [UInt8], path: String) throws(StallMonitorError) {
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
      bytes.withUnsafeBytes({ Self.checksum(.init(rebasing: $0[..<ReportLayout.headerSize])) }) == checksum
    else { throw fail("its head was damaged") }
    slotSize = Int(number(ReportLayout.slotSizeOffset) as UInt32)
    slotCount = Int(number(ReportLayout.slotCountOffset) as UInt32)
    let moduleArea = Int(number(ReportLayout.moduleAreaOffset) as UInt32)
    slotArea = Int(number(ReportLayout.slotAreaOffset) as UInt32)
    guard ReportLayout.slotSizes.contains(slotSize), ReportLayout.slotCounts.contains(slotCount),
      moduleArea >= ReportLayout.headerSize, slotArea >= moduleArea
    else { throw fail("its head is invalid") }
    let moduleBytes = Int(clamping: number(ReportLayout.moduleBytesOffset) as UInt64)
    modules =
      moduleArea..<moduleArea + min(moduleBytes, slotArea - moduleArea, ReportLayout.moduleAreaSize)

    self.path = path
    identity = ProcessIdentity(
      pid: number(ReportLayout.pidOffset), startTicks: number(ReportLayout.startTicksOffset),
      pidNamespace: number(ReportLayout.pidNamespaceOffset),
      boot: Array(bytes[ReportLayout.bootOffset..<ReportLayout.bootOffset + 16]))
    var names = RecordReader(bytes[ReportLayout.namesOffset..<ReportLayout.lastWordsOffset])
    executable = (try? names.text()) ?? ""
    origin = RunOrigin(from: &names)
    readTime = number(ReportLayout.readOffset)
    begun = number(ReportLayout.wallSecondsOffset)
    state = number(ReportLayout.stateOffset)
    dropped = Int(clamping: number(ReportLayout.droppedOffset) as UInt64)
    lastCallouts = LastCallout.read(bytes[ReportLayout.lastWordsOffset..<ReportLayout.headerSize])
    ending = Self.ending(state, identity.life)
  }

  /// Reads only a file's first page.
  init(_ file: borrowing ForeignFile) throws(StallMonitorError) {
    let bytes = file.bytes(at: 0, count: UInt64(ReportLayout.headerSize)) ?? []
    try self.init(bytes, path: file.path)
  }

  var wasExamined: Bool { state == ReportLayout.RunState.examined }

  /// The file's name without its ending.
  var name: String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return last.hasSuffix(ReportReader.suffix) ? String(last.dropLast(ReportReader.suffix.count)) : last
  }

  private static func ending(_ state: UInt64, _ life: ProcessIdentity.Life) -> StallRun.Ending {
    if state == ReportLayout.RunState.closed { return .closed }
    return switch life {
    case .lives: .running
    case .gone: .ended
    case .unknown: .unknown
    }
  }

  /// The checksum of the constant part of the head.
  static func checksum(_ header: UnsafeRawBufferPointer) -> UInt64 {
    let fixed = UnsafeRawBufferPointer(rebasing: header[..<ReportLayout.headerChecksumOffset])
    let names = UnsafeRawBufferPointer(
      rebasing: header[ReportLayout.namesOffset..<ReportLayout.lastWordsOffset])
    return ReportLayout.checksum(names, seed: ReportLayout.checksum(fixed, seed: 1))
  }
}
