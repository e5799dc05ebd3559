/// Reads the output of a `RecordWriter` without trusting it: bytes from a file may have any value.
struct RecordReader {
  /// The bytes are not a valid record.
  struct Malformed: Error {
    let reason: String
  }

  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  var isAtEnd: Bool { place >= bytes.endIndex }
  var remaining: Int { bytes.endIndex - place }
  /// The unread bytes.
  var rest: ArraySlice<UInt8> { bytes[place...] }

  mutating func byte() throws(Malformed) -> UInt8 {
    guard place < bytes.endIndex else { throw Malformed(reason: "it ends too early") }
    defer { place += 1 }
    return bytes[place]
  }

  mutating func number() throws(Malformed) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let next = try byte()
      if shift == 63, next > 1 { break }
      value |= UInt64(next & 0x7F) << shift
      if next & 0x80 == 0 { return value }
    }
    throw Malformed(reason: "a number is too large")
  }

  mutating func signed() throws(Malformed) -> Int64 {
    let value = try number()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// A count of elements of at least one byte each: more than the remaining bytes is malformed.
  mutating func count() throws(Malformed) -> Int {
    let value = try number()
    guard value <= UInt64(remaining) else { throw Malformed(reason: "a count is too large") }
    return Int(value)
  }

  /// A number that need not count elements of the file: 2,147,483,647 at most, so that sums do not overflow.
  mutating func integer() throws(Malformed) -> Int { Int(Int32(clamping: try number())) }

  mutating func real() throws(Malformed) -> Double {
    let value = Double(bitPattern: try number().byteSwapped)
    guard value.isFinite else { throw Malformed(reason: "a share is no number") }
    return value
  }

  mutating func raw() throws(Malformed) -> ArraySlice<UInt8> {
    let length = try count()
    defer { place += length }
    return bytes[place..<place + length]
  }

  mutating func text() throws(Malformed) -> String {
    String(decoding: try raw(), as: UTF8.self)
  }

  /// The next field: its tag, and a reader of its contents.
  mutating func field() throws(Malformed) -> (tag: UInt64, content: RecordReader) {
    let tag = try number()
    return (tag, RecordReader(try raw()))
  }
}
