/// The checksums of packed files: CRC-32 of gzip files and of the parts of PNG files, Adler-32 of what zlib packs.
package enum Checksums {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  package static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        guard let table = table.baseAddress, let first = bytes.baseAddress else { return 0 }
        var value: UInt32 = 0xFFFF_FFFF
        var index = 0
        let end = bytes.count
        while index < end {
          value = table[Int((value ^ UInt32(first[index])) & 255)] ^ value &>> 8
          index &+= 1
        }
        return ~value
      }
    }
  }

  package static func adler32(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let first = bytes.baseAddress else { return 1 }
    var (low, high): (UInt32, UInt32) = (1, 0)
    var index = 0
    let count = bytes.count
    while index < count {
      // 5552 sums fit before they must be taken modulo.
      let end = min(index + 5552, count)
      while index < end {
        low &+= UInt32(first[index])
        high &+= low
        index &+= 1
      }
      low %= 65521
      high %= 65521
    }
    return high << 16 | low
  }
}
