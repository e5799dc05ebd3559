import HIDEvents

/// How things are placed and colored while a view draws: what `CGContext.saveGState` keeps.
struct DrawingState {
  /// What paths are filled with.
  var fillColor = CGColor.black
  /// A picture that paths are filled with in place of the color; nil: none.
  var fillPattern: ColorPattern?
  /// What lines are drawn with.
  var strokeColor = CGColor.black
  /// Of a context's own lines.
  var line = LineLook()
  /// How opaque all is that is drawn.
  var alpha = 1.0
  /// What is drawn throws this shadow; nil: none.
  var shadow: Drawing.Shadow?
  /// How what is drawn is combined with what is below it.
  var blendMode = CGBlendMode.normal
  var placement = Drawing.Placement()
}

extension Drawing {
  /// Where things are drawn: first they are transformed, then cut.
  struct Placement: Equatable {
    var transform = AffineTransform.identity
    /// Only what is in all of them is seen.
    var clips: [Clip] = []
    var isPlain: Bool { transform.isIdentity && clips.isEmpty }
  }

  /// A polygon in the drawing's own coordinates, to which drawings are cut.
  struct Clip: Equatable {
    var points: [Point]
    /// Whether what it goes around twice is outside.
    var isEvenOdd: Bool
    /// How opaque things are inside; nil: as they are.
    var mask: ClipMask?

    var shape: Shape { isEvenOdd ? .evenOdd(points) : .polygon(points) }
  }

  /// A picture that says how opaque things are. In an object, as hardly any clip has one; equal to itself only.
  final class ClipMask: Equatable {
    let bitmap: Bitmap
    /// From the drawing's coordinates to the picture's pixels; nil: nothing is seen.
    let inverse: AffineTransform?

    /// - Parameter transform: from the coordinates of the rectangle, over which the picture is stretched, to the drawing's.
    init(_ bitmap: Bitmap, over rect: Rect, _ transform: AffineTransform) {
      self.bitmap = bitmap
      inverse =
        AffineTransform(scaleX: rect.width / Double(bitmap.width), y: rect.height / Double(bitmap.height))
        .concatenating(AffineTransform(translationX: rect.minX, y: rect.minY)).concatenating(transform)
        .inverse
    }

    static func == (left: ClipMask, right: ClipMask) -> Bool { left === right }
  }

  /// Records an operation where and as opaque as the state says.
  func add(_ operation: Operation) {
    var operation = state.alpha < 1 ? operation.faded(by: state.alpha) : operation
    if let shadow = state.shadow?.placed(by: state.placement.transform) {
      operation = .effect([operation], .shadow(shadow))
    }
    if state.blendMode != .normal {
      operation = .effect([operation], .blend(state.blendMode))
      isBlended = true
    }
    guard !state.placement.isPlain else { return operations.append(operation) }
    // What is placed alike lies in one operation.
    if case .placed(var inner, let placement)? = operations.last, placement == state.placement {
      operations.removeLast()
      inner.append(operation)
      operations.append(.placed(inner, placement))
    } else {
      operations.append(.placed([operation], state.placement))
    }
  }

  /// Fills a path with the state's color.
  func fill(_ path: UIBezierPath) {
    if !path.isEmpty { fill(path.shape) }
  }

  /// Draws a path's lines with the state's color.
  func stroke(_ path: UIBezierPath, _ look: LineLook) {
    let pieces = look.pieces(of: path.pieces)
    if !pieces.isEmpty { add(.strokes(pieces, look.style, state.strokeColor)) }
  }

  /// From now on, cuts what is drawn to what a path goes around.
  func clip(to path: UIBezierPath) {
    let points = path.polygon.map { $0.applying(state.placement.transform) }
    state.placement.clips.append(Clip(points: points, isEvenOdd: path.usesEvenOddFillRule))
  }

  static func pixelReach(of operations: [Operation]) -> Size {
    var reach = Size.zero
    for operation in operations {
      switch operation {
      case .image(let bitmap, let rect, _) where rect.isFinite && bitmap.width * bitmap.height > 0:
        reach.width = max(reach.width, rect.width / Double(bitmap.width) / 2)
        reach.height = max(reach.height, rect.height / Double(bitmap.height) / 2)
      case .placed(let inner, let placement):
        let size = pixelReach(of: inner)
        let placed = Rect(origin: .zero, size: size).applying(placement.transform)
        reach.width = max(reach.width, placed.width)
        reach.height = max(reach.height, placed.height)
      case .effect(let inner, _):
        let size = pixelReach(of: inner)
        reach = Size(max(reach.width, size.width), max(reach.height, size.height))
      case .tiles(_, let tiling):
        let pixel = 1 / tiling.pattern.scale / 2
        reach = Size(max(reach.width, pixel), max(reach.height, pixel))
      default: break
      }
    }
    return reach
  }
}

extension Drawing.Operation {
  /// The same operation, less opaque.
  fileprivate func faded(by alpha: Double) -> Self {
    recolored(alpha) { $0.withAlpha($0.alpha * alpha) }
  }

  /// The same operation with other colors, and its pictures less opaque.
  func recolored(_ alpha: Double, _ fade: (CGColor) -> CGColor) -> Self {
    switch self {
    case .fill(let shape, let color): return .fill(shape, fade(color))
    case .gradient(let shape, var gradient, let frame):
      gradient.colors = gradient.colors.map(fade)
      return .gradient(shape, gradient, in: frame)
    case .stroke(let shape, let width, let color): return .stroke(shape, width: width, fade(color))
    case .line(let points, let width, let color): return .line(points, width: width, fade(color))
    case .strokes(let pieces, let style, let color):
      return .strokes(pieces, style, fade(color))
    case .text(let text, let point, let font, let color): return .text(text, at: point, font, fade(color))
    case .image(let bitmap, let rect, let own): return .image(bitmap, rect, alpha: own * alpha)
    case .picture(let image, let rect, let own): return .picture(image, rect, alpha: own * alpha)
    case .symbol(let look, let rect, let color): return .symbol(look, rect, fade(color))
    case .tiles(let shape, var tiling):
      tiling.alpha *= alpha
      return .tiles(shape, tiling)
    case .placed(let inner, let placement):
      return .placed(inner.map { $0.recolored(alpha, fade) }, placement)
    case .shading(var shading):
      shading.colors.colors = shading.colors.colors.map(fade)
      return .shading(shading)
    case .effect(let inner, let effect): return .effect(inner.map { $0.recolored(alpha, fade) }, effect)
    case .sprites(let sprites):
      return .sprites(
        sprites.map {
          var sprite = $0
          sprite.color = fade(sprite.color)
          return sprite
        })
    }
  }
}
