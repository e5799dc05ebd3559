extension UIImage {
  /// The same picture, which image views and buttons mirror where content begins at the right.
  public func imageFlippedForRightToLeftLayoutDirection() -> UIImage {
    UIImage(self, renderingMode: renderingMode, flips: true)
  }

  /// The same picture with left and right exchanged.
  public func withHorizontallyFlippedOrientation() -> UIImage {
    let image = UIImage(mirrored, renderingMode: renderingMode, flips: flipsForRightToLeftLayoutDirection)
    if symbol == nil { (image.imageOrientation, image.source) = (imageOrientation.flipped, cgImage) }
    image.images = images?.map { $0.withHorizontallyFlippedOrientation() }
    image.duration = duration
    return image.withAlignmentRectInsets(alignmentRectInsets.mirrored)
  }

  /// What a view shows of it.
  func shown(isMirrored: @autoclosure () -> Bool) -> UIImage {
    flipsForRightToLeftLayoutDirection && isMirrored() ? mirrored : self
  }
}

extension Bitmap {
  /// In one color, as opaque as it is.
  func tinted(_ color: CGColor) -> Bitmap {
    let copy = Bitmap(width: width, height: height)
    let word = color.pixel
    for index in 0..<(width * height) {
      copy.pixels[index] = Blending.scaled(word, by: pixels[index] >> 24)
    }
    return copy
  }

  /// With left and right exchanged.
  var mirrored: Bitmap {
    let copy = Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { copy.pixels[y * width + x] = pixels[y * width + width - 1 - x] }
    }
    return copy
  }
}
