/// Recognizes fingers that move. Continuous: it begins when their middle has moved `panSlop` from where it was. That length is all that
/// the translation lacks: the rest of the way counts, also when one event brings all of it.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  /// The least number of fingers with which the pan begins; with fewer it ends.
  open var minimumNumberOfTouches = 1
  /// Fingers beyond these are ignored.
  open var maximumNumberOfTouches = Int.max

  /// Where the fingers' middle was when their number changed last.
  private final var anchor = Point.zero
  /// The way before that.
  private final var gone = Point.zero
  /// The part of the way that does not count: the threshold's length, or what `setTranslation` leaves out.
  private final var slop = Point.zero
  /// The fingers that count, and whose middle it is.
  private final var tracked: [UITouch] = []
  private final var samples = MotionSamples()

  /// How far the fingers went, in the window's coordinates: until it begins from where they came down, then from where
  /// they were at that moment.
  final var way: Point { tracked.isEmpty ? gone : gone + (Self.middle(of: tracked) - anchor) }

  /// How far it went beyond the threshold, in a view's directions.
  open func translation(in view: UIView?) -> Point { convertVector(way - slop, to: view) }

  /// Counts on from another translation.
  open func setTranslation(_ translation: Point, in view: UIView?) {
    let inWindow = view.map { $0.convert(translation, to: nil) - $0.convert(.zero, to: nil) } ?? translation
    slop = way - inWindow
  }

  /// The velocity of the fingers, in points a second.
  open func velocity(in view: UIView?) -> Point {
    convertVector(samples.velocity(window: tuning.velocityWindow.asNanoseconds), to: view)
  }

  final func convertVector(_ vector: Point, to view: UIView?) -> Point {
    convert(vector, to: view) - convert(.zero, to: view)
  }

  // MARK: Touches

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    for touch in active.reversed() where active.count > maximumNumberOfTouches && touches.contains(touch) {
      ignore(touch, for: event)
    }
    recount(touches)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    note(touches)
    if hasBegun { return state = .changed }
    guard tracked.count >= minimumNumberOfTouches, wantsToBegin(way) else { return }
    state = .began
  }

  /// Whether so far a way is far enough.
  func wantsToBegin(_ way: Point) -> Bool { way.distance(to: .zero) >= tuning.panSlop }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    noteEnd(touches)
    let left = fingersDown
    recount(touches)
    if hasBegun, left < minimumNumberOfTouches || left == 0 {
      state = .ended
    } else if left == 0, state == .possible, !isBlocked {
      state = .failed
    }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { cancelOrFail() }

  override func willRecognize() { slop = threshold(of: way) }

  /// The part of a way that was needed to begin.
  private final func threshold(of way: Point) -> Point {
    let (length, needed) = (way.distance(to: .zero), max(tuning.panSlop, 0))
    guard length > needed else { return way }
    return Point(way.x * needed / length, way.y * needed / length)
  }

  open override func reset() {
    anchor = .zero
    gone = .zero
    slop = .zero
    tracked = []
    samples = MotionSamples()
  }

  /// Handles a change of the number of fingers; the way continues from its place. The way of too few fingers does not count.
  private final func recount(_ touches: Set<UITouch>) {
    if hasBegun || tracked.count >= minimumNumberOfTouches {
      gone = way
    } else {
      gone = .zero
      samples = MotionSamples()
    }
    tracked = active.filter { !$0.isOver }
    anchor = Self.middle(of: tracked)
    if samples.isEmpty { note(touches) }
  }

  private final func note(_ touches: Set<UITouch>) {
    guard let now = touches.newestTime else { return }
    // Moves that waited in the queue are one event: without them a finger would seem to have moved evenly.
    if tracked.count == 1 {
      for sample in tracked[0].samples {
        samples.add(gone + (sample.location - anchor), at: sample.nanoseconds)
      }
    }
    samples.add(way, at: now)
  }

  /// A finger that is lifted where it was has not moved since its last event.
  private final func noteEnd(_ touches: Set<UITouch>) {
    guard let now = touches.newestTime else { return }
    samples.end(way, at: now, window: tuning.velocityWindow.asNanoseconds)
  }
}

/// The last few places of a moving middle, in a fixed space.
struct MotionSamples {
  private var places = [(place: Point, time: UInt64)]()

  var isEmpty: Bool { places.isEmpty }

  mutating func add(_ place: Point, at time: UInt64) {
    if places.count == 8 { places.removeFirst() }
    places.append((place, time))
  }

  /// Handles the lifting of the fingers. Without movement in the window's time their velocity is zero.
  mutating func end(_ place: Point, at time: UInt64, window: UInt64) {
    guard let newest = places.last else { return }
    if newest.place != place {
      add(place, at: time)
    } else if time > newest.time, time - newest.time >= window {
      places.removeAll(keepingCapacity: true)
      add(place, at: time)
    }
  }

  /// Points per second, over the places that are not older than the window.
  func velocity(window: UInt64) -> Point {
    guard let newest = places.last,
      let oldest = places.first(where: { newest.time &- $0.time <= window }), newest.time > oldest.time
    else { return .zero }
    let seconds = Double(newest.time - oldest.time) / 1e9
    let way = newest.place - oldest.place
    return Point(way.x / seconds, way.y / seconds)
  }
}
