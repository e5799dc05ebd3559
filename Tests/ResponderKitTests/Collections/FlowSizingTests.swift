import TestHarness
import Testing

@testable import ResponderKit

/// Cells of flow layouts that choose their sizes.
@Suite(.hangLimit) struct FlowSizingTests {
  /// As large as its text within margins.
  private final class TagCell: UICollectionViewCell {
    let label = UILabel()

    override init(frame: Rect) {
      super.init(frame: frame)
      label.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(label)
      NSLayoutConstraint.activate([
        label.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 4),
        label.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -4),
        label.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 12),
        contentView.trailingAnchor.constraint(equalTo: label.trailingAnchor, constant: 12),
      ])
    }
    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    var wanted: Size { Size(label.intrinsicContentSize.width + 24, label.intrinsicContentSize.height + 8) }
  }

  private final class Tags: UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    var tags: [String]
    init(_ tags: [String]) { self.tags = tags }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      tags.count
    }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
      -> UICollectionViewCell
    {
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "tag", for: indexPath)
      (cell as? TagCell)?.label.text = tags[indexPath.item]
      return cell
    }
  }

  private func show(
    _ tags: Tags, _ layout: UICollectionViewFlowLayout, _ stage: Stage,
    _ cell: UICollectionViewCell.Type = TagCell.self
  ) -> UICollectionView {
    layout.minimumLineSpacing = 6
    let collection = OwningCollection(frame: Rect(0, 0, 300, 400), collectionViewLayout: layout)
    collection.source = tags
    collection.register(cell, forCellWithReuseIdentifier: "tag")
    (collection.dataSource, collection.delegate) = (tags, tags)
    stage.show(collection)
    stage.wait(20)
    return collection
  }

  @Test(arguments: [UICollectionViewFlowLayout.automaticSize, Size(80, 30)])
  func itemsAreAsLargeAsTheirCellsWant(_ estimate: Size) throws {
    try onStage { stage in
      let layout = UICollectionViewFlowLayout()
      layout.estimatedItemSize = estimate
      let tags = Tags(["Swift", "a", "A longer tag of words", "UI", "and another long tag"])
      let collection = show(tags, layout, stage)
      let cells = try (0..<5).map {
        try #require(collection.cellForItem(at: IndexPath(item: $0, section: 0)) as? TagCell)
      }
      for cell in cells { #expect(cell.frame.size == cell.wanted, "\(cell.label.text ?? "")") }
      #expect(cells[0].frame.minX == 0 && cells[1].frame.minX > cells[0].frame.maxX + 9)
      // As many as fit are in a line.
      #expect(cells[2].frame.minY == cells[0].frame.maxY + 6 && cells[2].frame.minX == 0)
      #expect(cells[4].frame.minY == cells[2].frame.maxY + 6 && cells[4].frame.minX == 0)
      #expect(collection.contentSize.height == cells[4].frame.maxY)
      // Items keep their sizes at other places.
      tags.tags.remove(at: 0)
      collection.deleteItems(at: [IndexPath(item: 0, section: 0)])
      stage.wait(400)
      #expect(cells[1].frame.minX == 0 && cells[1].frame.size == cells[1].wanted)
      layout.estimatedItemSize = .zero
      stage.wait(20)
      #expect(cells[1].frame.size == Size(50, 50))
    }
  }

  @Test func whatIsOutOfSightIsEstimated() {
    onStage { stage in
      let layout = UICollectionViewFlowLayout()
      layout.estimatedItemSize = Size(300, 100)
      let collection = show(Tags([String](repeating: "tag", count: 500)), layout, stage)
      let before = collection.contentSize.height
      #expect(collection.visibleCells.count > 20 && before > 1000)
      collection.contentOffset.y = before - 400
      stage.wait(20)
      #expect(collection.contentSize.height < before)
    }
  }

  @Test func attributesInSpaceAreThoseInThePlane() {
    let attributes = UICollectionViewLayoutAttributes()
    attributes.transform3D = CATransform3DMakeScale(0.5, 2, 3)
    #expect(attributes.transform == AffineTransform(scaleX: 0.5, y: 2))
    #expect(attributes.transform3D == CATransform3DMakeScale(0.5, 2, 3))
  }

  /// Half as wide as its collection.
  private final class HalfCell: UICollectionViewCell {
    override func preferredLayoutAttributesFitting(_ attributes: UICollectionViewLayoutAttributes)
      -> UICollectionViewLayoutAttributes
    {
      attributes.frame.size = Size((superview?.bounds.width ?? 0) / 2, 40)
      return attributes
    }
  }

  @Test func inAnotherBreadthItemsAreMeasuredAgain() {
    onStage { stage in
      let layout = UICollectionViewFlowLayout()
      layout.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
      layout.minimumInteritemSpacing = 0
      let collection = show(Tags(["a", "b"]), layout, stage, HalfCell.self)
      for width in [300.0, 200] {
        collection.frame.size.width = width
        stage.wait(40)
        let widths = (0..<2).map { collection.cellForItem(at: IndexPath($0))?.frame.width }
        #expect(widths == [width / 2, width / 2])
      }
    }
  }
}
