import HIDEvents
import LinuxSystem

/// A small picture that is drawn at any size and angle, in other colors.
struct Sprite {
  let image: UIImage
  /// The size in points.
  var size: Size
  var middle: Point
  /// The angle in radians.
  var angle: Double
  /// What the picture's colors are multiplied with.
  var color: CGColor
  /// Whether its light is added to what is below it.
  var isAdditive: Bool

  /// Around it at any angle.
  var box: Rect {
    let reach = (size.width * size.width + size.height * size.height).squareRoot() / 2
    return Rect(middle.x - reach, middle.y - reach, 2 * reach, 2 * reach)
  }

  /// Where it is drawn, around its middle.
  var rect: Rect { Rect(-size.width / 2, -size.height / 2, size.width, size.height) }

  var transform: AffineTransform {
    AffineTransform(rotationAngle: angle).concatenating(AffineTransform(translationX: middle.x, y: middle.y))
  }

  /// The picture in its colors.
  var coloredBitmap: Bitmap {
    let bitmap = image.fullBitmap
    let colored = bitmap.copy(of: bitmap.bounds)
    let factor = Blending.Factor(color)
    for index in 0..<(colored.width * colored.height) {
      colored.pixels[index] = factor.applied(to: colored.pixels[index])
    }
    return colored
  }
}

extension Painter {
  func paint(_ sprites: [Sprite], _ transform: AffineTransform, _ clip: PixelRect) {
    guard !clip.isEmpty else { return }
    var samples = [UInt32](repeating: 0, count: clip.width)
    samples.withUnsafeMutableBufferPointer { samples in
      guard let samples = samples.baseAddress else { return }
      for sprite in sprites { paint(sprite, transform, clip, samples) }
    }
  }

  private func paint(
    _ sprite: Sprite, _ transform: AffineTransform, _ clip: PixelRect,
    _ samples: UnsafeMutablePointer<UInt32>
  ) {
    let box = sprite.box.applying(transform)
    guard box.isFinite else { return }
    let part = PixelRect(around: box).insetBy(-1).intersection(clip)
    guard !part.isEmpty else { return }
    let (rect, place) = (sprite.rect, sprite.transform.concatenating(transform))
    let bitmap = sprite.image.bitmap(shownIn: sprite.size, place)
    guard bitmap.width > 0, bitmap.height > 0 else { return }
    let toPicture = AffineTransform(
      scaleX: rect.width / Double(bitmap.width), y: rect.height / Double(bitmap.height)
    )
    .concatenating(AffineTransform(translationX: rect.minX, y: rect.minY)).concatenating(place)
    guard let inverse = toPicture.inverse else { return }
    let factor = Blending.Factor(sprite.color)
    rasterize(.rect(rect, radius: 0), place, part) { y, x, coverage, count in
      bitmap.sample(inverse, x, y, count, into: samples)
      let row = pixel(x, y)
      for index in 0..<count where coverage[index] > 0 {
        let source = Blending.scaled(factor.applied(to: samples[index]), by: UInt32(coverage[index]))
        if source == 0 { continue }
        row[index] = sprite.isAdditive ? Blending.sum(source, row[index]) : Blending.over(source, row[index])
      }
    }
  }
}

extension Blending {
  /// Both together, each part 255 at the most.
  @inline(__always)
  static func sum(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    func part(_ shift: UInt32) -> UInt32 {
      min((source >> shift & 255) + (destination >> shift & 255), 255) << shift
    }
    return part(24) | part(16) | part(8) | part(0)
  }
}
