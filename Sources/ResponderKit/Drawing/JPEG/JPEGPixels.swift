// From coefficients to pixels.

extension JPEGFrame {
  /// The picture.
  ///
  /// - Parameter transform: what Adobe's programs say of the colors.
  func bitmap(_ transform: UInt8?) throws(ImageError) -> Bitmap {
    var planes: [JPEGPlane] = []
    for (index, part) in parts.enumerated() {
      guard part.isRead else { throw .tooShort }
      guard let table = part.table else { throw .damaged("its quantization") }
      planes.append(JPEGPlane(self, part, table))
      free(index)
    }
    // Components named R, G and B are RGB, not YCbCr.
    let isNamed = parts.map(\.id) == [0x52, 0x47, 0x42]
    let isTurned = planes.count == 4 ? transform == 2 : transform != 0 && !isNamed
    let bitmap = Bitmap(width: width, height: height)
    let line = UnsafeMutablePointer<UInt8>.allocate(capacity: width * planes.count)
    defer { line.deallocate() }
    for y in 0..<height {
      for (index, plane) in planes.enumerated() { plane.write(y, to: line + index * width, width) }
      write(line, planes.count, isTurned, to: bitmap.pixels + y * width)
    }
    return bitmap
  }

  private func write(
    _ line: UnsafeMutablePointer<UInt8>, _ count: Int, _ isTurned: Bool,
    to target: UnsafeMutablePointer<UInt32>
  ) {
    guard count > 1 else {
      for x in 0..<width { target[x] = 0xFF00_0000 | UInt32(line[x]) * 0x010101 }
      return
    }
    for x in 0..<width {
      let (first, second, third) = (Int(line[x]), Int(line[width + x]), Int(line[2 * width + x]))
      var color = isTurned ? Self.color(first, second, third) : (first, second, third)
      if count == 4 {
        // Ink of printers, as Adobe's programs write it: 255 is none.
        let black = Int(line[3 * width + x])
        if isTurned { color = (255 - color.0, 255 - color.1, 255 - color.2) }
        color = (color.0 * black / 255, color.1 * black / 255, color.2 * black / 255)
      }
      target[x] = 0xFF00_0000 | UInt32(color.0) << 16 | UInt32(color.1) << 8 | UInt32(color.2)
    }
  }

  /// Of brightness and two differences, in 65536th.
  private static func color(_ bright: Int, _ blue: Int, _ red: Int) -> (Int, Int, Int) {
    let (bright, blue, red) = (bright << 16 + 32768, blue - 128, red - 128)
    func byte(_ value: Int) -> Int { min(max(value >> 16, 0), 255) }
    return (
      byte(bright + 91881 * red), byte(bright - 22554 * blue - 46802 * red), byte(bright + 116130 * blue)
    )
  }
}

/// A component, a byte for each of its places.
private final class JPEGPlane {
  /// The two places between which a pixel is, and how near it is to the second one, in 256th.
  private struct Between {
    var first = 0
    var second = 0
    var weight = 0
  }

  private let bytes: UnsafeMutablePointer<UInt8>
  private let stride: Int
  private let columns: [Between]
  private let rows: [Between]
  private let isWhole: Bool

  init(_ frame: JPEGFrame, _ part: JPEGFrame.Part, _ table: [Int]) {
    stride = part.columns * 8
    bytes = .allocate(capacity: max(stride * part.rows * 8, 1))
    isWhole = part.across == frame.mostAcross && part.down == frame.mostDown
    columns = isWhole ? [] : Self.places(frame.width, part.across, frame.mostAcross)
    rows = isWhole ? [] : Self.places(frame.height, part.down, frame.mostDown)
    guard let coefficients = part.coefficients else { return }
    var factors = [Int](repeating: 0, count: 64)
    for (index, place) in JPEGScan.order.enumerated() { factors[place] = table[index] }
    var work = [Int](repeating: 0, count: 64)
    for row in 0..<part.rows {
      for column in 0..<part.columns {
        let block = coefficients + (row * part.columns + column) * 64
        let target = bytes + row * 8 * stride + column * 8
        JPEGTransform.pixels(block, factors, &work) { x, y, value in target[y * stride + x] = value }
      }
    }
  }

  deinit { bytes.deallocate() }

  private static func places(_ length: Int, _ part: Int, _ most: Int) -> [Between] {
    let last = (length * part + most - 1) / most - 1
    return (0..<length).map { index in
      // The middle of the pixel, in 256th of the part's places from the middle of the first one.
      let place = min(max(((2 * index + 1) * part * 128) / most - 128, 0), last * 256)
      return Between(first: place >> 8, second: min(place >> 8 + 1, last), weight: place & 255)
    }
  }

  /// Writes a row of the picture. Colors pass into each other between their places.
  func write(_ y: Int, to target: UnsafeMutablePointer<UInt8>, _ width: Int) {
    if isWhole { return target.update(from: bytes + y * stride, count: width) }
    let row = rows[y]
    let (upper, lower) = (bytes + row.first * stride, bytes + row.second * stride)
    columns.withUnsafeBufferPointer { columns in
      for x in 0..<width {
        let column = columns[x]
        func mixed(_ place: Int) -> Int {
          Int(upper[place]) * (256 - row.weight) + Int(lower[place]) * row.weight
        }
        let sum = mixed(column.first) * (256 - column.weight) + mixed(column.second) * column.weight
        target[x] = UInt8((sum + 32768) >> 16)
      }
    }
  }
}

/// Sums of eight waves by eight, in whole numbers: two passes by Loeffler, Ligtenberg and Moschytz, with 13 bits behind the point.
private enum JPEGTransform {
  /// Calls the body with the pixels of a block. Coefficients of damaged files are of any size.
  @inline(__always)
  static func pixels(
    _ block: UnsafeMutablePointer<Int16>, _ factors: [Int], _ work: inout [Int],
    _ put: (_ x: Int, _ y: Int, UInt8) -> Void
  ) {
    for x in 0..<8 {
      let sums = waves { Int(block[$0 * 8 + x]) &* factors[$0 * 8 + x] }
      for y in 0..<8 { work[y * 8 + x] = (sums[y] + 1024) >> 11 }
    }
    for y in 0..<8 {
      let sums = waves { work[y * 8 + $0] }
      for x in 0..<8 { put(x, y, UInt8(min(max((sums[x] + 1 << 17) >> 18 + 128, 0), 255))) }
    }
  }

  /// The sums at eight places, with 13 bits more.
  @inline(__always)
  private static func waves(_ at: (Int) -> Int) -> SIMD8<Int> {
    let even = (at(2) + at(6)) * 4433
    let (two, three) = (even - at(6) * 15137, even + at(2) * 6270)
    let (zero, one) = ((at(0) + at(4)) << 13, (at(0) - at(4)) << 13)
    let (a, d, b, c) = (zero + three, zero - three, one + two, one - two)
    let (seven, five, third, first) = (at(7), at(5), at(3), at(1))
    let all = (seven + third + five + first) * 9633
    let (p, q) = ((seven + first) * -7373, (five + third) * -20995)
    let (r, s) = ((seven + third) * -16069 + all, (five + first) * -3196 + all)
    let (e, f) = (seven * 2446 + p + r, five * 16819 + q + s)
    let (g, h) = (third * 25172 + q + r, first * 12299 + p + s)
    return SIMD8(a + h, b + g, c + f, d + e, d - e, c - f, b - g, a - h)
  }
}
