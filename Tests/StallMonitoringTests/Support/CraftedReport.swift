import LinuxSystem

@testable import StallMonitoring

/// The bytes of a report file as anybody could write them: small, with right checksums, and with any contents.
struct CraftedReport {
  var identity = ProcessIdentity(pid: 4711, startTicks: 1, pidNamespace: 1, boot: Array(1...16))
  var executable = "/opt/feed/bin/feed"
  var begun: Int64 = 1_790_000_000
  var state = ReportLayout.RunState.open
  var lastCallouts: [LastCallout] = []
  var modules: [UInt8] = []
  var slotSize = 2_048
  /// Contents of the slots.
  var records: [[UInt8]] = []

  mutating func add(_ record: StallRecord) {
    records.append(
      RecordCoding.encode(record, moduleCount: 0, limit: slotSize - ReportLayout.slotHeaderSize) ?? [])
  }

  mutating func add(_ image: LoadedImage) {
    var entry = RecordWriter()
    image.write(to: &entry)
    var writer = RecordWriter()
    writer.raw(entry.bytes)
    modules += writer.bytes
  }

  var bytes: [UInt8] {
    let slotArea = ReportLayout.headerSize + modules.count
    let slotCount = max(records.count, ReportLayout.slotCounts.lowerBound)
    var bytes = [UInt8](repeating: 0, count: slotArea + slotCount * slotSize)
    func put(_ value: some FixedWidthInteger, _ offset: Int) {
      withUnsafeBytes(of: value.littleEndian) {
        bytes.replaceSubrange(offset..<offset + $0.count, with: $0)
      }
    }
    func put(_ content: [UInt8], _ offset: Int) {
      bytes.replaceSubrange(offset..<offset + content.count, with: content)
    }
    put(ReportLayout.magic, ReportLayout.magicOffset)
    put(ReportLayout.version, ReportLayout.versionOffset)
    put(UInt32(slotSize), ReportLayout.slotSizeOffset)
    put(UInt32(slotCount), ReportLayout.slotCountOffset)
    put(UInt32(ReportLayout.headerSize), ReportLayout.moduleAreaOffset)
    put(UInt32(slotArea), ReportLayout.slotAreaOffset)
    put(identity.pid, ReportLayout.pidOffset)
    put(identity.startTicks, ReportLayout.startTicksOffset)
    put(identity.pidNamespace, ReportLayout.pidNamespaceOffset)
    put(identity.boot, ReportLayout.bootOffset)
    put(begun, ReportLayout.wallSecondsOffset)
    put(state, ReportLayout.stateOffset)
    put(UInt64(modules.count), ReportLayout.moduleBytesOffset)
    var name = RecordWriter()
    name.text(executable, limit: 2_048)
    put(name.bytes, ReportLayout.namesOffset)
    put(LastCallout.bytes(lastCallouts), ReportLayout.lastWordsOffset)
    put(modules, ReportLayout.headerSize)
    for (index, record) in records.enumerated() {
      let start = slotArea + index * slotSize
      let sequence = UInt64(index + 1)
      put(sequence, start + ReportLayout.commitOffset)
      put(UInt32(record.count), start + ReportLayout.lengthOffset)
      put(record, start + ReportLayout.slotHeaderSize)
    }
    return Self.sealed(bytes)
  }

  /// With the checksums of the head and of all slots made right.
  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
      bytes.withUnsafeBytes {
        Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
      }
    }
    func put(_ checksum: UInt64, _ offset: Int) {
      withUnsafeBytes(of: checksum.littleEndian) { bytes.replaceSubrange(offset..<offset + 8, with: $0) }
    }
    guard bytes.count >= ReportLayout.headerSize else { return bytes }
    put(
      bytes.withUnsafeBytes {
        ReportHead.checksum(UnsafeRawBufferPointer(rebasing: $0[..<ReportLayout.headerSize]))
      }, ReportLayout.headerChecksumOffset)
    let size = Int(number(ReportLayout.slotSizeOffset) as UInt32)
    guard ReportLayout.slotSizes.contains(size) else { return bytes }
    var start = Int(number(ReportLayout.slotAreaOffset) as UInt32)
    while start + size <= bytes.count {
      let length = Int(number(start + ReportLayout.lengthOffset) as UInt32)
      if length <= size - ReportLayout.slotHeaderSize {
        let content = start + ReportLayout.slotHeaderSize..<start + ReportLayout.slotHeaderSize + length
        let sequence: UInt64 = number(start + ReportLayout.commitOffset)
        put(
          bytes.withUnsafeBytes {
            ReportLayout.checksum(UnsafeRawBufferPointer(rebasing: $0[content]), seed: sequence)
          }, start + ReportLayout.checksumOffset)
      }
      start += size
    }
    return bytes
  }

  /// A record of few bytes that says very many frames: each stack is the one before once more.
  static func swollen(id: UInt64, limit: Int) -> [UInt8] {
    var writer = RecordWriter()
    writer.field(1) { field in
      field.number(id)
      field.number(UInt64(RecordKind.stall.rawValue))
      field.number(1)
      field.text("main")
      field.signed(1)
      field.text("")
      field.number(0)
      field.number(0)
    }
    let deepest = 400
    let room = limit - writer.bytes.count - deepest - 64
    let repeats = min(room / 7, StackCoding.mostFrames / deepest - 1)
    writer.field(8) { field in
      field.number(0)
      field.number(0)
      field.number(repeats + 1)
      for index in 0...repeats {
        field.signed(1)
        field.number(1)
        field.text("")
        field.number(0)
        field.number(index == 0 ? 0 : deepest)
        field.number(index == 0 ? deepest : 0)
        if index == 0 { for _ in 0..<deepest { field.signed(1) } }
      }
    }
    return writer.bytes
  }
}
