/// Holds a body at another one, or at a place.
final class DynamicJoint {
  enum JointHold {
    /// So far apart; with `isRope`: at most so far.
    case distance(Double, isRope: Bool)
    /// At the same place.
    case point
  }

  let first: DynamicBody
  let second: DynamicBody
  /// From the bodies' middles, as they lie unturned.
  let firstWay: Point
  let secondWay: Point
  var hold: JointHold
  /// Nil: hardly yields.
  var spring: (frequency: Double, damping: Double)?
  /// The turn of the second one against the first one, if that is held, too.
  var turn: Double?
  private var pulled = Point.zero
  private var twisted = 0.0

  init(
    _ first: DynamicBody, _ firstWay: Point, _ second: DynamicBody, _ secondWay: Point, _ hold: JointHold
  ) {
    (self.first, self.firstWay, self.second, self.secondWay) = (first, firstWay, second, secondWay)
    self.hold = hold
  }

  private func spring(_ step: Double) -> DynamicSpring {
    guard let spring else { return .stiff(step) }
    return DynamicSpring(frequency: spring.frequency, damping: spring.damping, step: step)
  }

  /// Each step begins without memory of the one before: what it is held by may have moved.
  func begin() { (pulled, twisted) = (.zero, 0) }

  func solve(_ step: Double) {
    let spring = spring(step)
    if let turn { hold(turn: turn, spring) }
    let (a, b) = (first.turned(firstWay), second.turned(secondWay))
    let way = second.place + b - first.place - a
    let speed = second.velocity(at: b) - first.velocity(at: a)
    switch hold {
    case .distance(let length, let isRope):
      let axis = way.length > 1e-6 ? way.unit : Point(0, 1)
      let (one, other) = (a.cross(axis), b.cross(axis))
      let sum =
        first.inverseMass + second.inverseMass + one * one * first.inverseInertia + other * other
        * second.inverseInertia
      guard sum > 0 else { return }
      let excess = way.length - length
      if isRope, excess < 0 { return }
      let wanted = pulled.x + pull(speed.dot(axis), excess, 1 / sum, pulled.x, spring)
      let change = (isRope ? min(wanted, 0) : wanted) - pulled.x
      pulled.x += change
      push(axis.scaled(change), a, b)
    case .point:
      // Along both axes at once: a push along one moves a turned body along the other, too.
      let (m, i, j) = (first.inverseMass + second.inverseMass, first.inverseInertia, second.inverseInertia)
      let (k11, k22) = (m + i * a.y * a.y + j * b.y * b.y, m + i * a.x * a.x + j * b.x * b.x)
      let k12 = -i * a.x * a.y - j * b.x * b.y
      let determinant = k11 * k22 - k12 * k12
      guard determinant > 0 else { return }
      let wanted = speed + way.scaled(spring.rate)
      let solved = Point(
        (k22 * wanted.x - k12 * wanted.y) / determinant, (k11 * wanted.y - k12 * wanted.x) / determinant)
      let change = solved.scaled(-spring.mass) - pulled.scaled(spring.impulse)
      pulled = pulled + change
      push(change, a, b)
    }
  }

  private func pull(
    _ speed: Double, _ excess: Double, _ mass: Double, _ sum: Double, _ spring: DynamicSpring
  ) -> Double { -mass * spring.mass * (speed + spring.rate * excess) - spring.impulse * sum }

  private func push(_ impulse: Point, _ a: Point, _ b: Point) {
    first.push(.zero - impulse, at: a)
    second.push(impulse, at: b)
  }

  private func hold(turn: Double, _ spring: DynamicSpring) {
    let sum = first.inverseInertia + second.inverseInertia
    guard sum > 0 else { return }
    // The shorter way around.
    let excess = (second.angle - first.angle - turn).remainder(dividingBy: 2 * .pi)
    let change = pull(second.spin - first.spin, excess, 1 / sum, twisted, spring)
    twisted += change
    first.spin -= change * first.inverseInertia
    second.spin += change * second.inverseInertia
  }
}
