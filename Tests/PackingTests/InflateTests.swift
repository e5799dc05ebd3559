import TestHarness
import Testing

@testable import Packing

/// What zlib packs, read by us and by itself.
@Suite("Unpacking", .hangLimit) struct InflateTests {
  /// Streams of zlib in each of its ways, as lines: the contents and the stream, in hexadecimal.
  private static let script = """
    import random, zlib
    random = random.Random(5)
    def skewed(count):
        # Frequencies of the Fibonacci numbers make the longest codes that there are.
        weights, text = [1, 1], []
        while len(weights) < 24: weights.append(weights[-1] + weights[-2])
        return bytes(random.choices(range(24), weights, k=count))
    words = [bytes(random.randrange(97, 123) for _ in range(random.randrange(2, 9))) for _ in range(60)]
    contents = [
        b'a', b'abc' * 100, bytes(20_000), bytes(range(256)) * 60, skewed(50_000),
        bytes(random.randrange(256) for _ in range(40_000)), b' '.join(random.choices(words, k=6_000)),
    ]
    ways = [(level, zlib.Z_DEFAULT_STRATEGY) for level in (0, 1, 6, 9)]
    ways += [(9, zlib.Z_FIXED), (9, zlib.Z_HUFFMAN_ONLY), (9, zlib.Z_RLE)]
    for text in contents:
        for level, strategy in ways:
            for window in (9, 15):
                packer = zlib.compressobj(level, zlib.DEFLATED, window, 9, strategy)
                print(text.hex(), (packer.compress(text) + packer.flush()).hex())
    """

  @Test("gives what zlib has packed, in each of its ways")
  func streams() throws {
    let found = try ChildProgram.shell("python3 - <<'END'\n\(Self.script)\nEND")
    guard found.status == 0 else {
      print("skipped: no python3 with zlib")
      return
    }
    let lines = found.output.split(separator: "\n")
    #expect(lines.count == 98)
    for (index, line) in lines.enumerated() {
      let parts = line.split(separator: " ")
      let (contents, packed) = ([UInt8](hexadecimal: parts[0]), [UInt8](hexadecimal: parts[1]))
      #expect(try Inflate.zlib(packed[...], size: contents.count) == contents, "stream \(index)")
      #expect(throws: PackingError.damaged("the number of bytes"), "stream \(index)") {
        try Inflate.zlib(packed[...], size: contents.count + 1)
      }
    }
  }

  private static let text = Array("Packed bytes, packed bytes, and packed bytes again.".utf8)

  @Test("gives what we have packed")
  func own() throws {
    for count in [0, 1, 2, 3, 4, 10, 11, 12, 13, 257, 258, 259, 260, 6_000, 70_000] {
      let bytes = [7, 8] + [UInt8](repeating: 9, count: count) + [200]
      #expect(try Inflate.zlib(Deflate.zlib(bytes)[...], size: bytes.count) == bytes, "\(count)")
    }
    #expect(try Inflate.zlib(Deflate.zlib([])[...], size: 0) == [])
    let copies = (0..<40).flatMap { _ in Self.text }
    #expect(try Inflate.zlib(Deflate.zlib(copies)[...], size: copies.count) == copies)
  }

  @Test("of cut bytes fails, wherever they end")
  func cut() {
    let whole = Deflate.zlib(Self.text)
    for count in 6..<whole.count {
      #expect(throws: PackingError.tooShort, "\(count)") {
        try Inflate.zlib(whole[..<count], size: Self.text.count)
      }
    }
  }

  @Test("fails with a copy that is longer than the bytes that are wanted, or begins before them")
  func copies() {
    let run = [UInt8](repeating: 9, count: 100)
    for size in 1..<100 {
      #expect(throws: PackingError.self, "\(size)") { try Inflate.zlib(Deflate.zlib(run)[...], size: size) }
    }
    // A block of fixed codes whose first symbol is a length of 3, with a distance of 1: there is nothing to copy.
    #expect(throws: PackingError.damaged("a distance")) {
      try Inflate.zlib([0x78, 0x01, 0x03, 0x02, 0, 0, 0, 0, 0, 0], size: 3)
    }
  }

  @Test("fails with a wrong checksum, and with more than a stream of its length can have")
  func promises() {
    var packed = Deflate.zlib(Self.text)
    packed[packed.count - 1] ^= 1
    #expect(throws: PackingError.damaged("the checksum")) {
      try Inflate.zlib(packed[...], size: Self.text.count)
    }
    for size in [-1, packed.count * 1032 + 1, .max] {
      #expect(throws: PackingError.tooShort) { try Inflate.zlib(packed[...], size: size) }
    }
  }

  /// A block with codes of its own, and the 300 bytes in it.
  static let dynamic = (
    packed: [UInt8](
      hexadecimal:
        """
        78dacdce8111c3200840d15911212a885182aedff4ae43f40ff0ee0340c2cca5e95891b89903eb82cb827ab09dba68243db2e528589e65f7ec82ae14\
        a362dcc229a64921841d8faf377f620352119baf2877601d41ea289efb2e331bfcc03468d5631c9dc22e58cae0d65e710d6d853326f8f62f831f170d\
        7e51
        """),
    contents: (0..<300).map { UInt8($0 * $0 / 7 % 23 + 97) }
  )

  @Test("of damaged bytes ends, with what fits or an error")
  func damage() throws {
    let (packed, contents) = Self.dynamic
    #expect(try Inflate.zlib(packed[...], size: 300) == contents)
    var dice = SplitMix(11)
    var errors: Set<PackingError> = []
    for _ in 0..<4_000 {
      var bytes = packed
      for _ in 0..<Int.random(in: 1...2, using: &dice) {
        bytes[Int.random(in: 2..<bytes.count - 4, using: &dice)] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
      }
      do throws(PackingError) {
        #expect(try Inflate.zlib(bytes[...], size: 300) == contents)
      } catch {
        errors.insert(error)
      }
    }
    #expect(errors.count >= 6, "\(errors)")
  }
}

@Suite("Prefix codes", .hangLimit) struct PrefixCodeTests {
  @Test("have all the room, or are alone, or none where there may be none")
  func room() throws {
    let code = PrefixCode()
    for sizes in [[1, 1], [1, 2, 2], [3, 3, 3, 3, 3, 3, 3, 3], [0, 5, 0], [1]] as [[UInt8]] {
      try code.set(sizes, mayBeEmpty: false)
    }
    for sizes in [[1, 1, 1], [1, 2], [2, 2, 2], [0, 0], []] as [[UInt8]] {
      #expect(throws: PackingError.damaged("the codes")) { try code.set(sizes, mayBeEmpty: false) }
    }
    try code.set([0, 0], mayBeEmpty: true)
    #expect(code.first(of: 0).bits == 0)
  }

  @Test("are found by their first bits, short and long ones")
  func symbols() throws {
    let code = PrefixCode()
    // 0, 10, 110, … and two of fifteen bits.
    try code.set((1...15).map { $0 } + [15], mayBeEmpty: false)
    for symbol in 0..<15 {
      let bits = UInt64(1) << UInt64(symbol) - 1
      #expect(
        code.first(of: bits) == (symbol, symbol + 1) && code.first(of: bits | 1 << 40) == (symbol, symbol + 1)
      )
    }
    #expect(code.first(of: .max) == (15, 15))
    // The order is that of the symbols among those of one size.
    try code.set([2, 1, 0, 2], mayBeEmpty: false)
    #expect([0, 0b01, 0b11].map { code.first(of: $0).symbol } == [1, 0, 3])
  }
}

@Suite("Checksums", .hangLimit) struct ChecksumTests {
  @Test("are those of the standards' examples, and of many bytes")
  func known() {
    let digits = Array("123456789".utf8)
    #expect(Checksums.crc32(digits[...]) == 0xCBF4_3926 && Checksums.crc32([]) == 0)
    #expect(Checksums.crc32(([0] + digits + [0])[1..<10]) == 0xCBF4_3926)
    func adler(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBufferPointer { Checksums.adler32($0) } }
    #expect(adler(digits) == 0x091E_01DE && adler([]) == 1)
    #expect(adler([UInt8](repeating: 255, count: 1_000_000)) == Self.slow(repeating: 255, 1_000_000))
  }

  @Test(
    "of zstd is XXH64, of less than a stripe, of one, and with each kind of rest",
    arguments: [
      (0, 0xEF46_DB37_51D8_E999), (31, 0xC346_D2B5_9B4D_8EE1), (32, 0xCBF5_9C51_16FF_32B4),
      (45, 0x10FD_D84D_6409_ABDF), (100, 0x6AC1_E580_3216_6597),
    ] as [(UInt8, UInt64)])
  func xxh64(_ count: UInt8, _ sum: UInt64) {
    #expect(Array(0..<count).withUnsafeBufferPointer { Checksums.xxh64($0) } == sum)
  }

  private static func slow(repeating byte: UInt64, _ count: UInt64) -> UInt32 {
    // The sum of the sums: 1 + byte, 1 + 2 · byte, …
    let low = (1 + byte * count) % 65_521
    let high = (count + byte * (count * (count + 1) / 2)) % 65_521
    return UInt32(high << 16 | low)
  }
}
