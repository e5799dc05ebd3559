/// Where and how a collection shows a cell, or a view beside the cells.
open class UICollectionViewLayoutAttributes: NSObject {
  /// What the attributes are about.
  public enum ElementCategory: Hashable, Sendable {
    /// An item's cell, or a view beside the cells.
    case cell, supplementaryView
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
  open var transform = AffineTransform.identity
  /// The opacity; 1 by default.
  open var alpha = 1.0
  /// Views with greater numbers are in front of others.
  open var zIndex = 0
  /// Whether the view is not shown.
  open var isHidden = false

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

  /// Whether they are a cell's.
  public final var representedElementCategory: ElementCategory {
    representedElementKind == nil ? .cell : .supplementaryView
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

  /// Other attributes of the same class with the same values; a subclass copies its own.
  open func copy() -> Any {
    let other = DefaultMade.make(type(of: self))
    other.indexPath = indexPath
    other.representedElementKind = representedElementKind
    other.center = center
    other.size = size
    other.transform = transform
    other.alpha = alpha
    other.zIndex = zIndex
    other.isHidden = isHidden
    return other
  }

  /// Gives a view these attributes, as far as it has others.
  final func apply(to view: UICollectionReusableView) {
    if view.bounds.size != size { view.bounds = Rect(origin: view.bounds.origin, size: size) }
    if view.center != center { view.center = center }
    if view.transform != transform { view.transform = transform }
    if Float(view.alpha) != Float(alpha) { view.alpha = alpha }
    if view.isHidden != isHidden { view.isHidden = isHidden }
    view.apply(self)
  }
}
