import Glibc

/// How a moving thing gets slower: what is left of its velocity after a millisecond, and when it stands.
struct Deceleration {
  /// In 1/s: the velocity is v·exp(-k·t).
  let k: Double
  /// In points a second.
  let slowest: Double

  init(rate: Double, slowest: Double) {
    k = -log(min(max(rate, 0.5), 0.9999)) * 1000
    self.slowest = max(slowest, 0.1)
  }

  /// How long it goes on.
  func duration(_ velocity: Double) -> Double {
    abs(velocity) > slowest ? log(abs(velocity) / slowest) / k : 0
  }

  /// How far it goes.
  func way(_ velocity: Double) -> Double {
    guard abs(velocity) > slowest else { return 0 }
    return (velocity - (velocity < 0 ? -slowest : slowest)) / k
  }
}

/// A scroll that goes on by itself: where it is after a time, told for any time without adding up small errors.
final class ScrollMotion {
  private let x: Axis
  private let y: Axis

  /// It slows down to stop at `target`; where it comes to an edge with speed it goes beyond it and comes back.
  init(
    from offset: Point, velocity: Point, to target: Point, _ deceleration: Deceleration,
    range: (x: ClosedRange<Double>, y: ClosedRange<Double>), bounces: Bool, stiffness: Double
  ) {
    let make = { (offset: Double, velocity: Double, target: Double, range: ClosedRange<Double>) in
      Axis(
        from: offset, velocity: velocity, to: target, deceleration, range: range, bounces: bounces,
        stiffness: stiffness)
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

  /// - Parameter time: in seconds since its beginning.
  func place(at time: Double) -> (offset: Point, isOver: Bool) {
    let (x, y) = (x.place(at: time), y.place(at: time))
    return (Point(x.offset, y.offset), x.isOver && y.isOver)
  }

  /// One of the two.
  private struct Axis {
    /// First it slows down: from `start` by `way` in `duration`, as exp(-k·t).
    let start: Double
    let way: Double
    let k: Double
    let duration: Double
    /// Or it comes to a stop gently, in that time.
    var isGentle = false
    /// From this time on a spring pulls it to the edge: (`pull` + `push`·t)·exp(-stiffness·t) beyond it.
    var springBegins = Double.infinity
    var edge = 0.0
    var pull = 0.0
    var push = 0.0
    var stiffness = 1.0

    init(from start: Double, to target: Double, in duration: Double) {
      self.start = start
      way = target - start
      k = 0
      self.duration = duration
      isGentle = true
    }

    init(
      from start: Double, velocity: Double, to target: Double, _ deceleration: Deceleration,
      range: ClosedRange<Double>, bounces: Bool, stiffness: Double
    ) {
      self.start = start
      k = deceleration.k
      self.stiffness = max(stiffness, 1)
      let natural = start + deceleration.way(velocity)
      if !range.contains(start) {
        // Beyond an edge: the spring has it at once.
        way = 0
        duration = 0
        beginSpring(at: 0, start.clamped(to: range), start, velocity)
      } else if bounces, target == natural.clamped(to: range), natural != target {
        // Nobody chose the target: it goes on until the edge, and beyond.
        way = natural - start
        duration = deceleration.duration(velocity)
        let time = Self.time(target - start, way, k, duration)
        let speed = velocity * exp(-k * time)
        beginSpring(at: time, target, target, speed)
      } else {
        way = target - start
        let natural = deceleration.duration(velocity)
        duration = way == 0 ? 0 : natural > 0 ? natural : 0.3
      }
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
      guard time < duration else { return (start + way, true) }
      if isGentle {
        let rest = 1 - time / duration
        return (start + way * (1 - rest * rest * rest), false)
      }
      return (start + way * (1 - exp(-k * time)) / (1 - exp(-k * duration)), false)
    }
  }
}
