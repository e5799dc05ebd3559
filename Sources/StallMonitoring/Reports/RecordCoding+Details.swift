/// Details of a record, in fields of their own, so that older tools skip them.
extension RecordCoding {
  private enum Tag {
    static let rest: UInt64 = 32
    static let rivalry: UInt64 = 33
    static let owner: UInt64 = 34
    static let suppressedTime: UInt64 = 35
    static let pressure: UInt64 = 36
    static let holding: UInt64 = 37
    static let room: UInt64 = 38
    static let isAtLeast: UInt64 = 39
    static let chain: UInt64 = 41
    static let threadStacks: UInt64 = 42
    static let nice: UInt64 = 43
    static let object: UInt64 = 44
    static let restObject: UInt64 = 45
  }

  /// Of a nice value that is not known.
  private static let noNice: Int64 = 127

  static func writeDetails(_ record: StallRecord, to writer: inout RecordWriter) {
    let diagnosis = record.diagnosis
    if let rest = diagnosis.rest {
      writer.field(Tag.rest) { field in
        field.text(rest.cause.rawValue)
        field.real(rest.share.isFinite ? rest.share : 0)
        field.text(rest.systemCall, limit: 64)
        field.text(rest.descriptor, limit: 512)
      }
      write(rest.address, rest.otherDescriptors, Tag.restObject, to: &writer)
    }
    write(diagnosis.address, diagnosis.otherDescriptors, Tag.object, to: &writer)
    if let rivalry = diagnosis.rivalry {
      writer.field(Tag.rivalry) { field in
        for share in [rivalry.quota, rivalry.ownUse, rivalry.otherUse, rivalry.load] {
          // Below 0: not known.
          field.real(share.flatMap { $0.isFinite ? $0 : nil } ?? -1)
        }
        field.number(rivalry.throttledTime)
        field.number(rivalry.processors)
        field.signed(Int64(rivalry.thread))
        field.text(rivalry.threadName, limit: 64)
      }
      if let pressure = rivalry.pressure, pressure.isFinite {
        writer.field(Tag.pressure) { $0.real(pressure) }
      }
      if rivalry.nice != nil || rivalry.threadNice != nil {
        writer.field(Tag.nice) { field in
          for nice in [rivalry.nice, rivalry.threadNice] { field.signed(nice.map { Int64($0) } ?? noNice) }
        }
      }
      if rivalry.sharedUse != nil || rivalry.stolenUse != nil || !rivalry.allowed.isEmpty {
        writer.field(Tag.room) { field in
          for use in [rivalry.sharedUse, rivalry.stolenUse] {
            field.real(use.flatMap { $0.isFinite ? $0 : nil } ?? -1)
          }
          field.text(rivalry.allowed, limit: 64)
        }
      }
    }
    if let owner = diagnosis.lockOwner, owner.readers != 0 || owner.waitsFor != 0 || owner.isDeadlock {
      writer.field(Tag.owner) { field in
        field.number(owner.readers)
        field.signed(Int64(owner.waitsFor))
        field.number(owner.isDeadlock ? 1 : 0)
      }
    }
    if let owner = diagnosis.lockOwner, owner.process != 0 || owner.holders > 1 {
      writer.field(Tag.holding) { field in
        field.signed(Int64(owner.process))
        field.number(owner.holders)
      }
    }
    if record.isAtLeast { writer.field(Tag.isAtLeast) { $0.number(1) } }
    if let chain = diagnosis.chain {
      writer.field(Tag.chain) { WaitCoding.write(chain, since: record.started, to: &$0) }
    }
    if !record.threadStacks.isEmpty {
      writer.field(Tag.threadStacks) { WaitCoding.write(record.threadStacks, since: record.started, to: &$0) }
    }
    if record.suppressedTime > 0 { writer.field(Tag.suppressedTime) { $0.number(record.suppressedTime) } }
  }

  private static func write(_ address: String, _ others: Int, _ tag: UInt64, to writer: inout RecordWriter) {
    guard !address.isEmpty || others > 0 else { return }
    writer.field(tag) { field in
      field.text(address, limit: 512)
      field.number(max(others, 0))
    }
  }

  private static func readNice(_ field: inout RecordReader) throws(RecordReader.Malformed) -> Int? {
    let value = try field.signed()
    return value == noNice ? nil : Int(min(max(value, -20), 19))
  }

  /// Reads a field by its tag; unknown ones are skipped. Details of the owner follow the owner itself; the pressure, its
  /// processors and the nice values follow the rivalry; the object of the rest follows the rest.
  static func readDetail(
    _ tag: UInt64, _ field: inout RecordReader, into record: inout StallRecord
  ) throws(RecordReader.Malformed) {
    switch tag {
    case Tag.rest:
      var rest = Diagnosis.Part(cause: Cause(rawValue: try field.text()) ?? .unknown, share: try field.real())
      rest.systemCall = try field.text()
      rest.descriptor = try field.text()
      record.diagnosis.rest = rest
    case Tag.rivalry:
      var rivalry = Rivalry()
      var shares: [Double?] = []
      for _ in 0..<4 {
        let share = try field.real()
        shares.append(share >= 0 ? min(share, 1e9) : nil)
      }
      (rivalry.quota, rivalry.ownUse, rivalry.otherUse, rivalry.load) = (
        shares[0], shares[1], shares[2], shares[3]
      )
      rivalry.throttledTime = try field.number()
      rivalry.processors = try field.integer()
      rivalry.thread = Int32(clamping: try field.signed())
      rivalry.threadName = try field.text()
      record.diagnosis.rivalry = rivalry
    case Tag.owner:
      record.diagnosis.lockOwner?.readers = try field.integer()
      record.diagnosis.lockOwner?.waitsFor = Int32(clamping: try field.signed())
      record.diagnosis.lockOwner?.isDeadlock = try field.number() != 0
    case Tag.pressure: record.diagnosis.rivalry?.pressure = min(max(try field.real(), 0), 1)
    case Tag.room:
      let uses = [try field.real(), try field.real()].map { (use: Double) -> Double? in
        use >= 0 ? min(use, 1e9) : nil
      }
      record.diagnosis.rivalry?.sharedUse = uses[0]
      record.diagnosis.rivalry?.stolenUse = uses[1]
      record.diagnosis.rivalry?.allowed = try field.text()
    case Tag.nice:
      record.diagnosis.rivalry?.nice = try readNice(&field)
      record.diagnosis.rivalry?.threadNice = try readNice(&field)
    case Tag.object:
      record.diagnosis.address = try field.text()
      record.diagnosis.otherDescriptors = try field.integer()
    case Tag.restObject:
      record.diagnosis.rest?.address = try field.text()
      record.diagnosis.rest?.otherDescriptors = try field.integer()
    case Tag.isAtLeast: record.isAtLeast = try field.number() != 0
    case Tag.holding:
      record.diagnosis.lockOwner?.process = Int32(clamping: try field.signed())
      record.diagnosis.lockOwner?.holders = try field.integer()
    case Tag.chain: record.diagnosis.chain = try WaitCoding.chain(from: &field, since: record.started)
    case Tag.threadStacks: record.threadStacks = try WaitCoding.stacks(from: &field, since: record.started)
    case Tag.suppressedTime: record.suppressedTime = try field.number()
    default: break
    }
  }
}

/// The activity at each sample: after the stacks, in the same order. Older files have none.
extension StackCoding {
  static func writeFound(_ samples: [Sample], to writer: inout RecordWriter) {
    guard samples.contains(where: { $0.stack.found != nil }) else { return }
    for sample in samples {
      writer.number(sample.stack.found.flatMap { Cause.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
    }
  }

  static func readFound(from reader: inout RecordReader, into samples: inout [Sample]) {
    let causes = Cause.allCases
    for index in samples.indices {
      guard let number = try? reader.integer() else { return }
      samples[index].stack.found = number >= 1 && number <= causes.count ? causes[number - 1] : nil
    }
  }
}
