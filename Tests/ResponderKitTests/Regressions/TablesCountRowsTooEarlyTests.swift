import TestHarness
import Testing

@testable import ResponderKit

/// Tables asked for the numbers of rows when they got their data source, before programs had the rows.
@Suite(.hangLimit) struct TablesCountRowsTooEarlyTests {
  private class Page: UITableViewController {
    var names: [String] = []
    var counts = 0
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      counts += 1
      return names.count
    }
  }

  private final class Configured: Page {
    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.tableFooterView = UIView()
      tableView.tableHeaderView = UIView(frame: Rect(0, 0, 0, 10))
      tableView.rowHeight = 50
      tableView.sectionHeaderHeight = 20
      names = ["a", "b", "c"]
    }
  }

  private final class Curious: Page {
    override func viewDidLoad() {
      super.viewDidLoad()
      #expect(tableView.numberOfSections == 1 && tableView.numberOfRows(inSection: 0) == 0)
      names = ["a", "b"]
    }
  }

  @Test func rowsThatComeAfterTheDataSourceAreShown() {
    onStage { stage in
      let page = Configured(style: .plain)
      stage.show(page)
      stage.wait(20)
      #expect(page.tableView.visibleCells.count == 3 && page.counts == 1)
    }
  }

  @Test func aTableIsReloadedBeforeItsControllerAppearsFirst() {
    onStage { stage in
      let page = Curious(style: .plain)
      stage.show(page)
      stage.wait(20)
      #expect(page.tableView.visibleCells.count == 2)
    }
  }

  @Test func questionsAboutRowsCountThem() {
    onStage { _ in
      let page = Page(style: .plain)
      page.names = ["a", "b", "c"]
      page.tableView.rowHeight = 40
      #expect(page.counts == 0)
      #expect(page.tableView.rectForRow(at: IndexPath(row: 2, section: 0)).minY == 80 && page.counts == 1)
      #expect(page.tableView.indexPathForRow(at: Point(5, 45)) == IndexPath(row: 1, section: 0))
      page.tableView.rowHeight = 30
      #expect(page.counts == 2)
    }
  }
}
