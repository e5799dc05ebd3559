/// The checksums of packed files: CRC-32 of gzip files and of the parts of PNG files, Adler-32 of what zlib packs.
package enum Checksums {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  package static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    let table = table
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 255)] ^ value >> 8 }
    return ~value
  }

  package static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    var index = 0
    while index < bytes.count {
      // 5552 sums fit before they must be taken modulo.
      let end = min(index + 5552, bytes.count)
      for byte in bytes[index..<end] {
        low &+= UInt32(byte)
        high &+= low
      }
      low %= 65521
      high %= 65521
      index = end
    }
    return high << 16 | low
  }
}
