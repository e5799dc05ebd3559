/// Reads JPEG files: baseline and progressive ones of 8 bits, gray, in color, or for printers. Of a file that is cut off, it reads what is there. Parts that do not describe the pixels, such as texts and
/// color profiles, are skipped, but for the side that is up.
struct JPEGReader {
  /// Maximum number of scans. A scan of a few bytes still costs a pass over all blocks.
  private static let mostScans = 100

  private let bytes: [UInt8]
  private var place = 2
  private var frame: JPEGFrame?
  private var scans = 0
  /// By their numbers.
  private var quantizers = [[Int]?](repeating: nil, count: 4)
  private var dcCodes = [JPEGPrefixCode?](repeating: nil, count: 4)
  private var acCodes = [JPEGPrefixCode?](repeating: nil, count: 4)
  private var restartInterval = 0
  /// What Adobe's programs say of the colors; nil: nothing.
  private var colorTransform: UInt8?
  private var orientation = JPEGOrientation.up

  static func isJPEG(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xFF, 0xD8, 0xFF]) }

  static func read(_ bytes: [UInt8]) throws(ImageError) -> Bitmap {
    guard isJPEG(bytes) else { throw .unknownFormat }
    var reader = JPEGReader(bytes: bytes)
    return try reader.read()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func read() throws(ImageError) -> Bitmap {
    do throws(ImageError) {
      try readParts()
    } catch {
      // Of a file that is cut off, what is there is shown.
      guard error == .tooShort, scans > 0, frame?.parts.allSatisfy(\.isRead) == true else { throw error }
    }
    guard let frame, scans > 0 else { throw .tooShort }
    return orientation.turned(try frame.bitmap(colorTransform))
  }

  private mutating func readParts() throws(ImageError) {
    while let marker = nextMarker() {
      if marker == 0xD9 { break }
      // Without data: restarts, and others that mean nothing here.
      if 0xD0...0xD8 ~= marker || marker == 0x01 { continue }
      let data = try segment()
      switch marker {
      case 0xDB: try readQuantizers(data)
      case 0xC4: try readPrefixCodes(data)
      case 0xC0, 0xC1, 0xC2: try readFrame(data, isProgressive: marker == 0xC2)
      // Other kinds: lossless, with arithmetic codes, hierarchical.
      case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: throw .unknownFormat
      case 0xDD:
        guard data.count == 2 else { throw .damaged("its restart interval") }
        restartInterval = data.word(0)
      case 0xDA: try readScan(data)
      case 0xE1: orientation = JPEGOrientation(data) ?? orientation
      case 0xEE: if data.starts(with: "Adobe".utf8), data.count >= 12 { colorTransform = data.byte(11) }
      default: break
      }
    }
  }

  /// What is behind the next 0xFF that begins a part; nil at the end of the file.
  private mutating func nextMarker() -> UInt8? {
    while place + 1 < bytes.count {
      let (first, second) = (bytes[place], bytes[place + 1])
      place += 1
      if first == 0xFF, second != 0, second != 0xFF {
        place += 1
        return second
      }
    }
    return nil
  }

  /// The data of a part.
  private mutating func segment() throws(ImageError) -> ArraySlice<UInt8> {
    guard place + 2 <= bytes.count else { throw .tooShort }
    let length = bytes[place...].word(0)
    guard length >= 2 else { throw .damaged("the length of a part") }
    guard place + length <= bytes.count else { throw .tooShort }
    let data = bytes[(place + 2)..<(place + length)]
    place += length
    return data
  }

  // MARK: Parts

  private mutating func readQuantizers(_ data: ArraySlice<UInt8>) throws(ImageError) {
    var data = data
    while let first = data.popFirst() {
      let (isLong, number) = (first >> 4 == 1, Int(first & 15))
      let length = isLong ? 128 : 64
      guard first >> 4 <= 1, number < 4, data.count >= length else { throw .damaged("its quantization") }
      quantizers[number] = (0..<64).map { isLong ? data.word($0 * 2) : Int(data.byte($0)) }
      data.removeFirst(length)
    }
  }

  private mutating func readPrefixCodes(_ data: ArraySlice<UInt8>) throws(ImageError) {
    var data = data
    while let first = data.popFirst() {
      let (kind, number) = (first >> 4, Int(first & 15))
      guard kind <= 1, number < 4, data.count >= 16 else { throw .damaged("its prefix codes") }
      let counts = data.prefix(16).map(Int.init)
      data.removeFirst(16)
      let total = counts.reduce(0, +)
      guard total <= 256, data.count >= total, let code = JPEGPrefixCode(counts, Array(data.prefix(total)))
      else { throw .damaged("its prefix codes") }
      data.removeFirst(total)
      if kind == 0 { dcCodes[number] = code } else { acCodes[number] = code }
    }
  }

  private mutating func readFrame(_ data: ArraySlice<UInt8>, isProgressive: Bool) throws(ImageError) {
    guard frame == nil, data.count >= 6 else { throw .damaged("its header") }
    let (height, width, count) = (data.word(1), data.word(3), Int(data.byte(5)))
    // Of kinds that are not read: of 12 bits, with the height behind the first scan, of two components.
    if data.byte(0) == 12 || height == 0 || count == 2 { throw .unknownFormat }
    guard data.byte(0) == 8 else { throw .damaged("its header") }
    guard width > 0 else { throw .damaged("its size") }
    guard width <= Bitmap.longestSide, height <= Bitmap.longestSide, width * height <= PNGReader.mostPixels
    else { throw .tooLarge(width: width, height: height) }
    guard [1, 3, 4].contains(count), data.count == 6 + 3 * count else { throw .damaged("its header") }
    let parts = (0..<count).map { index in
      let at = 6 + 3 * index
      return JPEGFrame.Part(
        id: data.byte(at), across: Int(data.byte(at + 1) >> 4), down: Int(data.byte(at + 1) & 15),
        quantizer: Int(data.byte(at + 2)))
    }
    guard Set(parts.map(\.id)).count == count,
      parts.allSatisfy({ 1...4 ~= $0.across && 1...4 ~= $0.down && $0.quantizer < 4 })
    else { throw .damaged("its header") }
    // Each block takes a bit at least: a short file has no large picture.
    let new = JPEGFrame(width: width, height: height, isProgressive: isProgressive, parts)
    guard new.blocks <= (bytes.count - place) * (isProgressive ? 8 : 4) else { throw .tooShort }
    new.allocate()
    frame = new
  }

  private mutating func readScan(_ data: ArraySlice<UInt8>) throws(ImageError) {
    guard let frame, let count = data.first.map(Int.init), 1...4 ~= count, data.count == 4 + 2 * count else {
      throw .damaged("the header of a scan")
    }
    scans += 1
    guard scans <= Self.mostScans else { throw .damaged("the number of its scans") }
    var scan = JPEGScan(
      frame: frame, first: Int(data.byte(1 + 2 * count)), last: Int(data.byte(2 + 2 * count)),
      high: Int(data.byte(3 + 2 * count) >> 4), low: Int(data.byte(3 + 2 * count) & 15),
      restartInterval: restartInterval)
    for index in 0..<count {
      let (id, numbers) = (data.byte(1 + 2 * index), data.byte(2 + 2 * index))
      guard let part = frame.parts.firstIndex(where: { $0.id == id }), numbers >> 4 < 4, numbers & 15 < 4
      else {
        throw .damaged("the header of a scan")
      }
      guard scan.add(part, dc: dcCodes[Int(numbers >> 4)], ac: acCodes[Int(numbers & 15)]) else {
        throw .damaged("the header of a scan")
      }
      if frame.parts[part].table == nil { frame.parts[part].table = quantizers[frame.parts[part].quantizer] }
    }
    place = try scan.read(bytes, from: place)
  }
}

extension ArraySlice<UInt8> {
  /// A byte, from the beginning of the slice.
  func byte(_ offset: Int) -> UInt8 { self[startIndex + offset] }
  /// Two bytes, the high one first.
  func word(_ offset: Int) -> Int { Int(byte(offset)) << 8 | Int(byte(offset + 1)) }
}
