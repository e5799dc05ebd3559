import LinuxSystem

/// Writes stalls to systemd's journal by its native protocol: a datagram of fields for each.
final class Journal: StallSink, @unchecked Sendable {
  /// Where journald listens.
  static let standard = "/run/systemd/journal/socket"
  /// The message ID of all stall entries: `journalctl MESSAGE_ID=…`.
  static let messageID = "1f1ae8c2d0ba4ae6a8a3d5be31c04d7a"
  private static let warning = 4
  private static let critical = 2
  /// Frames of a stack.
  private static let mostFrames = 64

  private let socket: DatagramSocket
  /// The file of the reports; empty when there is none.
  private let reports: @Sendable () -> String

  /// Nil when the place is no valid socket address.
  init?(_ place: String, reports: @escaping @Sendable () -> String = { "" }) {
    guard let socket = DatagramSocket(place) else { return nil }
    self.socket = socket
    self.reports = reports
  }

  func stallBegan(_ record: StallRecord) {}
  func stallWentOn(_ record: StallRecord) {}

  func stallEnded(_ record: StallRecord) {
    write(record, Self.message(about: record), Self.warning)
  }

  private static func message(about record: StallRecord) -> String {
    let callout = record.callout.text()
    let time = PlainTime.text(record.duration)
    switch record.kind {
    case .processorHigh: return "the process used much processor time for \(time)"
    case .memoryHigh: return "the process used more memory than is allowed for it"
    case .busyBurst:
      return
        "\(TaskPool.subject(record.loop)) worked for \(time) without a wait, by callouts of which each was short"
        + "\(callout.isEmpty ? "" : "; seen last: \(callout)")"
    default:
      return
        "\(TaskPool.subject(record.loop)) was held up for \(time)\(callout.isEmpty ? "" : " by \(callout)"): "
        + record.diagnosis.cause.rawValue
    }
  }

  func processFroze(at time: UInt64, for duration: UInt64, why: String) {}
  func loopWasSeen(
    _ loop: String, calloutTime: UInt64?, kind: CalloutKind, burstTime: UInt64?, wakeLateness: UInt64?
  ) {}

  /// Writes an entry about a stall that has not ended.
  func log(_ record: StallRecord, _ line: String) { write(record, line, Self.critical) }

  private func write(_ record: StallRecord, _ message: String, _ priority: Int) {
    _ = socket.send(Self.entry(record, message.onOneLine, priority: priority, reports: reports()))
  }

  /// The bytes of an entry.
  static func entry(_ record: StallRecord, _ message: String, priority: Int, reports: String) -> [UInt8] {
    let callout = record.callout
    var fields: [(String, String)] = [
      ("MESSAGE", message), ("MESSAGE_ID", messageID), ("PRIORITY", "\(priority)"),
      ("MAINSPRING_LOOP", record.loop), ("MAINSPRING_KIND", "\(record.kind)"),
      ("MAINSPRING_CALLOUT", callout.text()),
      ("MAINSPRING_CAUSE", record.diagnosis.cause.rawValue),
      ("MAINSPRING_CALL", record.diagnosis.systemCall),
      ("MAINSPRING_DURATION_USEC", "\(record.duration / 1_000)"), ("MAINSPRING_THREAD", "\(record.thread)"),
      ("MAINSPRING_RECORD", "\(getpid()).\(record.id)"), ("MAINSPRING_REPORTS", reports),
      ("MAINSPRING_STACK", stack(record)),
    ]
    if record.hasEnded {
      fields.append(("MAINSPRING_FINGERPRINT", StallReport.text(ofFingerprint: record.fingerprint)))
    }
    if let colon = callout.site.lastIndex(of: ":") {
      fields.append(("CODE_FILE", String(callout.site[..<colon])))
      fields.append(("CODE_LINE", String(callout.site[callout.site.index(after: colon)...])))
    }
    for (name, value) in record.notes.sorted(by: { $0.key < $1.key }) {
      fields.append(("MAINSPRING_NOTE", "\(name): \(value)"))
    }
    return fields.filter { !$0.1.isEmpty }.flatMap { field($0.0, $0.1) }
  }

  /// A field; a value with line ends is preceded by its length.
  static func field(_ name: String, _ value: String) -> [UInt8] {
    let bytes = Array(value.utf8.prefix(32_768))
    guard bytes.contains(UInt8(ascii: "\n")) else { return Array("\(name)=".utf8) + bytes + [0x0A] }
    let length = withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { Array($0) }
    return Array("\(name)\n".utf8) + length + bytes + [0x0A]
  }

  /// The functions of the most telling stack, leaf first, a line each.
  private static func stack(_ record: StallRecord) -> String {
    let samples = record.samples
    guard let point = record.pointSample ?? samples.indices.first, samples.indices.contains(point) else {
      return ""
    }
    let namer = SymbolNames(images: [], search: nil)
    namer.learn(record.names)
    return namer.frames(Array(samples[point].addresses.prefix(mostFrames)))
      .map { String($0.shortName.onOneLine.prefix(256)) }.joined(separator: "\n")
  }
}
