import RunLoopCore

/// A layer that emits particles: snow, sparks, confetti.
///
/// Emission begins at the layer's time 0, so that a layer without a `beginTime` is full of particles when it is first seen. It moves, and wakes the loop, only while it
/// emits or particles live; there are at most 5,000 of them.
open class CAEmitterLayer: CALayer {
  private let system = ParticleSystem()
  /// When particles were moved last, in the layer's time.
  private var lastTime: Double?
  private var emission = ParticleSystem.Emission()

  /// Without cells: particles are not shown twice.
  open override func presentation() -> CAEmitterLayer? { show(on: CAEmitterLayer()) }

  override func copyValues(from other: CALayer) {
    super.copyValues(from: other)
    guard let other = other as? CAEmitterLayer else { return }
    (emission, renderMode) = (other.emission, other.renderMode)
  }

  private func set(_ change: (inout ParticleSystem.Emission) -> Void) {
    change(&emission)
    cellsChanged()
  }

  /// The kinds of particles.
  public final var emitterCells: [CAEmitterCell]? {
    didSet {
      for cell in oldValue ?? [] { cell.belong(to: nil) }
      for cell in emitterCells ?? [] { cell.belong(to: self) }
      cellsChanged()
    }
  }
  /// The middle of the shape from which particles come.
  public final var emitterPosition: Point {
    get { emission.position }
    set { set { $0.position = newValue } }
  }
  /// The size of that shape; of a circle, the width is its radius.
  public final var emitterSize: Size {
    get { emission.size }
    set { set { $0.size = newValue } }
  }
  /// A point by default.
  public final var emitterShape: CAEmitterLayerEmitterShape {
    get { emission.shape }
    set { set { $0.shape = newValue } }
  }
  /// Which part of the shape particles come from: all of it by default.
  public final var emitterMode: CAEmitterLayerEmitterMode {
    get { emission.mode }
    set { set { $0.mode = newValue } }
  }
  /// Without effect: layers are flat.
  public final var emitterZPosition = 0.0
  /// Without effect: layers are flat.
  public final var emitterDepth = 0.0
  /// Without effect: layers are flat.
  public final var preservesDepth = false
  /// How particles lie over each other.
  public final var renderMode = CAEmitterLayerRenderMode.unordered { didSet { contentChanged() } }
  /// Multiplied with that of the cells; 0 ends emission.
  public final var birthRate: Float {
    get { emission.birthRate }
    set { set { $0.birthRate = newValue } }
  }
  /// Multiplied with that of the cells.
  public final var lifetime: Float {
    get { emission.lifetime }
    set { set { $0.lifetime = newValue } }
  }
  /// Multiplied with that of the cells.
  public final var velocity: Float {
    get { emission.velocity }
    set { set { $0.velocity = newValue } }
  }
  /// Multiplied with that of the cells.
  public final var scale: Float {
    get { emission.scale }
    set { set { $0.scale = newValue } }
  }
  /// Multiplied with that of the cells.
  public final var spin: Float {
    get { emission.spin }
    set { set { $0.spin = newValue } }
  }
  /// The seed of the random numbers: the same seed gives the same particles. A change affects later particles only.
  public final var seed: UInt32 {
    get { emission.seed }
    set { set { $0.seed = newValue } }
  }

  /// The cells or the emission were changed: it moves again, if particles come.
  final func cellsChanged() {
    guard isTicking, let clock, !clock.isTicking(self) else { return }
    // Nothing was emitted while it rested.
    if lastTime != nil { lastTime = clock.time(of: self).seconds }
    clock.tick(self)
  }

  override var isTicking: Bool {
    !system.particles.isEmpty || system.emits(emitterCells ?? [], emission, at: lastTime ?? 0)
  }

  override func tick(at time: RunLoop.Instant) {
    let now = time.seconds
    let cells = emitterCells ?? []
    if let lastTime {
      system.advance(from: lastTime, to: now, cells, emission)
    } else {
      // As if it had been there from its beginning on.
      system.advance(from: max(0, now - system.longestLife(cells, emission)), to: now, cells, emission)
    }
    lastTime = now
    contentChanged()
  }

  override func takesValue(_ value: Any?, forKeyPath path: String) -> Bool {
    guard case .number(let number)? = LayerValue(value) else { return false }
    var parts = path.split(separator: ".")[...]
    var cells = emitterCells
    var found: CAEmitterCell?
    while parts.count > 2, parts.first == "emitterCells" {
      guard let cell = cells?.first(where: { $0.name.map { $0 == parts[parts.startIndex + 1] } ?? false })
      else { return false }
      (found, cells) = (cell, cell.emitterCells)
      parts = parts.dropFirst(2)
    }
    guard let found, parts.count == 1, let name = parts.first, found.set(number, name) else { return false }
    cellsChanged()
    return true
  }

  // MARK: What is seen

  override var drawsOwnContent: Bool { !system.particles.isEmpty }

  override func contentExtent(_ shown: LayerState) -> Rect? {
    let box = sprites.reduce(Rect?.none) { box, sprite in box.map { $0.union(sprite.box) } ?? sprite.box }
    let picture = super.contentExtent(shown)
    return box.map { $0.union(picture ?? $0) } ?? picture
  }

  override func drawContent(_ shape: ShapeLook, _ bounds: Rect, into drawing: Drawing) {
    super.drawContent(shape, bounds, into: drawing)
    let sprites = sprites
    if !sprites.isEmpty { drawing.add(.sprites(sprites)) }
  }

  private var sprites: [Sprite] {
    let order = renderMode == .oldestLast ? Array(system.particles.reversed()) : system.particles
    return order.compactMap { $0.sprite(isAdditive: renderMode == .additive) }
  }
}

/// The shape from which a ``CAEmitterLayer`` emits.
public enum CAEmitterLayerEmitterShape: Hashable, Sendable {
  /// The position itself.
  case point
  /// Along the width; particles go upwards, turned by their `emissionLongitude`.
  case line
  /// A rectangle; what lies behind each other in space lies in one plane.
  case rectangle, cuboid
  /// A circle; from its line and surface particles go outwards, turned by their `emissionLongitude`.
  case circle, sphere
}

/// The part of the shape from which a ``CAEmitterLayer`` emits.
public enum CAEmitterLayerEmitterMode: Hashable, Sendable {
  /// Its corners; of a circle, the middle.
  case points
  /// Its edge.
  case outline
  /// All of it.
  case surface, volume
}

/// How the particles of a ``CAEmitterLayer`` lie over each other.
public enum CAEmitterLayerRenderMode: Hashable, Sendable {
  /// As `oldestFirst`: layers are flat.
  case unordered, backToFront
  /// Newer ones in front.
  case oldestFirst
  /// Older ones in front.
  case oldestLast
  /// Their light adds up, also to what is behind.
  case additive
}
