/// The form of a stream of records.
public enum EvdevFormat: Hashable, Sendable {
  /// The kernel's records, 24 bytes each.
  case records
  /// A recording's lines of text.
  case text
  /// Text when it begins like a recording, otherwise records.
  case automatic
}

/// The meaning of a stream's times.
public enum EvdevTime: Hashable, Sendable {
  /// Times of the loop's clock, as a device reports them.
  case asTold
  /// Times of another clock: the first record's time is the moment when it is read, and the others keep their distance to it.
  case fromFirst
  /// `asTold` when the first record is at most ten seconds off the loop's clock, otherwise `fromFirst`.
  case automatic
}

/// Parses records from a stream's bytes, for any format and clock.
struct RecordStream {
  enum Item {
    /// The stream's description of its device, before the records that follow.
    case device(DeviceDescription)
    case record(InputRecord)
  }

  private var format: EvdevFormat
  private var beginning: [UInt8] = []
  private var splitter = RecordSplitter()
  private var text = RecordingText()
  private let time: EvdevTime
  /// The offset of the stream's times, once it is known.
  private var offset: UInt64?
  private var description: DeviceDescription
  private var isDescribed = false

  static let nearby: UInt64 = 10_000_000_000

  init(_ description: DeviceDescription, format: EvdevFormat, time: EvdevTime) {
    self.description = description
    self.format = format
    self.time = time
  }

  mutating func add(
    _ bytes: UnsafeRawBufferPointer, now: UInt64, _ use: (Item) throws(EvdevError) -> Void
  ) throws(EvdevError) {
    switch format {
    case .automatic:
      beginning.append(contentsOf: bytes)
      guard beginning.count >= 3 else { return }
      format = Self.isText(beginning) ? .text : .records
      let begun = beginning
      beginning = []
      try begun.withRawBytes { bytes throws(EvdevError) in try add(bytes, now: now, use) }
    case .text:
      var lines = text
      defer { text = lines }
      try lines.add(bytes) { line throws(EvdevError) in try take(line, now: now, use) }
    case .records:
      var records = splitter
      defer { splitter = records }
      try records.add(bytes) { record throws(EvdevError) in try use(.record(adjusted(record, now))) }
    }
  }

  /// Ends the stream: accepts a last line without a line end.
  mutating func finish(now: UInt64, _ use: (Item) throws(EvdevError) -> Void) throws(EvdevError) {
    guard format == .text else { return }
    var lines = text
    defer { text = lines }
    try lines.finish { line throws(EvdevError) in try take(line, now: now, use) }
    if isDescribed { try use(.device(description)) }
  }

  private mutating func take(
    _ line: RecordingText.Line, now: UInt64, _ use: (Item) throws(EvdevError) -> Void
  ) throws(EvdevError) {
    switch line {
    case .name(let name): description.name = name
    case .axis(let code, let axis): description.axes[code] = axis
    case .properties(let more): description.properties.formUnion(more)
    case .record(let record):
      if isDescribed {
        isDescribed = false
        try use(.device(description))
      }
      return try use(.record(adjusted(record, now)))
    }
    isDescribed = true
  }

  private mutating func adjusted(_ record: InputRecord, _ now: UInt64) -> InputRecord {
    if offset == nil {
      let told = record.time
      let isNear = told > now ? told - now <= Self.nearby : now - told <= Self.nearby
      offset = time == .asTold || time == .automatic && isNear ? 0 : now &- told
    }
    var record = record
    record.time &+= offset ?? 0
    return record
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    let beginnings = ["# E", "E: ", "N: ", "I: ", "P: ", "B: ", "A: "]
    return beginnings.contains { bytes.starts(with: $0.utf8) }
  }
}
