import HIDEvents

/// Shadows and gradients.
extension Painter {
  /// The shadow of a rectangle, blurred; none is drawn in `hidden`, which something opaque will cover.
  func shadow(
    _ key: ShadowMask.Key, at origin: Point, _ color: CGColor, _ transform: AffineTransform,
    _ clip: PixelRect,
    hidden: PixelRect
  ) {
    guard let inverse = transform.inverse, !clip.isEmpty, key.size.width > 0, key.size.height > 0 else {
      return
    }
    let mask = shadows.mask(key)
    let word = color.pixel
    if coverage.count < clip.width { coverage = [UInt8](repeating: 0, count: clip.width) }
    coverage.withUnsafeMutableBufferPointer { coverage in
      guard let coverage = coverage.baseAddress else { return }
      func row(_ y: Int, _ from: Int, _ to: Int) {
        guard to > from else { return }
        let py = Double(y) + 0.5
        for x in from..<to {
          let px = Double(x) + 0.5
          let value = mask.value(
            inverse.a * px + inverse.c * py + inverse.tx - origin.x,
            inverse.b * px + inverse.d * py + inverse.ty - origin.y)
          coverage[x - from] = UInt8(value * 255 + 0.5)
        }
        Blending.fill(pixel(from, y), coverage, to - from, word)
      }
      for y in clip.minY..<clip.maxY {
        if !hidden.isEmpty, y >= hidden.minY, y < hidden.maxY {
          row(y, clip.minX, min(hidden.minX, clip.maxX))
          row(y, max(hidden.maxX, clip.minX), clip.maxX)
        } else {
          row(y, clip.minX, clip.maxX)
        }
      }
    }
  }

  /// A shape in the colors of a gradient, which are placed in `frame`.
  func fill(
    _ shape: Drawing.Shape, _ gradient: Gradient, in frame: Rect, _ transform: AffineTransform,
    _ clip: PixelRect
  ) {
    let table = gradient.table
    guard let inverse = transform.inverse, !table.isEmpty, frame.width > 0, frame.height > 0, !clip.isEmpty
    else { return }
    let startAngle = gradient.startAngle
    var words = [UInt32](repeating: 0, count: clip.width)
    words.withUnsafeMutableBufferPointer { words in
      guard let words = words.baseAddress else { return }
      rasterize(shape, transform, clip) { y, first, coverage, count in
        let py = Double(y) + 0.5
        for index in 0..<count {
          let px = Double(first + index) + 0.5
          let x = (inverse.a * px + inverse.c * py + inverse.tx - frame.minX) / frame.width
          let y = (inverse.b * px + inverse.d * py + inverse.ty - frame.minY) / frame.height
          let progress = min(max(gradient.progress(x, y, startAngle: startAngle), 0), 1)
          words[index] = table[Int(progress * Double(Gradient.steps - 1) + 0.5)]
        }
        Blending.lay(words, over: pixel(first, y), coverage, count, alpha: 255)
      }
    }
  }
}
