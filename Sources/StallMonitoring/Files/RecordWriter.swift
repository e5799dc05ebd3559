/// Builds a record: numbers of variable length, and fields that a reader can skip.
struct RecordWriter {
  private(set) var bytes: [UInt8] = []

  /// Seven bits a byte, low ones first.
  mutating func number(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Small negative numbers are short, too.
  mutating func signed(_ value: Int64) {
    number(UInt64(bitPattern: value << 1) ^ UInt64(bitPattern: value >> 63))
  }

  mutating func number(_ value: Int) { number(UInt64(max(value, 0))) }
  mutating func real(_ value: Double) { number(value.bitPattern.byteSwapped) }

  /// Writes at most `limit` bytes of a text, cut at a character.
  mutating func text(_ value: String, limit: Int = 1024) {
    let all = Array(value.utf8)
    var length = min(all.count, limit)
    while length > 0, length < all.count, all[length] & 0xC0 == 0x80 { length -= 1 }
    let utf8 = all[..<length]
    number(utf8.count)
    bytes += utf8
  }

  mutating func raw(_ more: [UInt8]) {
    number(more.count)
    bytes += more
  }

  /// A part with a tag: a reader that does not know the tag skips it.
  mutating func field(_ tag: UInt64, _ content: (inout RecordWriter) -> Void) {
    var inside = RecordWriter()
    content(&inside)
    number(tag)
    raw(inside.bytes)
  }
}
