/// What of a view is shown: its own values, or, while it is animated, what lies between the old and the new ones.
struct ViewPresentation: Hashable {
  var bounds: Rect
  var center: Point
  var transform: AffineTransform
  var alpha: Double

  init(_ view: UIView) {
    bounds = view.geometry.bounds
    center = view.geometry.center
    transform = view.geometry.transform
    alpha = Double(view.alphaStorage)
  }

  /// All its numbers in a row.
  private var numbers: SIMD16<Double> {
    get {
      let (origin, size, map) = (bounds.origin, bounds.size, transform)
      return [
        origin.x, origin.y, size.width, size.height, center.x, center.y, map.a, map.b, map.c, map.d, map.tx,
        map.ty, alpha, 0, 0, 0,
      ]
    }
    set {
      bounds = Rect(newValue[0], newValue[1], newValue[2], newValue[3])
      center = Point(newValue[4], newValue[5])
      transform = AffineTransform(
        a: newValue[6], b: newValue[7], c: newValue[8], d: newValue[9], tx: newValue[10], ty: newValue[11])
      alpha = newValue[12]
    }
  }

  /// With another one's numbers where two others differ.
  func replacing(
    with other: ViewPresentation, whereDifferent first: ViewPresentation, _ second: ViewPresentation
  ) -> ViewPresentation {
    var result = self
    result.numbers = numbers.replacing(with: other.numbers, where: first.numbers .!= second.numbers)
    return result
  }

  /// A part of the way to another one; only along what changes between the two.
  func moved(from start: ViewPresentation, to end: ViewPresentation, _ part: Double) -> ViewPresentation {
    func mix(_ now: Double, _ from: Double, _ to: Double) -> Double {
      from == to ? now : from + (to - from) * part
    }
    var result = self
    result.bounds = Rect(
      mix(bounds.origin.x, start.bounds.origin.x, end.bounds.origin.x),
      mix(bounds.origin.y, start.bounds.origin.y, end.bounds.origin.y),
      mix(bounds.size.width, start.bounds.size.width, end.bounds.size.width),
      mix(bounds.size.height, start.bounds.size.height, end.bounds.size.height))
    result.center = Point(
      mix(center.x, start.center.x, end.center.x), mix(center.y, start.center.y, end.center.y))
    let (a, b) = (start.transform, end.transform)
    result.transform = AffineTransform(
      a: mix(transform.a, a.a, b.a), b: mix(transform.b, a.b, b.b), c: mix(transform.c, a.c, b.c),
      d: mix(transform.d, a.d, b.d), tx: mix(transform.tx, a.tx, b.tx), ty: mix(transform.ty, a.ty, b.ty))
    // A spring goes beyond the end.
    result.alpha = min(max(mix(alpha, start.alpha, end.alpha), 0), 1)
    return result
  }

  /// In the superview's coordinates.
  var frame: Rect {
    Rect(-bounds.size.width / 2, -bounds.size.height / 2, bounds.size.width, bounds.size.height)
      .applying(transform).offsetBy(dx: center.x, dy: center.y)
  }
}

extension UIView {
  /// The present values on the screen.
  final var presentation: ViewPresentation { presentationStorage ?? ViewPresentation(self) }

  /// Where the view is seen now: its frame, unless it is being animated.
  public final var presentationFrame: Rect { presentationStorage?.frame ?? frame }
  /// How much of it is seen through now.
  public final var presentationAlpha: Double { presentation.alpha }
}
