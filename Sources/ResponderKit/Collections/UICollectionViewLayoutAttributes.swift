/// Where and how a collection shows a cell, or a view beside the cells.
open class UICollectionViewLayoutAttributes: NSObject, NSCopying {
  /// What the attributes are about.
  public enum ElementCategory: Hashable, Sendable {
    /// An item's cell, a view beside the cells, or one that the layout makes by itself.
    case cell, supplementaryView, decorationView
  }

  /// Which item, or where the view belongs.
  open var indexPath = IndexPath(item: 0, section: 0)
  /// The kind of a view beside the cells; nil for a cell.
  public final private(set) var representedElementKind: String?
  /// The middle, in the content.
  open var center = Point.zero
  /// The size, without the transform.
  open var size = Size.zero
  /// Applied around the center.
  open var transform: AffineTransform {
    get { transform3D.flat }
    set { transform3D = CATransform3D(newValue) }
  }
  /// The same in space. Of one that leaves the plane, `transform` is the part in the plane.
  open var transform3D = CATransform3D()
  /// The opacity; 1 by default.
  open var alpha = 1.0
  /// Views with greater numbers are in front of others.
  open var zIndex = 0
  /// Whether the view is not shown.
  open var isHidden = false

  /// Whether it is a view that the layout makes by itself.
  final private(set) var isDecoration = false
  /// The lengths that the view is asked for, and whether it has been.
  final var estimates = LayoutAxes()
  final var isMeasured = false
  /// The section in whose lane the view is, and the way from the content to what scrolls there.
  final var lane: Int?
  final var laneShift = Point.zero
  /// What a row of a list looks like at its place.
  final var row: ListRow?
  /// What is behind a list's rows.
  final var backdrop: UIColor?

  /// Attributes of no size.
  public override init() { super.init() }

  /// Attributes of an item's cell.
  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
  }

  /// Attributes of a view beside the cells.
  public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
    representedElementKind = elementKind
  }

  /// Attributes of a cell or a view beside the cells, of a layout's class.
  static func make(_ type: AnyClass, _ kind: String?, _ path: IndexPath) -> UICollectionViewLayoutAttributes {
    let own =
      type == UICollectionViewLayoutAttributes.self ? nil : type as? UICollectionViewLayoutAttributes.Type
    let attributes = own.map { DefaultMade.make($0) } ?? UICollectionViewLayoutAttributes()
    attributes.indexPath = path
    attributes.representedElementKind = kind
    return attributes
  }

  /// Attributes of a view that the layout makes by itself.
  public convenience init(forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath) {
    self.init(forSupplementaryViewOfKind: decorationViewKind, with: indexPath)
    isDecoration = true
  }

  /// Whether they are a cell's.
  public final var representedElementCategory: ElementCategory {
    isDecoration ? .decorationView : representedElementKind == nil ? .cell : .supplementaryView
  }

  /// The box in the content, without the transform. Setting it changes center and size.
  open var frame: Rect {
    get { Rect(center.x - size.width / 2, center.y - size.height / 2, size.width, size.height) }
    set {
      center = newValue.center
      size = newValue.size
    }
  }

  /// The size, at no place.
  open var bounds: Rect {
    get { Rect(origin: .zero, size: size) }
    set { size = newValue.size }
  }

  /// Other attributes of the same class with the same values.
  public final func copy() -> Any { copy(with: nil) }

  /// Other attributes of the same class with the same values; a subclass copies its own. The zone is nil.
  open func copy(with zone: NSZone? = nil) -> Any {
    let other = DefaultMade.make(type(of: self))
    other.indexPath = indexPath
    other.representedElementKind = representedElementKind
    other.center = center
    other.size = size
    other.transform3D = transform3D
    other.alpha = alpha
    other.zIndex = zIndex
    other.isHidden = isHidden
    (other.isDecoration, other.estimates, other.isMeasured) = (isDecoration, estimates, isMeasured)
    (other.lane, other.laneShift, other.row) = (lane, laneShift, row)
    other.backdrop = backdrop
    return other
  }

  /// Gives a view these attributes, as far as it has others.
  final func apply(to view: UICollectionReusableView) {
    if view.bounds.size != size { view.bounds = Rect(origin: view.bounds.origin, size: size) }
    let place = center + laneShift
    if view.center != place { view.center = place }
    if view.transform3D != transform3D { view.transform3D = transform3D }
    if Float(view.alpha) != Float(alpha) { view.alpha = alpha }
    // What the program hides stays hidden.
    if view.isHiddenByLayout != isHidden {
      view.isHiddenByLayout = isHidden
      view.isHidden = isHidden
    }
    view.row = row
    view.apply(self)
  }
}
