/// One record of the kernel's input protocol: `struct input_event`.
struct InputRecord: Hashable, Sendable {
  /// When it happened, in nanoseconds of a clock that the device's reader knows.
  var time: UInt64
  var kind: UInt16
  var code: UInt16
  var value: Int32

  /// Seconds and microseconds as two words, two half words, a word: on all machines with 64 bits.
  static let size = 24

  init(time: UInt64, _ kind: UInt16, _ code: UInt16, _ value: Int32) {
    self.time = time
    self.kind = kind
    self.code = code
    self.value = value
  }

  /// - Parameter bytes: at least `size` of them.
  init(_ bytes: UnsafeRawBufferPointer) {
    time = Self.nanoseconds(
      seconds: bytes.loadUnaligned(fromByteOffset: 0, as: Int64.self),
      microseconds: bytes.loadUnaligned(fromByteOffset: 8, as: Int64.self))
    kind = bytes.loadUnaligned(fromByteOffset: 16, as: UInt16.self)
    code = bytes.loadUnaligned(fromByteOffset: 18, as: UInt16.self)
    value = bytes.loadUnaligned(fromByteOffset: 20, as: Int32.self)
  }

  /// The record in the kernel's form, for simulated devices.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.size)
    withUnsafeBytes(of: Int64(clamping: time / 1_000_000_000)) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: Int64(time % 1_000_000_000 / 1000)) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: kind) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: code) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Times out of range are clamped.
  static func nanoseconds(seconds: Int64, microseconds: Int64) -> UInt64 {
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard seconds >= 0, !overflow, (0..<1_000_000).contains(microseconds) else {
      return seconds < 0 ? 0 : UInt64(Int64.max)
    }
    let (sum, tooLate) = whole.addingReportingOverflow(microseconds * 1000)
    return UInt64(tooLate ? .max : sum)
  }
}

/// Splits bytes that arrive in pieces of any size into records.
struct RecordSplitter {
  private var rest: [UInt8] = []

  /// Adds bytes, and passes on the complete records.
  mutating func add<Failure: Error>(
    _ bytes: UnsafeRawBufferPointer, _ use: (InputRecord) throws(Failure) -> Void
  ) throws(Failure) {
    var bytes = bytes[...]
    if !rest.isEmpty {
      let missing = min(InputRecord.size - rest.count, bytes.count)
      rest.append(contentsOf: bytes.prefix(missing))
      bytes = bytes.dropFirst(missing)
      guard rest.count == InputRecord.size else { return }
      let record = rest.withUnsafeBytes { InputRecord($0) }
      rest.removeAll(keepingCapacity: true)
      try use(record)
    }
    while bytes.count >= InputRecord.size {
      try use(InputRecord(UnsafeRawBufferPointer(rebasing: bytes)))
      bytes = bytes.dropFirst(InputRecord.size)
    }
    rest.append(contentsOf: bytes)
  }

  /// Bytes of an incomplete record.
  var unfinished: Int { rest.count }
}
