/// The checksums of packed files: CRC-32 of gzip files and of the parts of PNG files, Adler-32 of what zlib packs, XXH64 of
/// what zstd packs.
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

  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5
  )

  /// With the seed 0.
  package static func xxh64(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let (one, two, three, four, five) = primes
    let count = bytes.count
    guard let first = UnsafeRawPointer(bytes.baseAddress) else { return finished(five) }
    func word(_ place: Int) -> UInt64 {
      UInt64(littleEndian: first.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
    func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
      let value = sum &+ word &* two
      return (value &<< 31 | value &>> 33) &* one
    }
    func turned(_ value: UInt64, _ bits: UInt64) -> UInt64 { value &<< bits | value &>> (64 &- bits) }
    var place = 0
    var sum = five
    if count >= 32 {
      var (a, b, c, d) = (one &+ two, two, 0 as UInt64, 0 &- one)
      while place &+ 32 <= count {
        a = mixed(a, word(place))
        b = mixed(b, word(place &+ 8))
        c = mixed(c, word(place &+ 16))
        d = mixed(d, word(place &+ 24))
        place &+= 32
      }
      sum = turned(a, 1) &+ turned(b, 7) &+ turned(c, 12) &+ turned(d, 18)
      for part in [a, b, c, d] { sum = (sum ^ mixed(0, part)) &* one &+ four }
    }
    sum &+= UInt64(count)
    while place + 8 <= count {
      sum = turned(sum ^ mixed(0, word(place)), 27) &* one &+ four
      place += 8
    }
    if place + 4 <= count {
      let half = UInt32(littleEndian: first.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      sum = turned(sum ^ UInt64(half) &* one, 23) &* two &+ three
      place += 4
    }
    while place < count {
      sum = turned(sum ^ UInt64(bytes[place]) &* five, 11) &* one
      place += 1
    }
    return finished(sum)
  }

  private static func finished(_ sum: UInt64) -> UInt64 {
    var sum = sum
    sum = (sum ^ sum &>> 33) &* primes.1
    sum = (sum ^ sum &>> 29) &* primes.2
    return sum ^ sum &>> 32
  }
}
