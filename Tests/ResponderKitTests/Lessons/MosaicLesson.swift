import UIKit

// As in UIKit.

/// What is behind a section.
final class SectionPlate: UICollectionReusableView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemGray5
    layer.cornerRadius = 10
    layer.cornerCurve = .continuous
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }
}

/// Two columns, each item below the shorter one, a title above each section, the first of which grows when it is pulled.
final class MosaicLayout: UICollectionViewLayout {
  weak var delegate: MosaicViewController?
  private(set) var preparations = 0
  private var cells: [UICollectionViewLayoutAttributes] = []
  private var headers: [UICollectionViewLayoutAttributes] = []
  private var plates: [UICollectionViewLayoutAttributes] = []
  private var height: CGFloat = 0

  override init() {
    super.init()
    register(SectionPlate.self, forDecorationViewOfKind: "plate")
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  override var collectionViewContentSize: CGSize {
    CGSize(width: collectionView?.bounds.width ?? 0, height: height)
  }

  override func prepare() {
    super.prepare()
    guard cells.isEmpty, let collectionView, let delegate else { return }
    preparations += 1
    height = 0
    let width = collectionView.bounds.width / 2
    for section in 0..<collectionView.numberOfSections {
      let first = IndexPath(item: 0, section: section)
      let header = UICollectionViewLayoutAttributes(
        forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader, with: first)
      header.frame = CGRect(x: 0, y: height, width: width * 2, height: 50)
      headers.append(header)
      let top = height + 50
      var bottoms = [top, top]
      for item in 0..<collectionView.numberOfItems(inSection: section) {
        let path = IndexPath(item: item, section: section)
        let column = bottoms[0] <= bottoms[1] ? 0 : 1
        let cell = UICollectionViewLayoutAttributes(forCellWith: path)
        let length = delegate.heights[section][item]
        cell.frame = CGRect(x: CGFloat(column) * width, y: bottoms[column], width: width, height: length)
          .insetBy(dx: 6, dy: 6)
        cells.append(cell)
        bottoms[column] += length
      }
      height = bottoms.max() ?? top
      let plate = UICollectionViewLayoutAttributes(forDecorationViewOfKind: "plate", with: first)
      plate.frame = CGRect(x: 0, y: top, width: width * 2, height: height - top)
      plate.zIndex = -1
      plates.append(plate)
    }
  }

  override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    (plates + cells + headers.map(stretched)).filter { $0.frame.intersects(rect) }
  }

  private func stretched(_ header: UICollectionViewLayoutAttributes) -> UICollectionViewLayoutAttributes {
    guard let offset = collectionView?.contentOffset.y, offset < 0, header.indexPath.section == 0,
      let copy = header.copy() as? UICollectionViewLayoutAttributes
    else { return header }
    copy.frame = CGRect(x: 0, y: offset, width: header.frame.width, height: 50 - offset)
    return copy
  }

  override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    cells.first { $0.indexPath == indexPath }
  }

  override func layoutAttributesForDecorationView(ofKind elementKind: String, at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { plates[indexPath.section] }

  override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { true }

  override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
    if context.invalidateEverything || context.invalidateDataSourceCounts {
      (cells, headers, plates) = ([], [], [])
    }
    super.invalidateLayout(with: context)
  }

  override func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    let attributes = layoutAttributesForItem(at: itemIndexPath)?.copy() as? UICollectionViewLayoutAttributes
    attributes?.alpha = 0
    return attributes
  }

  override func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    let attributes = super.finalLayoutAttributesForDisappearingItem(at: itemIndexPath)
    attributes?.transform = CGAffineTransform(scaleX: 0.1, y: 0.1)
    return attributes
  }
}

/// Plates of several heights.
final class MosaicViewController: UICollectionViewController {
  var heights: [[CGFloat]] = [[100, 160, 80, 120], [140, 70, 110]]

  override func viewDidLoad() {
    super.viewDidLoad()
    (collectionView.collectionViewLayout as? MosaicLayout)?.delegate = self
    collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
    collectionView.register(
      UICollectionReusableView.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
      withReuseIdentifier: "header")
  }

  override func numberOfSections(in collectionView: UICollectionView) -> Int { heights.count }

  override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
  {
    heights[section].count
  }

  override func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
    -> UICollectionViewCell
  {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
    cell.contentView.backgroundColor = .systemTeal
    return cell
  }

  override func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    let header = collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: "header", for: indexPath)
    header.backgroundColor = .systemIndigo
    return header
  }
}
