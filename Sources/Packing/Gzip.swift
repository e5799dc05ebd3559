/// A gzip file (RFC 1952) whose contents are stored, not compressed: any reader takes it, and writing it needs no library.
package enum Gzip {
  package static func stored(_ contents: [UInt8]) -> [UInt8] {
    // Deflate, no name, no time, no system.
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    bytes.reserveCapacity(contents.count + contents.count / 65_535 * 5 + 32)
    var rest = contents[...]
    repeat {
      let piece = rest.prefix(65_535)
      rest = rest.dropFirst(piece.count)
      let count = UInt16(piece.count)
      bytes.append(rest.isEmpty ? 1 : 0)
      append(count, to: &bytes)
      append(~count, to: &bytes)
      bytes += piece
    } while !rest.isEmpty
    append(Checksums.crc32(contents[...]), to: &bytes)
    append(UInt32(truncatingIfNeeded: contents.count), to: &bytes)
    return bytes
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }
}
