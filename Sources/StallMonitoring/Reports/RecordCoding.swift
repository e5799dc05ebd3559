/// Encodes and decodes a stall. Fields have tags, so that older tools can read the fields of newer files that they know.
enum RecordCoding {
  private enum Tag {
    static let head: UInt64 = 1
    static let times: UInt64 = 2
    static let callout: UInt64 = 3
    static let outerCallout: UInt64 = 4
    static let otherLoop: UInt64 = 5
    static let diagnosis: UInt64 = 6
    static let lockOwner: UInt64 = 7
    static let samples: UInt64 = 8
    static let verdict: UInt64 = 9
    static let note: UInt64 = 10
    static let modules: UInt64 = 11
    static let names: UInt64 = 40
  }

  /// A decoded record: the stall, and how many of the file's modules were known when it was written.
  struct Decoded {
    var record: StallRecord
    var moduleCount: Int
    /// Frames of all its stacks, which are decoded when they are needed.
    var frameCount = 0
  }

  // Limits for writing and reading.
  private static let mostOuterCallouts = 16
  private static let mostOtherLoops = 32
  private static let mostNotes = 16
  /// Longest time in a record, in nanoseconds: four and a half years. Keeps sums of times from overflowing.
  private static let longest: UInt64 = 1 << 57

  /// The stall in at most `limit` bytes, with as many of its samples as fit; nil when it does not fit even without samples.
  static func encode(_ record: StallRecord, moduleCount: Int, limit: Int) -> [UInt8]? {
    var samples = record.samples.enumerated().map { index, stack in
      StackCoding.Sample(
        stack: stack, repeats: index < record.repeatCounts.count ? record.repeatCounts[index] : 0)
    }
    var point = record.pointSample
    var rest = encodeRest(record, moduleCount: moduleCount)
    // The other half is for stacks.
    let names = record.names.fitting(max(limit / 2 - rest.count, 0))
    if !names.isEmpty { rest += encode(names) }
    while true {
      var writer = RecordWriter()
      let dropped = record.droppedSamples + record.samples.count - samples.count
      writer.field(Tag.samples) { field in
        field.number(dropped)
        field.number(point.map { $0 + 1 } ?? 0)
        StackCoding.write(samples, since: record.started, to: &field)
        StackCoding.writeFound(samples, to: &field)
      }
      let fits = writer.bytes.count + rest.count <= limit
      if fits, StackCoding.frameCount(samples) <= StackCoding.mostFrames { return rest + writer.bytes }
      guard let (fewer, newPoint) = StackCoding.thinned(samples, keeping: point) else { return nil }
      (samples, point) = (fewer, newPoint)
    }
  }

  private static func encode(_ names: RecordedNames) -> [UInt8] {
    var writer = RecordWriter()
    writer.field(Tag.names) { names.write(to: &$0) }
    return writer.bytes
  }

  /// Everything except the samples and the names.
  private static func encodeRest(_ record: StallRecord, moduleCount: Int) -> [UInt8] {
    var writer = RecordWriter()
    writer.field(Tag.head) { field in
      field.number(record.id)
      field.number(UInt64(record.kind.rawValue))
      field.number(record.hasEnded ? 1 : 0)
      field.text(record.loop, limit: 128)
      field.signed(Int64(record.thread))
      field.text(record.threadName, limit: 64)
      field.number(record.fingerprint)
      field.number(record.suppressed)
    }
    writer.field(Tag.times) { field in
      field.number(record.started)
      field.signed(Int64(bitPattern: record.found &- record.started))
      field.signed(Int64(bitPattern: record.lastSeen &- record.started))
      field.number(record.frozenTime)
      field.signed(record.startedWall.seconds)
      field.signed(record.startedWall.nanoseconds)
      field.number(record.suspendedTime)
      field.number(record.threshold)
    }
    writer.field(Tag.callout) { write(record.callout, to: &$0) }
    for callout in record.outerCallouts.prefix(mostOuterCallouts) {
      writer.field(Tag.outerCallout) { write(callout, to: &$0) }
    }
    for callout in record.otherLoops.prefix(mostOtherLoops) {
      writer.field(Tag.otherLoop) { write(callout, to: &$0) }
    }
    writer.field(Tag.diagnosis) { write(record.diagnosis, to: &$0) }
    if let owner = record.diagnosis.lockOwner {
      writer.field(Tag.lockOwner) { field in
        field.text(owner.kind.rawValue)
        field.signed(Int64(owner.thread))
        field.text(owner.threadName, limit: 64)
        StackCoding.write([.init(stack: owner.stack, repeats: 0)], since: record.started, to: &field)
      }
    }
    writer.field(Tag.verdict) { $0.text(record.verdict.rawValue, limit: 128) }
    for (name, text) in record.notes.sorted(by: { $0.key < $1.key }).prefix(mostNotes) {
      writer.field(Tag.note) { field in
        field.text(name, limit: 64)
        field.text(text, limit: 256)
      }
    }
    writer.field(Tag.modules) { $0.number(moduleCount) }
    writeDetails(record, to: &writer)
    return writer.bytes
  }

  private static func write(_ callout: Callout, to field: inout RecordWriter) {
    field.number(UInt64(callout.kind.rawValue))
    field.text(callout.label, limit: 128)
    field.text(callout.site, limit: 256)
    field.number(UInt64(callout.code))
    field.text(callout.loop, limit: 128)
    field.text(callout.mode, limit: 128)
  }

  private static func write(_ diagnosis: Diagnosis, to field: inout RecordWriter) {
    field.text(diagnosis.cause.rawValue)
    for share in [
      diagnosis.shares.processor, diagnosis.shares.kernel, diagnosis.shares.queue, diagnosis.shares.blocked,
    ] { field.real(share.isFinite ? share : 0) }
    field.number(diagnosis.minorFaults)
    field.number(diagnosis.majorFaults)
    field.text(diagnosis.systemCall, limit: 64)
    field.text(diagnosis.waitChannel, limit: 64)
    field.text(diagnosis.descriptor, limit: 512)
  }

  // MARK: Reading

  static func decode(_ bytes: ArraySlice<UInt8>) throws(RecordReader.Malformed) -> Decoded {
    var reader = RecordReader(bytes)
    var record = StallRecord()
    var moduleCount = 0
    var samples: RecordReader?
    var frameCount = 0
    var hasHead = false
    while !reader.isAtEnd {
      var (tag, field) = try reader.field()
      switch tag {
      case Tag.head:
        try readHead(&field, into: &record)
        hasHead = true
      case Tag.times: try readTimes(&field, into: &record)
      case Tag.callout: record.callout = try callout(&field)
      case Tag.outerCallout where record.outerCallouts.count < mostOuterCallouts:
        record.outerCallouts.append(try callout(&field))
      case Tag.otherLoop where record.otherLoops.count < mostOtherLoops:
        record.otherLoops.append(try callout(&field))
      case Tag.diagnosis:
        let before = record.diagnosis
        record.diagnosis = try diagnosis(&field)
        (record.diagnosis.lockOwner, record.diagnosis.chain) = (before.lockOwner, before.chain)
        (record.diagnosis.rest, record.diagnosis.rivalry) = (before.rest, before.rivalry)
      case Tag.lockOwner: record.diagnosis.lockOwner = try owner(&field, since: record.started)
      case Tag.samples: samples = field
      case Tag.verdict: record.verdict = .init(rawValue: try field.text())
      case Tag.note where record.notes.count < mostNotes: record.notes[try field.text()] = try field.text()
      case Tag.modules: moduleCount = try field.integer()
      case Tag.names: record.names = try RecordedNames(from: &field)
      default: try readDetail(tag, &field, into: &record)
      }
    }
    guard hasHead else { throw .init(reason: "it is no record") }
    if let samples { frameCount = try checkSamples(samples, into: &record) }
    return Decoded(record: record, moduleCount: moduleCount, frameCount: frameCount)
  }

  private static func readHead(
    _ field: inout RecordReader, into record: inout StallRecord
  ) throws(RecordReader.Malformed) {
    record.id = try field.number()
    let kind = try field.number()
    guard let kind = RecordKind(stored: UInt16(clamping: kind)) else {
      throw .init(reason: "it is of the unknown kind \(kind)")
    }
    record.kind = kind
    record.hasEnded = try field.number() != 0
    record.loop = try field.text()
    record.thread = Int32(clamping: try field.signed())
    record.threadName = try field.text()
    record.fingerprint = try field.number()
    record.suppressed = try field.integer()
  }

  private static func readTimes(
    _ field: inout RecordReader, into record: inout StallRecord
  ) throws(RecordReader.Malformed) {
    record.started = try field.number()
    record.found = record.started &+ UInt64(bitPattern: try field.signed())
    record.lastSeen = record.started &+ UInt64(bitPattern: try field.signed())
    record.frozenTime = try field.number()
    record.startedWall = (try field.signed(), try field.signed())
    record.suspendedTime = try field.number()
    record.threshold = try field.number()
    let last = max(record.found, record.lastSeen, record.started)
    let times = [last - record.started, record.frozenTime, record.threshold]
    guard last <= UInt64(Int64.max), times.allSatisfy({ $0 <= longest }) else {
      throw .init(reason: "its times make no sense")
    }
  }

  /// Checks the stacks without decoding them, and returns their number of frames.
  private static func checkSamples(
    _ field: RecordReader, into record: inout StallRecord
  ) throws(RecordReader.Malformed) -> Int {
    var field = field
    record.droppedSamples = try field.integer()
    let point = try field.integer()
    let (stacks, frames) = try StackCoding.check(field)
    record.stacks = RecordStacks(coded: field.rest, since: record.started)
    record.pointSample = point >= 1 && point <= stacks ? point - 1 : nil
    return frames
  }

  private static func callout(_ field: inout RecordReader) throws(RecordReader.Malformed) -> Callout {
    let kind = CalloutKind(rawValue: UInt8(clamping: try field.number())) ?? .none
    return Callout(
      kind: kind, label: try field.text(), site: try field.text(), code: UInt(try field.number()),
      loop: try field.text(), mode: try field.text())
  }

  private static func diagnosis(_ field: inout RecordReader) throws(RecordReader.Malformed) -> Diagnosis {
    var diagnosis = Diagnosis()
    diagnosis.cause = Cause(rawValue: try field.text()) ?? .unknown
    diagnosis.shares.processor = try field.real()
    diagnosis.shares.kernel = try field.real()
    diagnosis.shares.queue = try field.real()
    diagnosis.shares.blocked = try field.real()
    diagnosis.minorFaults = try field.number()
    diagnosis.majorFaults = try field.number()
    diagnosis.systemCall = try field.text()
    diagnosis.waitChannel = try field.text()
    diagnosis.descriptor = try field.text()
    return diagnosis
  }

  private static func owner(
    _ field: inout RecordReader, since start: UInt64
  ) throws(RecordReader.Malformed) -> LockOwner? {
    let kind = LockOwner.Kind(rawValue: try field.text())
    let thread = Int32(clamping: try field.signed())
    let name = try field.text()
    let stack = try StackCoding.read(from: &field, since: start, atMost: 1).first?.stack ?? StackSample()
    return kind.map { LockOwner(kind: $0, thread: thread, threadName: name, stack: stack) }
  }
}
