/// A view of a section that is in sight: a closure may change how it looks while the section scrolls.
public protocol NSCollectionLayoutVisibleItem: AnyObject {
  /// The opacity.
  var alpha: Double { get set }
  /// Views with greater numbers are in front.
  var zIndex: Int { get set }
  /// Whether it is not shown.
  var isHidden: Bool { get set }
  /// The middle, in what scrolls.
  var center: Point { get set }
  /// Applied around the middle.
  var transform: AffineTransform { get set }
  /// The same in space. Of one that leaves the plane, `transform` is the part in the plane.
  var transform3D: CATransform3D { get set }
  /// The item's kind, or its name.
  var name: String { get }
  /// Which item, or where the view belongs.
  var indexPath: IndexPath { get }
  /// The box in what scrolls, without the transform.
  var frame: Rect { get }
  /// The size, at no place.
  var bounds: Rect { get }
  /// A cell, a view beside the cells, or what the layout makes.
  var representedElementCategory: UICollectionView.ElementCategory { get }
  /// The kind of a view beside the cells; nil for a cell.
  var representedElementKind: String? { get }
}

extension UICollectionView {
  /// What a layout's attributes are about.
  public typealias ElementCategory = UICollectionViewLayoutAttributes.ElementCategory
}

/// Changes the attributes that a layout is about to answer with.
final class VisibleItem: NSCollectionLayoutVisibleItem {
  let attributes: UICollectionViewLayoutAttributes

  init(_ attributes: UICollectionViewLayoutAttributes) { self.attributes = attributes }

  var alpha: Double {
    get { attributes.alpha }
    set { attributes.alpha = newValue }
  }
  var zIndex: Int {
    get { attributes.zIndex }
    set { attributes.zIndex = newValue }
  }
  var isHidden: Bool {
    get { attributes.isHidden }
    set { attributes.isHidden = newValue }
  }
  var center: Point {
    get { attributes.center + attributes.laneShift }
    set { attributes.center = newValue - attributes.laneShift }
  }
  var transform: AffineTransform {
    get { attributes.transform }
    set { attributes.transform = newValue }
  }
  var transform3D: CATransform3D {
    get { attributes.transform3D }
    set { attributes.transform3D = newValue }
  }
  var name: String { attributes.representedElementKind ?? "item" }
  var indexPath: IndexPath { attributes.indexPath }
  var frame: Rect {
    let frame = attributes.frame
    return frame.offsetBy(dx: attributes.laneShift.x, dy: attributes.laneShift.y)
  }
  var bounds: Rect { attributes.bounds }
  var representedElementCategory: UICollectionView.ElementCategory { attributes.representedElementCategory }
  var representedElementKind: String? { attributes.representedElementKind }
}
