/// What a control keeps for itself of what recognizers of the views around it would take: UIKit's list. A recognizer on the
/// control itself always wins; a plain control keeps nothing.
extension UIControl {
  /// A single tap with a single finger, of a view around.
  final func isPlainTapFromOutside(_ recognizer: UIGestureRecognizer) -> Bool {
    guard isFromOutside(recognizer), let tap = recognizer as? UITapGestureRecognizer else { return false }
    return tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1
  }

  final func isFromOutside(_ recognizer: UIGestureRecognizer) -> Bool {
    guard let view = recognizer.view, view !== self else { return false }
    return view.isAncestor(of: self)
  }

  /// A swipe with one finger along the control.
  final func isSwipeAlong(_ recognizer: UIGestureRecognizer) -> Bool {
    guard isFromOutside(recognizer), let swipe = recognizer as? UISwipeGestureRecognizer else { return false }
    return swipe.numberOfTouchesRequired == 1 && !swipe.direction.isDisjoint(with: [.left, .right])
  }

  /// A pan with one finger along the control.
  final func isPanAlong(_ recognizer: UIGestureRecognizer) -> Bool {
    guard isFromOutside(recognizer), let pan = recognizer as? UIPanGestureRecognizer else { return false }
    let way = convertedWay(pan)
    return pan.numberOfTouches == 1 && abs(way.x) > abs(way.y)
  }

  private func convertedWay(_ pan: UIPanGestureRecognizer) -> Point {
    convert(pan.way, from: nil) - convert(.zero, from: nil)
  }
}
