/// Operations on pixels: sums of premultiplied words, two color parts at a time.
enum Blending {
  /// The word with all its parts times `factor` / 255, rounded.
  @inline(__always)
  static func scaled(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
    let even = (pixel & 0x00FF_00FF) &* factor &+ 0x0080_0080
    let odd = (pixel >> 8 & 0x00FF_00FF) &* factor &+ 0x0080_0080
    let low = (even &+ (even >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
    let high = (odd &+ (odd >> 8 & 0x00FF_00FF)) & 0xFF00_FF00
    return low | high
  }

  /// The source over what is there.
  @inline(__always)
  static func over(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    source &+ scaled(destination, by: 255 &- (source >> 24))
  }

  /// One color over a row.
  static func fill(_ row: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: UInt32) {
    if color >> 24 == 255 { return row.update(repeating: color, count: count) }
    for x in 0..<count { row[x] = over(color, row[x]) }
  }

  /// One color over a row, where and as much as it is covered.
  static func fill(
    _ row: UnsafeMutablePointer<UInt32>, _ coverage: UnsafePointer<UInt8>, _ count: Int, _ color: UInt32
  ) {
    let isOpaque = color >> 24 == 255
    for x in 0..<count {
      let part = UInt32(coverage[x])
      if part == 0 { continue }
      if part == 255 {
        row[x] = isOpaque ? color : over(color, row[x])
      } else {
        row[x] = over(scaled(color, by: part), row[x])
      }
    }
  }

  /// A row of a picture over another, all of it times `alpha` / 255.
  static func lay(
    _ source: UnsafePointer<UInt32>, over row: UnsafeMutablePointer<UInt32>, _ count: Int, alpha: UInt32
  ) {
    for x in 0..<count {
      let pixel = source[x]
      if pixel == 0 { continue }
      if alpha == 255 {
        row[x] = pixel >> 24 == 255 ? pixel : over(pixel, row[x])
      } else {
        row[x] = over(scaled(pixel, by: alpha), row[x])
      }
    }
  }

  /// The same, where and as much as it is covered.
  static func lay(
    _ source: UnsafePointer<UInt32>, over row: UnsafeMutablePointer<UInt32>,
    _ coverage: UnsafePointer<UInt8>, _ count: Int, alpha: UInt32
  ) {
    for x in 0..<count {
      let part = UInt32(coverage[x])
      if part == 0 || source[x] == 0 { continue }
      var pixel = source[x]
      if alpha != 255 { pixel = scaled(pixel, by: alpha) }
      if part != 255 { pixel = scaled(pixel, by: part) }
      row[x] = over(pixel, row[x])
    }
  }

  /// Between two words: `part` / 256 of the way from the first.
  @inline(__always)
  static func mix(_ first: UInt32, _ second: UInt32, _ part: UInt32) -> UInt32 {
    let even = ((first & 0x00FF_00FF) &* (256 &- part) &+ (second & 0x00FF_00FF) &* part) >> 8 & 0x00FF_00FF
    let odd =
      ((first >> 8 & 0x00FF_00FF) &* (256 &- part) &+ (second >> 8 & 0x00FF_00FF) &* part) & 0xFF00_FF00
    return even | odd
  }
}
