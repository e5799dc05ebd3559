/// Writes pictures as baseline JPEG files, laid over white, with the tables that the standard suggests.
struct JPEGWriter {
  /// Best quality at which the colors are in a quarter of the places only.
  private static let wholeColors = 90

  private let bitmap: Bitmap
  /// From 1 to 100.
  private let quality: Int
  private var file: [UInt8] = []
  private var bits: UInt64 = 0
  private var bitCount = 0
  /// DC predictors, one for each component.
  private var predictors = [0, 0, 0]

  /// - Parameter quality: from 0, the smallest file, to 1, the best picture.
  static func write(_ bitmap: Bitmap, quality: Double) -> [UInt8] {
    let percent = quality.isNaN ? 100 : (min(max(quality, 0), 1) * 100).rounded()
    var writer = JPEGWriter(bitmap, max(Int(percent), 1))
    writer.write()
    return writer.file
  }

  private init(_ bitmap: Bitmap, _ quality: Int) { (self.bitmap, self.quality) = (bitmap, quality) }

  private var hasWholeColors: Bool { quality > Self.wholeColors }

  private mutating func write() {
    let tables = [Tables.brightness, Tables.colors].map { $0.map(scaled) }
    file = [0xFF, 0xD8]
    append(0xE0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
    for (number, table) in tables.enumerated() {
      append(0xDB, [UInt8(number)] + JPEGScan.order.map { UInt8(table[$0]) })
    }
    let units: UInt8 = hasWholeColors ? 0x11 : 0x22
    append(
      0xC0,
      [
        8, UInt8(bitmap.height >> 8), UInt8(bitmap.height & 255), UInt8(bitmap.width >> 8),
        UInt8(bitmap.width & 255), 3, 1, units, 0, 2, 0x11, 1, 3, 0x11, 1,
      ])
    for (number, code) in Tables.codes.enumerated() {
      // The codes of DC values and of others, of the brightness and of the colors.
      append(0xC4, [UInt8(number & 1) << 4 | UInt8(number >> 1)] + code.counts + code.values)
    }
    append(0xDA, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0])
    let factors = tables.map { table in
      table.enumerated().map { place, divisor in
        let scale: Double = Self.waveScales[place >> 3] * Self.waveScales[place & 7]
        return 1 / (scale * Double(divisor) * 8)
      }
    }
    var buffers = Buffers()
    let step = hasWholeColors ? 8 : 16
    for y in stride(from: 0, to: bitmap.height, by: step) {
      for x in stride(from: 0, to: bitmap.width, by: step) {
        writeUnit(x, y, step, factors, &buffers)
      }
    }
    // The last byte is filled with ones.
    put(0x7F, 7)
    file += [0xFF, 0xD9]
  }

  private mutating func append(_ marker: UInt8, _ data: [UInt8]) {
    let length = data.count + 2
    file += [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + data
  }

  private func scaled(_ factor: Int) -> Int {
    let scale = quality < 50 ? 5000 / quality : 200 - 2 * quality
    return min(max((factor * scale + 50) / 100, 1), 255)
  }

  // MARK: Blocks

  /// The blocks of a unit, which all units share.
  private struct Buffers {
    var bright = [Double](repeating: 0, count: 64)
    var colors = [[Double]](repeating: [Double](repeating: 0, count: 64), count: 2)
    /// Coefficients, in the order of the file.
    var values = [Int](repeating: 0, count: 64)
  }

  /// The blocks of a part of the picture: of its brightness, and one for each of both colors.
  private mutating func writeUnit(
    _ left: Int, _ top: Int, _ side: Int, _ factors: [[Double]], _ buffers: inout Buffers
  ) {
    for index in 0..<2 { for place in 0..<64 { buffers.colors[index][place] = 0 } }
    let share = side == 16 ? 0.25 : 1
    for blockY in 0..<side / 8 {
      for blockX in 0..<side / 8 {
        for place in 0..<64 {
          let (x, y) = (blockX * 8 + (place & 7), blockY * 8 + (place >> 3))
          let (red, green, blue) = color(left + x, top + y)
          buffers.bright[place] = 0.299 * red + 0.587 * green + 0.114 * blue - 128
          let target = side == 16 ? (y >> 1) * 8 + (x >> 1) : place
          buffers.colors[0][target] += share * (-0.168736 * red - 0.331264 * green + 0.5 * blue)
          buffers.colors[1][target] += share * (0.5 * red - 0.418688 * green - 0.081312 * blue)
        }
        writeBlock(&buffers.bright, &buffers.values, 0, factors[0])
      }
    }
    for index in 0..<2 { writeBlock(&buffers.colors[index], &buffers.values, index + 1, factors[1]) }
  }

  /// Beyond the edges are the pixels of the edge.
  private func color(_ x: Int, _ y: Int) -> (Double, Double, Double) {
    let at = min(y, bitmap.height - 1) * bitmap.width + min(x, bitmap.width - 1)
    let solid = Blending.over(bitmap.pixels[at], 0xFFFF_FFFF)
    return (Double(solid >> 16 & 255), Double(solid >> 8 & 255), Double(solid & 255))
  }

  private mutating func writeBlock(
    _ block: inout [Double], _ values: inout [Int], _ part: Int, _ factors: [Double]
  ) {
    for row in 0..<8 { Self.wave(&block, row * 8, 1) }
    for column in 0..<8 { Self.wave(&block, column, 8) }
    for (index, place) in JPEGScan.order.enumerated() {
      values[index] = min(max(Int((block[place] * factors[place]).rounded()), -1023), 1023)
    }
    let (first, others) = part == 0 ? (Tables.codes[0], Tables.codes[1]) : (Tables.codes[2], Tables.codes[3])
    put(values[0] - predictors[part], 0, first)
    predictors[part] = values[0]
    var zeros = 0
    for value in values.dropFirst() {
      if value == 0 {
        zeros += 1
        continue
      }
      while zeros > 15 {
        put(others.codes[0xF0])
        zeros -= 16
      }
      put(value, zeros, others)
      zeros = 0
    }
    if zeros > 0 { put(others.codes[0]) }
  }

  /// A number: the code of its length, then the number, a negative one with all bits turned.
  private mutating func put(_ value: Int, _ zeros: Int, _ code: JPEGCode) {
    let length = Int.bitWidth - abs(value).leadingZeroBitCount
    put(code.codes[zeros << 4 | length])
    if length > 0 { put(value < 0 ? value + 1 << length - 1 : value, length) }
  }

  private mutating func put(_ code: (bits: Int, length: Int)) { put(code.bits, code.length) }

  private mutating func put(_ value: Int, _ length: Int) {
    bits = bits << UInt64(length) | UInt64(value)
    bitCount += length
    while bitCount >= 8 {
      bitCount -= 8
      let byte = UInt8(truncatingIfNeeded: bits >> UInt64(bitCount))
      file.append(byte)
      // No marker begins here.
      if byte == 0xFF { file.append(0) }
    }
  }

  // MARK: Waves

  /// By which the coefficients that `wave` finds are too large.
  private static let waveScales: [Double] = [
    1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.541196100, 0.275899379,
  ]

  /// Finds eight coefficients by the method of Arai, Agui and Nakajima.
  private static func wave(_ block: inout [Double], _ start: Int, _ step: Int) {
    func at(_ index: Int) -> Double { block[start + index * step] }
    let (sum07, sum16, sum25, sum34) = (at(0) + at(7), at(1) + at(6), at(2) + at(5), at(3) + at(4))
    let (less07, less16, less25, less34) = (at(0) - at(7), at(1) - at(6), at(2) - at(5), at(3) - at(4))
    let (outer, inner) = (sum07 + sum34, sum16 + sum25)
    let (outerLess, innerLess) = (sum07 - sum34, sum16 - sum25)
    let middle = (innerLess + outerLess) * 0.707106781
    let (low, half, high) = (less34 + less25, less25 + less16, less16 + less07)
    let turn = (low - high) * 0.382683433
    let (lowTurned, highTurned) = (low * 0.541196100 + turn, high * 1.306562965 + turn)
    let halfTurned = half * 0.707106781
    let (front, back) = (less07 + halfTurned, less07 - halfTurned)
    block[start] = outer + inner
    block[start + step] = front + highTurned
    block[start + 2 * step] = outerLess + middle
    block[start + 3 * step] = back - lowTurned
    block[start + 4 * step] = outer - inner
    block[start + 5 * step] = back + lowTurned
    block[start + 6 * step] = outerLess - middle
    block[start + 7 * step] = front - highTurned
  }
}

extension UIImage {
  /// The picture as a JPEG file, laid over white; nil without pixels.
  ///
  /// - Parameter compressionQuality: from 0, the smallest file, to 1, the best picture.
  public func jpegData(compressionQuality: Double) -> [UInt8]? {
    size.width > 0 && size.height > 0
      ? JPEGWriter.write(fullBitmap, quality: compressionQuality) : nil
  }
}
