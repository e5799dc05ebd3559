import LinuxSystem

/// How an animation goes in time: how far the way from the old values to the new ones is done.
struct AnimationTiming: Hashable {
  enum Curve: Hashable {
    case easeInOut, easeIn, easeOut, linear
    case spring(Spring)
    case cubic(CubicCurve)
  }

  /// Of one way, in nanoseconds.
  var duration: Int64
  /// Before it begins.
  var delay: Int64
  var curve: Curve
  /// Number of repetitions; may be infinite. A half ends in the middle of the way.
  var repeatCount = 1.0
  /// Each time it also goes back, in as long again.
  var autoreverses = false

  init(duration: Duration, delay: Duration, curve: Curve) {
    self.duration = max(duration.wholeNanoseconds, 0)
    self.delay = max(delay.wholeNanoseconds, 0)
    self.curve = curve
  }

  /// Sets the number of repetitions; 0, less, and what is no number: 1.
  mutating func setRepeatCount(_ count: Double) { repeatCount = count > 0 ? count : 1 }

  /// All its repetitions, in nanoseconds.
  var whole: Double { cycle * repeatCount }
  var cycle: Double { Double(duration) * (autoreverses ? 2 : 1) }

  /// Whether nothing is left of it.
  func isOver(after elapsed: Int64) -> Bool {
    guard duration > 0 else { return elapsed >= delay }
    return Double(elapsed) >= Double(delay) + cycle * repeatCount
  }

  /// How often it has run before the present time.
  func finishedRepeats(after elapsed: Int64) -> Int {
    let time = min(Double(elapsed) - Double(delay), cycle * repeatCount)
    guard duration > 0, time > 0 else { return 0 }
    return Int(min((time / cycle).rounded(.up) - 1, 1e9))
  }

  /// From 0, the old values, to 1, the new ones; a spring goes beyond.
  func progress(after elapsed: Int64) -> Double {
    let time = Double(elapsed) - Double(delay)
    guard duration > 0 else { return time >= 0 ? 1 : 0 }
    guard time > 0 else { return 0 }
    var part = min(time, cycle * repeatCount).truncatingRemainder(dividingBy: cycle) / Double(duration)
    if part == 0, time >= cycle { part = autoreverses ? 0 : 1 }
    return curve.progress(part > 1 ? 2 - part : part)
  }
}

extension Animation {
  func modify(_ count: Double, _ autoreverses: Bool) {
    timing.setRepeatCount(count)
    timing.autoreverses = autoreverses
  }
}

extension AnimationTiming.Curve {
  func progress(_ part: Double) -> Double {
    switch self {
    case .easeIn: part * part
    case .easeOut: 1 - (1 - part) * (1 - part)
    case .linear: part
    case .easeInOut: part * part * (3 - 2 * part)
    case .spring(let spring): spring.progress(part)
    case .cubic(let curve): curve.progress(part)
    }
  }
}

/// A weight on a spring that comes to rest at 1, in the time 1 but for a thousandth.
struct Spring: Hashable {
  /// 1 does not swing; less swings the longer.
  let damping: Double
  /// At the beginning: whole ways in the time 1.
  let velocity: Double

  init(damping: Double, velocity: Double) {
    self.damping = damping.isFinite ? min(max(damping, 0.05), 1) : 1
    self.velocity = velocity.isFinite ? velocity : 0
  }

  private static let rest = 0.001

  func progress(_ part: Double) -> Double {
    guard part > 0 else { return 0 }
    guard part < 1 else { return 1 }
    guard damping < 1 else {
      // (1 + k·t)·exp(-k·t) is a thousandth at t = 1.
      let k = 9.233
      return 1 - exp(-k * part) * (1 + (k - velocity) * part)
    }
    let decay = -log(Self.rest)
    let angular = decay / damping * (1 - damping * damping).squareRoot()
    let swing = cos(angular * part) + (decay - velocity) / angular * sin(angular * part)
    return 1 - exp(-decay * part) * swing
  }
}
