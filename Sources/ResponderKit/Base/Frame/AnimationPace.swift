import RunLoopCore

/// The time of animations that a program or a finger moves on and back, in place of the loop's.
final class AnimationPace {
  private let origin: RunLoop.Instant
  /// In seconds since `origin`, when it was last set.
  private var place = 0.0
  private var run: (start: RunLoop.Instant, rate: Double)?

  /// Rests at its beginning.
  init(_ origin: RunLoop.Instant) { self.origin = origin }

  var isResting: Bool { run == nil }
  var isBackwards: Bool { run.map { $0.rate < 0 } ?? false }

  func seconds(at now: RunLoop.Instant) -> Double {
    guard let run else { return place }
    return max(place + Double(run.start.duration(to: now).wholeNanoseconds) / 1e9 * run.rate, 0)
  }

  func time(at now: RunLoop.Instant) -> RunLoop.Instant {
    origin.advanced(by: .nanoseconds(Int64(seconds(at: now) * 1e9)))
  }

  func rest(at place: Double) { (self.place, run) = (min(max(place, 0), 1e6), nil) }

  /// Goes on at so many seconds a second; below 0: back to its beginning.
  func run(at rate: Double, from now: RunLoop.Instant) {
    place = seconds(at: now)
    run = (now, rate)
  }
}
