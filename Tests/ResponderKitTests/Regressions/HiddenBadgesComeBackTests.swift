import TestHarness
import Testing

@testable import ResponderKit

/// A cell or a view beside items that the program had hidden when it was made was shown by its attributes.
@Suite(.hangLimit) struct HiddenBadgesComeBackTests {
  private final class Source: UICollectionViewDataSource {
    var hides = true
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 40 }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
      -> UICollectionViewCell
    {
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
      if hides, indexPath.item % 2 == 0 { cell.isHidden = true }
      return cell
    }
  }

  private final class Layout: UICollectionViewFlowLayout {
    var hidden: IndexPath?
    /// All items from this one on are hidden.
    var firstHidden = Int.max
    override func layoutAttributesForElements(in rect: Rect) -> [UICollectionViewLayoutAttributes]? {
      let all = super.layoutAttributesForElements(in: rect)
      for one in all ?? [] { one.isHidden = one.indexPath == hidden || one.indexPath.item >= firstHidden }
      return all
    }
  }

  private func collection(_ stage: Stage, _ source: Source) -> (UICollectionView, Layout) {
    let layout = Layout()
    layout.itemSize = Size(100, 100)
    let view = UICollectionView(frame: Rect(0, 0, 390, 400), collectionViewLayout: layout)
    view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
    view.dataSource = source
    stage.show(view)
    stage.wait(40)
    return (view, layout)
  }

  @Test func whatTheProgramHidesStaysHidden() {
    onStage { stage in
      let source = Source()
      let (view, _) = collection(stage, source)
      #expect(
        view.cellForItem(at: [0, 0])?.isHidden == true && view.cellForItem(at: [0, 1])?.isHidden == false)
      view.contentOffset.y = 600
      stage.wait(40)
      let items = view.indexPathsForVisibleItems
      // Cells that are used again are not hidden because of their last item.
      #expect(
        items.count > 6 && items.allSatisfy { view.cellForItem(at: $0)?.isHidden == ($0.item % 2 == 0) })
    }
  }

  @Test func aCellThatTheProgramShowsIsHiddenAtItsNextPlaceAgain() {
    onStage { stage in
      let source = Source()
      source.hides = false
      let (view, layout) = collection(stage, source)
      layout.hidden = IndexPath(item: 1, section: 0)
      layout.invalidateLayout()
      stage.wait(40)
      view.cellForItem(at: [0, 1])?.isHidden = false
      layout.firstHidden = 20
      layout.invalidateLayout()
      view.contentOffset.y = 900
      stage.wait(40)
      let items = view.indexPathsForVisibleItems
      #expect(items.count > 6 && items.allSatisfy { view.cellForItem(at: $0)?.isHidden == true })
    }
  }

  @Test func attributesHideAndShow() {
    onStage { stage in
      let source = Source()
      source.hides = false
      let (view, layout) = collection(stage, source)
      for hidden in [IndexPath(item: 1, section: 0), nil] {
        layout.hidden = hidden
        layout.invalidateLayout()
        stage.wait(40)
        #expect(view.cellForItem(at: [0, 1])?.isHidden == (hidden != nil))
      }
    }
  }
}
