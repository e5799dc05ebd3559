import TestHarness
import Testing

@testable import Packing

/// What zstd packs, read by us.
@Suite("Unpacking Zstandard", .hangLimit) struct ZstandardTests {
  typealias Frames = ZstandardFrames

  private static func unpacked(_ packed: [UInt8], _ size: Int) throws(PackingError) -> [UInt8] {
    try Zstandard.unpacked(packed[...], size: size)
  }

  @Test(
    "gives what is in frames of each kind of literals, blocks and codes",
    arguments: Frames.samples + Frames.byHand)
  func samples(_ sample: Frames.Sample) throws {
    let (packed, contents) = (sample.packed, sample.contents)
    #expect(try Self.unpacked(packed, contents.count) == contents)
    // Also in the middle of other bytes.
    #expect(
      try Zstandard.unpacked(([1] + packed + [2])[1..<packed.count + 1], size: contents.count) == contents)
    for wrong in [contents.count - 1, contents.count + 1] {
      #expect(throws: PackingError.damaged("the number of bytes")) { try Self.unpacked(packed, wrong) }
    }
  }

  /// Contents, and frames of the program's of them in each of its ways, as lines: a name and hexadecimal digits.
  private static let script = """
    set -e
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    line() { printf '%s ' "$1"; od -An -v -tx1 "$2" | tr -d ' \\n'; echo; }
    head -c 150000 /proc/self/exe >"$folder/binary"
    head -c 5000 /dev/urandom >"$folder/random"
    head -c 200000 /dev/zero >"$folder/zeros"
    seq 1 15000 >"$folder/numbers"
    : >"$folder/empty"
    printf a >"$folder/one"
    for name in binary random zeros numbers empty one; do
      line "$name" "$folder/$name"
      for way in --fast=5 -1 -3 -9 -16 '-19 --no-check' '--ultra -22'; do
        zstd -q -c $way "$folder/$name" >"$folder/whole"
        line "$name" "$folder/whole"
        # Without the length of the contents, which a pipe does not have.
        zstd -q -c $way <"$folder/$name" >"$folder/piped"
        line "$name" "$folder/piped"
      done
    done
    """

  @Test("gives what the program zstd has packed, in each of its ways")
  func program() throws {
    guard try ChildProgram.shell("command -v zstd").status == 0 else {
      print("skipped: there is no zstd")
      return
    }
    let found = try ChildProgram("bash", ["-c", Self.script])
    try #require(found.wait() == 0, "\(found.errors)")
    var contents: [Substring: [UInt8]] = [:]
    var count = 0
    for line in found.output.split(separator: "\n") {
      let parts = line.split(separator: " ", omittingEmptySubsequences: false)
      let bytes = [UInt8](hexadecimal: parts[1])
      guard let known = contents[parts[0]] else {
        contents[parts[0]] = bytes
        continue
      }
      count += 1
      #expect((try Self.unpacked(bytes, known.count) == known) as Bool, "\(parts[0]), frame \(count)")
    }
    #expect(count == 84)
  }

  // MARK: What is refused

  @Test("of cut bytes fails, wherever they end", arguments: Frames.samples)
  func cut(_ sample: Frames.Sample) {
    for count in 0..<sample.packed.count {
      #expect(throws: PackingError.tooShort, "\(count)") {
        try Self.unpacked(Array(sample.packed[..<count]), sample.contents.count)
      }
    }
  }

  @Test("refuses a frame that needs a dictionary, and says which")
  func dictionary() throws {
    let contents: [UInt8] = [0, 1] + Frames.raw([5], isLast: true)
    let start: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    #expect(throws: PackingError.needsDictionary(9)) {
      try Self.unpacked(start + [1, 0, 9] + contents[2...], 1)
    }
    #expect(throws: PackingError.needsDictionary(0x0102)) {
      try Self.unpacked(start + [2, 0, 2, 1] + contents[2...], 1)
    }
    #expect(throws: PackingError.needsDictionary(0xFF00_0000)) {
      try Self.unpacked(start + [3, 0, 0, 0, 0, 0xFF] + contents[2...], 1)
    }
    // The number 0 is none.
    #expect(try Self.unpacked(start + [1, 0, 0] + contents[2...], 1) == [5])
  }

  @Test("refuses other marks, reserved bits, blocks of no kind, and bytes behind the last frame")
  func headers() {
    let whole = Frames.frame(Frames.raw([5], isLast: true))
    func damaged(_ part: String, _ bytes: [UInt8], line: Int = #line) {
      #expect(throws: PackingError.damaged(part), "line \(line)") { try Self.unpacked(bytes, 1) }
    }
    damaged("the header", [0x27] + whole[1...])
    damaged("the header", whole[..<4] + [8] + whole[5...])
    damaged("the header", whole + [0, 0, 0, 0])
    damaged("a block", whole[..<6] + [0x0F] + whole[7...])
    for reserved in 1...3 as ClosedRange<UInt8> {
      // A valid block, except for the reserved bits of its modes.
      let block = Frames.packed([3 << 3, 4, 5, 6, 1, 0b0101_0100 | reserved, 3, 2, 0, 0b110])
      damaged("a block", Frames.frame(block))
    }
    #expect(throws: PackingError.tooShort) { try Self.unpacked(whole + [0x28], 1) }
    #expect(throws: PackingError.tooShort) { try Self.unpacked([0x50, 0x2A, 0x4D, 0x18, 9, 0, 0, 0, 1], 0) }
  }

  @Test("has blocks of at most the window, and of 128 KiB")
  func blockSizes() throws {
    let bytes = [UInt8](repeating: 3, count: 1 << 17)
    for (window, most) in [(0, 1024), (1, 1152), (8, 2048), (0x38, 1 << 17), (0x50, 1 << 17)]
      as [(UInt8, Int)]
    {
      let fits = Frames.frame(window: window, Frames.repeated(3, most, isLast: true))
      #expect((try Self.unpacked(fits, most) == Array(bytes[..<most])) as Bool)
      #expect(throws: PackingError.damaged("a block"), "\(window)") {
        try Self.unpacked(Frames.frame(window: window, Frames.repeated(3, most + 1, isLast: true)), most + 1)
      }
    }
  }

  @Test("copies from within the window and the frame only")
  func distances() throws {
    func unpacked(_ distance: Int, after blocks: [[UInt8]], in window: UInt8 = 0) throws -> [UInt8] {
      // Distances of their own begin behind the three repeated ones.
      let value = distance + 3
      let bits = UInt8(Int.bitWidth - 1 - value.leadingZeroBitCount)
      let match = Frames.match(offset: bits, plus: value - 1 << Int(bits))
      let count = 2048 + 3
      return try Self.unpacked(Frames.frame(window: window, blocks.flatMap(\.self), match), count)
    }
    let blocks = [Frames.raw((0..<1024).map { UInt8($0 & 255) }), Frames.repeated(9, 1024)]
    #expect(try unpacked(1024, after: blocks).suffix(3) == [9, 9, 9])
    #expect(try unpacked(1026, after: blocks, in: 8).suffix(3) == [254, 255, 9])
    #expect(try unpacked(2048, after: blocks, in: 8).suffix(3) == [0, 1, 2])
    #expect(throws: PackingError.damaged("a distance")) { try unpacked(1025, after: blocks) }
    #expect(throws: PackingError.damaged("a distance")) { try unpacked(2049, after: blocks, in: 9) }
    // What a frame before has is not there for the next one.
    let two =
      Frames.frame(Frames.raw([1, 2, 3], isLast: true)) + Frames.frame(Frames.match(offset: 2, plus: 2))
    #expect(throws: PackingError.damaged("a distance")) { try Self.unpacked(two, 6) }
  }

  @Test("repeats the last distances, by the rule of matches with and without literals")
  func repeatedDistances() throws {
    let before = Frames.raw(Array(1...9))
    func last(_ literals: [UInt8], _ value: Int) throws -> [UInt8] {
      let bits: UInt8 = value > 1 ? 1 : 0
      let match = Frames.match(literals: literals, offset: bits, plus: value - 1 << Int(bits))
      return try Self.unpacked(Frames.frame(before, match), 12 + literals.count).suffix(3)
    }
    // At the beginning they are 1, 4 and 8.
    #expect(try last([20], 1) == [20, 20, 20])
    #expect(try last([20], 2) == [7, 8, 9])
    #expect(try last([20], 3) == [3, 4, 5])
    #expect(try last([], 1) == [6, 7, 8])
    #expect(try last([], 2) == [2, 3, 4])
    // One less than the last, which is none.
    #expect(throws: PackingError.damaged("a distance")) { try last([], 3) }
  }

  // MARK: Bits

  /// Numbers of some bits, from the lowest bit of the first byte on.
  private static func bytes(_ numbers: (value: Int, bits: Int)...) -> [UInt8] {
    let bits = numbers.flatMap { number in (0..<number.bits).map { number.value >> $0 & 1 } }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start...].prefix(8).reversed().reduce(0) { $0 << 1 | UInt8($1) }
    }
  }

  @Test("uses all bits of literals and sequences, and each frame has as many bytes as it says")
  func nothingIsLeft() {
    let literals = Frames.frame(Frames.packed([0x52, 0xC0, 0, 128, 0x10, 0b101_1010, 0]))
    #expect(throws: PackingError.damaged("the literals")) { try Self.unpacked(literals, 5) }
    let sequences = Frames.packed([3 << 3, 4, 5, 6, 1, 0b0101_0100, 3, 2, 0, 0b1100])
    #expect(throws: PackingError.damaged("the sequences")) { try Self.unpacked(Frames.frame(sequences), 6) }
    #expect(throws: PackingError.damaged("a block")) {
      try Self.unpacked(Frames.frame(Frames.packed([1 << 3, 4, 0, 0])), 1)
    }
    // Two bytes are promised, and the second one is of another frame.
    let short = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 2] + Frames.raw([1], isLast: true)
    #expect(throws: PackingError.damaged("the number of bytes")) {
      try Self.unpacked(short + Frames.frame(Frames.raw([2], isLast: true)), 2)
    }
  }

  @Test("reads the 63 bits that an offset and two lengths may have together")
  func manyBits() {
    // 65,540 equal literals, of which 65,551 are wanted: without the last bits of the length it would be 65,536.
    let literals = Self.bytes((1, 2), (3, 2), (65_540, 20), (9, 8))
    // The state 60 stands for the longest literals; the other codes have one symbol.
    let stream = Self.bytes((0, 4), (15, 16), (0, 16), (0, 31), (60, 6), (1, 1))
    let block = Frames.packed(literals + [1, 0b0001_0100, 31, 52] + stream)
    #expect(throws: PackingError.damaged("the literals")) {
      try Self.unpacked(Frames.frame(window: 0x38, block), 1 << 17)
    }
  }

  @Test("has no states for symbols that a code does not have")
  func symbols() {
    // 32 states for the symbol behind the 32 that offsets have: a first one without states, and 31 more.
    let table = Self.bytes((0, 4), (1, 5), (0xF_FFFF, 20), (1, 2), (63, 6))
    let block = Frames.packed([1 << 3, 4, 1, 0b0110_0100, 1] + table + [0, 0b10_0000])
    #expect(throws: PackingError.damaged("the states")) { try Self.unpacked(Frames.frame(block), 4) }
  }

  // MARK: Checks

  @Test("fails with a wrong checksum, and with more than frames of their length can have")
  func promises() throws {
    for sample in Frames.samples where sample.packed[4] & 4 != 0 {
      for back in 1...4 {
        var packed = sample.packed
        packed[packed.count - back] ^= 1
        #expect(throws: PackingError.damaged("the checksum")) {
          try Self.unpacked(packed, sample.contents.count)
        }
      }
    }
    let packed = Frames.samples[0].packed
    for size in [-1, packed.count << 15 + 1, .max] {
      #expect(throws: PackingError.tooShort) { try Self.unpacked(packed, size) }
    }
  }

  @Test("uses nothing of the frame before: neither codes nor distances")
  func frames() throws {
    // A block whose literals have the code of the block before, and one whose sequences have.
    let code = Frames.packed([0x52, 0xC0, 0, 128, 0x10, 0b10_1101, 0], isLast: false)
    let again = Frames.packed([0x53, 0x40, 0, 0b10_1101, 0])
    #expect(try Self.unpacked(Frames.frame(code, again), 10) == [0, 1, 1, 0, 1, 0, 1, 1, 0, 1])
    let first = Frames.frame(code, Frames.raw([], isLast: true))
    #expect(throws: PackingError.damaged("the literals")) {
      try Self.unpacked(first + Frames.frame(again), 10)
    }
    let match = Frames.frame(Frames.match(literals: [4, 5, 6], offset: 2, plus: 2))
    let repeated = Frames.packed([3 << 3, 4, 5, 6, 1, 0b1111_1100, 0b110])
    #expect(throws: PackingError.damaged("the states")) {
      try Self.unpacked(match + Frames.frame(repeated), 12)
    }
  }

  @Test("of damaged bytes ends, with what fits or an error")
  func damage() {
    var dice = SplitMix(11)
    var errors: Set<PackingError> = []
    for sample in Frames.samples {
      for _ in 0..<600 {
        var bytes = sample.packed
        for _ in 0..<Int.random(in: 1...2, using: &dice) {
          bytes[Int.random(in: 4..<bytes.count, using: &dice)] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
        }
        do throws(PackingError) {
          #expect(try Self.unpacked(bytes, sample.contents.count).count == sample.contents.count)
        } catch {
          errors.insert(error)
        }
      }
    }
    #expect(errors.count >= 9, "\(errors)")
  }
}
