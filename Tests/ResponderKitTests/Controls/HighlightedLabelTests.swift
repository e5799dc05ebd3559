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

  @Test func aCellHighlightsWhatIsInIt() {
    onStage { stage in
      let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
      let (room, label, button) = (UIView(), UILabel(), UIButton(type: .system))
      button.setTitle("Button", for: .normal)
      // What is in a control has its look from that.
      let (title, control, part) = (button.titleLabel, UIControl(), UILabel())
      control.addSubview(part)
      for view in [label, button, control] { room.addSubview(view) }
      cell.contentView.addSubview(room)
      let picture = cell.imageView
      cell.isHighlighted = true
      #expect(label.isHighlighted && picture?.isHighlighted == true)
      #expect(title?.isHighlighted == false && !button.isHighlighted && !part.isHighlighted)
      #expect(cell.textLabel?.isHighlighted == true, "made while it is pressed")
      cell.isHighlighted = false
      #expect(
        !label.isHighlighted && picture?.isHighlighted == false && cell.textLabel?.isHighlighted == false)
      // What a program sets stays until the row is pressed or selected.
      label.isHighlighted = true
      cell.selectionStyle = .gray
      #expect(label.isHighlighted)
    }
  }

  @Test func aTextWithoutALabelIsMovedByTheLevel() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let cell = stage.show(UITableViewCell(style: .default, reuseIdentifier: nil))
      cell.frame = Rect(0, 0, 300, 44)
      cell.backgroundColor = .white
      cell.text = "██"
      cell.indentationLevel = 3
      stage.wait(20)
      let shown = stage.window.snapshot()
      #expect((0..<300).first { shown.color(x: $0, y: 22) != .white } ?? 0 >= 40)
    }
  }
}
