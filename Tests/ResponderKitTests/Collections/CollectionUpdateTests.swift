import ResponderKit
import TestHarness
import Testing

/// What a program's layout is notified of when items come, go and move, or when the collection gets another size.
@Suite(.hangLimit) struct CollectionUpdateTests {
  private final class Layout: UICollectionViewFlowLayout {
    var log: [String] = []
    var inserted: Set<IndexPath> = []
    var isShort = true
    weak var along: UIView?

    private func name(_ path: IndexPath?) -> String {
      guard let path else { return "-" }
      return path.item == .max ? "section \(path.section)" : "\(path.section).\(path.item)"
    }

    override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
      super.prepare(forCollectionViewUpdates: updateItems)
      for item in updateItems {
        let (before, after) = (name(item.indexPathBeforeUpdate), name(item.indexPathAfterUpdate))
        log.append("\(item.updateAction) \(before) \(after)")
        if item.updateAction == .insert, let path = item.indexPathAfterUpdate { inserted.insert(path) }
      }
    }
    override func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath)
      -> UICollectionViewLayoutAttributes?
    {
      log.append("begins \(name(itemIndexPath))")
      let attributes = super.initialLayoutAttributesForAppearingItem(at: itemIndexPath)
      if inserted.contains(itemIndexPath) { attributes?.transform = CGAffineTransform(scaleX: 0.1, y: 0.1) }
      return attributes
    }
    override func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath)
      -> UICollectionViewLayoutAttributes?
    {
      log.append("ends \(name(itemIndexPath))")
      return super.finalLayoutAttributesForDisappearingItem(at: itemIndexPath)
    }
    override func finalizeCollectionViewUpdates() {
      super.finalizeCollectionViewUpdates()
      log.append("finalize")
      inserted = []
      along?.alpha = 0
    }
    override func prepare(forAnimatedBoundsChange oldBounds: Rect) {
      super.prepare(forAnimatedBoundsChange: oldBounds)
      log.append("from \(oldBounds.width)")
    }
    override func finalizeAnimatedBoundsChange() {
      super.finalizeAnimatedBoundsChange()
      log.append("to \(collectionView?.bounds.width ?? 0)")
    }
  }

  @Test func theLayoutLearnsOfEachChange() {
    onStage { stage in
      let source = CollectionSource([["a", "b", "c", "d"], ["e"], ["f"]])
      let layout = Layout()
      let collection = stage.collection(source, layout)
      stage.wait(20)
      layout.log = []
      collection.performBatchUpdates {
        source.sections = [["x", "b", "d", "c"], ["f"], ["y"]]
        collection.deleteItems(at: [IndexPath(item: 0, section: 0)])
        collection.insertItems(at: [IndexPath(item: 0, section: 0)])
        collection.moveItem(at: IndexPath(item: 2, section: 0), to: IndexPath(item: 3, section: 0))
        collection.reloadItems(at: [IndexPath(item: 1, section: 0)])
        collection.deleteSections([1])
        collection.insertSections([2])
      }
      let changes = layout.log.filter { !$0.hasPrefix("begins") && !$0.hasPrefix("ends") }
      #expect(
        changes == [
          "delete section 1 -", "delete 0.0 -", "reload 0.1 0.1", "move 0.2 0.3", "insert - section 2",
          "insert - 0.0", "finalize",
        ])
      #expect(layout.log.last == "finalize")
      #expect(layout.log.contains("begins 0.0") && layout.log.contains("ends 0.0"))
      layout.log = []
      collection.performBatchUpdates(nil)
      #expect(layout.log == [])
    }
  }

  @Test func insertedItemsGrowAndWhatChangesAtTheEndIsAnimatedAlong() throws {
    try onStage { stage in
      let source = CollectionSource(2)
      let layout = Layout()
      let collection = stage.collection(source, layout)
      let other = UIView(frame: Rect(0, 300, 10, 10))
      collection.superview?.addSubview(other)
      layout.along = other
      stage.wait(20)
      source.sections[0].append("new")
      collection.insertItems(at: [IndexPath(2)])
      stage.wait(50)
      let cell = try #require(collection.cellForItem(at: IndexPath(2)))
      #expect(cell.presentationFrame.width < cell.frame.width * 0.6 && cell.presentationAlpha < 0.6)
      #expect(other.presentationAlpha > 0.4 && other.alpha == 0)
      stage.wait(400)
      #expect(cell.presentationFrame == cell.frame && cell.presentationAlpha == 1)
      #expect(cell.transform.isIdentity && other.presentationAlpha == 0)
    }
  }

  @Test func inNoWindowTheLayoutIsNotifiedAllTheSame() {
    onStage { stage in
      let source = CollectionSource(2)
      let layout = Layout()
      let collection = stage.collection(source, layout)
      stage.wait(20)
      collection.removeFromSuperview()
      layout.log = []
      source.sections[0].removeLast()
      collection.deleteItems(at: [IndexPath(1)])
      #expect(layout.log == ["delete 0.1 -", "finalize"])
    }
  }

  @Test func anAnimatedSizeIsAnnounced() {
    onStage { stage in
      let layout = Layout()
      let collection = stage.collection(CollectionSource(5), layout)
      stage.wait(20)
      layout.log = []
      let width = collection.bounds.width
      collection.frame.size.width = width - 50
      stage.wait(20)
      #expect(layout.log == [])
      UIView.animate(withDuration: 0.3) {
        collection.frame.size.width = width - 100
        collection.layoutIfNeeded()
      }
      #expect(layout.log == ["from \(width - 50)", "to \(width - 100)"])
      stage.wait(400)
      #expect(layout.log.count == 2)
    }
  }

  @Test(arguments: [false, true]) func aReloadedSectionIsWhereOtherChangesPutIt(isMove: Bool) {
    onStage { stage in
      let source = CollectionSource([["a"], ["b"], ["c"]])
      let layout = Layout()
      let collection = stage.collection(source, layout)
      stage.wait(20)
      layout.log = []
      collection.performBatchUpdates {
        if isMove {
          source.sections = [["b"], ["c"], ["a"]]
          collection.moveSection(0, toSection: 2)
          collection.reloadSections([1])
        } else {
          source.sections = [["x"], ["a"], ["b"], ["y"], ["c"]]
          collection.insertSections([0, 3])
          collection.reloadSections([2])
        }
      }
      let expected = isMove ? "reload section 1 section 0" : "reload section 2 section 4"
      #expect(layout.log.first == expected)
    }
  }

  @Test func theFirstOfTwoSizesIsAnnounced() {
    onStage { stage in
      let layout = Layout()
      let collection = stage.collection(CollectionSource(5), layout)
      stage.wait(20)
      layout.log = []
      let width = collection.bounds.width
      UIView.animate(withDuration: 0.3) {
        collection.frame.size.width = width - 50
        // The layout prepares, without a layout of the views.
        _ = collection.layoutAttributesForItem(at: IndexPath(0))
        collection.frame.size.width = width - 100
        collection.layoutIfNeeded()
      }
      #expect(layout.log == ["from \(width)", "to \(width - 100)"])
    }
  }

  @Test func anotherItemDoesNotBeginWhereTheNewOneDoes() {
    final class Asking: UICollectionViewFlowLayout {
      var other: Point?
      override func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath)
        -> UICollectionViewLayoutAttributes?
      {
        other = super.initialLayoutAttributesForAppearingItem(at: IndexPath(0))?.center
        return super.initialLayoutAttributesForAppearingItem(at: itemIndexPath)
      }
    }
    onStage { stage in
      let source = CollectionSource(2)
      let layout = Asking()
      let collection = stage.collection(source, layout)
      stage.wait(20)
      source.sections[0].append("new")
      collection.insertItems(at: [IndexPath(2)])
      #expect(layout.other != nil)
      #expect(layout.other == collection.layoutAttributesForItem(at: IndexPath(0))?.center)
    }
  }
}
