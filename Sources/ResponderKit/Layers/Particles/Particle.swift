import LinuxSystem

/// One particle: what it began with, and its age.
struct Particle {
  let cell: CAEmitterCell
  /// The key of the random numbers of what it emits.
  let key: UInt64
  let lifetime: Double
  var age: Double
  var births: [ParticleSystem.Births] = []
  private let start: Point
  private let velocity: Point
  private let scale: Double
  /// What `scaleSpeed` and the like are multiplied with: the size of what has emitted it.
  private let outerScale: Double
  private let spin: Double
  private let color: SIMD4<Double>
  private let outerColor: SIMD4<Double>

  /// A particle that a layer emits.
  init(
    _ cell: CAEmitterCell, _ emission: ParticleSystem.Emission, _ random: inout ParticleRandom, age: Double
  ) {
    let (place, way) = emission.start(&random)
    self.init(cell, place, way, Double(emission.scale), [1, 1, 1, 1], emission, &random, age)
  }

  /// A particle that another one emits, when that is so old.
  init(
    _ cell: CAEmitterCell, of parent: Particle, at parentAge: Double, _ emission: ParticleSystem.Emission,
    _ random: inout ParticleRandom, age: Double
  ) {
    let way = parent.velocity(at: parentAge)
    self.init(
      cell, parent.position(at: parentAge), way == .zero ? 0 : atan2(way.y, way.x),
      parent.scale(at: parentAge),
      parent.color(at: parentAge), emission, &random, age)
  }

  private init(
    _ cell: CAEmitterCell, _ place: Point, _ way: Double, _ outerScale: Double,
    _ outerColor: SIMD4<Double>, _ emission: ParticleSystem.Emission, _ random: inout ParticleRandom,
    _ age: Double
  ) {
    self.cell = cell
    self.age = age
    key = random.key
    start = place
    lifetime = random.value(Double(cell.lifetime), Double(cell.lifetimeRange)) * Double(emission.lifetime)
    let angle = way + cell.emissionLongitude + cell.emissionRange * (random.next() - 0.5)
    let speed = random.value(cell.velocity, cell.velocityRange) * Double(emission.velocity)
    let seen = speed * cos(cell.emissionLatitude)
    velocity = Point(seen * cos(angle), seen * sin(angle))
    scale = random.value(cell.scale, cell.scaleRange)
    self.outerScale = outerScale
    spin = random.value(cell.spin, cell.spinRange) * Double(emission.spin)
    let mean = cell.color ?? .white
    color = [
      random.value(mean.red, Double(cell.redRange)), random.value(mean.green, Double(cell.greenRange)),
      random.value(mean.blue, Double(cell.blueRange)), random.value(mean.alpha, Double(cell.alphaRange)),
    ]
    self.outerColor = outerColor
  }

  func position(at age: Double) -> Point {
    Point(
      start.x + velocity.x * age + cell.xAcceleration * age * age / 2,
      start.y + velocity.y * age + cell.yAcceleration * age * age / 2)
  }

  func velocity(at age: Double) -> Point {
    Point(velocity.x + cell.xAcceleration * age, velocity.y + cell.yAcceleration * age)
  }

  func scale(at age: Double) -> Double { max(scale + cell.scaleSpeed * age, 0) * outerScale }

  func color(at age: Double) -> SIMD4<Double> {
    let change: SIMD4<Double> = [
      Double(cell.redSpeed), Double(cell.greenSpeed), Double(cell.blueSpeed), Double(cell.alphaSpeed),
    ]
    return (color + change * age).clamped(lowerBound: .zero, upperBound: .one) * outerColor
  }

  /// What is seen of it; nil for nothing.
  func sprite(isAdditive: Bool) -> Sprite? {
    guard let (image, size) = cell.sprite else { return nil }
    let (scale, color, place) = (scale(at: age), color(at: age), position(at: age))
    guard scale > 0, scale.isFinite, color.w > 0.002, place.isFinite else { return nil }
    return Sprite(
      image: image, size: Size(size.width * scale, size.height * scale), middle: place, angle: spin * age,
      color: CGColor(red: color.x, green: color.y, blue: color.z, alpha: color.w), isAdditive: isAdditive)
  }
}

extension ParticleSystem.Emission {
  /// Where a particle begins, and the way that its angles are relative to.
  func start(_ random: inout ParticleRandom) -> (Point, way: Double) {
    let (x, y) = (random.next(), random.next())
    let place: Point
    var way = 0.0
    switch shape {
    case .point: place = .zero
    case .line:
      place = Point((mode == .points ? x.rounded() : x) - 0.5, 0)
      way = -.pi / 2
    case .rectangle, .cuboid: place = rectanglePlace(x, y)
    case .circle, .sphere:
      let angle = 2 * .pi * x
      let radius = mode == .points ? 0 : mode == .outline ? 1 : y.squareRoot()
      if mode == .outline || mode == .surface { way = angle }
      return (
        Point(
          position.x + size.width * radius * cos(angle), position.y + size.width * radius * sin(angle)), way
      )
    }
    return (Point(position.x + place.x * size.width, position.y + place.y * size.height), way)
  }

  private func rectanglePlace(_ x: Double, _ y: Double) -> Point {
    switch mode {
    case .points: return Point(x.rounded() - 0.5, y.rounded() - 0.5)
    case .surface, .volume: return Point(x - 0.5, y - 0.5)
    case .outline:
      let (across, down) = (abs(size.width), abs(size.height))
      guard across + down > 0 else { return .zero }
      let isAcross = x * (across + down) < across
      let along = isAcross ? x * (across + down) / across : (x * (across + down) - across) / down
      return isAcross ? Point(along - 0.5, y.rounded() - 0.5) : Point(y.rounded() - 0.5, along - 0.5)
    }
  }
}
