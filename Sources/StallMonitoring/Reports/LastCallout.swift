/// The last callout of a loop in a dead process.
public struct LastCallout: Sendable, Equatable {
  /// The callout that it was in, or the last one.
  public var callout: Callout
  /// Whether it slept, or was between callouts.
  public var wasWaiting: Bool

  /// A loop's last callout; `wasWaiting` if it had ended.
  public init(callout: Callout, wasWaiting: Bool) {
    self.callout = callout
    self.wasWaiting = wasWaiting
  }

  // MARK: In a file's head

  /// As many callouts as fit: the length, the checksum and the bytes.
  static func bytes(_ callouts: [LastCallout]) -> [UInt8] {
    let room = ReportLayout.headerSize - ReportLayout.lastWordsOffset - ReportLayout.lastWordsHeaderSize
    var content: [UInt8] = []
    for last in callouts {
      var writer = RecordWriter()
      writer.number(last.wasWaiting ? 1 : 0)
      writer.number(UInt64(last.callout.kind.rawValue))
      writer.text(last.callout.label, limit: 64)
      writer.text(last.callout.site, limit: 96)
      writer.number(UInt64(last.callout.code))
      writer.text(last.callout.loop, limit: 64)
      writer.text(last.callout.mode, limit: 64)
      if content.count + writer.bytes.count > room { break }
      content += writer.bytes
    }
    let checksum = content.withUnsafeBytes { ReportLayout.checksum($0, seed: 2) }
    return word(UInt64(content.count)) + word(checksum) + content
  }

  /// Empty when the checksum does not match.
  static func read(_ area: ArraySlice<UInt8>) -> [LastCallout] {
    let length = Int(clamping: number(area, 0))
    let start = area.startIndex + ReportLayout.lastWordsHeaderSize
    guard length > 0, length <= area.endIndex - start else { return [] }
    let content = area[start..<start + length]
    guard content.withUnsafeBytes({ ReportLayout.checksum($0, seed: 2) }) == number(area, 8) else {
      return []
    }
    var reader = RecordReader(content)
    var callouts: [LastCallout] = []
    while !reader.isAtEnd, let next = try? next(&reader) { callouts.append(next) }
    return callouts
  }

  private static func next(_ reader: inout RecordReader) throws(RecordReader.Malformed) -> LastCallout {
    let wasWaiting = try reader.number() != 0
    let kind = CalloutKind(rawValue: UInt8(clamping: try reader.number())) ?? .none
    return LastCallout(
      callout: Callout(
        kind: kind, label: try reader.text(), site: try reader.text(), code: UInt(try reader.number()),
        loop: try reader.text(), mode: try reader.text()), wasWaiting: wasWaiting)
  }

  private static func word(_ value: UInt64) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func number(_ area: ArraySlice<UInt8>, _ offset: Int) -> UInt64 {
    area.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
  }
}
