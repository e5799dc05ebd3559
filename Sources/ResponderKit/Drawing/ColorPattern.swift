import HIDEvents
import LinuxSystem
import Synchronization

/// A picture that a color is filled with, over and over.
final class ColorPattern: Hashable, @unchecked Sendable {
  /// Not changed after the pattern was made.
  let bitmap: Bitmap
  /// How many pixels a point has.
  let scale: Double
  /// The mean of its pixels; clear without any.
  let meanColor: CGColor
  private let keptText = Mutex<String?>(nil)

  init(_ bitmap: Bitmap, scale: Double) {
    (self.bitmap, self.scale) = (bitmap, scale)
    meanColor = bitmap.meanColor
  }

  /// The picture as a file of PNG in letters; made once.
  var pngText: String {
    keptText.withLock { kept in
      if let kept { return kept }
      let text = Base64.text(bitmap.png(keepsAlpha: true))
      kept = text
      return text
    }
  }

  static func == (left: ColorPattern, right: ColorPattern) -> Bool {
    left.bitmap === right.bitmap && left.scale == right.scale
  }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(bitmap)) }

  /// The same picture, less opaque.
  func faded(_ alpha: Double) -> ColorPattern {
    let part = UInt32((min(max(alpha.isNaN ? 0 : alpha, 0), 1) * 255).rounded())
    let new = Bitmap(width: bitmap.width, height: bitmap.height)
    for index in 0..<(bitmap.width * bitmap.height) {
      new.pixels[index] = Blending.scaled(bitmap.pixels[index], by: part)
    }
    return ColorPattern(new, scale: scale)
  }
}

extension Bitmap {
  fileprivate var meanColor: CGColor {
    let count = width * height
    guard count > 0 else { return .clear }
    var sums = SIMD4<Double>()
    for index in 0..<count {
      let pixel = pixels[index]
      sums += [
        Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255), Double(pixel >> 24),
      ]
    }
    guard sums.w > 0 else { return .clear }
    // The colors of the pixels are multiplied by their alphas.
    return CGColor(
      red: sums.x / sums.w, green: sums.y / sums.w, blue: sums.z / sums.w, alpha: sums.w / Double(count) / 255
    )
  }
}
