import RunLoopCore

/// How far an animation is that a property animator plays: a place, or a way between two places.
struct AnimatorPlay {
  /// While it does not run: 0 are the old values, 1 the new ones.
  var place = 0.0
  var run: Run?

  struct Run {
    var start: RunLoop.Instant
    /// In nanoseconds.
    var delay: Int64
    var duration: Int64
    var curve: AnimationTiming.Curve
    /// The part of the curve that is played; from the second number to the first where it runs back.
    var first = 0.0
    var last = 1.0
    /// The curve's 0, and its way to 1, in places.
    var base = 0.0
    var way = 1.0

    func part(at now: RunLoop.Instant) -> Double {
      let time = start.duration(to: now).wholeNanoseconds - delay
      guard time > 0 || duration <= 0 else { return first }
      return first + (last - first) * min(Double(max(time, 0)) / Double(max(duration, 1)), 1)
    }
  }

  func progress(at now: RunLoop.Instant) -> Double {
    guard let run else { return place }
    return run.base + run.way * run.curve.progress(run.part(at: now))
  }

  func isOver(at now: RunLoop.Instant) -> Bool {
    guard let run else { return false }
    return run.start.duration(to: now).wholeNanoseconds >= run.delay + run.duration
  }
}

extension AnimationTiming.Curve {
  /// When it is first so far.
  func time(of progress: Double) -> Double {
    guard progress > 0 else { return 0 }
    let steps = 128
    for step in 1...steps {
      let time = Double(step) / Double(steps)
      guard self.progress(time) >= progress else { continue }
      var (low, high) = (time - 1 / Double(steps), time)
      for _ in 0..<24 {
        let middle = (low + high) / 2
        if self.progress(middle) < progress { low = middle } else { high = middle }
      }
      return high
    }
    return 1
  }
}
