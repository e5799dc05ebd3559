/// How the time of a layer or an animation follows the time around it: `(outer time - beginTime) * speed + timeOffset`.
public protocol CAMediaTiming: AnyObject {
  /// When it begins, in the time around it.
  var beginTime: TimeInterval { get set }
  /// Of one way, in seconds.
  var duration: TimeInterval { get set }
  /// The factor of its speed; 0: it stands still at `timeOffset`.
  var speed: Float { get set }
  /// A time that is added to its own.
  var timeOffset: TimeInterval { get set }
  /// Number of ways.
  var repeatCount: Float { get set }
  /// For how long it is repeated, in seconds.
  var repeatDuration: TimeInterval { get set }
  /// Each time it also goes back.
  var autoreverses: Bool { get set }
  /// What it shows before it begins and after its end.
  var fillMode: CAMediaTimingFillMode { get set }
}
