import HIDEvents
import LinuxSystem

/// A device's recorded input, with the device's description.
public struct Recording: Sendable {
  /// The device that was recorded.
  public var device: DeviceDescription
  var records: [InputRecord] = []

  /// The most bytes that a file may have; a longer one is not read.
  public static let longestFile = 256 << 20

  /// Reads a recording from a file: text of `evemu-record`, or the records themselves.
  ///
  /// - Parameter device: for records that come without a description. A text's own lines have precedence.
  public init(path: String, device: DeviceDescription = DeviceDescription()) throws(EvdevError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .notOpened(path: path, reason: Errno.last.description) }
    defer { close(descriptor) }
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try ByteTransfer.readToEnd(descriptor, limit: Self.longestFile + 1, expecting: 65_536)
    } catch {
      throw .notRead(device: path, reason: error.description)
    }
    guard bytes.count <= Self.longestFile else { throw .notRead(device: path, reason: "it is too long") }
    var named = device
    if named.name.isEmpty { named.name = path }
    try self.init(bytes, device: named)
  }

  /// - Parameter bytes: the contents of such a file.
  public init(_ bytes: [UInt8], device: DeviceDescription = DeviceDescription()) throws(EvdevError) {
    self.device = device
    var stream = RecordStream(device, format: .automatic, time: .asTold)
    var told = device
    var records: [InputRecord] = []
    let use = { (item: RecordStream.Item) in
      switch item {
      case .device(let description): told = description
      case .record(let record): records.append(record)
      }
    }
    try bytes.withRawBytes { bytes throws(EvdevError) in try stream.add(bytes, now: 0, use) }
    try stream.finish(now: 0, use)
    self.device = told
    self.records = records
  }

  /// How long it is, in nanoseconds.
  public var duration: UInt64 {
    guard let first = records.first, let last = records.last, last.time > first.time else { return 0 }
    return last.time - first.time
  }

  /// All its events. Their times begin with `start`.
  public func events(width: Double, height: Double, start: UInt64 = 0, device number: UInt8 = 0)
    throws(EvdevError) -> [HIDEvent]
  {
    var decoder = try EvdevDecoder(device, width: width, height: height, device: number)
    var events: [HIDEvent] = []
    let first = records.first?.time ?? 0
    for var record in records {
      record.time = start &+ (record.time &- first)
      try decoder.add(record) { events.append($0) }
    }
    decoder.cancelAll { events.append($0) }
    return events
  }
}
