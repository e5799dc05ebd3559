import ResponderKit
import TestHarness
import Testing

/// Making a cell without arguments ended the program, since its class had no `init(frame:)`.
@Suite(.hangLimit) struct CellsWithoutArgumentsTests {
  private final class OwnCell: UITableViewCell {}

  @Test func theyAreMade() {
    onStage { _ in
      #expect(UITableViewCell().reuseIdentifier == nil && OwnCell().reuseIdentifier == nil)
      #expect(UITableViewCell(frame: CGRect(x: 0, y: 0, width: 9, height: 7)).frame.height == 7)
      let header = UITableViewHeaderFooterView()
      #expect(header.reuseIdentifier == nil && header.contentView.superview === header)
    }
  }
}
