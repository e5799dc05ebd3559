import HIDEvents

/// Pictures that are drawn larger, smaller or turned.
extension Bitmap {
  /// A row of a stretched or turned picture: each pixel is mixed from the four nearest to its middle, or, where the picture
  /// is drawn smaller, the mean of the pixels it covers.
  ///
  /// - Parameter inverse: from the pixels that are drawn to this picture's.
  func sample(
    _ inverse: AffineTransform, _ x: Int, _ y: Int, _ count: Int, into row: UnsafeMutablePointer<UInt32>
  ) {
    // How many of the picture's pixels one that is drawn lies over.
    let (across, down) = (abs(inverse.a) + abs(inverse.c), abs(inverse.b) + abs(inverse.d))
    guard max(across, down) > 1 else {
      for index in 0..<count {
        let (px, py) = (Double(x + index) + 0.5, Double(y) + 0.5)
        row[index] = mixed(
          inverse.a * px + inverse.c * py + inverse.tx, inverse.b * px + inverse.d * py + inverse.ty)
      }
      return
    }
    let columns = min(max(PixelRect.whole(across.rounded(.up)), 1), Self.mostTaps)
    let rows = min(max(PixelRect.whole(down.rounded(.up)), 1), Self.mostTaps)
    let taps = UInt32(columns * rows)
    for index in 0..<count {
      var sums: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
      for tapY in 0..<rows {
        let py = Double(y) + (Double(tapY) + 0.5) / Double(rows)
        for tapX in 0..<columns {
          let px = Double(x + index) + (Double(tapX) + 0.5) / Double(columns)
          let pixel = mixed(
            inverse.a * px + inverse.c * py + inverse.tx, inverse.b * px + inverse.d * py + inverse.ty)
          sums.0 += pixel >> 24
          sums.1 += pixel >> 16 & 255
          sums.2 += pixel >> 8 & 255
          sums.3 += pixel & 255
        }
      }
      func mean(_ sum: UInt32) -> UInt32 { (sum + taps / 2) / taps }
      row[index] = mean(sums.0) << 24 | mean(sums.1) << 16 | mean(sums.2) << 8 | mean(sums.3)
    }
  }

  /// A row of a picture that is seen in perspective: how many of its pixels one that is drawn lies over is found for each.
  ///
  /// - Parameters:
  ///   - inverse: from the pixels that are drawn to this picture's.
  ///   - coverage: which pixels are drawn at all.
  func sample(
    _ inverse: PlaneMap, _ x: Int, _ y: Int, _ count: Int, _ coverage: UnsafePointer<UInt8>,
    into row: UnsafeMutablePointer<UInt32>
  ) {
    for index in 0..<count where coverage[index] > 0 {
      let middle = Point(Double(x + index) + 0.5, Double(y) + 0.5)
      let place = inverse(middle)
      guard place.isFinite else {
        row[index] = 0
        continue
      }
      let right = inverse(Point(middle.x + 1, middle.y)) - place
      let below = inverse(Point(middle.x, middle.y + 1)) - place
      let columns = Self.taps(abs(right.x) + abs(right.y))
      let rows = Self.taps(abs(below.x) + abs(below.y))
      guard columns > 1 || rows > 1 else {
        row[index] = mixed(place.x, place.y)
        continue
      }
      var sums = SIMD4<UInt32>.zero
      for tapY in 0..<rows {
        for tapX in 0..<columns {
          let place = inverse(
            Point(
              Double(x + index) + (Double(tapX) + 0.5) / Double(columns),
              Double(y) + (Double(tapY) + 0.5) / Double(rows)))
          guard place.isFinite else { continue }
          let pixel = mixed(place.x, place.y)
          sums &+= SIMD4(pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
        }
      }
      let taps = UInt32(rows * columns)
      let means = (sums &+ taps / 2) / taps
      row[index] = means.x << 24 | means.y << 16 | means.z << 8 | means.w
    }
  }

  private static func taps(_ pixels: Double) -> Int {
    // Rounding must not double the samples of a picture in its own size.
    min(max(PixelRect.whole((pixels - 0.01).rounded(.up)), 1), mostTaps)
  }

  /// The most samples along each side of a pixel, for a picture that is drawn much smaller.
  private static var mostTaps: Int { 8 }

  /// The color at a place of the picture, mixed of the four pixels around it.
  @inline(__always)
  private func mixed(_ x: Double, _ y: Double) -> UInt32 {
    let (lastX, lastY) = (width - 1, height - 1)
    let fx = min(max(x - 0.5, 0), Double(lastX))
    let fy = min(max(y - 0.5, 0), Double(lastY))
    let (ix, iy) = (Int(fx), Int(fy))
    let (partX, partY) = (UInt32((fx - Double(ix)) * 256), UInt32((fy - Double(iy)) * 256))
    let upper = pixels + iy * width
    let lower = iy < lastY ? upper + width : upper
    let next = ix < lastX ? ix + 1 : ix
    return Blending.mix(
      Blending.mix(upper[ix], upper[next], partX), Blending.mix(lower[ix], lower[next], partX), partY)
  }

  /// The picture at half its size: each pixel the mean of four.
  func halved() -> Bitmap {
    let half = Bitmap(width: (width + 1) / 2, height: (height + 1) / 2)
    for y in 0..<half.height {
      let upper = pixels + 2 * y * width
      let lower = 2 * y + 1 < height ? upper + width : upper
      for x in 0..<half.width {
        let (left, right) = (2 * x, min(2 * x + 1, width - 1))
        let four = (upper[left], upper[right], lower[left], lower[right])
        func mean(_ shift: UInt32) -> UInt32 {
          let upper = (four.0 >> shift & 255) + (four.1 >> shift & 255)
          let lower = (four.2 >> shift & 255) + (four.3 >> shift & 255)
          return ((upper + lower + 2) / 4) << shift
        }
        half.pixels[y * half.width + x] = mean(24) | mean(16) | mean(8) | mean(0)
      }
    }
    return half
  }
}
