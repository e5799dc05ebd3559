import HIDEvents

/// A kind of particle that a ``CAEmitterLayer`` emits, or that particles of another kind emit: how many, where to, and how each looks as it ages.
///
/// A value with a range is, for each particle, a random one between the value less the range and the value plus the range.
open class CAEmitterCell: NSObject {
  /// For key paths: `emitterCells.NAME.birthRate`.
  public final var name: String?
  /// Whether particles of this kind are emitted.
  public final var isEnabled = true { didSet { emitter?.cellsChanged() } }
  /// A ``UIImage``, or its `cgImage`: a particle's picture. Without one nothing is seen.
  public final var contents: Any? {
    get { picture?.contents }
    set { picture = LayerPicture(contents: newValue) }
  }
  private var picture: LayerPicture?
  /// The part of the picture that is shown, in parts of its size.
  public final var contentsRect = Rect(0, 0, 1, 1)
  /// Pixels of the picture per point.
  public final var contentsScale = 1.0

  /// Particles per second.
  public final var birthRate: Float = 0 { didSet { if birthRate != oldValue { emitter?.cellsChanged() } } }
  /// How long a particle lives, in seconds.
  public final var lifetime: Float = 0
  /// How far particles are from that.
  public final var lifetimeRange: Float = 0
  /// When emission begins: in seconds after the layer's, or the age of the particle that emits.
  public final var beginTime: TimeInterval = 0
  /// How long emission lasts, in seconds; 0: without end.
  public final var duration: TimeInterval = 0

  /// The way of particles, in radians from the x axis to the y axis; relative to that of the particle that emits.
  public final var emissionLongitude = 0.0
  /// How far that way leaves the plane: what is seen of it is slower.
  public final var emissionLatitude = 0.0
  /// The angle, around that way, within which particles go.
  public final var emissionRange = 0.0
  /// The speed of a particle, in points a second.
  public final var velocity = 0.0
  /// How far particles are from that.
  public final var velocityRange = 0.0
  /// In points per second, each second.
  public final var xAcceleration = 0.0
  /// In points per second, each second.
  public final var yAcceleration = 0.0
  /// Without effect: layers are flat.
  public final var zAcceleration = 0.0

  /// The size, in parts of the picture's.
  public final var scale = 1.0
  /// How far particles are from that.
  public final var scaleRange = 0.0
  /// The change of the size in a second.
  public final var scaleSpeed = 0.0
  /// How far a particle turns in a second, in radians.
  public final var spin = 0.0
  /// How far particles are from that.
  public final var spinRange = 0.0

  /// What the colors of the picture are multiplied with; white by default, and for nil.
  public final var color: CGColor? = .white
  /// How far particles are from that.
  public final var redRange: Float = 0
  /// How far particles are from that.
  public final var greenRange: Float = 0
  /// How far particles are from that.
  public final var blueRange: Float = 0
  /// How far particles are from that.
  public final var alphaRange: Float = 0
  /// The change of the color in a second.
  public final var redSpeed: Float = 0
  /// The change of the color in a second.
  public final var greenSpeed: Float = 0
  /// The change of the color in a second.
  public final var blueSpeed: Float = 0
  /// The change of the color in a second.
  public final var alphaSpeed: Float = 0

  /// What each particle emits. Such particles have its size and color, too.
  public final var emitterCells: [CAEmitterCell]? {
    didSet { for cell in emitterCells ?? [] { cell.belong(to: emitter) } }
  }

  /// The layer that it is a kind of.
  private(set) final weak var emitter: CAEmitterLayer?

  /// A kind without particles.
  public override init() { super.init() }

  final func belong(to layer: CAEmitterLayer?) {
    // Cells may emit each other in a circle.
    guard emitter !== layer else { return }
    emitter = layer
    for cell in emitterCells ?? [] { cell.belong(to: layer) }
  }

  /// The picture's shown part, and its size in points.
  final var sprite: (image: UIImage, size: Size)? {
    guard let image = picture?.image else { return nil }
    if let made = spriteStorage, made.source === image, made.part == contentsRect {
      return (made.image, size(of: made.image))
    }
    let pixels = image.fullBitmap
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    let part = contentsRect
    let box = Rect(part.minX * width, part.minY * height, part.width * width, part.height * height)
    let isWhole = part == Rect(0, 0, 1, 1)
    let shown = isWhole ? image : UIImage(pixels.copy(of: PixelRect(rounding: box)), scale: image.scale)
    spriteStorage = (image, part, shown)
    return (shown, size(of: shown))
  }
  private var spriteStorage: (source: UIImage, part: Rect, image: UIImage)?

  private func size(of image: UIImage) -> Size {
    let scale = contentsScale.isFinite && contentsScale > 0 ? image.scale / contentsScale : 1
    return Size(image.size.width * scale, image.size.height * scale)
  }

  /// Sets a number by its name; false: there is none of that name.
  final func set(_ number: Double, _ name: Substring) -> Bool {
    let float = Float(number)
    switch name {
    case "birthRate": birthRate = float
    case "lifetime": lifetime = float
    case "lifetimeRange": lifetimeRange = float
    case "emissionLongitude": emissionLongitude = number
    case "emissionLatitude": emissionLatitude = number
    case "emissionRange": emissionRange = number
    case "velocity": velocity = number
    case "velocityRange": velocityRange = number
    case "xAcceleration": xAcceleration = number
    case "yAcceleration": yAcceleration = number
    case "scale": scale = number
    case "scaleRange": scaleRange = number
    case "scaleSpeed": scaleSpeed = number
    case "spin": spin = number
    case "spinRange": spinRange = number
    case "redRange": redRange = float
    case "greenRange": greenRange = float
    case "blueRange": blueRange = float
    case "alphaRange": alphaRange = float
    case "redSpeed": redSpeed = float
    case "greenSpeed": greenSpeed = float
    case "blueSpeed": blueSpeed = float
    case "alphaSpeed": alphaSpeed = float
    case "beginTime": beginTime = number
    case "duration": duration = number
    default: return false
    }
    return true
  }
}
