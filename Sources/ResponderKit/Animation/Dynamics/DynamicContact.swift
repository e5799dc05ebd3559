/// Two bodies that touch, for one step.
struct DynamicContact {
  /// Which contact it is, from step to step.
  struct ContactKey: Hashable {
    let first: ObjectIdentifier
    let second: ObjectIdentifier
    /// Counts the pieces of boundaries; 0 between items.
    var piece = 0
  }

  struct ContactSpot {
    let number: Int
    let distance: Double
    let firstWay: Point
    let secondWay: Point
    var normalMass = 0.0
    var tangentMass = 0.0
    /// What has held the bodies apart, and what has slowed them along each other.
    var pressed = 0.0
    var rubbed = 0.0
    /// How fast they came together.
    var approach = 0.0
  }

  /// Slower bodies do not bounce.
  static let bounceLimit = 40.0
  /// How deep in each other they may stay, so that they go on touching.
  static let slop = 0.25
  /// How fast they are pushed out of each other at most.
  static let mostPush = 600.0

  let key: ContactKey
  let first: DynamicBody
  let second: DynamicBody
  let normal: Point
  var spots: [ContactSpot]
  private let friction: Double
  private let elasticity: Double

  init(
    _ key: ContactKey, _ first: DynamicBody, _ second: DynamicBody, _ manifold: DynamicManifold,
    _ before: DynamicContact?
  ) {
    (self.key, self.first, self.second) = (key, first, second)
    normal = manifold.normal
    let usual = DynamicItemLook.self
    func value(_ body: DynamicBody, _ path: KeyPath<DynamicItemLook, Double?>, _ usual: Double) -> Double {
      max(body.look[keyPath: path] ?? usual, 0)
    }
    friction =
      (value(first, \.friction, usual.usualFriction) * value(second, \.friction, usual.usualFriction))
      .squareRoot()
    elasticity = max(
      first.item == nil ? 0 : value(first, \.elasticity, usual.usualElasticity),
      value(second, \.elasticity, usual.usualElasticity))
    let tangent = manifold.normal.perpendicular
    spots = manifold.spots.map { place in
      var spot = ContactSpot(
        number: place.number, distance: place.distance, firstWay: place.place - first.place,
        secondWay: place.place - second.place)
      func mass(_ way: Point) -> Double {
        let (one, other) = (spot.firstWay.cross(way), spot.secondWay.cross(way))
        let sum =
          first.inverseMass + second.inverseMass + one * one * first.inverseInertia + other * other
          * second.inverseInertia
        return sum > 0 ? 1 / sum : 0
      }
      (spot.normalMass, spot.tangentMass) = (mass(manifold.normal), mass(tangent))
      if let known = before?.spots.first(where: { $0.number == place.number }) {
        (spot.pressed, spot.rubbed) = (known.pressed, known.rubbed)
      }
      spot.approach = Self.speed(spot, first, second).dot(manifold.normal)
      return spot
    }
  }

  private static func speed(_ spot: ContactSpot, _ first: DynamicBody, _ second: DynamicBody) -> Point {
    second.velocity(at: spot.secondWay) - first.velocity(at: spot.firstWay)
  }

  private func push(_ spot: ContactSpot, _ impulse: Point) {
    first.push(.zero - impulse, at: spot.firstWay)
    second.push(impulse, at: spot.secondWay)
  }

  /// Begins with the pushes of the step before.
  func begin() {
    for spot in spots { push(spot, normal.scaled(spot.pressed) + normal.perpendicular.scaled(spot.rubbed)) }
  }

  /// - Parameter spring: what pushes them out of each other; nil: they are only kept from going deeper.
  mutating func solve(_ step: Double, _ spring: DynamicSpring?) {
    let tangent = normal.perpendicular
    for index in spots.indices {
      let spot = spots[index]
      let speed = Self.speed(spot, first, second).dot(tangent)
      let most = max(friction * spot.pressed, 0)
      let rubbed = (spot.rubbed - spot.tangentMass * speed).clamped(from: -most, to: most)
      push(spot, tangent.scaled(rubbed - spot.rubbed))
      spots[index].rubbed = rubbed
    }
    for index in spots.indices {
      let spot = spots[index]
      let speed = Self.speed(spot, first, second).dot(normal)
      var (bias, mass, kept) = (0.0, 1.0, 0.0)
      if spot.distance > 0 {
        bias = spot.distance / step
      } else if let spring {
        bias = max(spring.rate * min(spot.distance + Self.slop, 0), -Self.mostPush)
        (mass, kept) = (spring.mass, 1 - spring.mass)
      }
      let pressed = max(spot.pressed - spot.normalMass * mass * (speed + bias) - kept * spot.pressed, 0)
      push(spot, normal.scaled(pressed - spot.pressed))
      spots[index].pressed = pressed
    }
  }

  /// Throws bodies back that met.
  mutating func bounce() {
    guard elasticity > 0 else { return }
    for index in spots.indices where spots[index].pressed > 0 && spots[index].approach < -Self.bounceLimit {
      let spot = spots[index]
      let speed = Self.speed(spot, first, second).dot(normal)
      let pressed = max(spot.pressed - spot.normalMass * (speed + elasticity * spot.approach), 0)
      push(spot, normal.scaled(pressed - spot.pressed))
      spots[index].pressed = pressed
    }
  }

  var touches: Bool { spots.contains { $0.distance < 0.5 && $0.pressed > 0 || $0.distance < 0 } }

  var place: Point {
    let sum = spots.reduce(Point.zero) { $0 + first.place + $1.firstWay }
    return sum.scaled(1 / Double(max(spots.count, 1)))
  }
}
