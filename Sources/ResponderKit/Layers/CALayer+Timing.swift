import RunLoopCore

/// The layer's own time, which its animations and sublayers follow: those of `UIView.animate` too, but not those of property animators.
///
///     layer.timeOffset = layer.convertTime(CACurrentMediaTime(), from: nil)  // pauses
///     layer.speed = 0
extension CALayer: CAMediaTiming {
  private func setTiming(_ change: (LayerTiming) -> Void) {
    let timing = self.timing ?? LayerTiming()
    self.timing = timing
    change(timing)
    clock?.timesChanged()
  }

  /// How many times as fast as its superlayer's its time goes; 0: it stands still at `timeOffset`.
  public final var speed: Float {
    get { Float(timing?.speed ?? 1) }
    set { if newValue.isFinite { setTiming { $0.speed = Double(newValue) } } }
  }
  /// Added to its time, in seconds. While `speed` is 0, this is its time.
  public final var timeOffset: TimeInterval {
    get { timing?.timeOffset ?? 0 }
    set { if newValue.isFinite { setTiming { $0.timeOffset = newValue } } }
  }
  /// When its time is `timeOffset`, in its superlayer's time.
  public final var beginTime: TimeInterval {
    get { timing?.beginTime ?? 0 }
    set { if newValue.isFinite { setTiming { $0.beginTime = newValue } } }
  }
  /// Without effect: a layer is shown at any time.
  public final var duration: TimeInterval {
    get { timing?.duration ?? .infinity }
    set { setTiming { $0.duration = newValue } }
  }
  /// Without effect, as `duration`.
  public final var repeatCount: Float {
    get { timing?.repeatCount ?? 0 }
    set { setTiming { $0.repeatCount = newValue } }
  }
  /// Without effect, as `duration`.
  public final var repeatDuration: TimeInterval {
    get { timing?.repeatDuration ?? 0 }
    set { setTiming { $0.repeatDuration = newValue } }
  }
  /// Without effect, as `duration`.
  public final var autoreverses: Bool {
    get { timing?.autoreverses ?? false }
    set { setTiming { $0.autoreverses = newValue } }
  }
  /// Without effect, as `duration`.
  public final var fillMode: CAMediaTimingFillMode {
    get { timing?.fillMode ?? .removed }
    set { setTiming { $0.fillMode = newValue } }
  }

  /// A time of another layer, or for nil of `CACurrentMediaTime`, as one of this layer.
  public final func convertTime(_ time: TimeInterval, from layer: CALayer?) -> TimeInterval {
    // What stands still around both does not count.
    let own = timeline
    var (time, next) = (time, layer)
    while let current = next {
      if let place = own.firstIndex(where: { $0 === current }) {
        return own[..<place].reversed().reduce(time) { $1.timing?.inner($0) ?? $0 }
      }
      time = current.timing?.outer(time) ?? time
      next = current.superlayer
    }
    return own.reversed().reduce(time) { $1.timing?.inner($0) ?? $0 }
  }

  /// A time of this layer as one of another one, or for nil of `CACurrentMediaTime`.
  public final func convertTime(_ time: TimeInterval, to layer: CALayer?) -> TimeInterval {
    if let layer { return layer.convertTime(time, from: self) }
    return timeline.reduce(time) { $1.timing?.outer($0) ?? $0 }
  }

  /// The layer and those around it.
  private var timeline: [CALayer] {
    var layers: [CALayer] = []
    var next: CALayer? = self
    while let layer = next {
      layers.append(layer)
      next = layer.superlayer
    }
    return layers
  }

  /// Its time.
  final func time(at now: RunLoop.Instant) -> RunLoop.Instant {
    let timeline = timeline
    guard timeline.contains(where: { $0.timing != nil }) else { return now }
    let seconds = timeline.reversed().reduce(now.seconds) { $1.timing?.inner($0) ?? $0 }
    return RunLoop.Instant(nanoseconds: Int64((min(max(seconds, -9e9), 9e9) * 1e9).rounded()))
  }

  /// How fast its time goes.
  final var pace: Double { timeline.reduce(1) { $0 * ($1.timing?.speed ?? 1) } }

  /// Whether nothing changes as time passes.
  final func isResting(at time: RunLoop.Instant) -> Bool {
    guard clock?.hasOwnTimes == true else { return running.allSatisfy { $0.isSettled(at: time, pace: 1) } }
    let pace = pace
    return running.allSatisfy { $0.isSettled(at: time, pace: pace) }
  }
}

extension RunLoop.Instant {
  /// Since the clock's zero.
  var seconds: Double { Double(nanoseconds) / 1e9 }
}
