import ResponderKit
import TestHarness
import Testing

/// States that a program changes by overriding `configurationState`.
@Suite(.hangLimit) struct OwnStateBackgroundTests {
  private final class MarkedRow: UITableViewCell {
    var isMarked = false { didSet { setNeedsUpdateConfiguration() } }
    private(set) var states: [AnyHashable?] = []
    override var configurationState: UICellConfigurationState {
      var state = super.configurationState
      state.isSelected = isMarked
      state[.isMarked] = isMarked
      return state
    }
    override func updateConfiguration(using state: UICellConfigurationState) {
      super.updateConfiguration(using: state)
      states.append(state[.isMarked])
    }
  }

  private final class MarkedItem: UICollectionViewCell {
    var isMarked = false { didSet { setNeedsUpdateConfiguration() } }
    private(set) var updates = 0
    private(set) var questions = 0
    override var configurationState: UICellConfigurationState {
      questions += 1
      var state = super.configurationState
      state.isSelected = isMarked
      return state
    }
    override func updateConfiguration(using state: UICellConfigurationState) {
      super.updateConfiguration(using: state)
      updates += 1
    }
  }

  private final class Rows: UITableViewController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = MarkedRow()
      cell.backgroundConfiguration = .listPlainCell()
      return cell
    }
  }

  @Test func aRowsBackgroundFollowsItsOwnState() throws {
    try onStage(screen: Size(300, 400)) { stage in
      let rows = Rows()
      stage.show(rows)
      stage.wait(50)
      let cell = try #require(rows.tableView.cellForRow(at: IndexPath(0)) as? MarkedRow)
      func color() -> UIColor { stage.window.snapshot().color(x: 100, y: 20) }
      let usual = color()
      cell.isMarked = true
      stage.wait(20)
      #expect(color() == UIColor.systemGray4.bright && usual != color())
      cell.isMarked = false
      stage.wait(20)
      #expect(color() == usual && cell.states == [false, true, false])
    }
  }

  @Test func aRowWithoutASelectionStyleShowsItsOwnState() throws {
    try onStage(screen: Size(300, 400)) { stage in
      let rows = Rows()
      stage.show(rows)
      stage.wait(50)
      let cell = try #require(rows.tableView.cellForRow(at: IndexPath(0)) as? MarkedRow)
      cell.selectionStyle = .none
      stage.wait(20)
      func color() -> UIColor { stage.window.snapshot().color(x: 100, y: 20) }
      let usual = color()
      cell.isMarked = true
      stage.wait(20)
      #expect(color() == UIColor.systemGray4.bright && usual != color())
      cell.isMarked = false
      cell.isHighlighted = true
      stage.wait(20)
      #expect(color() == usual)
    }
  }

  @Test func anItemsBackgroundFollowsItsOwnState() {
    onStage { stage in
      let cell = MarkedItem(frame: Rect(0, 0, 100, 100))
      stage.show(cell)
      cell.backgroundConfiguration = .listPlainCell()
      stage.wait(20)
      func color() -> UIColor { stage.window.snapshot().color(x: 50, y: 50) }
      let (usual, updates, questions) = (color(), cell.updates, cell.questions)
      cell.isMarked = true
      stage.wait(20)
      #expect(color() == UIColor.systemGray4.bright && usual != color())
      cell.isMarked = false
      cell.isHighlighted = true
      cell.isHighlighted = false
      stage.wait(20)
      #expect(color() == usual && cell.updates == updates + 2)
      #expect(cell.questions == questions + 2, "once for each update")
      cell.backgroundConfiguration = nil
      stage.wait(20)
      #expect(color() == .white && cell.subviews == [cell.contentView])
    }
  }

  @Test func anUpdateThatSetsTheBackgroundAsksForTheStateOnce() {
    onStage { stage in
      let cell = MarkedItem(frame: Rect(0, 0, 100, 100))
      cell.configurationUpdateHandler = { cell, state in
        var background = UIBackgroundConfiguration.clear()
        background.backgroundColor = state.isSelected ? .red : .blue
        cell.backgroundConfiguration = background
      }
      stage.show(cell)
      stage.wait(20)
      func color() -> UIColor { stage.window.snapshot().color(x: 50, y: 50) }
      let questions = cell.questions
      #expect(color() == .blue)
      cell.isMarked = true
      stage.wait(20)
      #expect(color() == .red && cell.questions == questions + 1)
    }
  }

  @Test func otherStatesHaveValuesToo() {
    var view = UIViewConfigurationState(traitCollection: UITraitCollection())
    var empty = UIContentUnavailableConfigurationState(traitCollection: UITraitCollection())
    let (view0, empty0) = (view, empty)
    #expect(view[.isMarked] == nil && empty[.isMarked] == nil)
    (view[.isMarked], empty[.isMarked]) = (1, "a")
    #expect(view[.isMarked] as? Int == 1 && empty[.isMarked] as? String == "a")
    #expect(view != view0 && empty != empty0)
    (view[.isMarked], empty[.isMarked]) = (nil, nil)
    #expect(view == view0 && empty == empty0)
  }
}

extension UIConfigurationStateCustomKey {
  fileprivate static let isMarked = Self("isMarked")
}
