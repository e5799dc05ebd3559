import UIKit

// As in UIKit.

class CarouselLayout: UICollectionViewFlowLayout {
  override func prepare() {
    super.prepare()
    scrollDirection = .horizontal
    guard let collectionView = collectionView else { return }
    let inset = (collectionView.bounds.width - itemSize.width) / 2
    collectionView.contentInset = UIEdgeInsets(top: 0, left: inset, bottom: 0, right: inset)
    collectionView.decelerationRate = UIScrollView.DecelerationRate.fast
  }
  override func targetContentOffset(
    forProposedContentOffset proposed: CGPoint, withScrollingVelocity velocity: CGPoint
  ) -> CGPoint {
    guard let cv = collectionView else { return proposed }
    let rect = CGRect(origin: CGPoint(x: proposed.x, y: 0), size: cv.bounds.size)
    let centre = proposed.x + cv.bounds.width / 2
    let closest = super.layoutAttributesForElements(in: rect)?.min {
      abs($0.center.x - centre) < abs($1.center.x - centre)
    }
    return CGPoint(x: (closest?.center.x ?? centre) - cv.bounds.width / 2, y: proposed.y)
  }
  override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    guard let cv = collectionView, let all = super.layoutAttributesForElements(in: rect) else { return nil }
    let attributes = NSArray(array: all, copyItems: true) as! [UICollectionViewLayoutAttributes]
    let visible = CGRect(origin: cv.contentOffset, size: cv.frame.size)
    for a in attributes where a.frame.intersects(rect) {
      let distance = visible.midX - a.center.x
      let normalized = distance / 200
      if abs(normalized) < 1 {
        let zoom = 1 + 0.3 * (1 - abs(normalized)); a.transform3D = CATransform3DMakeScale(zoom, zoom, 1);
        a.zIndex = Int(zoom.rounded())
      }
    }
    return attributes
  }
}

class CarouselViewController: UIViewController, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout
{
  var collectionView: UICollectionView!
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    let layout = CarouselLayout()
    layout.itemSize = CGSize(width: 240, height: 300)
    layout.minimumLineSpacing = 20
    collectionView = UICollectionView(
      frame: CGRect(x: 0, y: 100, width: 390, height: 420), collectionViewLayout: layout)
    collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "c")
    collectionView.dataSource = self
    collectionView.delegate = self
    collectionView.showsHorizontalScrollIndicator = false
    view.addSubview(collectionView)
  }
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 8 }
  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
    -> UICollectionViewCell
  {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "c", for: indexPath)
    cell.contentView.backgroundColor = UIColor(
      hue: CGFloat(indexPath.item) / 8, saturation: 0.7, brightness: 0.9, alpha: 1)
    cell.contentView.layer.cornerRadius = 12
    return cell
  }
}
