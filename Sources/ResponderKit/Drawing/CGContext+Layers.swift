import HIDEvents

extension Drawing {
  /// What was drawn before a transparency layer, and how things are placed and colored there.
  struct OpenLayer {
    let operations: [Operation]
    let state: DrawingState
    /// How many states were kept.
    let savedCount: Int
  }

  func beginLayer() {
    openLayers.append(OpenLayer(operations: operations, state: state, savedCount: savedStates.count))
    operations = []
    (state.alpha, state.shadow, state.blendMode) = (1, nil, .normal)
    // They cut the layer when it ends.
    state.placement.clips = []
  }

  /// Adds what was drawn since as one thing; without effect when no layer is open.
  func endLayer() {
    guard let layer = openLayers.popLast() else { return }
    let inner = operations
    (operations, state) = (layer.operations, layer.state)
    savedStates.removeLast(savedStates.count - layer.savedCount)
    guard !inner.isEmpty else { return }
    let clips = state.placement.clips
    let isPlain = !(state.alpha < 1) && state.shadow == nil && state.blendMode == .normal
    if isPlain, !inner.contains(where: \.isBlended) {
      operations += clips.isEmpty ? inner : [.placed(inner, Placement(clips: clips))]
      return
    }
    var operation = Operation.effect(inner, state.alpha < 1 ? .faded(state.alpha) : .apart)
    if let shadow = state.shadow { operation = .effect([operation], .shadow(shadow)) }
    if state.blendMode != .normal {
      operation = .effect([operation], .blend(state.blendMode))
      isBlended = true
    }
    // Its operations are already transformed; only the clips are left, which cut the shadow, too.
    if !clips.isEmpty { operation = .placed([operation], Placement(clips: clips)) }
    operations.append(operation)
  }

  func endLayers() { while !openLayers.isEmpty { endLayer() } }
}

/// Layers, masks and pictures.
extension CGContext {
  /// Draws what follows, up to `endTransparencyLayer`, as one thing: alpha, shadow and blend mode that are set now are those of the whole, and nothing is seen through
  /// what covers it in the layer. Inside, alpha is 1, and there is no shadow and no blend mode. Layers can be nested; those that were not ended end with the drawing.
  public func beginTransparencyLayer(auxiliaryInfo: [String: Any]? = nil) { drawing.beginLayer() }

  /// The same, cut to a rectangle.
  public func beginTransparencyLayer(in rect: Rect, auxiliaryInfo: [String: Any]? = nil) {
    drawing.beginLayer()
    clip(to: rect)
  }

  /// Ends the layer that was begun last, and goes back to colors, clip and transform as they were before it; states that were saved in it are dropped. Without effect when
  /// there is none.
  public func endTransparencyLayer() { drawing.endLayer() }

  /// Cuts what is drawn from now on to a rectangle, and makes it as opaque as a picture that is stretched over that, with its lower edge up: by the picture's alpha or,
  /// if it is opaque everywhere, by its brightness.
  public func clip(to rect: Rect, mask: CGImage) {
    clip(to: rect)
    guard mask.width > 0, mask.height > 0, var cut = drawing.state.placement.clips.popLast() else { return }
    let upward = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: rect.minY + rect.maxY)
    cut.mask = Drawing.ClipMask(mask.asMask, over: rect, upward.concatenating(ctm))
    drawing.state.placement.clips.append(cut)
  }

  /// The picture as it is drawn now, with the layers that are not ended yet: of the context of a renderer, of `UIGraphicsBeginImageContextWithOptions`, or of memory. Nil for
  /// a view's context, which has no pixels.
  public func makeImage() -> CGImage? {
    guard let canvas = drawing.canvas else { return nil }
    return UIImage(drawing: drawing, canvas).cgImage
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
      isOpaque: CGImageAlphaInfo(rawValue: bitmapInfo & 31)?.isOpaque == true, growsUpwards: true)
    drawing.state.placement.transform = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Double(height))
  }

  /// How many pixels the rows of the context's picture have; 0 for a view's context.
  public var width: Int { drawing.canvas?.width ?? 0 }
  /// How many rows of pixels the context's picture has; 0 for a view's context.
  public var height: Int { drawing.canvas?.height ?? 0 }
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
