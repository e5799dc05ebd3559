import HIDEvents

/// Pictures that are repeated.
extension Bitmap {
  /// A row of copies of the picture, beside and below each other without an end: as `sample`, which continues in the next copy.
  ///
  /// - Parameters:
  ///   - inverse: from the pixels that are drawn to those of the copy at the origin.
  ///   - mean: what is seen where a pixel is as large as a copy.
  func tile(
    _ inverse: AffineTransform, _ x: Int, _ y: Int, _ count: Int, mean: UInt32,
    into row: UnsafeMutablePointer<UInt32>
  ) {
    let (across, down) = (abs(inverse.a) + abs(inverse.c), abs(inverse.b) + abs(inverse.d))
    guard across < Double(width) || down < Double(height) else {
      return row.update(repeating: mean, count: count)
    }
    if let column = inverse.wholeShift(x, inverse.tx), let line = inverse.wholeShift(y, inverse.ty) {
      return copy(fromColumn: Self.index(column, width), Self.index(line, height), count, into: row)
    }
    let (columns, rows) = (Self.tileTaps(across), Self.tileTaps(down))
    let taps = UInt32(columns * rows)
    for index in 0..<count {
      var sums = SIMD4<UInt32>.zero
      for tapY in 0..<rows {
        let py = Double(y) + (Double(tapY) + 0.5) / Double(rows)
        for tapX in 0..<columns {
          let px = Double(x + index) + (Double(tapX) + 0.5) / Double(columns)
          let pixel = repeated(
            inverse.a * px + inverse.c * py + inverse.tx, inverse.b * px + inverse.d * py + inverse.ty)
          if taps == 1 {
            row[index] = pixel
          } else {
            sums &+= SIMD4(pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
          }
        }
      }
      guard taps > 1 else { continue }
      let means = (sums &+ taps / 2) / taps
      row[index] = means.x << 24 | means.y << 16 | means.z << 8 | means.w
    }
  }

  /// Copies of a line, from a column on.
  private func copy(
    fromColumn column: Int, _ line: Int, _ count: Int, into row: UnsafeMutablePointer<UInt32>
  ) {
    let source = pixels + line * width
    var (done, column) = (0, column)
    while done < count {
      let run = min(width - column, count - done)
      (row + done).update(from: source + column, count: run)
      done += run
      column = 0
    }
  }

  /// A place in the copy at the origin, of a place in any copy.
  private static func index(_ place: Int, _ length: Int) -> Int {
    let rest = place % length
    return rest < 0 ? rest + length : rest
  }

  /// How many places of a pixel are looked at in one direction: each mixes two pixels of the pattern.
  private static func tileTaps(_ pixels: Double) -> Int {
    min(max(PixelRect.whole((pixels - 0.01).rounded(.up)), 1), 8)
  }

  /// The color at a place, mixed of the four pixels around it, of which some may be in the next copy.
  @inline(__always)
  private func repeated(_ x: Double, _ y: Double) -> UInt32 {
    let (column, row) = (Self.neighbors(x - 0.5, width), Self.neighbors(y - 0.5, height))
    let (upper, lower) = (pixels + row.first * width, pixels + row.second * width)
    return Blending.mix(
      Blending.mix(upper[column.first], upper[column.second], column.part),
      Blending.mix(lower[column.first], lower[column.second], column.part), row.part)
  }

  /// The pixels before and behind a place, and how far it is on the way between them, of 256.
  @inline(__always)
  private static func neighbors(_ place: Double, _ length: Int) -> (first: Int, second: Int, part: UInt32) {
    let whole = place.rounded(.down)
    // Farther away, a place is known to more than a pixel.
    guard abs(whole) < 1e15 else { return (0, 0, 0) }
    let first = index(Int(whole), length)
    return (first, first + 1 == length ? 0 : first + 1, UInt32((place - whole) * 256))
  }
}

extension AffineTransform {
  /// Where a pixel of a row or column is, if pixels are only moved, by whole ones.
  fileprivate func wholeShift(_ place: Int, _ way: Double) -> Int? {
    guard a == 1, d == 1, b == 0, c == 0, abs(way) < 1e15, way == way.rounded() else { return nil }
    return place + Int(way)
  }
}
