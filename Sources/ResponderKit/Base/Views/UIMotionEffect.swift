/// A change of a view by the device's tilt. Without effect: there is no such tilt here.
open class UIMotionEffect: NSObject {
  /// An effect.
  public override init() { super.init() }

  /// The changes for a tilt, by key paths: none, unless overridden. Called by programs only.
  open func keyPathsAndRelativeValues(forViewerOffset viewerOffset: UIOffset) -> [String: Any]? { nil }
}

/// A value that would follow the device's tilt. Without effect.
open class UIInterpolatingMotionEffect: UIMotionEffect {
  /// The axis of a tilt.
  public enum EffectType: Int, Hashable, Sendable {
    /// To the sides; up and down.
    case tiltAlongHorizontalAxis, tiltAlongVerticalAxis
  }

  /// The value's key path.
  public let keyPath: String
  /// The axis.
  public let type: EffectType
  /// The value at the least tilt.
  open var minimumRelativeValue: Any?
  /// The value at the greatest tilt.
  open var maximumRelativeValue: Any?

  /// An effect on a value.
  public init(keyPath: String, type: EffectType) {
    (self.keyPath, self.type) = (keyPath, type)
    super.init()
  }
}

/// Several effects as one. Without effect.
open class UIMotionEffectGroup: UIMotionEffect {
  /// The effects.
  open var motionEffects: [UIMotionEffect]?
}
