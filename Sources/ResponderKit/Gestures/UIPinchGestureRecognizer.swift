/// Two fingers that move towards each other or apart. Continuous: it begins when their distance has changed by `pinchSlop`.
/// That length is all that the scale lacks, also when one event brings the whole change.
open class UIPinchGestureRecognizer: TwoFingerGestureRecognizer {
  private final var first = 0.0
  private final var length = 0.0
  /// What `scale` was set to, counts from here.
  private final var factor = 1.0

  /// A recognizer without a view or actions.
  public override init() { super.init() }

  /// The fingers' distance, measured by that at which the gesture begins: beyond the threshold.
  open var scale: Double {
    get { first > 0 ? factor * length / first : factor }
    set {
      factor = newValue
      first = length
      valueWasSet()
    }
  }

  /// The change of the scale in a second.
  open var velocity: Double { speed }

  override var value: Double { scale }

  override func start(_ span: Span) {
    if !hasBegun {
      first = span.length
      factor = 1
    }
    length = span.length
  }

  override func follow(_ span: Span) { length = span.length }

  override func wantsToBegin(_ span: Span) -> Bool { abs(span.length - first) >= tuning.pinchSlop }

  override func willRecognize() {
    let (change, slop) = (length - first, max(tuning.pinchSlop, 0))
    first = abs(change) > slop ? first + (change < 0 ? -slop : slop) : length
    factor = 1
    valueWasSet()
  }

  open override func reset() {
    super.reset()
    first = 0
    length = 0
    factor = 1
  }
}
