import HIDEvents

/// A picture in memory: one 32-bit word per pixel, alpha in its highest byte, then red, green, blue, the colors multiplied
/// by alpha. On a little-endian machine the bytes are blue, green, red, alpha, as X servers want them.
///
/// It belongs to the thread that draws in it.
public final class Bitmap {
  /// No side is longer.
  public static let longestSide = 16384

  /// A length in pixels.
  public let width: Int
  /// A length in pixels.
  public let height: Int
  let pixels: UnsafeMutablePointer<UInt32>

  /// A clear picture. Sides are kept between 0 and `longestSide`.
  public init(width: Int, height: Int) {
    self.width = min(max(width, 0), Self.longestSide)
    self.height = min(max(height, 0), Self.longestSide)
    let count = self.width * self.height
    pixels = .allocate(capacity: max(count, 1))
    pixels.initialize(repeating: 0, count: max(count, 1))
  }

  deinit { pixels.deallocate() }

  /// All pixels, from the origin on.
  public var bounds: PixelRect { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }

  /// The word of a pixel; 0 outside.
  public subscript(x: Int, y: Int) -> UInt32 {
    guard x >= 0, y >= 0, x < width, y < height else { return 0 }
    return pixels[y * width + x]
  }

  /// The color of a pixel, no longer multiplied by its alpha.
  public func color(x: Int, y: Int) -> UIColor { UIColor(cgColor: CGColor(pixel: self[x, y])) }

  /// All pixels, row by row. The pointer is valid inside of `body` only.
  public func withPixels<Value>(_ body: (UnsafeBufferPointer<UInt32>) throws -> Value) rethrows -> Value {
    try body(UnsafeBufferPointer(start: pixels, count: width * height))
  }

  /// Replaces all pixels of a part by this color.
  public func clear(_ rect: PixelRect, to color: UIColor = .clear) {
    let part = rect.intersection(bounds)
    let word = color.cgColor.pixel
    for y in part.minY..<max(part.minY, part.maxY) {
      (pixels + y * width + part.minX).update(repeating: word, count: part.width)
    }
  }

  /// A part of the picture as a picture of its own.
  public func copy(of rect: PixelRect) -> Bitmap {
    let part = rect.intersection(bounds)
    let copy = Bitmap(width: part.width, height: part.height)
    for y in 0..<part.height {
      (copy.pixels + y * part.width).update(
        from: pixels + (y + part.minY) * width + part.minX, count: part.width)
    }
    return copy
  }
}

extension Bitmap: Equatable {
  public static func == (left: Bitmap, right: Bitmap) -> Bool {
    guard left.width == right.width, left.height == right.height else { return false }
    for index in 0..<(left.width * left.height) where left.pixels[index] != right.pixels[index] {
      return false
    }
    return true
  }
}

extension CGColor {
  /// As a word of a bitmap.
  var pixel: UInt32 {
    let alpha = Self.byte(self.alpha)
    func part(_ value: Double) -> UInt32 { (Self.byte(value) * alpha + 127) / 255 }
    return alpha << 24 | part(red) << 16 | part(green) << 8 | part(blue)
  }

  init(pixel: UInt32) {
    let alpha = pixel >> 24
    func part(_ shift: UInt32) -> Double {
      alpha == 0 ? 0 : min(Double(pixel >> shift & 255) / Double(alpha), 1)
    }
    self.init(red: part(16), green: part(8), blue: part(0), alpha: Double(alpha) / 255)
  }

  private static func byte(_ value: Double) -> UInt32 {
    value.isNaN ? 0 : UInt32((min(max(value, 0), 1) * 255).rounded())
  }

  var isOpaque: Bool { alpha >= 1 }
  /// Nothing is seen of it.
  var isClear: Bool { !(alpha > 0) }
}
