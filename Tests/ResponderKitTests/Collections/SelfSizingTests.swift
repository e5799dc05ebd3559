import ResponderKit
import TestHarness
import Testing

/// Cells that say how large they are.
@Suite(.hangLimit) struct SelfSizingTests {
  /// As high as its text says, by a constraint.
  private final class TallCell: UICollectionViewCell {
    var height: NSLayoutConstraint?
    var asked = 0

    override init(frame: Rect) {
      super.init(frame: frame)
      let box = UIView()
      box.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(box)
      let height = box.heightAnchor.constraint(equalToConstant: 10)
      self.height = height
      NSLayoutConstraint.activate([
        box.topAnchor.constraint(equalTo: contentView.topAnchor),
        box.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
        box.leadingAnchor.constraint(equalTo: contentView.leadingAnchor), height,
      ])
    }
    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func preferredLayoutAttributesFitting(_ attributes: UICollectionViewLayoutAttributes)
      -> UICollectionViewLayoutAttributes
    {
      asked += 1
      return super.preferredLayoutAttributesFitting(attributes)
    }
  }

  private final class Heights: Lengths {
    init(_ heights: [Double]) {
      super.init(heights, to: "tall") { ($0 as? TallCell)?.height?.constant = $1 }
    }
  }

  private static func list(_ width: NSCollectionLayoutDimension = .fractionalWidth(1), estimate: Double = 50)
    -> UICollectionViewCompositionalLayout
  {
    let size = CompositionalLayoutTests.size(width, .estimated(estimate))
    let item = NSCollectionLayoutItem(layoutSize: size)
    let whole = CompositionalLayoutTests.size(.fractionalWidth(1), .estimated(estimate))
    return UICollectionViewCompositionalLayout(
      section: NSCollectionLayoutSection(group: .horizontal(layoutSize: whole, subitems: [item])))
  }

  private func show(_ stage: Stage, _ source: Heights, _ layout: UICollectionViewCompositionalLayout)
    -> UICollectionView
  {
    let collection = OwningCollection(frame: Rect(0, 0, 300, 400), collectionViewLayout: layout)
    collection.source = source
    collection.register(TallCell.self, forCellWithReuseIdentifier: "tall")
    collection.dataSource = source
    stage.show(collection)
    stage.wait(1)
    return collection
  }

  @Test func cellsAreAsHighAsTheirConstraintsSay() {
    onStage { stage in
      let collection = show(stage, Heights([30, 80, 200, 40, 60, 70]), Self.list())
      let expected = [
        Rect(0, 0, 300, 30), Rect(0, 30, 300, 80), Rect(0, 110, 300, 200), Rect(0, 310, 300, 40),
        Rect(0, 350, 300, 60),
      ]
      #expect(collection.visibleCells.map(\.frame) == expected)
      // The last one was in sight as long as the others were thought to be lower.
      #expect(collection.contentSize.height == 480)
    }
  }

  @Test func aRowIsAsHighAsItsHighestCell() {
    onStage { stage in
      let collection = show(stage, Heights([30, 80, 20, 25]), Self.list(.fractionalWidth(0.5)))
      #expect(collection.visibleCells.map(\.frame.origin.y) == [0, 0, 80, 80])
      #expect(collection.contentSize.height == 105)
    }
  }

  @Test func aCellIsAskedAgainWhenEditingBegins() {
    onStage { stage in
      let collection = show(stage, Heights([45, 45]), Self.list())
      collection.isEditing = true
      stage.wait(20)
      #expect(collection.visibleCells.map { ($0 as? TallCell)?.asked } == [2, 2])
    }
  }

  @Test func aCellIsAskedOnceUntilItIsUsedAgain() {
    onStage { stage in
      let collection = show(stage, Heights([Double](repeating: 45, count: 1000)), Self.list())
      let first = collection.visibleCells.first as? TallCell
      let before = first?.asked
      collection.contentOffset = Point(0, 20)
      stage.wait(20)
      collection.contentOffset = Point(0, 40)
      stage.wait(20)
      #expect(first?.asked == before && before == 1)
      #expect(collection.visibleCells.count == 10)
    }
  }

  @Test func itemsKeepTheirHeightsWhenOthersGo() {
    onStage { stage in
      let source = Heights([30, 80, 20, 25])
      let collection = show(stage, source, Self.list())
      source.lengths.remove(at: 0)
      collection.deleteItems(at: [IndexPath(0)])
      stage.wait(1000)
      #expect(collection.visibleCells.map(\.frame.minY) == [0, 80, 100])
      #expect(collection.contentSize.height == 125)
    }
  }

  @Test func anItemWhoseConfigurationChangesIsMeasuredAgain() throws {
    try onStage { stage in
      let collection = show(stage, Heights([30, 80]), Self.list())
      let cell = try #require(collection.cellForItem(at: IndexPath(0)))
      var content = UIListContentConfiguration.cell()
      content.text = "Text"
      cell.contentConfiguration = content
      stage.wait(1)
      let height = cell.frame.height
      #expect(height > 35)
      #expect(collection.cellForItem(at: IndexPath(1))?.frame.minY == height)
      collection.selfSizingInvalidation = .disabled
      content.secondaryText = "More"
      cell.contentConfiguration = content
      stage.wait(1)
      #expect(cell.frame.height == height)
    }
  }

  /// As wide as their texts, in rows of as many as fit.
  @Test func tagsFillRows() {
    onStage { stage in
      let item = NSCollectionLayoutItem(
        layoutSize: CompositionalLayoutTests.size(.estimated(60), .absolute(30)))
      let group = NSCollectionLayoutGroup.horizontal(
        layoutSize: CompositionalLayoutTests.size(.fractionalWidth(1), .absolute(30)), subitems: [item])
      group.interItemSpacing = .fixed(10)
      let layout = UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
      let source = Widths([100, 100, 100, 280, 20, 20])
      let collection = OwningCollection(frame: Rect(0, 0, 300, 400), collectionViewLayout: layout)
      collection.source = source
      collection.register(WideCell.self, forCellWithReuseIdentifier: "wide")
      collection.dataSource = source
      stage.show(collection)
      stage.wait(1)
      let expected = [
        Rect(0, 0, 100, 30), Rect(110, 0, 100, 30), Rect(0, 30, 100, 30), Rect(0, 60, 280, 30),
        Rect(0, 90, 20, 30), Rect(30, 90, 20, 30),
      ]
      #expect(collection.visibleCells.map(\.frame) == expected)
    }
  }

  private final class WideCell: UICollectionViewCell {
    var width = 0.0
    override func preferredLayoutAttributesFitting(_ attributes: UICollectionViewLayoutAttributes)
      -> UICollectionViewLayoutAttributes
    {
      attributes.size.width = width
      return attributes
    }
  }

  private final class Widths: Lengths {
    init(_ widths: [Double]) { super.init(widths, to: "wide") { ($0 as? WideCell)?.width = $1 } }
  }
}
