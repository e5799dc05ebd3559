/// A value on the wire.
package indirect enum DBusValue: Hashable, Sendable {
  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  /// The path of an object.
  case path(String)
  case signature(String)
  /// The place of a descriptor among those of its message. No descriptors are sent or taken here.
  case descriptor(UInt32)
  /// An array of bytes.
  case bytes([UInt8])
  /// An array of anything else, with the type of its elements.
  case array(DBusType, [DBusValue])
  case structure([DBusValue])
  /// An entry of a dictionary.
  case entry(DBusValue, DBusValue)
  case variant(DBusValue)

  package var type: DBusType {
    switch self {
    case .byte: .byte
    case .boolean: .boolean
    case .int16: .int16
    case .uint16: .uint16
    case .int32: .int32
    case .uint32: .uint32
    case .int64: .int64
    case .uint64: .uint64
    case .double: .double
    case .string: .string
    case .path: .path
    case .signature: .signature
    case .descriptor: .descriptor
    case .bytes: .array(.byte)
    case .array(let element, _): .array(element)
    case .structure(let members): .structure(members.map(\.type))
    case .entry(let key, let value): .entry(key.type, value.type)
    case .variant: .variant
    }
  }

  // MARK: Making

  package static func strings(_ texts: [String]) -> DBusValue { .array(.string, texts.map { .string($0) }) }

  /// A dictionary of variants: `a{sv}`.
  package static func properties(_ values: [(String, DBusValue)]) -> DBusValue {
    .array(.entry(.string, .variant), values.map { .entry(.string($0.0), .variant($0.1)) })
  }

  // MARK: Parts; nil for values of other types

  package var string: String? {
    switch self {
    case .string(let text), .path(let text), .signature(let text): text
    default: nil
    }
  }

  package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  package var int32: Int32? { if case .int32(let value) = self { value } else { nil } }
  package var uint32: UInt32? { if case .uint32(let value) = self { value } else { nil } }
  package var double: Double? { if case .double(let value) = self { value } else { nil } }

  /// The elements of an array, or the members of a structure.
  package var elements: [DBusValue]? {
    switch self {
    case .array(_, let values), .structure(let values): values
    case .bytes(let bytes): bytes.map { .byte($0) }
    default: nil
    }
  }

  /// What is in a variant; the value itself when it is none.
  package var content: DBusValue { if case .variant(let value) = self { value } else { self } }
}
