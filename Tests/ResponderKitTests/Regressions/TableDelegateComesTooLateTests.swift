import ResponderKit
import TestHarness
import Testing

/// A table counted its rows when it got a data source, and did not ask a delegate that it got after that for heights.
@Suite(.hangLimit) struct TableDelegateComesTooLateTests {
  private final class Source: UITableViewDataSource, UITableViewDelegate {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell(style: .default, reuseIdentifier: nil)
    }
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { 70 }
    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      UIView(frame: CGRect(x: 0, y: 0, width: 0, height: 30))
    }
  }

  @Test func heightsAreThoseOfADelegateThatIsSetAfterTheDataSource() {
    onStage { stage in
      let source = Source()
      let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
      table.dataSource = source
      table.delegate = source
      stage.show(table)
      stage.wait(20)
      #expect(
        table.rectForRow(at: IndexPath(row: 1, section: 0)) == CGRect(x: 0, y: 100, width: 300, height: 70))
      #expect(table.headerView(forSection: 0)?.frame.height == 30)
      #expect(table.dataSource === source)
    }
  }
}
