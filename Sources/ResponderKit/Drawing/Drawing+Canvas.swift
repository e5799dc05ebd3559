import HIDEvents

extension Drawing {
  /// The picture in pixels that a drawing is made for. In an object, as views' drawings have none.
  final class Canvas {
    let bounds: Rect
    /// Pixels per point.
    let scale: Double
    let isOpaque: Bool
    /// Whether y grows upwards for the program.
    let growsUpwards: Bool
    /// What the drawing looked like when its operations were only that.
    fileprivate var shown: Bitmap?

    init(bounds: Rect, scale: Double, isOpaque: Bool, growsUpwards: Bool = false) {
      self.bounds = bounds
      self.scale = scale.isFinite && scale > 0 ? scale : 1
      (self.isOpaque, self.growsUpwards) = (isOpaque, growsUpwards)
    }

    var width: Int { pixels(bounds.width) }
    var height: Int { pixels(bounds.height) }

    private func pixels(_ length: Double) -> Int {
      min(max(PixelRect.whole((length * scale).rounded(.up)), 0), Bitmap.longestSide)
    }

    /// From the drawing's points to pixels.
    fileprivate var transform: AffineTransform {
      AffineTransform(scaleX: scale, y: scale).translatedBy(x: -bounds.minX, y: -bounds.minY)
    }

    /// The rectangle of all its pixels, of which the last ones may be partly outside of the bounds.
    fileprivate var frame: Rect {
      Rect(bounds.minX, bounds.minY, Double(width) / scale, Double(height) / scale)
    }
  }

  /// The pixels of what is drawn up to now, open layers included; nil, and a line on the standard error stream, where these would be too many.
  ///
  /// They take the place of the operations, unless a layer is open: a program that paints, and shows its picture again and again, pays for what is new.
  func pixels(of canvas: Canvas) -> Bitmap? {
    let (width, height) = (canvas.width, canvas.height)
    guard width * height <= UIImage.mostDrawnPixels else {
      ProgramWarning.print("a picture of \(width) by \(height) pixels is not drawn, as it is too large")
      return nil
    }
    if openLayers.isEmpty, operations.count == 1, case .image(let bitmap, _, _) = operations[0],
      bitmap === canvas.shown
    {
      return bitmap
    }
    let bitmap = Bitmap(width: width, height: height)
    if canvas.isOpaque { bitmap.clear(bitmap.bounds, to: .black) }
    let (operations, isBlended) = closed
    Painter(bitmap).paint(operations, canvas.transform, clip: bitmap.bounds)
    // What was removed there is black.
    if canvas.isOpaque, isBlended {
      for index in 0..<(width * height) { bitmap.pixels[index] |= 0xFF00_0000 }
    }
    if openLayers.isEmpty {
      self.operations = [.image(bitmap, canvas.frame, alpha: 1)]
      canvas.shown = bitmap
    }
    return bitmap
  }

  /// What is drawn up to now, and whether it is blended, as if its layers ended here: the program may continue in them.
  private var closed: (operations: [Operation], isBlended: Bool) {
    guard !openLayers.isEmpty else { return (operations, isBlended) }
    let copy = Drawing()
    (copy.operations, copy.state, copy.openLayers, copy.savedStates, copy.isBlended) = (
      operations, state, openLayers, savedStates, isBlended
    )
    copy.endLayers()
    return (copy.operations, copy.isBlended)
  }
}

extension UIImage {
  /// A program that asks for more has a mistake in its numbers, and would wait seconds for the picture.
  static let mostDrawnPixels = 1 << 26

  /// The picture of what is drawn; an empty one where that is too large.
  convenience init(drawing: Drawing, _ canvas: Drawing.Canvas) {
    let bitmap = drawing.pixels(of: canvas) ?? Bitmap(width: 0, height: 0)
    self.init(sharing: bitmap, scale: canvas.scale)
  }
}
