import Packing

/// Reads PNG files: all color types, depths and both orders of rows. Every part's checksum must be right; parts that do not say what the
/// pixels are, such as texts and color profiles, are skipped.
struct PNGReader {
  /// More pixels are not read.
  static let mostPixels = 64_000_000

  private struct Header {
    var width = 0
    var height = 0
    var depth = 0
    var kind = ColorType.gray
    var isInterlaced = false

    /// Bits of a pixel.
    var bits: Int { depth * kind.parts }
    func stride(_ width: Int) -> Int { (width * bits + 7) / 8 }
  }

  private enum ColorType: UInt8 {
    case gray = 0
    case color = 2
    case palette = 3
    case grayWithAlpha = 4
    case colorWithAlpha = 6

    var parts: Int {
      switch self {
      case .gray, .palette: 1
      case .grayWithAlpha: 2
      case .color: 3
      case .colorWithAlpha: 4
      }
    }

    var depths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .color, .grayWithAlpha, .colorWithAlpha: [8, 16]
      }
    }
  }

  private let bytes: [UInt8]
  private var place = 8
  private var header = Header()
  /// Words of a bitmap.
  private var palette: [UInt32] = []
  /// Alpha of the palette's first entries.
  private var paletteAlphas: [UInt8] = []
  /// The color that is clear: its parts as they are in the file.
  private var clearParts: [Int]?

  static func read(_ bytes: [UInt8]) throws(ImageError) -> Bitmap {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { throw .unknownFormat }
    var reader = PNGReader(bytes: bytes)
    return try reader.read()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func read() throws(ImageError) -> Bitmap {
    guard let (name, data) = try chunk(), name == "IHDR" else { throw .damaged("its header") }
    try readHeader(data)
    var packed: [UInt8] = []
    var hasEnded = false
    while let (name, data) = try chunk() {
      switch name {
      case "PLTE": try readPalette(data)
      case "tRNS": try readTransparency(data)
      case "IDAT": packed += data
      case "IEND": hasEnded = true
      default:
        // A part without which the picture cannot be shown begins with a capital.
        guard let first = name.utf8.first, first & 32 != 0 else {
          throw .damaged("a part '\(name)' that is not known")
        }
      }
      if hasEnded { break }
    }
    guard hasEnded else { throw .tooShort }
    guard header.kind != .palette || !palette.isEmpty else { throw .damaged("its palette, which is missing") }
    for (index, alpha) in paletteAlphas.enumerated() where index < palette.count {
      palette[index] = Blending.scaled(palette[index], by: UInt32(alpha))
    }
    return try unpack(packed)
  }

  /// The next part: its name and its data. Nil at the end of the file.
  private mutating func chunk() throws(ImageError) -> (String, ArraySlice<UInt8>)? {
    guard place < bytes.count else { return nil }
    guard bytes.count - place >= 12 else { throw .tooShort }
    let length = number(bytes[place..<(place + 4)])
    guard length <= bytes.count - place - 12 else { throw .tooShort }
    let named = bytes[(place + 4)..<(place + 8 + length)]
    let sum = number(bytes[(place + 8 + length)..<(place + 12 + length)])
    guard UInt32(sum) == Checksums.crc32(named) else { throw .damaged("the checksum of a part") }
    place += 12 + length
    return (String(decoding: named.prefix(4), as: UTF8.self), named.dropFirst(4))
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  // MARK: Parts

  private mutating func readHeader(_ data: ArraySlice<UInt8>) throws(ImageError) {
    let data = Array(data)
    guard data.count == 13, let kind = ColorType(rawValue: data[9]), kind.depths.contains(Int(data[8])),
      data[10] == 0, data[11] == 0, data[12] <= 1
    else { throw .damaged("its header") }
    header = Header(
      width: number(data[0..<4]), height: number(data[4..<8]), depth: Int(data[8]), kind: kind,
      isInterlaced: data[12] == 1)
    guard header.width > 0, header.height > 0 else { throw .damaged("its size") }
    guard header.width <= Bitmap.longestSide, header.height <= Bitmap.longestSide,
      header.width * header.height <= Self.mostPixels
    else { throw .tooLarge(width: header.width, height: header.height) }
  }

  private mutating func readPalette(_ data: ArraySlice<UInt8>) throws(ImageError) {
    guard palette.isEmpty, data.count % 3 == 0, !data.isEmpty, data.count <= 768 else {
      throw .damaged("its palette")
    }
    // Other kinds may suggest one.
    guard header.kind == .palette else { return }
    let parts = Array(data)
    palette = stride(from: 0, to: parts.count, by: 3).map { place in
      let (red, green, blue) = (UInt32(parts[place]), UInt32(parts[place + 1]), UInt32(parts[place + 2]))
      return 0xFF00_0000 | red << 16 | green << 8 | blue
    }
  }

  private mutating func readTransparency(_ data: ArraySlice<UInt8>) throws(ImageError) {
    let parts = Array(data)
    switch header.kind {
    case .palette: paletteAlphas = parts
    case .gray where parts.count == 2: clearParts = [number(parts[0..<2])]
    case .color where parts.count == 6:
      clearParts = [number(parts[0..<2]), number(parts[2..<4]), number(parts[4..<6])]
    default: throw .damaged("its transparency")
    }
  }

  // MARK: Pixels

  /// Where the rows of a pass lie in the picture: the first place, and the steps.
  private struct Pass {
    var x = 0
    var y = 0
    var stepX = 1
    var stepY = 1

    static let interlaced = [
      Pass(x: 0, y: 0, stepX: 8, stepY: 8), Pass(x: 4, y: 0, stepX: 8, stepY: 8),
      Pass(x: 0, y: 4, stepX: 4, stepY: 8), Pass(x: 2, y: 0, stepX: 4, stepY: 4),
      Pass(x: 0, y: 2, stepX: 2, stepY: 4), Pass(x: 1, y: 0, stepX: 2, stepY: 2),
      Pass(x: 0, y: 1, stepX: 1, stepY: 2),
    ]

    func width(of width: Int) -> Int { max(0, (width - x + stepX - 1) / stepX) }
    func height(of height: Int) -> Int { max(0, (height - y + stepY - 1) / stepY) }
  }

  private func unpack(_ packed: [UInt8]) throws(ImageError) -> Bitmap {
    let passes = header.isInterlaced ? Pass.interlaced : [Pass()]
    let size = passes.reduce(0) { sum, pass in
      let width = pass.width(of: header.width)
      return width == 0 ? sum : sum + (header.stride(width) + 1) * pass.height(of: header.height)
    }
    var rows = try Self.unpacked(packed, size)
    let bitmap = Bitmap(width: header.width, height: header.height)
    var start = 0
    for pass in passes {
      let width = pass.width(of: header.width)
      guard width > 0 else { continue }
      let stride = header.stride(width)
      for row in 0..<pass.height(of: header.height) {
        try unfilter(&rows, start, stride, isFirst: row == 0)
        write(rows[(start + 1)..<(start + 1 + stride)], width, pass, row, bitmap)
        start += stride + 1
      }
    }
    return bitmap
  }

  private static func unpacked(_ packed: [UInt8], _ size: Int) throws(ImageError) -> [UInt8] {
    do throws(PackingError) {
      return try Inflate.zlib(packed[...], size: size)
    } catch {
      switch error {
      case .tooShort: throw .tooShort
      case .damaged(let part): throw .damaged("\(part) of the packed pixels")
      case .needsDictionary: throw .damaged("the dictionary of the packed pixels")
      }
    }
  }

  /// Adds to a row what its filter has subtracted: of the byte to the left, of the one above, or of a mean.
  private func unfilter(_ rows: inout [UInt8], _ start: Int, _ stride: Int, isFirst: Bool) throws(ImageError)
  {
    let filter = rows[start]
    guard filter <= 4 else { throw .damaged("a row's filter") }
    guard filter > 0 else { return }
    let reach = max(header.bits / 8, 1)
    let above = start - stride
    rows.withUnsafeMutableBufferPointer { rows in
      for index in 0..<stride {
        let left = index >= reach ? Int(rows[start + 1 + index - reach]) : 0
        let up = isFirst ? 0 : Int(rows[above + index])
        let corner = isFirst || index < reach ? 0 : Int(rows[above + index - reach])
        let part =
          switch filter {
          case 1: left
          case 2: up
          case 3: (left + up) / 2
          default: Self.nearest(left, up, corner)
          }
        rows[start + 1 + index] &+= UInt8(part)
      }
    }
  }

  /// Of three, the one that is nearest to where the first two lead from the third.
  private static func nearest(_ left: Int, _ up: Int, _ corner: Int) -> Int {
    let (toLeft, toUp, toCorner) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
    if toLeft <= toUp, toLeft <= toCorner { return left }
    return toUp <= toCorner ? up : corner
  }

  private func write(_ row: ArraySlice<UInt8>, _ width: Int, _ pass: Pass, _ number: Int, _ bitmap: Bitmap) {
    let (depth, kind, first) = (header.depth, header.kind, row.startIndex)
    let most = 1 << depth - 1
    let target = bitmap.pixels + (pass.y + number * pass.stepY) * bitmap.width
    func part(_ index: Int) -> Int {
      switch depth {
      case 8: Int(row[first + index])
      case 16: Int(row[first + 2 * index]) << 8 | Int(row[first + 2 * index + 1])
      default: Int(row[first + index * depth / 8]) >> (8 - depth - index * depth % 8) & most
      }
    }
    func byte(_ value: Int) -> UInt32 {
      depth == 8 ? UInt32(value) : UInt32((value * 255 + most / 2) / most)
    }
    for x in 0..<width {
      let at = x * kind.parts
      let word: UInt32
      switch kind {
      case .palette:
        let index = part(at)
        word = index < palette.count ? palette[index] : 0xFF00_0000
      case .gray:
        let value = part(at)
        word = clearParts == [value] ? 0 : 0xFF00_0000 | byte(value) * 0x010101
      case .grayWithAlpha:
        word = Blending.scaled(0xFF00_0000 | byte(part(at)) * 0x010101, by: byte(part(at + 1)))
      case .color, .colorWithAlpha:
        let (red, green, blue) = (part(at), part(at + 1), part(at + 2))
        let solid = 0xFF00_0000 | byte(red) << 16 | byte(green) << 8 | byte(blue)
        if kind == .colorWithAlpha {
          word = Blending.scaled(solid, by: byte(part(at + 3)))
        } else {
          word = clearParts == [red, green, blue] ? 0 : solid
        }
      }
      target[pass.x + x * pass.stepX] = word
    }
  }
}
