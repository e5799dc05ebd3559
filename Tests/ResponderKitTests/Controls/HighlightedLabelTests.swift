import ResponderKit
import TestHarness
import Testing

/// The other color of a label, and the level of a row.
@Suite(.hangLimit) struct HighlightedLabelTests {
  @Test func aHighlightedLabelHasItsOtherColor() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let label = stage.show(UILabel(frame: Rect(0, 0, 100, 40)))
      label.text = "████"
      label.textColor = .red
      label.isHighlighted = true
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 20, y: 20) == .red)
      label.highlightedTextColor = .blue
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 20, y: 20) == .blue)
      label.adjustsFontSizeToFitWidth = true
      label.text = "████████████████████"
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 20, y: 20) == .blue)
      label.isHighlighted = false
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 20, y: 20) == .red)
    }
  }

  @Test func aCellHighlightsItsTexts() {
    onStage { stage in
      let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
      cell.textLabel?.text = "Text"
      cell.detailTextLabel?.text = "Detail"
      cell.setSelected(true, animated: false)
      #expect(cell.textLabel?.isHighlighted == true && cell.detailTextLabel?.isHighlighted == true)
      cell.setSelected(false, animated: false)
      #expect(cell.textLabel?.isHighlighted == false)
      cell.selectionStyle = .none
      cell.setSelected(true, animated: false)
      #expect(cell.textLabel?.isHighlighted == false)
    }
  }

  @Test func aRowIsMovedByItsLevel() {
    onStage { stage in
      let cell = stage.show(UITableViewCell(style: .default, reuseIdentifier: nil))
      cell.frame = Rect(0, 0, 300, 44)
      cell.textLabel?.text = "Text"
      stage.wait(20)
      #expect(cell.textLabel?.frame.minX == 16 && cell.indentationWidth == 10)
      cell.indentationLevel = 2
      stage.wait(20)
      #expect(cell.textLabel?.frame.minX == 36)
      cell.indentationWidth = 30
      stage.wait(20)
      #expect(cell.textLabel?.frame.minX == 76)
      for odd in [Double.nan, .infinity, -.infinity, 1e300] {
        cell.indentationWidth = odd
        stage.wait(20)
        #expect(cell.textLabel?.frame.minX.isFinite == true)
      }
      cell.indentationWidth = 10
      cell.indentationLevel = -3
      stage.wait(20)
      #expect(cell.textLabel?.frame.minX == 16)
    }
  }
}
