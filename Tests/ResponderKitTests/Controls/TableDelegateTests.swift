import ResponderKit
import TestHarness
import TestSupport
import Testing

/// More of what a table asks its delegate, and what it shows beside rows.
@Suite(.hangLimit) struct TableDelegateTests {
  private final class Source: UITableViewDataSource, UITableViewDelegate {
    let log = Log()
    var own: UIEdgeInsets?
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      if indexPath.row == 2, let own { cell.separatorInset = own }
      return cell
    }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "Title" }
    func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { "End" }
    func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
      indexPath.row != 1
    }
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      log("selected \(indexPath.row)")
    }
    func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
      log("header \(view.frame.height)")
      view.backgroundColor = .green
    }
    func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
      log("footer \(section)")
    }
  }

  private func table(_ stage: Stage, _ source: Source) -> UITableView {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    table.dataSource = source
    table.delegate = source
    return stage.show(table)
  }

  @Test func aRowThatIsNotHighlightedIsNotSelected() {
    onStage { stage in
      let source = Source()
      let table = table(stage, source)
      stage.wait(20)
      _ = source.log.take()
      stage.tap(100, table.rectForRow(at: IndexPath(row: 1, section: 0)).midY)
      stage.wait(500)
      #expect(source.log.lines == [] && table.indexPathForSelectedRow == nil)
      stage.tap(100, table.rectForRow(at: IndexPath(row: 2, section: 0)).midY)
      #expect(source.log.lines == ["selected 2"])
    }
  }

  @Test func theDelegateSeesWhatIsAboveAndBelowSections() {
    onStage { stage in
      let source = Source()
      let table = table(stage, source)
      stage.wait(20)
      #expect(Set(source.log.take()) == ["header 28.0", "footer 0"])
      #expect(table.headerView(forSection: 0)?.backgroundColor == .green)
      table.setNeedsLayout()
      stage.wait(20)
      #expect(source.log.take() == [])
    }
  }

  @Test func linesKeepTheTablesDistance() {
    onStage { stage in
      let source = Source()
      source.own = UIEdgeInsets(top: 0, left: 50, bottom: 0, right: 0)
      let table = table(stage, source)
      table.separatorInset = .zero
      stage.wait(20)
      let insets = { table.visibleCells.map(\.separatorInset.left) }
      #expect(insets() == [0, 0, 50])
      table.separatorInset = UIEdgeInsets(top: 0, left: 30, bottom: 0, right: 0)
      #expect(insets() == [30, 30, 50])
    }
  }

  @Test func aBackgroundStaysBehindTheRows() {
    onStage { stage in
      let source = Source()
      let table = table(stage, source)
      let view = UILabel()
      table.backgroundView = view
      stage.wait(20)
      #expect(table.subviews.first === view && view.frame == table.bounds)
      table.contentOffset.y = -30
      stage.wait(20)
      #expect(view.frame == table.bounds && view.frame.minY == -30)
      table.backgroundView = nil
      #expect(view.superview == nil && table.dataSource === source)
    }
  }

  @Test func aSystemsItemHasItsTitle() {
    let item = UITabBarItem(tabBarSystemItem: .favorites, tag: 3)
    #expect(item.title == "Favorites" && item.tag == 3 && item.image == UIImage(systemName: "star.fill"))
  }

  @Test func arrowsAreKeyCommands() {
    final class Player: UIView {
      let log = Log()
      override var canBecomeFirstResponder: Bool { true }
      override var keyCommands: [UIKeyCommand]? {
        [
          UIKeyCommand(
            input: UIKeyCommand.inputLeftArrow, modifierFlags: [],
            action: Selector("left") { (player: Player) in player.log("left") }),
          UIKeyCommand(
            title: "Save", action: Selector("save") { (player: Player) in player.log("save") }, input: "s",
            modifierFlags: .command),
        ]
      }
    }
    onStage { stage in
      let player = stage.show(Player(frame: Rect(0, 0, 100, 100)))
      player.becomeFirstResponder()
      for code in [UInt16(79), 80] {
        stage.post(.key(.init(usage: code, .down)))
        stage.post(.key(.init(usage: code, .up)))
      }
      #expect(player.log.lines == ["left"])
      #expect(player.keyCommands?.last?.title == "Save")
    }
  }
}
