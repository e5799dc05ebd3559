/// A part of the plane around a place: all of it, a circle or a box, and what is made of these.
open class UIRegion: NSObject {
  private indirect enum Form {
    case everything
    case circle(radius: Double)
    case box(Size)
    case inverse(UIRegion)
    case union(UIRegion, UIRegion)
    case difference(UIRegion, UIRegion)
    case intersection(UIRegion, UIRegion)
  }

  private let form: Form

  private init(_ form: Form) {
    self.form = form
    super.init()
  }

  /// All of the plane.
  public class var infinite: UIRegion { UIRegion(.everything) }

  /// A circle around the place.
  public convenience init(radius: Double) { self.init(.circle(radius: radius)) }

  /// A box whose middle is the place.
  public convenience init(size: Size) { self.init(.box(size)) }

  /// The region outside of this one.
  open func inverse() -> UIRegion { UIRegion(.inverse(self)) }
  /// What is in one of two, or in both.
  open func union(with region: UIRegion) -> UIRegion { UIRegion(.union(self, region)) }
  /// What is in this one and not in the other one.
  open func difference(from region: UIRegion) -> UIRegion { UIRegion(.difference(self, region)) }
  /// What is in both.
  open func intersection(with region: UIRegion) -> UIRegion { UIRegion(.intersection(self, region)) }

  /// Whether a point, as seen from the place, is in it.
  open func contains(_ point: Point) -> Bool {
    switch form {
    case .everything: true
    case .circle(let radius): point.length <= radius
    case .box(let size): abs(point.x) <= size.width / 2 && abs(point.y) <= size.height / 2
    case .inverse(let region): !region.contains(point)
    case .union(let first, let second): first.contains(point) || second.contains(point)
    case .difference(let first, let second): first.contains(point) && !second.contains(point)
    case .intersection(let first, let second): first.contains(point) && second.contains(point)
    }
  }
}
