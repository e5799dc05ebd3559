import ResponderKit

/// What tests of views in space make.
protocol TurnedViewTests {}

extension TurnedViewTests {
  /// With the eye in front of the plane, turned around an axis.
  func turned(_ degrees: Double, _ x: Double, _ y: Double, eye: Double = 400) -> CATransform3D {
    var transform = CATransform3DIdentity
    transform.m34 = -1 / eye
    return CATransform3DRotate(transform, degrees * .pi / 180, x, y, 0)
  }

  func view(_ frame: Rect, _ color: UIColor) -> UIView {
    let view = UIView(frame: frame)
    view.backgroundColor = color
    return view
  }
}
