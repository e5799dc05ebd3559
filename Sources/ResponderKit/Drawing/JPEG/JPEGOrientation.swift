/// Which side of a photo is up, as cameras write it.
enum JPEGOrientation: Int {
  case up = 1, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

  /// Of the data that a camera writes; nil where it is not in them.
  init?(_ data: ArraySlice<UInt8>) {
    guard data.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) else { return nil }
    let data = data.dropFirst(6)
    guard data.count >= 8 else { return nil }
    let isLittle = data.starts(with: [0x49, 0x49])
    func word(_ at: Int) -> Int? {
      guard at >= 0, at + 2 <= data.count else { return nil }
      return isLittle ? Int(data.byte(at + 1)) << 8 | Int(data.byte(at)) : data.word(at)
    }
    guard let first = word(isLittle ? 4 : 6), word(isLittle ? 6 : 4) == 0, let count = word(first) else {
      return nil
    }
    for entry in 0..<min(count, 100) where word(first + 2 + entry * 12) == 0x0112 {
      guard let value = word(first + 10 + entry * 12) else { return nil }
      self.init(rawValue: value)
      return
    }
    return nil
  }

  private var isOnSide: Bool { rawValue > 4 }

  /// A picture with this side up.
  func turned(_ bitmap: Bitmap) -> Bitmap {
    guard self != .up else { return bitmap }
    let (width, height) = (bitmap.width, bitmap.height)
    let new = isOnSide ? Bitmap(width: height, height: width) : Bitmap(width: width, height: height)
    for y in 0..<new.height {
      for x in 0..<new.width {
        let (from, down) = source(x, y, width - 1, height - 1)
        new.pixels[y * new.width + x] = bitmap.pixels[down * width + from]
      }
    }
    return new
  }

  /// - Parameters:
  ///   - right: the last column of the file's picture.
  ///   - bottom: its last row.
  private func source(_ x: Int, _ y: Int, _ right: Int, _ bottom: Int) -> (Int, Int) {
    switch self {
    case .up: (x, y)
    case .upMirrored: (right - x, y)
    case .down: (right - x, bottom - y)
    case .downMirrored: (x, bottom - y)
    case .leftMirrored: (y, x)
    case .right: (y, bottom - x)
    case .rightMirrored: (right - y, bottom - x)
    case .left: (right - y, x)
    }
  }
}
