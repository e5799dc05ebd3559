import ResponderKit

/// A place for a script's finger: a share of a view, and a way from there. It follows the view through every layout.
struct ScriptPlace {
  let view: UIView
  /// 0 is the left or the upper edge, 1 the other one.
  var share = Point(0.5, 0.5)
  /// The offset, in shares of the view's shorter side.
  var offset = Point.zero

  /// The place in the window.
  var inWindow: Point {
    let (bounds, side) = (view.bounds, min(view.bounds.width, view.bounds.height))
    return view.convert(
      Point(
        bounds.minX + share.x * bounds.width + offset.x * side,
        bounds.minY + share.y * bounds.height + offset.y * side), to: nil)
  }

  /// Scrolls the views around this one until it is seen.
  func reveal() {
    var next = view.superview
    while let parent = next {
      if let scroll = parent as? UIScrollView {
        view.window?.layoutIfNeeded()
        let box = view.convert(view.bounds, to: scroll)
        scroll.scrollRectToVisible(box.insetBy(dx: 0, dy: -8), animated: false)
      }
      next = parent.superview
    }
  }
}

/// What the fingers of a script do, one gesture after the other.
enum Gesture {
  /// Down and up in a view's middle.
  case tap(UIView)
  /// Fingers that go down together, along their ways, and up; or stay down, until the script ends.
  case strokes([[ScriptPlace]], seconds: Double, lifts: Bool = true)
  case pause(seconds: Double)
}
