/// How an animation changes the values that a layer shows: a copy of a ``CAAnimation``, as it was when it was added.
struct LayerMotion {
  var timing: AnimationTiming
  var kind: Kind
  /// The speed of the animation and of those in it.
  var pace = 1.0
  var fillsBefore = false
  var fillsAfter = false
  /// Whether each repetition begins where the one before has ended.
  var isCumulative = false
  /// How far on it begins, at its speed.
  var offset: Int64 = 0
  /// Whether it stands still at its offset.
  var isFrozen = false
  var isBackwards = false
  /// Whether it is part of a group: at the end that a group keeps showing, a part that ends there is shown, too.
  var isInGroup = false

  indirect enum Kind {
    case none
    case way(LayerKey, Way, isAdditive: Bool)
    case frames(LayerKey, Frames, isAdditive: Bool)
    case group([LayerMotion])
  }

  /// From one value to another; nil: what is below the animation.
  struct Way {
    var from: LayerValue?
    var to: LayerValue?
    var by: LayerValue?

    func value(_ part: Double, below: LayerValue) -> LayerValue {
      let start = from ?? to.flatMap { to in by.map { to.adding($0, times: -1) } } ?? below
      let end = to ?? by.map { start.adding($0) } ?? below
      return start.mixed(with: end, part)
    }
  }

  /// Several values, one after the other.
  struct Frames {
    var values: [LayerValue]
    /// When each is reached, from 0 to 1; nil: in equal steps.
    var times: [Double]?
    var curves: [AnimationTiming.Curve] = []
    var isDiscrete = false
    /// How the values are passed through; nil: straight.
    var bends: FrameCurve?
    /// Whether a layer that moves along the values turns to the way; nil: it does not.
    var turn: CAAnimationRotationMode?

    init(values: [LayerValue]) { self.values = values }

    /// The points of a path's first part, in times as long as the ways between them.
    init(along parts: [PathPiece]) {
      let part = parts.first
      let points = (part?.points ?? []) + (part?.isClosed == true ? part?.points.prefix(1) ?? [] : [])
      values = points.map { .point($0) }
      var lengths = [0.0]
      for (from, to) in zip(points, points.dropFirst()) {
        lengths.append(lengths[lengths.count - 1] + from.distance(to: to))
      }
      if let whole = lengths.last, whole > 0 { times = lengths.map { $0 / whole } }
    }

    /// Goes at a constant speed, straight or along a curve.
    mutating func pace(along bends: FrameCurve? = nil) {
      if let bends { values = bends.points(through: values) }
      curves = []
      times = FrameCurve.times(of: values)
    }

    func value(_ part: Double) -> LayerValue? {
      guard let last = values.last else { return nil }
      guard values.count > 1 else { return last }
      func time(_ index: Int) -> Double {
        times?[index] ?? Double(index) / Double(isDiscrete ? values.count : values.count - 1)
      }
      guard let next = values.indices.first(where: { time($0) > part }) else { return last }
      guard next > 0 else { return values[0] }
      if isDiscrete { return values[next - 1] }
      let (start, end) = (time(next - 1), time(next))
      var local = end > start ? (part - start) / (end - start) : 1
      if curves.indices.contains(next - 1) { local = curves[next - 1].progress(local) }
      return bends?.value(local, from: next - 1, of: values)
        ?? values[next - 1].mixed(with: values[next], local)
    }
  }

  /// Changes what is shown, so long after its beginning.
  func apply(to state: inout LayerState, after elapsed: Int64) {
    if elapsed < timing.delay, !fillsBefore { return }
    // The group's time is rounded, by less than a microsecond.
    if !isFrozen, timing.isOver(after: isInGroup ? elapsed - 1000 : elapsed), !fillsAfter { return }
    let elapsed = place(after: elapsed)
    let part = timing.progress(after: elapsed)
    switch kind {
    case .none: break
    case .way(let key, let way, let isAdditive):
      let below = key.value(in: state)
      let value = sum(way.value(part, below: below), elapsed) { way.value($0, below: below) }
      set(value, key, below, isAdditive, &state)
    case .frames(let key, let frames, let isAdditive):
      guard let value = frames.value(part) else { return }
      if let turn = frames.turn, let way = frames.way(at: part) { turn.apply(way, to: &state) }
      set(sum(value, elapsed) { frames.value($0) ?? value }, key, key.value(in: state), isAdditive, &state)
    case .group(let motions):
      let time = Int64(part * Double(timing.duration) * pace)
      for motion in motions { motion.apply(to: &state, after: time) }
    }
  }

  /// How far on its way it is.
  private func place(after elapsed: Int64) -> Int64 {
    if isFrozen { return timing.delay + offset }
    let span = timing.whole.isFinite ? timing.whole : timing.cycle
    guard isBackwards || offset != 0, span > 0 else { return elapsed }
    let time = Double(max(elapsed - timing.delay, 0))
    let passed = timing.whole.isFinite ? min(time, span) : time.truncatingRemainder(dividingBy: span)
    // Backwards it begins at its end, unless the program has set where.
    var place = Double(offset) + (isBackwards ? (offset == 0 ? span : 0) - passed : passed)
    if place > span { place -= span } else if place < 0 { place += span }
    return timing.delay + Int64(min(max(place, 0), 9e18))
  }

  /// With what the finished repetitions have left, if they add up.
  private func sum(_ value: LayerValue, _ elapsed: Int64, _ at: (Double) -> LayerValue) -> LayerValue {
    guard isCumulative else { return value }
    let count = timing.finishedRepeats(after: elapsed)
    guard count > 0 else { return value }
    let left = at(timing.curve.progress(timing.autoreverses ? 0 : 1))
    guard let parts = left.parts, let whole = left.with(parts.map { $0 * Double(count) }) else {
      return (0..<min(count, 1000)).reduce(value) { sum, _ in sum.adding(left) }
    }
    return whole.adding(value)
  }

  private func set(
    _ value: LayerValue, _ key: LayerKey, _ below: LayerValue, _ isAdditive: Bool, _ state: inout LayerState
  ) {
    key.set(isAdditive ? below.adding(value) : value, in: &state)
  }
}
