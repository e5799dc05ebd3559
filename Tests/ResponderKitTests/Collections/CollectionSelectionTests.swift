import ResponderKit
import TestHarness
import Testing

/// Which items touches and programs select.
@Suite(.hangLimit) struct CollectionSelectionTests {
  /// Refuses to let an item look pressed, or be deselected.
  private final class Refusing: UICollectionViewDelegate {
    var pressed: IndexPath?
    var kept: IndexPath?
    var lines: [String] = []
    func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt item: IndexPath) -> Bool {
      item != pressed
    }
    func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt item: IndexPath) -> Bool {
      item != kept
    }
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt item: IndexPath) {
      lines.append("+\(item.item)")
    }
    func collectionView(_ collectionView: UICollectionView, didDeselectItemAt item: IndexPath) {
      lines.append("-\(item.item)")
    }
  }

  @Test func theDelegateMayRefuseAPressAndADeselection() {
    onStage { stage in
      let collection = stage.collection(CollectionSource(8))
      let delegate = Refusing()
      collection.delegate = delegate
      collection.allowsMultipleSelection = true
      (delegate.pressed, delegate.kept) = (IndexPath(1), IndexPath(2))
      for x in [50.0, 150, 250, 50, 250] { stage.tap(x, 50, after: 500) }
      #expect(delegate.lines == ["+0", "+2", "-0"])
      #expect(collection.indexPathsForSelectedItems == [IndexPath(2)])
    }
  }

  @Test func aPressBelongsToItsItemWhenOthersCome() {
    onStage { stage in
      let source = CollectionSource(8)
      let collection = stage.collection(source)
      stage.down(150, 50)
      stage.wait(200)
      source.sections[0].insert("new", at: 0)
      collection.insertItems(at: [IndexPath(0)])
      stage.wait(400)
      stage.up(150, 50)
      // The finger has moved to another item.
      #expect(source.lines == ["press 1", "release 2"] && collection.indexPathsForSelectedItems == [])
    }
  }

  @Test func aProgramSelectsNothingWhereNothingCanBeSelected() {
    onStage { stage in
      let collection = stage.collection(CollectionSource(8))
      collection.selectItem(at: IndexPath(1), animated: false, scrollPosition: [])
      collection.allowsSelection = false
      collection.selectItem(at: IndexPath(2), animated: false, scrollPosition: [])
      #expect(collection.indexPathsForSelectedItems == [IndexPath(1)])
      collection.selectItem(at: nil, animated: false, scrollPosition: [])
      #expect(collection.indexPathsForSelectedItems == [])
    }
  }

  @Test func aCellKnowsThatItCanNotBeUsed() {
    let cell = UICollectionViewCell(frame: .zero)
    #expect(!cell.configurationState.isDisabled)
    cell.isUserInteractionEnabled = false
    #expect(cell.configurationState.isDisabled)
  }

  private final class Page: UICollectionViewController {
    override func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 5 }
  }

  @Test func aControllerKeepsTheSelectionIfItShall() {
    onStage { stage in
      let page = Page(collectionViewLayout: UICollectionViewFlowLayout())
      let navigation = UINavigationController(rootViewController: page)
      stage.show(navigation)
      for clears in [false, true] {
        page.clearsSelectionOnViewWillAppear = clears
        page.collectionView.selectItem(at: IndexPath(2), animated: false, scrollPosition: [])
        navigation.pushViewController(UIViewController(), animated: false)
        stage.wait(20)
        navigation.popViewController(animated: false)
        stage.wait(20)
        #expect(page.collectionView.indexPathsForSelectedItems == (clears ? [] : [IndexPath(2)]))
      }
    }
  }

  @Test func anItemThatAProgramSelectsIsScrolledToAsItWants() {
    onStage { stage in
      let collection = stage.collection(CollectionSource(100))
      // Three items in a line of 100 points, four lines in sight.
      collection.selectItem(at: IndexPath(30), animated: false, scrollPosition: .top)
      #expect(collection.contentOffset == Point(0, 1000))
      collection.selectItem(at: IndexPath(0), animated: false, scrollPosition: [])
      #expect(collection.contentOffset == Point(0, 1000))
      collection.selectItem(at: IndexPath(31), animated: false, scrollPosition: .centeredVertically)
      #expect(collection.contentOffset == Point(0, 850))
    }
  }
}
