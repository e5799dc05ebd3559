import ResponderKit
import TestHarness
import Testing

/// The titles at the right edge of a table.
@Suite(.hangLimit) struct TableIndexTests {
  private final class Alphabet: UITableViewDataSource, UITableViewDelegate {
    let letters = "ABCDEFGHIJ".map(String.init)
    var titles: [String]? = "ABCDEFGHIJ".map(String.init)
    var sections: [Int] = Array(0..<10)
    var asked: [String] = []
    func numberOfSections(in tableView: UITableView) -> Int { letters.count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 5 }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      letters[section]
    }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell(reuseIdentifier: nil)
    }
    func tableView(
      _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
      forRowAt indexPath: IndexPath
    ) {}
    func sectionIndexTitles(for tableView: UITableView) -> [String]? { titles }
    func tableView(
      _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
    ) -> Int {
      asked.append("\(title) \(index)")
      return sections[index]
    }
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { asked.append("select") }
  }

  /// A section takes 28 + 5 * 44 points; the index's lines are 14 high, in the middle of the height.
  private func place(_ line: Double) -> Point { Point(295, 200 - 70 + line * 14 + 7) }
  private func index(_ table: UITableView) -> UIView? { table.subviews.first { $0.label == "section index" } }

  @Test func aFingerThatSlidesChoosesOneSectionAfterTheOther() {
    onStage { stage in
      let source = Alphabet()
      let table = stage.table(of: source)
      stage.down(place(2).x, place(2).y)
      #expect(source.asked == ["C 2"] && table.contentOffset.y == 2 * 248)
      stage.move(place(2).x, place(2).y + 2)
      stage.move(place(4).x - 100, place(4).y)
      #expect(source.asked == ["C 2", "E 4"] && table.contentOffset.y == 4 * 248)
      // Below the last title it is still that one, and the content ends there.
      stage.move(place(4).x, 390)
      #expect(table.contentOffset.y == 10 * 248 - 400)
      stage.up(place(4).x, 390)
      stage.wait(1000)
      #expect(source.asked == ["C 2", "E 4", "J 9"] && table.contentOffset.y == 10 * 248 - 400)
      #expect(table.buttonsOfSwipe == 0)
      // It is where it was, in front of the rows and beside them.
      let frame: Rect? = index(table)?.frame
      #expect(frame == Rect(285, table.contentOffset.y, 15, 400))
      #expect(table.visibleCells.allSatisfy { $0.frame.maxX == 285 })
    }
  }

  @Test func theDataSourceMapsTitlesToSections() {
    onStage { stage in
      let source = Alphabet()
      source.titles = [UITableView.indexSearch, "A", "Z"]
      source.sections = [Int.max, 0, 9]
      let table = stage.table(of: source)
      // The magnifying glass is as narrow as a letter.
      #expect(index(table)?.frame.width == 15)
      stage.tap(295, 200)
      #expect(source.asked == ["A 1"] && table.contentOffset.y == 0)
      stage.tap(295, 214, after: 500)
      let end: Double = table.contentOffset.y
      #expect(source.asked.last == "Z 2" && end > 0)
      stage.tap(295, 186, after: 500)
      #expect(source.asked.last == "{search} 0" && table.contentOffset.y == end)
    }
  }

  @Test func itIsThereOnlyWithTitlesAndEnoughRows() {
    onStage { stage in
      let source = Alphabet()
      let table = stage.table(of: source)
      #expect(index(table) != nil)
      table.sectionIndexMinimumDisplayRowCount = 51
      stage.wait(20)
      #expect(index(table) == nil && table.visibleCells.allSatisfy { $0.frame.maxX == 300 })
      table.sectionIndexMinimumDisplayRowCount = 50
      stage.wait(20)
      #expect(index(table) != nil)
      table.setEditing(true, animated: false)
      stage.wait(20)
      #expect(index(table) == nil)
      table.setEditing(false, animated: false)
      source.titles = nil
      table.reloadSectionIndexTitles()
      stage.wait(20)
      #expect(index(table) == nil)
    }
  }

  @Test func rowsOfInsetGroupsHaveRoomForItBesideThem() {
    onStage { stage in
      let source = Alphabet()
      let table = stage.show(UITableView(frame: Rect(0, 0, 300, 400), style: .insetGrouped))
      (table.dataSource, table.delegate) = (source, source)
      stage.wait(20)
      #expect(index(table)?.frame.minX == 285)
      #expect(table.visibleCells.allSatisfy { $0.frame.minX == 16 && $0.frame.maxX == 284 })
    }
  }

  @Test func itHasColors() {
    onStage { stage in
      let source = Alphabet()
      let table = stage.table(of: source)
      table.sectionIndexColor = .red
      table.sectionIndexBackgroundColor = .yellow
      table.sectionIndexTrackingBackgroundColor = .green
      #expect(stage.window.snapshot().color(x: 286, y: 390) == .yellow)
      var red = 0
      let picture = stage.window.snapshot()
      for y in 130..<270 {
        for x in 285..<300 where picture.color(x: x, y: y) == .red { red += 1 }
      }
      #expect(red > 20)
      stage.down(place(0).x, place(0).y)
      #expect(stage.window.snapshot().color(x: 286, y: 390) == .green)
      stage.up(place(0).x, place(0).y)
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 286, y: 390) == .yellow)
    }
  }

  @Test func titlesWithoutRoomAreDots() {
    onStage { stage in
      let source = Alphabet()
      let table = stage.table(of: source)
      table.frame = Rect(0, 0, 300, 14 * 5 + 8)
      stage.wait(20)
      // A, a dot, E, a dot, J: the finger still reaches those between.
      stage.down(295, 39 - 35 + 14 * 1.5)
      #expect(source.asked == ["D 3"])
      stage.up(295, 25)
    }
  }
}

extension UITableView {
  /// How many buttons are behind rows.
  fileprivate var buttonsOfSwipe: Int { subviews.filter { $0.subviews.contains { $0 is UIButton } }.count }
}
