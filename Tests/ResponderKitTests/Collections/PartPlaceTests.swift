import ResponderKit
import TestHarness
import Testing

/// Where sections of tables are, and which headers of a collection are shown.
@Suite(.hangLimit) struct PartPlaceTests {
  private final class Source: NSObject, UITableViewDataSource, UITableViewDelegate, UICollectionViewDataSource
  {
    func numberOfSections(in tableView: UITableView) -> Int { 3 }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { section }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell()
    }
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> Double { 50 }
    func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> Double {
      section == 1 ? 30 : 0
    }
    func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> Double {
      section == 2 ? 20 : 0
    }
    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      section == 1 ? UIView() : nil
    }
    func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
      section == 2 ? UIView() : nil
    }

    func numberOfSections(in collectionView: UICollectionView) -> Int { 12 }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 1 }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
      -> UICollectionViewCell
    { collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath) }
    func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
      at indexPath: IndexPath
    ) -> UICollectionReusableView {
      collectionView.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: "head", for: indexPath)
    }
  }

  @Test func aSectionHasItsRowsAndWhatIsAroundThem() {
    onStage { stage in
      let source = Source()
      let table = stage.table(of: source)
      #expect(table.rect(forSection: 0).height == 0)
      #expect(table.rect(forSection: 1) == Rect(0, 0, 300, 80))
      #expect(table.rect(forSection: 2) == Rect(0, 80, 300, 120))
      for section in [-1, 3, .max] { #expect(table.rect(forSection: section) == .zero) }
    }
  }

  @Test func headersInSightHavePlaces() {
    onStage { stage in
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = Size(100, 60)
      layout.headerReferenceSize = Size(0, 40)
      let view = UICollectionView(frame: Rect(0, 0, 300, 250), collectionViewLayout: layout)
      let source = Source()
      view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
      let kind = UICollectionView.elementKindSectionHeader
      view.register(
        UICollectionReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "head")
      view.dataSource = source
      stage.show(view)
      stage.wait(20)
      view.contentOffset.y = 300
      stage.wait(20)
      let places = view.indexPathsForVisibleSupplementaryElements(ofKind: kind)
      #expect(places == [3, 4, 5].map { IndexPath(item: 0, section: $0) })
      #expect(
        places.map { view.supplementaryView(forElementKind: kind, at: $0) }
          == view.visibleSupplementaryViews(ofKind: kind))
      #expect(view.indexPathsForVisibleSupplementaryElements(ofKind: "other") == [])
    }
  }
}
