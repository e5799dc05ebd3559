/// Unpacks what RFC 8878 describes, up to a size that is known before: damaged or hostile data ends with an error, after a time in
/// proportion to its length, and never takes more memory than that size and a block's literals. Frames with a dictionary are refused.
///
/// It works on pointers, and nothing in its loops is generic, as in `Inflate`.
package struct Zstandard: ~Copyable {
  let bytes: UnsafePointer<UInt8>
  private let end: Int
  var place = 0
  let output: UnsafeMutablePointer<UInt8>
  private let size: Int
  var written = 0
  /// Of the frame: where its contents begin and may end, how far back a match reaches, and the largest block.
  var frameStart = 0
  private var frameEnd = 0
  var window = 0
  private(set) var largestBlock = 0
  /// Of the block: where it ends, and where its contents may end.
  var blockEnd = 0
  var limit = 0

  /// The newest first.
  var lastDistances = (1, 4, 8)
  let literalCode = LiteralCode()
  var hasLiteralCode = false
  let literalLengths = SequenceCode(.literals)
  let matchLengths = SequenceCode(.match)
  let offsetCodes = SequenceCode(.offset)
  let literals = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.mostInBlock)

  static let mostInBlock = 1 << 17

  /// The contents of all frames, which must have this number of bytes.
  package static func unpacked(_ packed: ArraySlice<UInt8>, size: Int) throws(PackingError) -> [UInt8] {
    // Four bytes stand for 128 KiB at most: what promises more is refused before it gets memory.
    guard 0...packed.count * (mostInBlock / 4) ~= size else { throw .tooShort }
    return try Unpacking.bytes(of: packed, size: size) { bytes, end, output, written throws(PackingError) in
      var reader = Zstandard(bytes: bytes, end: end, output: output, size: size)
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

  deinit { literals.deallocate() }

  private mutating func unpack() throws(PackingError) {
    repeat { try readFrame() } while place < end
    guard written == size else { throw .damaged("the number of bytes") }
  }

  // MARK: Frames

  /// A number of some bytes, the lowest first.
  mutating func take(_ count: Int) throws(PackingError) -> Int {
    guard count <= end - place else { throw .tooShort }
    var value = 0
    for index in 0..<count { value |= Int(bytes[place + index]) << (8 * index) }
    place += count
    return value
  }

  private mutating func readFrame() throws(PackingError) {
    let magic = try take(4)
    if magic & ~15 == 0x184D_2A50 {
      // Data for other programs.
      let length = try take(4)
      guard length <= end - place else { throw .tooShort }
      place += length
      return
    }
    guard magic == 0xFD2F_B528 else { throw .damaged("the header") }
    let (hasSum, count) = try readHeader()
    lastDistances = (1, 4, 8)
    hasLiteralCode = false
    for code in [literalLengths, matchLengths, offsetCodes] { code.restart() }
    while try !readBlock() {}
    if let count, written - frameStart != count { throw .damaged("the number of bytes") }
    if hasSum {
      let contents = UnsafeBufferPointer(start: output + frameStart, count: written - frameStart)
      let sum = Checksums.xxh64(contents)
      guard try take(4) == Int(sum & 0xFFFF_FFFF) else { throw .damaged("the checksum") }
    }
  }

  /// Returns whether a checksum follows the blocks, and how many bytes they have, if it says so.
  private mutating func readHeader() throws(PackingError) -> (hasSum: Bool, count: Int?) {
    let description = try take(1)
    guard description & 8 == 0 else { throw .damaged("the header") }
    let isOneSegment = description & 32 != 0
    if !isOneSegment {
      let size = try take(1)
      let base = 1 << (10 + size >> 3)
      window = base + base / 8 * (size & 7)
    }
    let dictionary = try take([0, 1, 2, 4][description & 3])
    if dictionary > 0 { throw .needsDictionary(UInt32(truncatingIfNeeded: dictionary)) }
    frameStart = written
    frameEnd = size
    let length = [isOneSegment ? 1 : 0, 2, 4, 8][description >> 6]
    var count: Int?
    if length > 0 {
      let known = try take(length) + (length == 2 ? 256 : 0)
      guard 0...size - written ~= known else { throw .damaged("the number of bytes") }
      frameEnd = written + known
      if isOneSegment { window = known }
      count = known
    }
    largestBlock = min(window, Self.mostInBlock)
    return (description & 4 != 0, count)
  }

  // MARK: Blocks

  /// Returns whether it was the frame's last.
  private mutating func readBlock() throws(PackingError) -> Bool {
    let header = try take(3)
    let length = header >> 3
    guard length <= largestBlock else { throw .damaged("a block") }
    switch header >> 1 & 3 {
    case 0:
      try checkRoom(length, before: frameEnd)
      guard length <= end - place else { throw .tooShort }
      (output + written).update(from: bytes + place, count: length)
      place += length
      written += length
    case 1:
      let byte = UInt8(try take(1))
      try checkRoom(length, before: frameEnd)
      (output + written).update(repeating: byte, count: length)
      written += length
    case 2:
      guard length <= end - place else { throw .tooShort }
      blockEnd = place + length
      limit = min(frameEnd, written + largestBlock)
      try unpackBlock()
    default: throw .damaged("a block")
    }
    return header & 1 == 1
  }

  private func checkRoom(_ count: Int, before limit: Int) throws(PackingError) {
    guard count <= limit - written else { throw .damaged("the number of bytes") }
  }
}
