import ResponderKit

/// A collection's data and a record of what is asked and notified.
final class CollectionSource: UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
  var sections: [[String]]
  var lines: [String] = []
  var asked = 0
  var made = 0
  var refuses: IndexPath?

  init(_ sections: [[String]]) { self.sections = sections }
  init(_ count: Int) { sections = [(0..<count).map(String.init)] }

  final class Cell: UICollectionViewCell {
    var text = ""
    var firstSize = Size.zero
    var reuses = 0
    override init(frame: Rect) {
      super.init(frame: frame)
      firstSize = contentView.bounds.size
    }
    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
    override func prepareForReuse() { reuses += 1 }
  }

  func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    sections[section].count
  }
  func collectionView(_ collectionView: UICollectionView, cellForItemAt item: IndexPath)
    -> UICollectionViewCell
  {
    asked += 1
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: item)
    guard let cell = cell as? Cell else { return cell }
    if cell.reuses == 0 { made += 1 }
    cell.text = sections[item.section][item.item]
    return cell
  }
  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at place: IndexPath
  ) -> UICollectionReusableView {
    collectionView.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "band", for: place)
  }
  func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt item: IndexPath) -> Bool {
    item != refuses
  }
  func collectionView(_ collectionView: UICollectionView, didSelectItemAt item: IndexPath) {
    lines.append("select \(item.item)")
  }
  func collectionView(_ collectionView: UICollectionView, didDeselectItemAt item: IndexPath) {
    lines.append("deselect \(item.item)")
  }
  func collectionView(_ collectionView: UICollectionView, didHighlightItemAt item: IndexPath) {
    lines.append("press \(item.item)")
  }
  func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt item: IndexPath) {
    lines.append("release \(item.item)")
  }
}

/// A cell for each length, which is given to it.
class Lengths: UICollectionViewDataSource {
  var lengths: [Double]
  private let name: String
  private let give: (UICollectionViewCell, Double) -> Void

  init(_ lengths: [Double], to name: String, _ give: @escaping (UICollectionViewCell, Double) -> Void) {
    (self.lengths, self.name, self.give) = (lengths, name, give)
  }
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    lengths.count
  }
  func collectionView(_ collectionView: UICollectionView, cellForItemAt item: IndexPath)
    -> UICollectionViewCell
  {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: name, for: item)
    give(cell, lengths[item.item])
    return cell
  }
}

extension Stage {
  /// A collection of 300 by 400 points with items of 100 by 100 points, three in a line, unless the layout is another.
  func collection(_ source: CollectionSource, _ layout: UICollectionViewLayout? = nil) -> UICollectionView {
    let flow = UICollectionViewFlowLayout()
    flow.itemSize = Size(100, 100)
    flow.minimumLineSpacing = 0
    flow.minimumInteritemSpacing = 0
    let collection = OwningCollection(frame: Rect(0, 0, 300, 400), collectionViewLayout: layout ?? flow)
    collection.source = source
    collection.register(CollectionSource.Cell.self, forCellWithReuseIdentifier: "cell")
    for kind in [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter] {
      collection.register(
        UICollectionReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "band")
    }
    collection.dataSource = source
    collection.delegate = source
    show(collection)
    wait(1)
    return collection
  }
}

/// A collection that holds its data source, which others do not.
final class OwningCollection: UICollectionView {
  var source: AnyObject?
  /// How often it was laid out.
  var layouts = 0
  override func layoutSubviews() {
    layouts += 1
    super.layoutSubviews()
  }
}

extension UICollectionView {
  /// The texts of the cells that are shown.
  var texts: [String] { visibleCells.compactMap { ($0 as? CollectionSource.Cell)?.text } }
}

extension IndexPath {
  init(_ item: Int, _ section: Int = 0) { self.init(item: item, section: section) }
}
