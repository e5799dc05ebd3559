import ResponderKit

/// The hit tests that the articles write down, to be asked about the same tree. A is the one that is right; the others
/// contradict what their own articles log or say.
enum Variant {
  /// Articles 000, 001 and 004: the view looks at itself, then at its subviews from the front.
  static func a(_ view: UIView, _ point: Point) -> UIView? {
    guard view.isUserInteractionEnabled, !view.isHidden, view.alpha > 0.01,
      view.point(inside: point, with: nil)
    else { return nil }
    for child in view.subviews.reversed() {
      if let hit = a(child, view.convert(point, to: child)) { return hit }
    }
    return view
  }

  /// Article 002: the view does not look at itself, and at its subviews from the back.
  static func b(_ view: UIView, _ point: Point) -> UIView? {
    guard view.point(inside: point, with: nil) else { return nil }
    for child in view.subviews where child.isUserInteractionEnabled && !child.isHidden && child.alpha >= 0.01
    {
      if let hit = b(child, child.convert(point, from: view)) { return hit }
    }
    return view
  }

  /// Article 002's way to hit what lies outside of its superview: subviews first, from the back.
  static func b2(_ view: UIView, _ point: Point) -> UIView? {
    for child in view.subviews where child.isUserInteractionEnabled && !child.isHidden && child.alpha >= 0.01
    {
      if let hit = b2(child, child.convert(point, from: view)) { return hit }
    }
    return view.point(inside: point, with: nil) ? view : nil
  }

  /// Article 003: continues after it has found a view, so that the last one asked, the hindmost, overwrites.
  static func c(_ view: UIView, _ point: Point) -> UIView? {
    if view.alpha <= 0.01 || !view.isUserInteractionEnabled || view.isHidden { return nil }
    guard view.point(inside: point, with: nil) else { return nil }
    var found: UIView?
    for child in view.subviews.reversed() { found = c(child, view.convert(point, to: child)) }
    return found ?? view
  }
}

/// The third article's tree, of plain views.
func articleTree() -> (white: UIView, all: [UIView]) {
  let frames: [(String, Rect)] = [
    ("white", UIScreen.main.bounds), ("gray", Rect(50, 100, 260, 200)), ("red", Rect(0, 0, 120, 100)),
    ("blue", Rect(80, 60, 100, 100)), ("yellow", Rect(50, 360, 200, 200)),
  ]
  let views = frames.map { name, frame in
    let view = UIView(frame: frame)
    view.label = name
    return view
  }
  views[0].addSubview(views[1])
  views[1].addSubview(views[2])
  views[1].addSubview(views[3])
  views[0].addSubview(views[4])
  return (views[0], views)
}
