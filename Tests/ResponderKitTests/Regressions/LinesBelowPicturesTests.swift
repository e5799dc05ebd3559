import ResponderKit
import TestHarness
import Testing

/// The line below a row with a picture began at the picture, not at the text.
@Suite(.hangLimit) struct LinesBelowPicturesTests {
  private func cell(_ stage: Stage, _ change: (UITableViewCell) -> Void) -> UITableViewCell {
    stage.window.backgroundColor = .white
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.backgroundColor = .white
    cell.frame = Rect(0, 0, 390, 44)
    change(cell)
    stage.show(cell)
    stage.wait(50)
    return cell
  }

  /// Where the line begins.
  private func start(_ stage: Stage) -> Int? {
    let shown = stage.window.snapshot()
    return (0..<390).first { shown.color(x: $0, y: 43) != .white }
  }

  private var picture: UIImage { UIImage(systemName: "star")! }

  @Test func itBeginsAtTheText() {
    onStage { stage in
      let cell = self.cell(stage) {
        $0.textLabel?.text = "Text"
        $0.imageView?.image = self.picture
      }
      #expect(self.start(stage).map(Double.init) == cell.textLabel?.frame.minX.rounded(.down))
      #expect((self.start(stage) ?? 0) > 30)
      // A picture that comes or goes later.
      cell.imageView?.image = nil
      cell.setNeedsLayout()
      stage.wait(50)
      #expect(self.start(stage) == 16)
    }
  }

  @Test func itBeginsAtTheTextOfAConfiguration() {
    onStage { stage in
      let cell = self.cell(stage) {
        var content = $0.defaultContentConfiguration()
        content.text = "Text"
        content.image = self.picture
        $0.contentConfiguration = content
      }
      let label = cell.contentView.subviews.first?.subviews.first { ($0 as? UILabel)?.text == "Text" }
      #expect(self.start(stage).map(Double.init) == label?.frame.minX.rounded(.down))
      #expect((self.start(stage) ?? 0) > 30)
    }
  }

  /// Also the usual one, where it is set.
  @Test(arguments: [4, 16]) func anInsetOfTheProgramsCounts(left: Int) {
    onStage { stage in
      let cell = self.cell(stage) {
        $0.textLabel?.text = "Text"
        $0.imageView?.image = self.picture
      }
      cell.separatorInset = UIEdgeInsets(top: 0, left: Double(left), bottom: 0, right: 0)
      stage.wait(50)
      #expect(self.start(stage) == left)
    }
  }

  @Test func withoutAPictureItIsAsEver() {
    onStage { stage in
      _ = self.cell(stage) { $0.textLabel?.text = "Text" }
      #expect(self.start(stage) == 16)
    }
  }

  private final class Rows: UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      cell.textLabel?.text = "Text"
      return cell
    }
    func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
  }

  @Test func itFollowsTheTextOfARowThatIsEdited() throws {
    try onStage { stage in
      stage.window.backgroundColor = .white
      let (table, rows) = (UITableView(frame: stage.window.bounds), Rows())
      table.backgroundColor = .white
      table.dataSource = rows
      stage.show(table)
      stage.wait(50)
      table.setEditing(true, animated: false)
      stage.wait(50)
      let label = try #require(table.visibleCells.first?.textLabel)
      let text = label.convert(label.bounds, to: nil).minX
      #expect(text > 30 && self.start(stage).map(Double.init) == text.rounded(.down))
    }
  }
}
