/// Why a packet is not an event. The packet is dropped; the next one may be good.
public enum PacketError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It ends before what its header or its payload promises.
  case cutShort(bytes: Int, needed: Int)
  /// It does not begin as packets do.
  case notAPacket
  /// It was written by a later version than this reader knows.
  case unknownVersion(UInt8)
  /// Its version is known, but not its kind.
  case unknownKind(UInt8)
  /// A field has a value that no event has.
  case badValue(field: String, value: UInt64)
  /// There are bytes after its end.
  case trailingBytes(Int)
  /// More contacts, or a longer text, than a packet may have.
  case tooLarge(field: String, count: Int)

  /// A short word for counting.
  public var label: String {
    switch self {
    case .cutShort: "cut short"
    case .notAPacket: "not a packet"
    case .unknownVersion: "unknown version"
    case .unknownKind: "unknown kind"
    case .badValue: "bad value"
    case .trailingBytes: "trailing bytes"
    case .tooLarge: "too large"
    }
  }

  public var description: String {
    switch self {
    case .cutShort(let bytes, let needed):
      "the packet has \(bytes) bytes and needs \(needed): it was cut short on its way"
    case .notAPacket: "these bytes do not begin with the mark of an event packet"
    case .unknownVersion(let version):
      "the packet is of version \(version), which this reader does not know: update the receiver"
    case .unknownKind(let kind): "the packet's event is of an unknown kind, \(kind)"
    case .badValue(let field, let value): "the packet's field '\(field)' can not be \(value)"
    case .trailingBytes(let count): "\(count) bytes follow the packet's end"
    case .tooLarge(let field, let count):
      "the packet's field '\(field)' has \(count) parts, more than are allowed"
    }
  }
}
