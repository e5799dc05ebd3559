import RunLoopCore
import Synchronization

/// What of a view is shown while it is animated: between what it was and what it is.
struct ViewPresentation {
  var bounds: Rect
  var center: Point
  var transform: AffineTransform
  var alpha: Double
}

extension UIView {
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The view and what is in it can be hit while it is animated.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
  }

  final func animatingChange(_ change: () -> Void) { change() }
}

/// The animations of an application.
final class AnimationList {
  unowned let application: UIApplication
  init(_ application: UIApplication) { self.application = application }
  func close() {}
}
