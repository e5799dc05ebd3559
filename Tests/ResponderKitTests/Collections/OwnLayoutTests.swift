import ResponderKit
import TestHarness
import Testing

/// What a program's layout gets and makes by itself.
@Suite(.hangLimit) struct OwnLayoutTests {
  private final class Context: UICollectionViewLayoutInvalidationContext { var note = "" }

  /// Items of 100 by 40 points, one below the other.
  private final class Column: UICollectionViewLayout {
    var log: [String] = []
    var end: UICollectionViewLayoutAttributes?
    var endsByDefault = true
    var turn = CATransform3DIdentity
    override class var invalidationContextClass: AnyClass { Context.self }
    override var collectionViewContentSize: Size {
      Size(300, 40 * Double(collectionView?.numberOfItems(inSection: 0) ?? 0))
    }
    override func layoutAttributesForElements(in rect: Rect) -> [UICollectionViewLayoutAttributes]? {
      let count = collectionView?.numberOfItems(inSection: 0) ?? 0
      return (0..<count).compactMap { layoutAttributesForItem(at: IndexPath($0)) }
    }
    override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
      let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
      attributes.frame = Rect(0, 40 * Double(indexPath.item), 100, 40)
      attributes.transform3D = turn
      return attributes
    }
    override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool { true }
    override func invalidationContext(forBoundsChange newBounds: Rect)
      -> UICollectionViewLayoutInvalidationContext
    {
      let context = super.invalidationContext(forBoundsChange: newBounds)
      (context as? Context)?.note = "to \(newBounds.minY)"
      return context
    }
    override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
      let note = (context as? Context)?.note ?? "none"
      log.append("\(context.invalidateEverything) \(context.invalidateDataSourceCounts) \(note)")
      super.invalidateLayout(with: context)
    }
    override func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath)
      -> UICollectionViewLayoutAttributes?
    {
      let usual = super.finalLayoutAttributesForDisappearingItem(at: itemIndexPath)
      log.append("end of \(itemIndexPath.item) from \(usual?.frame.minY ?? -1) \(usual?.alpha ?? -1)")
      return endsByDefault ? usual : nil
    }
  }

  @Test func contextsSayWhatIsToBeComputedAnew() {
    onStage { stage in
      let layout = Column()
      let collection = stage.collection(CollectionSource(50), layout)
      layout.log = []
      collection.contentOffset = Point(0, 30)
      stage.wait(20)
      #expect(layout.log == ["false false to 30.0"])
      layout.log = []
      collection.reloadData()
      layout.invalidateLayout()
      #expect(layout.log == ["true true ", "true false "])
      stage.wait(20)
      let context = Context()
      context.contentOffsetAdjustment = Point(0, 12)
      layout.invalidateLayout(with: context)
      #expect(collection.contentOffset == Point(0, 42))
      context.invalidateItems(at: [IndexPath(1)])
      context.invalidateItems(at: [IndexPath(2)])
      context.invalidateSupplementaryElements(ofKind: "a", at: [IndexPath(3)])
      context.invalidateSupplementaryElements(ofKind: "a", at: [IndexPath(4)])
      context.invalidateDecorationElements(ofKind: "b", at: [IndexPath(5)])
      #expect(context.invalidatedItemIndexPaths == [IndexPath(1), IndexPath(2)])
      #expect(context.invalidatedSupplementaryIndexPaths == ["a": [IndexPath(3), IndexPath(4)]])
      #expect(context.invalidatedDecorationIndexPaths == ["b": [IndexPath(5)]])
    }
  }

  @Test func aCellWhoseItemGoesEndsAsTheLayoutSays() {
    onStage { stage in
      let layout = Column()
      let source = CollectionSource(5)
      let collection = stage.collection(source, layout)
      func delete(_ item: Int) {
        layout.log = []
        source.sections[0].remove(at: item)
        collection.deleteItems(at: [IndexPath(item)])
      }
      let views = collection.subviews.count
      delete(1)
      #expect(layout.log.last == "end of 1 from 40.0 0.0" && collection.subviews.count == views)
      stage.wait(600)
      #expect(collection.subviews.count == views - 1)
      layout.endsByDefault = false
      delete(0)
      #expect(layout.log.last == "end of 0 from 0.0 0.0" && collection.subviews.count == views - 2)
      layout.endsByDefault = true
      stage.wait(600)
      // What is shown at once, or has another cell, leaves nothing behind.
      UIView.performWithoutAnimation { delete(0) }
      layout.log = []
      collection.reloadItems(at: [IndexPath(0)])
      #expect(!layout.log.contains { $0.hasPrefix("end") } && collection.subviews.count == views - 3)
    }
  }

  @Test func thePictureOfARemovedCellIsTurnedInSpaceAsTheCellWas() {
    onStage { stage in
      let layout = Column()
      layout.turn = CATransform3DMakeRotation(1, 0, 1, 0)
      let source = CollectionSource(5)
      let collection = stage.collection(source, layout)
      source.sections[0].remove(at: 1)
      collection.deleteItems(at: [IndexPath(1)])
      let turned = collection.subviews.filter { $0.transform3D == layout.turn }
      #expect(turned.filter { !($0 is UICollectionViewCell) }.count == 1)
    }
  }

  private final class Tagged: UICollectionViewLayoutAttributes {
    var tag = 0
    override func copy(with zone: NSZone? = nil) -> Any {
      let copy = super.copy(with: zone)
      (copy as? Tagged)?.tag = tag
      return copy
    }
  }

  private final class TaggedFlow: UICollectionViewFlowLayout {
    override class var layoutAttributesClass: AnyClass { Tagged.self }
    override func layoutAttributesForElements(in rect: Rect) -> [UICollectionViewLayoutAttributes]? {
      super.layoutAttributesForElements(in: rect)?.map { attributes in
        (attributes as? Tagged)?.tag = attributes.indexPath.item + 1
        return attributes.copy() as? UICollectionViewLayoutAttributes ?? attributes
      }
    }
  }

  @Test func aFlowLayoutMakesAttributesOfAProgramsClass() {
    onStage { stage in
      let layout = TaggedFlow()
      layout.headerReferenceSize = Size(0, 30)
      _ = stage.collection(CollectionSource(3), layout)
      let all = layout.layoutAttributesForElements(in: Rect(0, 0, 300, 400)) ?? []
      #expect(all.compactMap { ($0 as? Tagged)?.tag }.sorted() == [1, 1, 2, 3])
      #expect(all.filter { $0.representedElementCategory == .supplementaryView }.count == 1)
    }
  }

  private final class Hiding: UICollectionViewFlowLayout {
    override func layoutAttributesForElements(in rect: Rect) -> [UICollectionViewLayoutAttributes]? {
      let all = super.layoutAttributesForElements(in: rect)
      for attributes in all ?? [] where attributes.indexPath.item == 1 { attributes.isHidden = true }
      return all
    }
  }

  @Test func anItemThatIsHiddenIsNotFound() {
    onStage { stage in
      let collection = stage.collection(CollectionSource(3), Hiding())
      let found = (0..<3).map { item in
        let frame = collection.layoutAttributesForItem(at: IndexPath(item))?.frame ?? .zero
        return collection.indexPathForItem(at: frame.center)
      }
      #expect(found == [IndexPath(0), nil, IndexPath(2)])
    }
  }

  private final class Coming: UICollectionViewFlowLayout {
    override func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath)
      -> UICollectionViewLayoutAttributes?
    {
      let attributes =
        layoutAttributesForItem(at: itemIndexPath)?.copy() as? UICollectionViewLayoutAttributes
      attributes?.frame.origin.x += 500
      return attributes
    }
  }

  @Test func aNewItemComesFromWhereTheLayoutSays() throws {
    try onStage { stage in
      let source = CollectionSource(2)
      let collection = stage.collection(source, Coming())
      source.sections[0].append("new")
      collection.insertItems(at: [IndexPath(2)])
      stage.wait(20)
      let cell = try #require(collection.cellForItem(at: IndexPath(2)))
      #expect(cell.presentationAlpha == 1 && cell.presentationFrame.minX > cell.frame.minX + 300)
      stage.wait(400)
      #expect(cell.presentationFrame == cell.frame && cell.alpha == 1)
    }
  }
}
