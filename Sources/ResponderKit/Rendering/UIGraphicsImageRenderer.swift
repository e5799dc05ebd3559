import HIDEvents

/// Makes pictures of what a program draws:
///
///     let image = UIGraphicsImageRenderer(size: CGSize(width: 64, height: 64)).image { context in
///       UIColor.red.setFill()
///       context.fill(CGRect(x: 0, y: 0, width: 32, height: 64))
///     }
///
/// On the thread of an application: on others, `UIBezierPath`, texts and colors draw nothing.
public final class UIGraphicsImageRenderer {
  /// The part of the plane that pictures show.
  public let bounds: Rect
  /// How many pixels a point has, and whether pictures are opaque.
  public let format: UIGraphicsImageRendererFormat

  /// A renderer of pictures whose upper left corner is the origin.
  public convenience init(
    size: Size, format: UIGraphicsImageRendererFormat = UIGraphicsImageRendererFormat()
  ) { self.init(bounds: Rect(origin: .zero, size: size), format: format) }

  /// A renderer of pictures of a part of the plane.
  public init(bounds: Rect, format: UIGraphicsImageRendererFormat = UIGraphicsImageRendererFormat()) {
    self.bounds = bounds
    self.format = format.with(bounds)
  }

  /// The picture of what `actions` draws; an empty one, and a line on the standard error stream, if it had more than 67,108,864 pixels.
  public func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    let drawing: Drawing
    let canvas = Drawing.Canvas(bounds: bounds, scale: format.scale, isOpaque: format.opaque)
    if let recorder = UIApplication.current?.frame.recorder {
      drawing = recorder.record(bounds) {
        guard let drawing = recorder.current else { return }
        drawing.canvas = canvas
        actions(UIGraphicsImageRendererContext(drawing, format))
      }
    } else {
      drawing = Drawing()
      drawing.canvas = canvas
      actions(UIGraphicsImageRendererContext(drawing, format))
    }
    return UIImage(drawing: drawing, canvas)
  }

  /// As `image`, as a JPEG file.
  public func jpegData(
    withCompressionQuality compressionQuality: Double, actions: (UIGraphicsImageRendererContext) -> Void
  ) -> [UInt8] {
    image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? []
  }

  /// As `image`, as a PNG file.
  public func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> [UInt8] {
    image(actions: actions).pngData() ?? []
  }
}

/// What pictures of a renderer are made of.
public final class UIGraphicsImageRendererFormat {
  /// Pixels per point: the screen's by default.
  public var scale: Double
  /// Whether pictures have a black background in place of a clear one.
  public var opaque = false
  /// The part of the plane that the renderer's pictures show; zero in a format of no renderer.
  public private(set) var bounds = Rect.zero

  /// The format for the screen.
  public init() { scale = UIApplication.current?.screen.scale ?? 1 }

  /// A copy for a renderer.
  func with(_ bounds: Rect) -> UIGraphicsImageRendererFormat {
    let format = UIGraphicsImageRendererFormat()
    (format.scale, format.opaque, format.bounds) = (scale, opaque, bounds)
    return format
  }

  /// The format for the screen, which has one range of colors.
  public static func preferred() -> UIGraphicsImageRendererFormat { .default() }

  /// The format for the screen.
  public static func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}

/// What a renderer's pictures are drawn with.
public struct UIGraphicsImageRendererContext {
  /// The context in CoreGraphics' words.
  public let cgContext: CGContext
  /// The picture of what is drawn up to now.
  public var currentImage: UIImage {
    cgContext.makeImage().map { UIImage(cgImage: $0, scale: format.scale, orientation: .up) } ?? UIImage()
  }

  /// That of the renderer, with the part of the plane that is shown.
  public let format: UIGraphicsImageRendererFormat

  fileprivate init(_ drawing: Drawing, _ format: UIGraphicsImageRendererFormat) {
    cgContext = CGContext(drawing: drawing)
    self.format = format
  }

  /// Fills a rectangle.
  public func fill(_ rect: Rect) { cgContext.fill(rect) }

  /// Fills a rectangle, combined with what is there.
  public func fill(_ rect: Rect, blendMode: CGBlendMode) {
    cgContext.saveGState()
    cgContext.setBlendMode(blendMode)
    cgContext.fill(rect)
    cgContext.restoreGState()
  }

  /// Draws a line of one point inside of a rectangle's edges.
  public func stroke(_ rect: Rect) { cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1) }

  /// Draws such a line, combined with what is there.
  public func stroke(_ rect: Rect, blendMode: CGBlendMode) {
    cgContext.saveGState()
    cgContext.setBlendMode(blendMode)
    stroke(rect)
    cgContext.restoreGState()
  }

  /// Cuts what is drawn from now on to a rectangle.
  public func clip(to rect: Rect) { cgContext.clip(to: rect) }
}
