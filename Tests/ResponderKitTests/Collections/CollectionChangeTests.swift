import ResponderKit
import TestHarness
import Testing

/// Items of collections that come, go and move.
@Suite(.hangLimit) struct CollectionChangeTests {
  @Test func itemsComeAndGoTogether() {
    onStage { stage in
      let source = CollectionSource([["a", "b", "c", "d"]])
      let collection = stage.collection(source)
      let (b, d) = (collection.cellForItem(at: IndexPath(1)), collection.cellForItem(at: IndexPath(3)))
      collection.selectItem(at: IndexPath(3), animated: false, scrollPosition: [])
      let asked = source.asked
      source.sections = [["n", "b", "d"]]
      var ends: [Bool] = []
      collection.performBatchUpdates {
        collection.deleteItems(at: [IndexPath(0), IndexPath(2)])
        collection.insertItems(at: [IndexPath(0)])
      } completion: {
        ends.append($0)
      }
      #expect(collection.texts == ["n", "b", "d"])
      // Cells of items that stay are kept, and move.
      #expect(
        collection.cellForItem(at: IndexPath(1)) === b && collection.cellForItem(at: IndexPath(2)) === d)
      #expect(source.asked == asked + 1 && collection.indexPathsForSelectedItems == [IndexPath(2)])
      stage.wait(150)
      #expect(d?.frame == Rect(200, 0, 100, 100) && d?.presentationFrame != d?.frame && ends.isEmpty)
      stage.wait(500)
      #expect(d?.presentationFrame == d?.frame && ends == [true])
      #expect(collection.visibleCells.allSatisfy { $0.alpha == 1 })
    }
  }

  @Test func anItemMovesWithItsCell() {
    onStage { stage in
      let source = CollectionSource([["a", "b", "c"], ["d"]])
      let collection = stage.collection(source)
      let a = collection.cellForItem(at: IndexPath(0))
      source.sections = [["b", "c"], ["d", "a"]]
      collection.moveItem(at: IndexPath(0), to: IndexPath(1, 1))
      #expect(collection.cellForItem(at: IndexPath(1, 1)) === a && collection.texts == ["b", "c", "d", "a"])
    }
  }

  @Test func aReloadedItemGetsAnotherCell() {
    onStage { stage in
      let source = CollectionSource([["a", "b", "c"]])
      let collection = stage.collection(source)
      let c = collection.cellForItem(at: IndexPath(2))
      source.sections = [["a", "x", "c"]]
      collection.reloadItems(at: [IndexPath(1)])
      stage.wait(500)
      #expect(collection.texts == ["a", "x", "c"] && collection.cellForItem(at: IndexPath(2)) === c)
    }
  }

  @Test func sectionsComeAndGo() {
    onStage { stage in
      let source = CollectionSource([["a"], ["b"]])
      let collection = stage.collection(source)
      let b = collection.cellForItem(at: IndexPath(0, 1))
      source.sections = [["n", "m"], ["b"]]
      collection.performBatchUpdates {
        collection.deleteSections([0])
        collection.insertSections([0])
      }
      #expect(collection.texts == ["n", "m", "b"] && collection.cellForItem(at: IndexPath(0, 1)) === b)
      source.sections[1] = ["x", "y"]
      collection.reloadSections(IndexSet(integer: 1))
      #expect(collection.texts == ["n", "m", "x", "y"])
    }
  }

  @Test func aChangeThatDoesNotFitReloads() {
    onStage { stage in
      let source = CollectionSource([["a", "b"]])
      let collection = stage.collection(source)
      source.sections = [["x", "y", "z"]]
      var ends = 0
      collection.performBatchUpdates {
        collection.deleteItems(at: [IndexPath(0)])
      } completion: { _ in
        ends += 1
      }
      stage.wait(1)
      #expect(collection.texts == ["x", "y", "z"] && ends == 1)
    }
  }

  @Test func contentThatIsGoneIsNotInSight() {
    onStage { stage in
      let source = CollectionSource(60)
      let collection = stage.collection(source)
      collection.contentOffset = Point(0, 1600)
      stage.wait(1)
      source.sections = [(0..<15).map(String.init)]
      collection.deleteItems(at: (15..<60).map { IndexPath($0) })
      stage.wait(500)
      #expect(collection.contentOffset == Point(0, 100) && collection.texts.last == "14")
    }
  }

  @Test func randomChangesLeaveTheItemsOfTheDataSource() {
    onStage { stage in
      var random = SplitMix(4)
      let source = CollectionSource([(0..<10).map(String.init)])
      let collection = stage.collection(source)
      for round in 0..<200 {
        var items = source.sections[0]
        let gone = Set(
          (0..<Int(random.next() % 3)).compactMap { _ in items.indices.randomElement(using: &random) })
        items = items.indices.filter { !gone.contains($0) }.map { items[$0] }
        var come: [IndexPath] = []
        for place in [0, 2, 5] where random.next() % 3 == 0 && place <= items.count && items.count < 12 {
          items.insert("\(round) \(place)", at: place)
          come.append(IndexPath(place))
        }
        source.sections = [items]
        collection.performBatchUpdates {
          collection.deleteItems(at: gone.map { IndexPath($0) })
          collection.insertItems(at: come)
        }
        if round % 3 == 0 { stage.wait(Int(random.next() % 400)) }
        guard collection.texts == items else {
          Issue.record("round \(round): \(collection.texts) instead of \(items)")
          return
        }
      }
    }
  }
}
