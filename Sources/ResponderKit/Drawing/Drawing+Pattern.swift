import HIDEvents

extension Drawing {
  /// Copies of a picture beside and below each other, of which one begins at a place.
  struct Tiling {
    let pattern: ColorPattern
    var origin = Point.zero
    var alpha = 1.0
  }

  /// Fills a shape with the state's color, or its pattern, of which a copy begins at the origin.
  func fill(_ shape: Shape) {
    if let pattern = state.fillPattern {
      add(.tiles(shape, Tiling(pattern: pattern)))
    } else {
      add(.fill(shape, state.fillColor))
    }
  }
}

extension Painter {
  func fill(
    _ shape: Drawing.Shape, _ tiling: Drawing.Tiling, _ transform: AffineTransform, _ clip: PixelRect
  ) {
    let (bitmap, pixel) = (tiling.pattern.bitmap, 1 / tiling.pattern.scale)
    guard bitmap.width > 0, bitmap.height > 0, tiling.alpha > 0, !clip.isEmpty else { return }
    let place = AffineTransform(translationX: tiling.origin.x, y: tiling.origin.y)
    let toPixels = AffineTransform(scaleX: pixel, y: pixel).concatenating(place).concatenating(transform)
    guard let inverse = toPixels.inverse else { return }
    let (alpha, mean) = (UInt32((min(tiling.alpha, 1) * 255).rounded()), tiling.pattern.meanColor.pixel)
    var samples = [UInt32](repeating: 0, count: clip.width)
    // Nothing is partly covered.
    if case .rect(let rect, let radius) = shape, radius <= 0, let whole = transform.wholePixels(rect) {
      let part = whole.intersection(clip)
      guard !part.isEmpty else { return }
      samples.withUnsafeMutableBufferPointer { samples in
        guard let samples = samples.baseAddress else { return }
        for y in part.minY..<part.maxY {
          bitmap.tile(inverse, part.minX, y, part.width, mean: mean, into: samples)
          Blending.lay(samples, over: self.pixel(part.minX, y), part.width, alpha: alpha)
        }
      }
      return
    }
    rasterize(shape, transform, clip) { y, x, coverage, count in
      samples.withUnsafeMutableBufferPointer { samples in
        guard let samples = samples.baseAddress else { return }
        bitmap.tile(inverse, x, y, count, mean: mean, into: samples)
        Blending.lay(samples, over: self.pixel(x, y), coverage, count, alpha: alpha)
      }
    }
  }
}

extension Drawing.Tiling {
  /// Its definition in SVG by this name.
  func svg(_ name: String) -> String {
    let (bitmap, scale) = (pattern.bitmap, pattern.scale)
    let picture = pattern.pngText
    let size =
      "width=\"\((Double(bitmap.width) / scale).short)\" height=\"\((Double(bitmap.height) / scale).short)\""
    return """
      <pattern id="\(name)" patternUnits="userSpaceOnUse" x="\(origin.x.short)" y="\(origin.y.short)" \(size)>\
      <image \(size) opacity="\(alpha.short)" preserveAspectRatio="none" \
      href="data:image/png;base64,\(picture)"/></pattern>

      """
  }
}
