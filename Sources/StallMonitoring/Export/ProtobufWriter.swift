/// Writes Protocol Buffers' wire format, as pprof's profiles use it.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a number, but not 0, which is the default of a missing field.
  mutating func number(_ field: UInt64, _ value: UInt64) {
    guard value != 0 else { return }
    varint(field << 3)
    varint(value)
  }

  mutating func number(_ field: UInt64, _ value: Int) { number(field, UInt64(bitPattern: Int64(value))) }

  /// Writes many numbers of one field, including zeros.
  mutating func packed(_ field: UInt64, _ values: [UInt64]) {
    var inside = ProtobufWriter()
    values.forEach { inside.varint($0) }
    raw(field, inside.bytes)
  }

  /// Writes a text, also an empty one, which matters in a repeated field.
  mutating func text(_ field: UInt64, _ value: String) { raw(field, Array(value.utf8)) }

  mutating func message(_ field: UInt64, _ body: (inout ProtobufWriter) -> Void) {
    var inside = ProtobufWriter()
    body(&inside)
    raw(field, inside.bytes)
  }

  private mutating func raw(_ field: UInt64, _ content: [UInt8]) {
    varint(field << 3 | 2)
    varint(UInt64(content.count))
    bytes += content
  }
}
