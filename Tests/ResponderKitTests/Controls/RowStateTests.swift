import ResponderKit
import TestHarness
import Testing

/// What rows are notified of when their parts come and go, and where their lines begin.
@Suite(.hangLimit) struct RowStateTests {
  private final class Row: UITableViewCell {
    static let names: [StateMask: String] = [
      []: "plain", .showingEditControl: "edit", .showingDeleteConfirmation: "buttons",
      [.showingEditControl, .showingDeleteConfirmation]: "both",
    ]
    var lines: [String] = []
    var onWill: (() -> Void)?
    override func willTransition(to state: StateMask) {
      super.willTransition(to: state)
      lines.append("will \(Self.names[state] ?? "?")")
      onWill?()
    }
    override func didTransition(to state: StateMask) {
      super.didTransition(to: state)
      lines.append("did \(Self.names[state] ?? "?")")
    }
    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  private final class Source: UITableViewDataSource, UITableViewDelegate {
    var rows = 3
    var begins = 0
    func tableView(_ tableView: UITableView, willBeginEditingRowAt row: IndexPath) { begins += 1 }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows }
    func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
      tableView.dequeueReusableCell(withIdentifier: "row", for: row)
    }
    func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
    func tableView(
      _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt row: IndexPath
    ) {
      rows -= 1
      tableView.deleteRows(at: [row], with: .fade)
    }
  }

  private func onRow(_ body: @escaping @Sendable (Stage, UITableView, Row) throws -> Void) throws {
    try onStage { stage in
      let source = Source()
      let table = UITableView(frame: Rect(0, 0, 300, 400))
      table.rowHeight = 44
      table.register(Row.self, forCellReuseIdentifier: "row")
      (table.dataSource, table.delegate) = (source, source)
      stage.show(table)
      stage.wait(20)
      let row = try #require(table.cellForRow(at: IndexPath(row: 0)) as? Row)
      try withExtendedLifetime(source) { try body(stage, table, row) }
    }
  }

  @Test func editingIsAnnouncedAndItsEndIsThatOfTheAnimation() throws {
    try onRow { stage, table, row in
      #expect(row.take() == [])
      table.setEditing(true, animated: true)
      #expect(row.take() == ["will edit"])
      stage.wait(200)
      #expect(row.take() == [])
      stage.wait(200)
      #expect(row.take() == ["did edit"])
      table.setEditing(true, animated: true)
      #expect(row.take() == [])
      table.setEditing(false, animated: false)
      #expect(row.take() == ["will plain", "did plain"])
    }
  }

  @Test func theEndOfAnOlderAnimationIsNotThatOfTheNewerState() throws {
    try onRow { stage, table, row in
      // It moves beside the button at the left and back.
      row.textLabel?.text = "text"
      stage.wait(20)
      table.setEditing(true, animated: true)
      stage.wait(200)
      table.setEditing(false, animated: true)
      #expect(row.take() == ["will edit", "will plain"])
      stage.wait(150)
      #expect(row.take() == [])
      stage.wait(300)
      #expect(row.take() == ["did plain"])
    }
  }

  @Test func aRowThatClosesItsSwipeAtOnceIsNotEdited() throws {
    try onRow { stage, table, row in
      row.onWill = { [unowned table] in table.reloadData() }
      stage.drag(from: Point(250, 22), to: Point(150, 22), holds: true)
      stage.wait(500)
      #expect((table.delegate as? Source)?.begins == 0)
    }
  }

  @Test func aRowOutsideOfATableIsNotifiedAtOnce() {
    onStage { _ in
      let row = Row(style: .default, reuseIdentifier: nil)
      row.setEditing(true, animated: true)
      row.isEditing = true
      row.isEditing = false
      #expect(row.take() == ["will edit", "did edit", "will plain", "did plain"])
    }
  }

  @Test func rowsThatComeIntoAnEditedTableAreNotified() throws {
    try onRow { stage, table, _ in
      table.isEditing = true
      table.reloadData()
      stage.wait(20)
      let rows = table.visibleCells.compactMap { ($0 as? Row)?.take() }
      #expect(rows.count == 3 && rows.allSatisfy { $0.suffix(2) == ["will edit", "did edit"] })
    }
  }

  @Test func aSwipeIsAnnouncedWhenItBeginsAndEndsWhereTheRowRests() throws {
    try onRow { stage, table, row in
      stage.drag(from: Point(250, 22), to: Point(150, 22), holds: true)
      stage.wait(500)
      #expect(row.take() == ["will buttons", "did buttons"])
      // A tap elsewhere closes.
      stage.tap(50, 110)
      #expect(row.take() == ["will plain"])
      stage.wait(500)
      #expect(row.take() == ["did plain"])
    }
  }

  @Test func theButtonAtTheLeftRevealsTheOtherOne() throws {
    try onRow { stage, table, row in
      table.isEditing = true
      stage.wait(20)
      _ = row.take()
      stage.tap(20, 22)
      stage.wait(500)
      #expect(row.take() == ["will both", "did both"])
      table.setEditing(false, animated: false)
      stage.wait(500)
      #expect(row.take().last == "did plain")
    }
  }

  @Test func aRowThatIsDeletedHasNoButtonsForItsNextUse() throws {
    try onRow { stage, table, row in
      stage.drag(from: Point(250, 22), to: Point(150, 22), holds: true)
      stage.wait(500)
      _ = row.take()
      stage.tap(280, 22)
      stage.wait(1000)
      #expect(row.superview == nil && row.take() == ["will plain", "did plain"])
      #expect(table.visibleCells.count == 2)
    }
  }

  @Test func insetsOfLinesAreCountedFromTheEdgesOrAddedToTheAutomaticOnes() throws {
    try onRow { stage, table, row in
      /// Where the line below the first row begins and ends.
      func line() -> [Int] {
        table.separatorColor = .red
        stage.wait(20)
        let picture = stage.window.snapshot()
        let line = (0..<300).filter { picture.color(x: $0, y: 43) == .red }
        return [line.first, line.last].compactMap { $0 }
      }
      #expect(table.separatorInsetReference == .fromCellEdges)
      #expect(line() == [16, 299])
      table.separatorInsetReference = .fromAutomaticInsets
      #expect(line() == [16, 299])
      table.separatorInset = UIEdgeInsets(top: 0, left: 10, bottom: 0, right: 20)
      #expect(line() == [26, 279])
      table.reloadData()
      #expect(line() == [26, 279])
      table.separatorInsetReference = .fromCellEdges
      #expect(line() == [10, 279])
      // A row's own is counted from its edges.
      table.separatorInsetReference = .fromAutomaticInsets
      let first = table.cellForRow(at: IndexPath(row: 0))
      first?.separatorInset = UIEdgeInsets(top: 0, left: 5, bottom: 0, right: 5)
      #expect(line() == [5, 294])
    }
  }
}
