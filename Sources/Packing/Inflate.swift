/// Unpacks what RFC 1950 and 1951 describe, up to a size that is known before: damaged or hostile data ends with an error, and never takes
/// more memory than that.
///
/// It works on pointers, and nothing in its loops is generic: debug builds unpack the debug information of large programs.
package struct Inflate: ~Copyable {
  private let bytes: UnsafePointer<UInt8>
  private let end: Int
  private var place = 0
  /// Bits that were read and not taken, the next one lowest.
  private var pending: UInt64 = 0
  private var count = 0
  private let output: UnsafeMutablePointer<UInt8>
  private let size: Int
  private var written = 0
  private let lengths = PrefixCode()
  private let distances = PrefixCode()

  /// The unpacked bytes, which must have this number, and the checksum that follows them.
  package static func zlib(_ packed: ArraySlice<UInt8>, size: Int) throws(PackingError) -> [UInt8] {
    // A byte stands for 1,032 at most: what promises more is refused before it gets memory.
    guard 0...packed.count * 1032 ~= size else { throw .tooShort }
    return try Unpacking.bytes(of: packed, size: size) { bytes, end, output, written throws(PackingError) in
      var reader = Inflate(bytes: bytes, end: end, output: output, size: size)
      defer { written = reader.written }
      try reader.unpack()
    }
  }

  private init(
    bytes: UnsafePointer<UInt8>, end: Int, output: UnsafeMutablePointer<UInt8>, size: Int
  ) {
    self.bytes = bytes
    self.end = end
    self.output = output
    self.size = size
  }

  private mutating func unpack() throws(PackingError) {
    // CM 8, a window of at most 32 KiB, a sum that is a multiple of 31, and no dictionary.
    guard end >= 6, bytes[0] & 15 == 8, bytes[0] >> 4 <= 7, (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0,
      bytes[1] & 32 == 0
    else { throw .damaged("the header") }
    place = 2
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1:
        try setFixedCodes()
        try decode()
      case 2:
        try readCodes()
        try decode()
      default: throw .damaged("a block")
      }
    }
    guard written == size else { throw .damaged("the number of bytes") }
    // What was read beyond the last block is put back, in whole bytes.
    let start = place - count / 8
    guard start + 4 <= end else { throw .tooShort }
    let sum = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + $1]) }
    guard sum == Checksums.adler32(UnsafeBufferPointer(start: output, count: size)) else {
      throw .damaged("the checksum")
    }
  }

  // MARK: Bits

  /// Has at least 56 bits pending; zeros beyond the end, which `drop` refuses.
  private mutating func fill() {
    if place &+ 8 <= end {
      let next = UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt64.self)
      pending |= UInt64(littleEndian: next) &<< UInt64(count)
      // Bits above the whole bytes are set twice, with the same values.
      place &+= (63 &- count) &>> 3
      count |= 56
      return
    }
    while count <= 56 {
      if place < end { pending |= UInt64(bytes[place]) &<< UInt64(count) }
      place &+= 1
      count &+= 8
    }
  }

  private mutating func drop(_ bits: Int) throws(PackingError) {
    pending = pending &>> UInt64(bits)
    count &-= bits
    // Bits that are beyond the end were used.
    if place &- count &>> 3 > end { throw .tooShort }
  }

  private mutating func take(_ bits: Int) throws(PackingError) -> Int {
    if bits == 0 { return 0 }
    if count < bits { fill() }
    let value = Int(pending & (1 &<< UInt64(bits) &- 1))
    try drop(bits)
    return value
  }

  private mutating func symbol(_ code: PrefixCode) throws(PackingError) -> Int {
    if count < PrefixCode.longest { fill() }
    let (symbol, bits) = code.first(of: pending)
    guard bits > 0 else { throw .damaged("a code") }
    try drop(bits)
    return symbol
  }

  // MARK: Blocks

  private mutating func copyStored() throws(PackingError) {
    try drop(count % 8)
    let length = try take(16)
    guard try take(16) == length ^ 0xFFFF else { throw .damaged("a block") }
    guard written + length <= size else { throw .damaged("the number of bytes") }
    let start = place - count / 8
    guard start + length <= end else { throw .tooShort }
    (output + written).update(from: bytes + start, count: length)
    written += length
    place = start + length
    (pending, count) = (0, 0)
  }

  private mutating func decode() throws(PackingError) {
    while true {
      let symbol = try symbol(lengths)
      if symbol < 256 {
        guard written < size else { throw .damaged("the number of bytes") }
        output[written] = UInt8(truncatingIfNeeded: symbol)
        written &+= 1
        continue
      }
      if symbol == 256 { return }
      guard symbol < 286 else { throw .damaged("a length") }
      let length = try take(length: symbol - 257)
      let far = try self.symbol(distances)
      guard far < 30 else { throw .damaged("a distance") }
      let distance = try take(distance: far)
      guard distance <= written, written + length <= size else { throw .damaged("a distance") }
      // The copy may overlap what it makes.
      let last = written &+ length
      while written < last {
        output[written] = output[written &- distance]
        written &+= 1
      }
    }
  }

  /// The length that a symbol from 257 on stands for, with the bits that follow it: 3 to 10 of their own, then groups of four, each with
  /// one bit more than the group before.
  private mutating func take(length symbol: Int) throws(PackingError) -> Int {
    if symbol < 8 { return symbol + 3 }
    if symbol == 28 { return 258 }
    let bits = symbol / 4 - 1
    return (4 + symbol % 4) << bits + 3 + (try take(bits))
  }

  /// The same of distances: 1 to 4 of their own, then groups of two.
  private mutating func take(distance symbol: Int) throws(PackingError) -> Int {
    if symbol < 4 { return symbol + 1 }
    let bits = symbol / 2 - 1
    return (2 + symbol % 2) << bits + 1 + (try take(bits))
  }

  // MARK: Codes

  private func setFixedCodes() throws(PackingError) {
    try lengths.set((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }, mayBeEmpty: false)
    try distances.set(Array(repeating: 5, count: 32), mayBeEmpty: false)
  }

  /// The codes of a block that brings its own.
  private mutating func readCodes() throws(PackingError) {
    let (lengthCount, distanceCount, others) = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
    guard lengthCount <= 286, distanceCount <= 30 else { throw .damaged("the codes") }
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var sizes = [UInt8](repeating: 0, count: 19)
    for index in 0..<others { sizes[order[index]] = UInt8(try take(3)) }
    try lengths.set(sizes, mayBeEmpty: false)
    var all: [UInt8] = []
    while all.count < lengthCount + distanceCount {
      let symbol = try symbol(lengths)
      switch symbol {
      case 0..<16: all.append(UInt8(symbol))
      case 16:
        guard let last = all.last else { throw .damaged("the codes") }
        all += Array(repeating: last, count: 3 + (try take(2)))
      case 17: all += Array(repeating: 0, count: 3 + (try take(3)))
      default: all += Array(repeating: 0, count: 11 + (try take(7)))
      }
    }
    guard all.count == lengthCount + distanceCount, all[256] != 0 else { throw .damaged("the codes") }
    try lengths.set(Array(all[..<lengthCount]), mayBeEmpty: false)
    try distances.set(Array(all[lengthCount...]), mayBeEmpty: true)
  }
}
