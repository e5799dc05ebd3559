import HIDEvents

extension Painter {
  /// Draws a picture of a plane as the eye sees it.
  ///
  /// - Parameters:
  ///   - part: the pixels of the plane that the picture has.
  ///   - back: from the pixels that are drawn to the plane's.
  ///   - outline: what is seen of the part.
  func project(
    _ picture: Bitmap, at part: PixelRect, _ back: PlaneMap, _ outline: Outline, _ clip: PixelRect
  ) {
    guard picture.width > 0, picture.height > 0, !clip.isEmpty else { return }
    var samples = [UInt32](repeating: 0, count: clip.width)
    let shift = PlaneMap(AffineTransform(translationX: -Double(part.minX), y: -Double(part.minY)))
    let toPicture = back.concatenating(shift)
    rasterize(outline, .identity, clip) { y, x, coverage, count in
      samples.withUnsafeMutableBufferPointer { samples in
        guard let samples = samples.baseAddress else { return }
        picture.sample(toPicture, x, y, count, coverage, into: samples)
        Blending.lay(samples, over: pixel(x, y), coverage, count, alpha: 255)
      }
    }
  }
}
