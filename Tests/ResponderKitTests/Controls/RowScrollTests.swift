import ResponderKit
import TestHarness
import Testing

/// Scrolling to rows whose heights are only estimated.
@Suite(.hangLimit) struct RowScrollTests {
  private final class Row: UITableViewCell {
    var height = 0.0
    override func sizeThatFits(_ size: Size) -> Size { Size(size.width, height) }
  }

  private final class Source: UITableViewDataSource, UITableViewDelegate {
    var heights: [Double]
    /// The rows whose cells were asked for.
    var asked: [Int] = []
    var ends = 0
    /// The offset when the delegate was notified of the end.
    var offsetAtEnd: Double?
    var onAsk: ((UITableView, IndexPath) -> Void)?
    var saysHeights = false
    /// How often heights were asked for.
    var heightCalls = 0

    init(_ heights: [Double]) { self.heights = heights }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { heights.count }
    func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
      asked.append(row.row)
      onAsk?(tableView, row)
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: row)
      (cell as? Row)?.height = row.row < heights.count ? heights[row.row] : 0
      return cell
    }
    func tableView(_ tableView: UITableView, heightForRowAt row: IndexPath) -> Double {
      heightCalls += 1
      return saysHeights ? heights[row.row] : UITableView.automaticDimension
    }
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
      ends += 1
      offsetAtEnd = scrollView.contentOffset.y
    }
  }

  private final class OwningTable: UITableView {
    var source: Source?
  }

  private func table(_ source: Source, _ stage: Stage) -> UITableView {
    let table = OwningTable(frame: Rect(0, 0, 300, 400))
    table.source = source
    table.register(Row.self, forCellReuseIdentifier: "row")
    (table.dataSource, table.delegate) = (source, source)
    stage.show(table)
    stage.wait(20)
    source.asked = []
    return table
  }

  private func row(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }
  /// How far a row's end is below the table's upper edge.
  private func end(_ row: Int, _ table: UITableView) -> Double {
    table.rectForRow(at: self.row(row)).maxY - table.bounds.minY
  }
  private func middle(_ row: Int, _ table: UITableView) -> Double {
    table.rectForRow(at: self.row(row)).midY - table.bounds.minY
  }
  /// Of 60, 80, … points.
  private static let tall = (0..<100).map { 60 + 20 * Double($0 % 5) }

  @Test(arguments: [tall, tall.map { $0 / 5 }, [Double](repeating: 1000, count: 100)])
  func aRowsEndIsAtTheLowerEdge(_ heights: [Double]) {
    onStage { stage in
      let source = Source(heights)
      let table = table(source, stage)
      for number in [99, 50, 98, 70] {
        table.scrollToRow(at: row(number), at: .bottom, animated: false)
        #expect(abs(end(number, table) - 400) < 0.01)
        stage.wait(40)
        #expect(abs(end(number, table) - 400) < 0.01)
        #expect(table.cellForRow(at: row(number))?.frame == table.rectForRow(at: row(number)))
        #expect(table.rectForRow(at: row(number)).height == heights[number])
      }
    }
  }

  @Test func aRowsMiddleIsInTheMiddle() {
    onStage { stage in
      let table = table(Source(Self.tall), stage)
      table.scrollToRow(at: row(60), at: .middle, animated: false)
      stage.wait(40)
      #expect(abs(middle(60, table) - 200) < 0.01)
      // The shortest way to a row below is to the lower edge.
      table.scrollToRow(at: row(90), at: .none, animated: false)
      stage.wait(40)
      #expect(abs(end(90, table) - 400) < 0.01)
    }
  }

  @Test func aRowNearTheEndIsAtTheTopOnlyIfTheOthersFillTheTable() {
    onStage { stage in
      // Estimated, the last rows are higher than the table; in truth they are not.
      let table = table(Source([Double](repeating: 20, count: 100)), stage)
      table.scrollToRow(at: row(85), at: .top, animated: false)
      stage.wait(40)
      #expect(abs(end(99, table) - 400) < 0.01)
      #expect(table.visibleCells.count == 20)
    }
  }

  @Test func onlyCellsThatWillBeInSightAreMade() {
    onStage { stage in
      let source = Source([Double](repeating: 200, count: 1000))
      let table = table(source, stage)
      table.scrollToRow(at: row(900), at: .bottom, animated: false)
      #expect(source.asked == [900, 899])
      stage.wait(40)
      #expect(source.asked.count <= 4 && table.visibleCells.count == 2)
    }
  }

  @Test func heightsAreAskedForWhereRowsAreMeasured() {
    onStage { stage in
      let source = Source([Double](repeating: 200, count: 1000))
      let table = table(source, stage)
      source.heightCalls = 0
      table.scrollToRow(at: row(900), at: .bottom, animated: false)
      // Twice for each of two rows: before its cell is made, and with it.
      #expect(source.asked == [900, 899] && source.heightCalls == 4)
    }
  }

  @Test func rowsOfKnownHeightsAreNotAskedForAhead() {
    onStage { stage in
      let source = Source(Self.tall)
      let table = table(source, stage)
      source.saysHeights = true
      table.reloadData()
      stage.wait(20)
      source.asked = []
      table.scrollToRow(at: row(60), at: .bottom, animated: false)
      #expect(source.asked.isEmpty && abs(end(60, table) - 400) < 0.01)
      source.saysHeights = false
      table.rowHeight = 50
      table.delegate = nil
      table.reloadData()
      stage.wait(20)
      source.asked = []
      table.scrollToRow(at: row(20), at: .bottom, animated: false)
      #expect(source.asked.isEmpty && end(20, table) == 400)
    }
  }

  @Test(arguments: [UITableView.ScrollPosition.bottom, .middle])
  func anAnimationEndsWhereTheRowIs(_ position: UITableView.ScrollPosition) {
    onStage { stage in
      let source = Source(Self.tall)
      let table = table(source, stage)
      table.scrollToRow(at: row(40), at: position, animated: true)
      #expect(table.contentOffset.y == 0)
      stage.wait(100)
      #expect(table.contentOffset.y > 100 && source.ends == 0)
      stage.wait(1000)
      let place = position == .bottom ? end(40, table) - 400 : middle(40, table) - 200
      #expect(abs(place) < 0.01)
      // Only then is the delegate notified.
      #expect(source.ends == 1 && source.offsetAtEnd == table.contentOffset.y)
      #expect(table.cellForRow(at: row(40)) != nil)
    }
  }

  @Test func aRowThatWasExpectedWhereTheTableIsIsScrolledToInSteps() {
    onStage { stage in
      let source = Source([Double](repeating: 100, count: 10))
      let table = table(source, stage)
      // Its expected end is at the lower edge already.
      table.estimatedRowHeight = 40
      table.reloadData()
      table.scrollToRow(at: row(9), at: .bottom, animated: true)
      #expect(table.contentOffset.y == 0)
      stage.wait(100)
      #expect(table.contentOffset.y > 0 && table.contentOffset.y < 600)
      stage.wait(1000)
      #expect(abs(end(9, table) - 400) < 0.01)
    }
  }

  @Test(arguments: [false, true]) func aRowThatIsAddedAtTheEndIsShownWhole(isAnimated: Bool) {
    onStage { stage in
      let source = Source([Double](repeating: 90, count: 20))
      let table = table(source, stage)
      table.scrollToRow(at: row(19), at: .bottom, animated: false)
      stage.wait(20)
      source.heights.append(250)
      table.insertRows(at: [row(20)], with: .automatic)
      table.scrollToRow(at: row(20), at: .bottom, animated: isAnimated)
      stage.wait(1000)
      #expect(abs(end(20, table) - 400) < 0.01)
      #expect(table.contentOffset.y == table.contentSize.height - 400)
      #expect(table.cellForRow(at: row(20))?.frame.height == 250)
    }
  }

  @Test func aTableThatIsReloadedOnTheWayArrivesAtTheRow() {
    onStage { stage in
      let source = Source(Self.tall)
      let table = table(source, stage)
      table.scrollToRow(at: row(99), at: .bottom, animated: true)
      stage.wait(60)
      let length = table.contentSize.height
      table.reloadData()
      // What was measured on the way is an estimate again.
      #expect(table.contentSize.height < length)
      stage.wait(1500)
      #expect(abs(end(99, table) - 400) < 0.01 && source.ends == 1)
    }
  }

  @Test func aFingerEndsTheWay() {
    onStage { stage in
      let table = table(Source(Self.tall), stage)
      table.scrollToRow(at: row(90), at: .bottom, animated: true)
      stage.wait(60)
      stage.down(100, 200)
      stage.move(100, 180)
      stage.move(100, 170)
      let offset = table.contentOffset.y
      stage.up(100, 170, after: 400)
      stage.wait(1000)
      #expect(abs(table.contentOffset.y - offset) < 30)
    }
  }

  @Test func rowsThatTheDataSourceScrollsToMeanwhileAreNotMeasuredInEachOther() {
    onStage { stage in
      let source = Source(Self.tall)
      let table = table(source, stage)
      var depth = 0
      var most = 0
      source.onAsk = { table, row in
        depth += 1
        most = max(most, depth)
        if depth < 5 { table.scrollToRow(at: row, at: .bottom, animated: false) }
        depth -= 1
      }
      table.scrollToRow(at: self.row(50), at: .bottom, animated: false)
      #expect(most == 1)
      stage.wait(40)
      #expect(most == 1)
    }
  }

  @Test func aTableThatIsEmptiedOnTheWayStays() {
    onStage { stage in
      let source = Source(Self.tall)
      let table = table(source, stage)
      table.scrollToRow(at: row(90), at: .bottom, animated: true)
      stage.wait(60)
      source.heights = []
      table.reloadData()
      stage.wait(1000)
      #expect(table.contentOffset.y == 0 && source.ends <= 2)
      // Emptied while its cells are asked for.
      source.heights = Self.tall
      table.reloadData()
      stage.wait(40)
      source.onAsk = { table, _ in
        table.dataSource = nil
        table.reloadData()
      }
      table.scrollToRow(at: row(90), at: .bottom, animated: false)
      source.onAsk = nil
      stage.wait(40)
      #expect(table.contentOffset.y == 0 && table.visibleCells.isEmpty)
    }
  }

  @Test func duringChangesNoCellIsAskedFor() {
    onStage { stage in
      let source = Source(Self.tall)
      let table = table(source, stage)
      table.beginUpdates()
      source.heights.removeLast(50)
      table.deleteRows(at: (50..<100).map(row), with: .none)
      table.scrollToRow(at: row(90), at: .bottom, animated: false)
      #expect(source.asked.isEmpty)
      table.endUpdates()
      stage.wait(40)
      #expect(table.contentOffset.y <= table.contentSize.height - 400 + 0.01)
    }
  }

  @Test func absurdHeightsEnd() {
    onStage { stage in
      for height in [0, .infinity, .nan, -5, 1e300] {
        let source = Source([Double](repeating: height, count: 2000))
        let table = table(source, stage)
        table.scrollToRow(at: row(1999), at: .bottom, animated: false)
        table.scrollToRow(at: row(1000), at: .middle, animated: true)
        stage.wait(600)
        #expect(table.contentOffset.y.isFinite && source.asked.count < 3000)
        table.removeFromSuperview()
      }
    }
  }
}
