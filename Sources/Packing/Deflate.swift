/// Packs bytes as RFC 1950 and 1951 say: one block with the fixed codes, in which runs of one byte are copies of the byte
/// before them.
package enum Deflate {
  package static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var writer = BitWriter()
    writer.bytes = [0x78, 0x01]
    // The last block, fixed codes.
    writer.add(1, 1)
    writer.add(1, 2)
    var index = 0
    while index < bytes.count {
      var run = 0
      if index > 0 {
        let byte = bytes[index - 1]
        while run < 258, index + run < bytes.count, bytes[index + run] == byte { run += 1 }
      }
      if run >= 3 {
        addLength(run, &writer)
        // The distance 1: code 0 of five bits.
        writer.addCode(0, 5)
        index += run
      } else {
        addLiteral(Int(bytes[index]), &writer)
        index += 1
      }
    }
    addLiteral(256, &writer)
    writer.flush()
    let sum = bytes.withUnsafeBufferPointer { Checksums.adler32($0) }
    for shift in [24, 16, 8, 0] { writer.bytes.append(UInt8(truncatingIfNeeded: sum >> UInt32(shift))) }
    return writer.bytes
  }

  /// The fixed code of a byte, of the end (256), or of a length.
  private static func addLiteral(_ symbol: Int, _ writer: inout BitWriter) {
    switch symbol {
    case 0..<144: writer.addCode(0x30 + symbol, 8)
    case 144..<256: writer.addCode(0x190 + symbol - 144, 9)
    case 256..<280: writer.addCode(symbol - 256, 7)
    default: writer.addCode(0xC0 + symbol - 280, 8)
    }
  }

  private static func addLength(_ length: Int, _ writer: inout BitWriter) {
    if length == 258 { return addLiteral(285, &writer) }
    if length < 11 { return addLiteral(254 + length, &writer) }
    // From 11 on, groups of four codes, each with one bit more than the group before.
    let offset = length - 3
    let bits = Int.bitWidth - 1 - offset.leadingZeroBitCount - 2
    addLiteral(257 + 4 * bits + offset >> bits, &writer)
    writer.add(offset & (1 << bits - 1), bits)
  }

  private struct BitWriter {
    var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var count = 0

    /// Numbers: their lowest bit first.
    mutating func add(_ value: Int, _ bits: Int) {
      pending |= UInt32(value) << UInt32(count)
      count += bits
      while count >= 8 {
        bytes.append(UInt8(pending & 255))
        pending >>= 8
        count -= 8
      }
    }

    /// Codes: their highest bit first.
    mutating func addCode(_ code: Int, _ bits: Int) {
      var turned = 0
      for bit in 0..<bits where code >> bit & 1 == 1 { turned |= 1 << (bits - 1 - bit) }
      add(turned, bits)
    }

    mutating func flush() {
      if count > 0 { bytes.append(UInt8(pending & 255)) }
      pending = 0
      count = 0
    }
  }
}
