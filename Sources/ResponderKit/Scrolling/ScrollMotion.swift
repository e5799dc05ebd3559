import LinuxSystem

/// How a moving thing gets slower: what is left of its velocity after a millisecond, and when it stands.
struct Deceleration {
  /// In 1/s: the velocity is v·exp(-k·t).
  let k: Double
  /// The least speed, in points a second.
  let slowest: Double

  init(rate: Double, slowest: Double) {
    k = -log(min(max(rate, 0.5), 0.9999)) * 1000
    self.slowest = max(slowest, 0.1)
  }

  /// Its duration.
  func duration(_ velocity: Double) -> Double {
    abs(velocity) > slowest ? log(abs(velocity) / slowest) / k : 0
  }

  /// How far it moves.
  func way(_ velocity: Double) -> Double {
    guard abs(velocity) > slowest else { return 0 }
    return (velocity - (velocity < 0 ? -slowest : slowest)) / k
  }
}

/// A scroll in motion: its place after any time, computed without accumulating errors.
final class ScrollMotion {
  private var x: Axis
  private var y: Axis
  /// What it brings into sight, if the offset that shows it may change on the way.
  var aim: ScrollAim?

  /// It begins with the given velocity. Where nothing else was chosen it slows down by itself, goes beyond an edge that it
  /// comes to with speed, and comes back; otherwise it comes to `target` gently.
  ///
  /// - Parameters:
  ///   - stiffness: of the spring that brings it back to an edge, in 1/s.
  ///   - turnDuration: how long the way to another target takes at most, in seconds; but as long as it would slow down, if
  ///     that is longer and no page is turned.
  init(
    from offset: Point, velocity: Point, to target: Point, _ deceleration: Deceleration,
    range: (x: ClosedRange<Double>, y: ClosedRange<Double>), bounces: Bool, stiffness: Double,
    turnDuration: Double, turnsPage: Bool
  ) {
    let make = { (offset: Double, velocity: Double, target: Double, range: ClosedRange<Double>) in
      Axis(
        from: offset, velocity: velocity, to: target, deceleration, range: range, bounces: bounces,
        stiffness: stiffness, turnDuration: turnDuration, turnsPage: turnsPage)
    }
    x = make(offset.x, velocity.x, target.x, range.x)
    y = make(offset.y, velocity.y, target.y, range.y)
  }

  /// It goes straight to another place.
  init(from offset: Point, to target: Point, in duration: Duration) {
    let seconds = Double(duration.asNanoseconds) / 1e9
    x = Axis(from: offset.x, to: target.x, in: seconds)
    y = Axis(from: offset.y, to: target.y, in: seconds)
  }

  /// Gives a straight way another end.
  func turn(to target: Point) {
    x.turn(to: target.x)
    y.turn(to: target.y)
  }

  /// - Parameter time: in seconds since its beginning.
  func place(at time: Double) -> (offset: Point, isOver: Bool) {
    let (x, y) = (x.place(at: time), y.place(at: time))
    return (Point(x.offset, y.offset), x.isOver && y.isOver)
  }

  /// The motion along one axis.
  private struct Axis {
    /// First it slows down: from `start` by `way` in `duration`, as exp(-k·t).
    let start: Double
    var way: Double
    let k: Double
    let duration: Double
    /// Or it comes to a stop gently, in that time.
    var isGentle = false
    /// Or it begins with a velocity, given as the way in `duration`, and comes gently to another target.
    var entry: Double?
    /// From this time on a spring pulls it to the edge: (`pull` + `push`·t)·exp(-stiffness·t) beyond it.
    var springBegins = Double.infinity
    var edge = 0.0
    var pull = 0.0
    var push = 0.0
    var stiffness = 1.0
    /// Where it stays in between on its way to another target.
    var limits = -Double.infinity...Double.infinity

    init(from start: Double, to target: Double, in duration: Double) {
      self.start = start
      way = target - start
      k = 0
      self.duration = duration
      isGentle = true
    }

    mutating func turn(to target: Double) { way = target - start }

    init(
      from start: Double, velocity: Double, to target: Double, _ deceleration: Deceleration,
      range: ClosedRange<Double>, bounces: Bool, stiffness: Double, turnDuration: Double, turnsPage: Bool
    ) {
      self.start = start
      k = deceleration.k
      self.stiffness = max(stiffness, 1)
      let natural = start + deceleration.way(velocity)
      if turnsPage || range.contains(start) && target != natural.clamped(to: range) {
        if !bounces, range.contains(start) { limits = range }
        let longer = turnsPage ? 0 : min(deceleration.duration(velocity), Self.longestTurn)
        way = target - start
        duration =
          way == 0 && velocity == 0 ? 0 : Self.duration(way, velocity, most: max(turnDuration, longer))
        entry = velocity * duration
        edge = target
      } else if !range.contains(start) {
        // Beyond an edge: the spring has it at once.
        way = 0
        duration = 0
        beginSpring(at: 0, start.clamped(to: range), start, velocity)
      } else {
        way = natural - start
        duration = deceleration.duration(velocity)
        guard natural != target else { return }
        // It continues to the edge, and beyond it if allowed.
        let time = Self.time(target - start, way, k, duration)
        beginSpring(at: time, target, target, bounces ? velocity * exp(-k * time) : 0)
      }
    }

    private static let longestTurn = 3.0

    /// The time that a way takes which begins with the velocity. Longer than twice what it would take at that velocity, it
    /// would go beyond its end and come back.
    private static func duration(_ way: Double, _ velocity: Double, most: Double) -> Double {
      velocity * way > 0 ? min(most, 1.9 * way / velocity) : most
    }

    private mutating func beginSpring(at time: Double, _ edge: Double, _ place: Double, _ speed: Double) {
      springBegins = time
      self.edge = edge
      pull = place - edge
      push = speed + stiffness * pull
    }

    /// When a part of the way is done.
    private static func time(_ part: Double, _ way: Double, _ k: Double, _ duration: Double) -> Double {
      let share = part / way * (1 - exp(-k * duration))
      return share < 1 ? -log(1 - share) / k : duration
    }

    func place(at time: Double) -> (offset: Double, isOver: Bool) {
      if time >= springBegins {
        let t = time - springBegins
        let beyond = (pull + push * t) * exp(-stiffness * t)
        let speed = push * exp(-stiffness * t) - stiffness * beyond
        let isOver = abs(beyond) < 0.5 && abs(speed) < 10 || t > 5
        return (isOver ? edge : edge + beyond, isOver)
      }
      guard time < duration else { return (entry == nil ? start + way : edge, true) }
      if let entry {
        // The polynomial of degree six without acceleration at its ends, nor a change of it at the beginning: so the velocity
        // of the first picture is the fingers', however far it is to the target.
        let t = time / duration
        let t4 = t * t * t * t
        let offset =
          start + way * t4 * (15 - 24 * t + 10 * t * t) + entry * (t - t4 * (10 - 15 * t + 6 * t * t))
        return (offset.clamped(to: limits), false)
      }
      if isGentle {
        let rest = 1 - time / duration
        return (start + way * (1 - rest * rest * rest), false)
      }
      return (start + way * (1 - exp(-k * time)) / (1 - exp(-k * duration)), false)
    }
  }
}
