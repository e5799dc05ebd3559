/// Unpacks what RFC 1950 and 1951 describe, up to a size that is known before: damaged or hostile data ends with an error, and never takes
/// more memory than that.
package struct Inflate {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0
  /// Bits that were read and not taken, the next one lowest.
  private var pending: UInt64 = 0
  private var count = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The unpacked bytes, which must have this number, and the checksum that follows them.
  package static func zlib(_ packed: ArraySlice<UInt8>, size: Int) throws(PackingError) -> [UInt8] {
    let result = packed.withUnsafeBufferPointer { bytes in
      Result { () throws(PackingError) in
        var reader = Inflate(bytes)
        return try reader.unpack(size)
      }
    }
    return try result.get()
  }

  private mutating func unpack(_ size: Int) throws(PackingError) -> [UInt8] {
    // CM 8, a window of at most 32 KiB, a sum that is a multiple of 31, and no dictionary.
    guard bytes.count >= 6, bytes[0] & 15 == 8, bytes[0] >> 4 <= 7,
      (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0, bytes[1] & 32 == 0
    else { throw .damaged("the header") }
    // A byte stands for 1,032 at most: what promises more is refused before it gets memory.
    guard size <= bytes.count * 1032 else { throw .tooShort }
    place = 2
    var output: [UInt8] = []
    output.reserveCapacity(size)
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored(&output, size)
      case 1: try decode(.fixedLengths, .fixedDistances, &output, size)
      case 2:
        let (lengths, distances) = try readCodes()
        try decode(lengths, distances, &output, size)
      default: throw .damaged("a block")
      }
    }
    guard output.count == size else { throw .damaged("the number of bytes") }
    // What was read beyond the last block is put back, in whole bytes.
    let start = place - count / 8
    guard start + 4 <= bytes.count else { throw .tooShort }
    let sum = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + $1]) }
    guard sum == Checksums.adler32(output) else { throw .damaged("the checksum") }
    return output
  }

  // MARK: Bits

  /// Has at least `bits` bits pending; zeros beyond the end, which `drop` refuses.
  private mutating func fill(_ bits: Int) {
    while count < bits {
      if place < bytes.count { pending |= UInt64(bytes[place]) << UInt64(count) }
      place += 1
      count += 8
    }
  }

  private mutating func drop(_ bits: Int) throws(PackingError) {
    pending >>= UInt64(bits)
    count -= bits
    // Bits that are beyond the end were used.
    if place - count / 8 > bytes.count { throw .tooShort }
  }

  private mutating func take(_ bits: Int) throws(PackingError) -> Int {
    if bits == 0 { return 0 }
    fill(bits)
    let value = Int(pending & (1 << UInt64(bits) - 1))
    try drop(bits)
    return value
  }

  private mutating func symbol(_ code: Code) throws(PackingError) -> Int {
    fill(Code.longest)
    let entry = code.table[Int(pending & UInt64(Code.mask))]
    guard entry != 0 else { throw .damaged("a code") }
    try drop(Int(entry & 15))
    return Int(entry >> 4)
  }

  // MARK: Blocks

  private mutating func copyStored(_ output: inout [UInt8], _ size: Int) throws(PackingError) {
    try drop(count % 8)
    let length = try take(16)
    guard try take(16) == length ^ 0xFFFF else { throw .damaged("a block") }
    guard output.count + length <= size else { throw .damaged("the number of bytes") }
    let start = place - count / 8
    guard start + length <= bytes.count else { throw .tooShort }
    output += bytes[start..<(start + length)]
    place = start + length
    (pending, count) = (0, 0)
  }

  private mutating func decode(_ lengths: Code, _ distances: Code, _ output: inout [UInt8], _ size: Int)
    throws(PackingError)
  {
    while true {
      let symbol = try symbol(lengths)
      if symbol < 256 {
        guard output.count < size else { throw .damaged("the number of bytes") }
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Code.lengths.count else { throw .damaged("a length") }
      let (base, bits) = Code.lengths[symbol - 257]
      let length = base + (try take(bits))
      let far = try self.symbol(distances)
      guard far < Code.distances.count else { throw .damaged("a distance") }
      let (from, more) = Code.distances[far]
      let distance = from + (try take(more))
      guard distance <= output.count, output.count + length <= size else {
        throw .damaged("a distance")
      }
      // The copy may overlap what it makes.
      var source = output.count - distance
      for _ in 0..<length {
        output.append(output[source])
        source += 1
      }
    }
  }

  /// The codes of a block that brings its own.
  private mutating func readCodes() throws(PackingError) -> (Code, Code) {
    let (lengths, distances, others) = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
    guard lengths <= 286, distances <= 30 else { throw .damaged("the codes") }
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var sizes = [UInt8](repeating: 0, count: 19)
    for index in 0..<others { sizes[order[index]] = UInt8(try take(3)) }
    let code = try Code(sizes)
    var all: [UInt8] = []
    while all.count < lengths + distances {
      let symbol = try symbol(code)
      switch symbol {
      case 0..<16: all.append(UInt8(symbol))
      case 16:
        guard let last = all.last else { throw .damaged("the codes") }
        all += Array(repeating: last, count: 3 + (try take(2)))
      case 17: all += Array(repeating: 0, count: 3 + (try take(3)))
      default: all += Array(repeating: 0, count: 11 + (try take(7)))
      }
    }
    guard all.count == lengths + distances, all[256] != 0 else {
      throw .damaged("the codes")
    }
    return (try Code(Array(all[..<lengths])), try Code(Array(all[lengths...]), mayBeEmpty: true))
  }

  /// A prefix code: for the next bits, the symbol and how many of them it takes.
  private struct Code {
    static let longest = 15
    static let mask = 1 << longest - 1
    /// The symbol times 16, and its number of bits; 0 where there is none.
    private(set) var table: [UInt16]

    /// - Parameter sizes: the number of bits of each symbol's code.
    init(_ sizes: [UInt8], mayBeEmpty: Bool = false) throws(PackingError) {
      table = [UInt16](repeating: 0, count: 1 << Self.longest)
      var counts = [Int](repeating: 0, count: Self.longest + 1)
      for size in sizes { counts[Int(size)] += 1 }
      counts[0] = 0
      var next = [Int](repeating: 0, count: Self.longest + 2)
      for bits in 1...Self.longest { next[bits + 1] = (next[bits] + counts[bits]) << 1 }
      let used = (1...Self.longest).reduce(0) { $0 + counts[$1] << (Self.longest - $1) }
      // More codes than there is room for; fewer are allowed of one that is alone, or not used.
      let total = counts.reduce(0, +)
      guard used <= 1 << Self.longest, used == 1 << Self.longest || total == 1 || total == 0 && mayBeEmpty
      else { throw .damaged("the codes") }
      for (symbol, size) in sizes.enumerated() where size > 0 {
        let bits = Int(size)
        var turned = 0
        for bit in 0..<bits where next[bits] >> bit & 1 == 1 { turned |= 1 << (bits - 1 - bit) }
        next[bits] += 1
        for index in stride(from: turned, to: table.count, by: 1 << bits) {
          table[index] = UInt16(symbol << 4 | bits)
        }
      }
    }

    private static func complete(_ sizes: [UInt8]) -> Code {
      do { return try Code(sizes) } catch { preconditionFailure("the fixed codes are complete") }
    }

    static let fixedLengths = complete(
      (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    static let fixedDistances = complete(Array(repeating: 5, count: 32))

    /// Of the symbols from 257 on: the shortest length, and the number of bits that are added to it.
    static let lengths: [(Int, Int)] =
      (0..<28).map { symbol in
        if symbol < 8 { return (symbol + 3, 0) }
        let bits = symbol / 4 - 1
        return ((4 + symbol % 4) << bits + 3, bits)
      } + [(258, 0)]
    /// Of the distances.
    static let distances: [(Int, Int)] = (0..<30).map { symbol in
      if symbol < 4 { return (symbol + 1, 0) }
      let bits = symbol / 2 - 1
      return ((2 + symbol % 2) << bits + 1, bits)
    }
  }
}
