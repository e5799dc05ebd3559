import ResponderKit
import RunLoopCore
import TestHarness
import Testing

import class RunLoopCore.RunLoop

/// A delegate that reloaded a collection or a table while it removed its views ended the program, or one cell served two items.
@Suite(.hangLimit) struct CallbacksThatReloadTests {
  /// Reloads the collection whenever a cell goes out of sight.
  private final class ReloadingDelegate: UICollectionViewDelegate {
    var calls = 0
    func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
      forItemAt item: IndexPath
    ) {
      calls += 1
      if calls < 1000 { collectionView.reloadData() }
    }
  }

  @Test func aCollectionIsReloadedWhileItRemovesCells() {
    onStage { stage in
      let source = CollectionSource(60)
      let collection = stage.collection(source)
      let delegate = ReloadingDelegate()
      collection.delegate = delegate
      collection.reloadData()
      #expect(delegate.calls == 12)
      stage.wait(1)
      collection.contentOffset = Point(0, 1000)
      stage.wait(50)
      #expect(delegate.calls < 1000)
      let cells = collection.visibleCells
      #expect(Set(cells.map(ObjectIdentifier.init)).count == cells.count)
      #expect(collection.texts == (30..<42).map(String.init))
    }
  }

  /// Reloads the table when editing ends.
  private final class EditingSource: UITableViewDataSource, UITableViewDelegate, UITextFieldDelegate {
    var ends = 0
    weak var table: UITableView?
    let field = UITextField(frame: Rect(0, 0, 100, 30))
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell(style: .default, reuseIdentifier: nil)
    }
    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { field }
    func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> Double { 30 }
    func textFieldDidEndEditing(_ textField: UITextField) {
      ends += 1
      table?.reloadData()
    }
  }

  @Test func aTableIsReloadedWhenEditingInAHeaderEndsByAReload() {
    onStage { stage in
      let source = EditingSource()
      let table = UITableView(frame: Rect(0, 0, 300, 400))
      source.table = table
      source.field.delegate = source
      table.dataSource = source
      table.delegate = source
      stage.show(table)
      stage.wait(20)
      #expect(source.field.becomeFirstResponder())
      table.reloadData()
      stage.wait(20)
      #expect(source.ends == 1 && source.field.superview != nil && table.visibleCells.count == 3)
    }
  }

  @Test func theSourceIsAskedWhenTheNumbersAreNeeded() {
    onStage { stage in
      let source = CollectionSource([[]])
      let collection = stage.collection(CollectionSource(3))
      collection.dataSource = source
      source.sections = [["late"]]
      stage.wait(1)
      #expect(collection.texts == ["late"])
    }
  }

  @Test func fewerItemsDoNotLeaveTheContentBehind() {
    onStage { stage in
      let source = CollectionSource(60)
      let collection = stage.collection(source)
      collection.contentOffset = Point(0, 1500)
      stage.wait(1)
      source.sections = [["a", "b"]]
      collection.reloadData()
      stage.wait(1)
      #expect(collection.contentOffset == .zero && collection.texts == ["a", "b"])
    }
  }

  @Test func cellsAreInFrontOfTheBackgroundAlsoBesideARefreshControl() {
    onStage { stage in
      let source = CollectionSource(60)
      let collection = stage.collection(source)
      let background = UIView()
      collection.backgroundView = background
      collection.refreshControl = UIRefreshControl()
      collection.contentOffset = Point(0, 1000)
      stage.wait(1)
      #expect(collection.subviews.first === background)
      #expect(stage.window.hitTest(Point(50, 50), with: nil)?.superview !== background)
    }
  }

  @Test func aLayoutInAnAppearanceCallIsDoneAtOnce() {
    /// Asks for a layout when it has appeared.
    final class Controller: UIViewController {
      let inner = UIView()
      var arranged: RunLoop.Instant?
      override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        inner.frame = Rect(0, 0, 10, 10)
        view.addSubview(inner)
        view.setNeedsLayout()
      }
      override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        if inner.superview != nil, arranged == nil { arranged = UIApplication.shared.loop.now }
      }
    }
    onStage { stage in
      let controller = Controller()
      stage.show(controller)
      let begin = stage.loop.now
      // No other event comes meanwhile.
      stage.wait(1000)
      #expect(controller.arranged == begin)
    }
  }
}
