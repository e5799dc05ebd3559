import HIDEvents

/// The blur of what lies behind something, as of frosted glass. A wide one is computed in a smaller picture.
struct BackdropBlur {
  private let radius: Int
  /// How often the picture is halved before.
  private let halvings: Int
  private var step: Int { 1 << halvings }

  init(deviation: Double) {
    var (deviation, halvings) = (deviation, 0)
    while deviation > 4, halvings < 4 {
      deviation /= 2
      halvings += 1
    }
    self.halvings = halvings
    radius = Int((((4 * deviation * deviation + 1).squareRoot() - 1) / 2).rounded())
  }

  var isSeen: Bool { radius > 0 }
  /// How far a pixel reaches, including the pixels that it is mixed with when the picture is scaled down and up.
  var reach: Int { (3 * radius + 3) * step }

  /// What has to be known for a part: a part of `place`, cut at its edges or at whole pixels of the smaller picture.
  func source(of part: PixelRect, in place: PixelRect) -> PixelRect {
    func down(_ value: Int, _ origin: Int) -> Int { origin + (value - origin) / step * step }
    let near = part.insetBy(-reach).intersection(place)
    return PixelRect(
      minX: down(near.minX, place.minX), minY: down(near.minY, place.minY),
      maxX: min(down(near.maxX - 1, place.minX) + step, place.maxX),
      maxY: min(down(near.maxY - 1, place.minY) + step, place.maxY))
  }

  /// The part, blurred. Beyond the edges of the source it is taken to go on as at them.
  func blurred(_ picture: Bitmap, at source: PixelRect, _ part: PixelRect, in place: PixelRect) -> Bitmap {
    var small = picture
    for _ in 0..<halvings { small = small.halved() }
    blur(small)
    return enlarged(small, part.minX - source.minX, part.minY - source.minY, part.width, part.height)
  }

  /// A part of the picture in its first size: each pixel is mixed from the four nearest to its middle.
  private func enlarged(_ small: Bitmap, _ left: Int, _ top: Int, _ width: Int, _ height: Int) -> Bitmap {
    let result = Bitmap(width: width, height: height)
    guard small.width > 0, small.height > 0 else { return result }
    /// The first of two neighbours, and how much the second counts, of 256.
    func place(_ pixel: Int, _ count: Int) -> (first: Int, second: Int, part: UInt32) {
      let middle = 2 * pixel + 1 - step
      guard middle > 0 else { return (0, 0, 0) }
      let first = min(middle / (2 * step), count - 1)
      return (first, min(first + 1, count - 1), UInt32(middle % (2 * step) * 256 / (2 * step)))
    }
    let columns = (0..<width).map { place(left + $0, small.width) }
    var line = [UInt32](repeating: 0, count: small.width)
    for y in 0..<height {
      let (first, second, part) = place(top + y, small.height)
      let (upper, lower) = (small.pixels + first * small.width, small.pixels + second * small.width)
      for x in 0..<small.width { line[x] = Blending.mix(upper[x], lower[x], part) }
      let row = result.pixels + y * width
      for x in 0..<width {
        let column = columns[x]
        row[x] = Blending.mix(line[column.first], line[column.second], column.part)
      }
    }
    return result
  }

  private func blur(_ picture: Bitmap) {
    let (width, height) = (picture.width, picture.height)
    guard radius > 0, width > 0, height > 0 else { return }
    var line = [UInt32](repeating: 0, count: max(width, height) + 2 * radius)
    line.withUnsafeMutableBufferPointer { line in
      for _ in 0..<3 {
        for y in 0..<height { spread(picture.pixels + y * width, step: 1, width, line) }
        for x in 0..<width { spread(picture.pixels + x, step: width, height, line) }
      }
    }
  }

  /// The mean around each pixel of a row or a column.
  private func spread(
    _ pixels: UnsafeMutablePointer<UInt32>, step: Int, _ count: Int,
    _ line: UnsafeMutableBufferPointer<UInt32>
  ) {
    for index in 0..<radius {
      line[index] = pixels[0]
      line[radius + count + index] = pixels[(count - 1) * step]
    }
    for index in 0..<count { line[radius + index] = pixels[index * step] }
    let length = UInt64(2 * radius + 1)
    // Two color parts in one word, each with 32 bits of room.
    func low(_ pixel: UInt32) -> UInt64 { UInt64(pixel & 0xFF) | UInt64(pixel & 0xFF00) << 24 }
    func high(_ pixel: UInt32) -> UInt64 { low(pixel >> 16) }
    var sums: (UInt64, UInt64) = (0, 0)
    for index in 0..<(2 * radius) { sums = (sums.0 + low(line[index]), sums.1 + high(line[index])) }
    func mean(_ sum: UInt64) -> UInt32 {
      let first = ((sum & 0xFFFF_FFFF) + length / 2) / length
      let second = ((sum >> 32) + length / 2) / length
      return UInt32(first | second << 8)
    }
    for index in 0..<count {
      let (new, old) = (line[index + 2 * radius], line[index])
      sums = (sums.0 + low(new), sums.1 + high(new))
      pixels[index * step] = mean(sums.0) | mean(sums.1) << 16
      sums = (sums.0 - low(old), sums.1 - high(old))
    }
  }
}

extension Painter {
  /// Lays a picture, whose upper left pixel is at that of the part, over what is there, inside of a shape.
  func lay(
    _ picture: Bitmap, over part: PixelRect, _ shape: Drawing.Shape, _ transform: AffineTransform
  ) {
    if case .rect(let rect, let radius) = shape, radius <= 0, let whole = transform.wholePixels(rect),
      whole.contains(part)
    {
      return lay(picture, part.minX, part.minY, part)
    }
    rasterize(shape, transform, part) { y, x, coverage, count in
      let source = picture.pixels + (y - part.minY) * picture.width + (x - part.minX)
      Blending.lay(source, over: pixel(x, y), coverage, count, alpha: 255)
    }
  }
}
