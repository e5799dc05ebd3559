/// Places that layout finds, and the properties by which a subclass observes them.
extension UIView {
  private static let frameMethods = MethodTable(
    of: UIView.self, plain: PlainView.self, overriding: FrameView.self)
  private static let boundsMethods = MethodTable(
    of: UIView.self, plain: PlainView.self, overriding: BoundsView.self)
  private static let centerMethods = MethodTable(
    of: UIView.self, plain: PlainView.self, overriding: CenterView.self)

  /// Sets the frame that it would have without its transform, for constraints and stacks: by `bounds` and `center`, and not by `frame`. They are set
  /// only under a transform and where a class overrides one of them, since it takes twice the time.
  final func takeLaidOutFrame(_ frame: Rect) {
    if geometry.isPlain, placesByFrame(type(of: self)) { return changeGeometry { $0.set(frame: frame) } }
    var new = geometry
    new.plainFrame = frame
    holdingReports {
      if new.bounds != geometry.bounds { bounds = new.bounds }
      if new.center != geometry.center { center = new.center }
      guard geometry.isPlain, geometry.bounds == new.bounds, geometry.center == new.center else { return }
      // The frame's own origin, without the rounding of the center.
      geometry.set(frame: frame)
    }
  }

  /// The same, as an autoresizing mask demands: by `frame`, where a class overrides that.
  ///
  /// - Returns: the size that it had, if it has another one, of which nothing is notified yet.
  final func takeStretchedFrame(_ frame: Rect) -> Size? {
    guard geometry.isPlain else {
      takeLaidOutFrame(frame)
      return nil
    }
    let type = type(of: self)
    if Self.frameMethods.isOverridden(in: type) {
      self.frame = frame
      return nil
    }
    if placesByFrame(type) { return setGeometry { $0.set(frame: frame) } }
    takeLaidOutFrame(frame)
    return nil
  }

  /// Whether a view without a transform may be given its frame at once: its class overrides neither bounds nor center.
  private final func placesByFrame(_ type: UIView.Type) -> Bool {
    !Self.boundsMethods.isOverridden(in: type) && !Self.centerMethods.isOverridden(in: type)
  }
}

private final class PlainView: UIView {}

private final class FrameView: UIView {
  override var frame: Rect { didSet {} }
}

private final class BoundsView: UIView {
  override var bounds: Rect { didSet {} }
}

private final class CenterView: UIView {
  override var center: Point { didSet {} }
}
