/// Recognizes two fingers that turn around each other. Continuous: it begins when each has moved along an arc of `rotationArc`. That arc is
/// all that the rotation lacks, also when one event brings the whole turn.
open class UIRotationGestureRecognizer: TwoFingerGestureRecognizer {
  private final var angle = 0.0
  /// The fingers' distance.
  private final var length = 0.0
  /// How far they have turned, in radians; clockwise on a screen is positive.
  private final var turned = 0.0

  /// A recognizer without a view or actions.
  public override init() { super.init() }

  /// The rotation in radians, from the beginning of the gesture; clockwise is positive, and it counts on beyond a whole turn.
  open var rotation: Double {
    get { turned }
    set {
      turned = newValue
      valueWasSet()
    }
  }

  /// The velocity of the rotation, in radians a second.
  open var velocity: Double { speed }

  override var value: Double { turned }

  override func start(_ span: Span) {
    if !hasBegun { turned = 0 }
    angle = span.angle
    length = span.length
  }

  override func follow(_ span: Span) {
    var step = span.angle - angle
    // The short way round.
    if step > .pi { step -= 2 * .pi }
    if step < -.pi { step += 2 * .pi }
    turned += step
    angle = span.angle
    length = span.length
  }

  override func wantsToBegin(_ span: Span) -> Bool { abs(turned) * span.length / 2 >= tuning.rotationArc }

  override func willRecognize() {
    let slop = length > 0 ? max(tuning.rotationArc, 0) * 2 / length : .infinity
    turned = abs(turned) > slop ? turned + (turned < 0 ? slop : -slop) : 0
    valueWasSet()
  }

  open override func reset() {
    super.reset()
    angle = 0
    length = 0
    turned = 0
  }
}
