import HIDEvents

extension Drawing {
  /// What was drawn before a transparency layer, and how things are placed and colored there.
  struct OpenLayer {
    let operations: [Operation]
    let state: DrawingState
  }

  /// A picture in pixels.
  struct Canvas {
    let bounds: Rect
    /// Pixels per point.
    let scale: Double
    let isOpaque: Bool
  }

  func beginLayer() {
    openLayers.append(OpenLayer(operations: operations, state: state))
    operations = []
    (state.alpha, state.shadow, state.blendMode) = (1, nil, .normal)
  }

  /// Adds what was drawn since as one thing; without effect when no layer is open.
  func endLayer() {
    guard let layer = openLayers.popLast() else { return }
    let inner = operations
    (operations, state) = (layer.operations, layer.state)
    guard !inner.isEmpty else { return }
    var operation = Operation.effect(inner, state.alpha < 1 ? .faded(state.alpha) : .apart)
    if let shadow = state.shadow { operation = .effect([operation], .shadow(shadow)) }
    if state.blendMode != .normal {
      operation = .effect([operation], .blend(state.blendMode))
      isBlended = true
    }
    // Each thing in it is in its place; the shadow is cut, too.
    let clips = state.placement.clips
    if !clips.isEmpty { operation = .placed([operation], Placement(clips: clips)) }
    operations.append(operation)
  }

  func endLayers() { while !openLayers.isEmpty { endLayer() } }
}

/// Layers, masks and pictures.
extension CGContext {
  /// Draws what follows, up to `endTransparencyLayer`, as one thing: alpha, shadow and blend mode that are set now are those of the whole, and nothing is seen through
  /// what covers it in the layer. Inside, all are at first as in a new context. Layers may be in each other; those that were not ended end with the drawing.
  public func beginTransparencyLayer(auxiliaryInfo: [String: Any]? = nil) { drawing.beginLayer() }

  /// The same, cut to a rectangle.
  public func beginTransparencyLayer(in rect: Rect, auxiliaryInfo: [String: Any]? = nil) {
    drawing.beginLayer()
    clip(to: rect)
  }

  /// Ends the layer that was begun last, and goes back to colors, clip and transform as they were before it. Without effect when there is none.
  public func endTransparencyLayer() { drawing.endLayer() }

  /// Cuts what is drawn from now on to a rectangle, and makes it as opaque as a picture that is stretched over that, with its lower edge up: by the picture's alpha or,
  /// if it is opaque everywhere, by its brightness.
  public func clip(to rect: Rect, mask: CGImage) {
    clip(to: rect)
    guard mask.width > 0, mask.height > 0, var cut = drawing.state.placement.clips.popLast() else { return }
    let upward = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: rect.minY + rect.maxY)
    cut.mask = Drawing.ClipMask(bitmap: mask.asMask, rect: rect, transform: upward.concatenating(ctm))
    drawing.state.placement.clips.append(cut)
  }

  /// The picture as it is drawn now: of the context of a renderer, of `UIGraphicsBeginImageContextWithOptions`, or of memory. Nil of a view's, which has no pixels.
  public func makeImage() -> CGImage? {
    guard let canvas = drawing.canvas else { return nil }
    let copy = Drawing()
    copy.operations = drawing.openLayers.first?.operations ?? drawing.operations
    if drawing.isBlended { copy.operations = [.effect(copy.operations, .apart)] }
    return UIImage(drawing: copy, canvas.bounds, scale: canvas.scale, isOpaque: canvas.isOpaque).cgImage
  }

  /// A context of a picture in memory, whose y grows upwards, for `makeImage`. The picture has red, green, blue and alpha in any case. Nil for a side without a pixel or of
  /// more than 16,384, for more than 67,108,864 pixels, and with `data`, as no memory of the program's is drawn into.
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    let sides = 1...Bitmap.longestSide
    guard data == nil, sides.contains(width), sides.contains(height),
      width * height <= UIImage.mostDrawnPixels
    else { return nil }
    drawing = Drawing()
    drawing.canvas = .init(
      bounds: Rect(0, 0, Double(width), Double(height)), scale: 1,
      isOpaque: CGImageAlphaInfo(rawValue: bitmapInfo & 31)?.isOpaque == true)
    drawing.state.placement.transform = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Double(height))
  }

  /// A length of the context's picture, in pixels; 0 of a view's.
  public var width: Int { drawing.canvas.map { pixels($0.bounds.width, $0) } ?? 0 }
  /// A length of the context's picture, in pixels; 0 of a view's.
  public var height: Int { drawing.canvas.map { pixels($0.bounds.height, $0) } ?? 0 }

  private func pixels(_ length: Double, _ canvas: Drawing.Canvas) -> Int {
    PixelRect.whole((length * canvas.scale).rounded(.up))
  }
}

/// Whether a picture in memory has an alpha: only `none`, `noneSkipFirst` and `noneSkipLast` have an effect, which make it opaque.
public enum CGImageAlphaInfo: UInt32, Hashable, Sendable {
  /// No alpha.
  case none
  /// Colors that are multiplied by it.
  case premultipliedLast, premultipliedFirst
  /// Colors that are not.
  case last, first
  /// No alpha, with room for one.
  case noneSkipLast, noneSkipFirst
  /// Nothing else.
  case alphaOnly

  fileprivate var isOpaque: Bool { self == .none || self == .noneSkipLast || self == .noneSkipFirst }
}
