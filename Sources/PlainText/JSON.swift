/// A JSON value. Objects keep the order of their members, so that the same value is the same text.
package enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case natural(UInt64)
  /// With a point, even when it is whole: see `figure(_:)`. Infinity and NaN are written as null.
  case number(Double)
  case string(String)
  /// A number's own text.
  case literal(String)
  case array([JSON])
  case object([(String, JSON)])

  package static func integer(_ value: some BinaryInteger) -> JSON { .integer(Int64(clamping: value)) }

  /// A number; without a point when it is whole and has at most 15 digits.
  package static func figure(_ value: Double) -> JSON {
    guard value == value.rounded(), abs(value) < 1e15 else { return .number(value) }
    let whole = Int64(value)
    return .integer(whole)
  }

  /// A text; null for an empty one.
  package static func text(_ value: String) -> JSON { value.isEmpty ? .null : .string(value) }

  /// The first member of the name; nil when there is none, or this is no object.
  package subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }

  /// The text; empty for every other kind of value.
  package var textValue: String { if case .string(let text) = self { text } else { "" } }

  /// The number; 0 for negative ones and every other kind of value.
  package var count: UInt64 {
    switch self {
    case .integer(let value): UInt64(max(value, 0))
    case .natural(let value): value
    default: 0
    }
  }

  /// The number, rounded to a `Double`; nil for every other kind of value.
  package var decimal: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .natural(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}
