@testable import ResponderKit

/// Records how a layer's animations end, and may change layers and views then.
final class AnimationEnds: CAAnimationDelegate {
  var ends: [Bool] = []
  var onEnd: () -> Void = {}

  func animationDidStart(_ animation: CAAnimation) {}

  func animationDidStop(_ animation: CAAnimation, finished: Bool) {
    ends.append(finished)
    onEnd()
  }

  static func animation(_ delegate: AnimationEnds) -> CAAnimation {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.delegate = delegate
    return animation
  }
}
