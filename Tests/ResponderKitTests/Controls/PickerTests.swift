import TestHarness
import Testing

@testable import ResponderKit

/// Pickers: wheels that come to rest at a row.
@Suite(.hangLimit) struct PickerTests {
  private final class Source: UIPickerViewDataSource, UIPickerViewDelegate {
    var counts = [100]
    var lines: [String] = []
    var asked = 0
    func numberOfComponents(in pickerView: UIPickerView) -> Int { counts.count }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
      counts[component]
    }
    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String?
    {
      asked += 1
      return "row \(row)"
    }
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
      lines.append("\(component): \(row)")
    }
  }

  private func picker(_ stage: Stage, _ source: Source) -> UIPickerView {
    let picker = stage.show(UIPickerView())
    picker.dataSource = source
    picker.delegate = source
    stage.wait(1)
    return picker
  }

  private func drag(_ stage: Stage, by step: Double, x: Double = 160, holds: Bool = false) {
    stage.down(x, 108, after: 500)
    for index in 1...5 { stage.move(x, 108 + Double(index) * step) }
    stage.up(x, 108 + 5 * step, after: holds ? 500 : 1)
    stage.wait(3000)
  }

  @Test func aDragTurnsTheWheelToARow() {
    onStage { stage in
      let source = Source()
      let picker = picker(stage, source)
      #expect(picker.selectedRow(inComponent: 0) == 0 && picker.frame == Rect(0, 0, 320, 216))
      // 50 points less the slop of 10, held: 1.25 rows.
      drag(stage, by: -10, holds: true)
      #expect(source.lines == ["0: 1"] && picker.selectedRow(inComponent: 0) == 1)
      #expect(picker.view(forRow: 1, forComponent: 0)?.convert(.zero, to: picker).y == 92)
      drag(stage, by: -15)
      let row = picker.selectedRow(inComponent: 0)
      #expect(row > 3 && source.lines == ["0: 1", "0: \(row)"])
      #expect(picker.view(forRow: row, forComponent: 0)?.convert(.zero, to: picker).y == 92)
      // Back at the same row, nothing was chosen.
      drag(stage, by: -5, holds: true)
      #expect(source.lines.count == 2)
    }
  }

  @Test func aTapOnARowSelectsIt() {
    onStage { stage in
      let source = Source()
      let picker = picker(stage, source)
      stage.tap(160, 108 + 32)
      stage.wait(1000)
      #expect(source.lines == ["0: 1"])
      stage.tap(160, 108 + 64, after: 500)
      stage.wait(1000)
      #expect(source.lines == ["0: 1", "0: 3"])
      stage.tap(160, 108, after: 500)
      stage.wait(1000)
      #expect(source.lines.count == 2 && picker.selectedRow(inComponent: 0) == 3)
    }
  }

  @Test func theProgramsChoiceIsNotNotified() {
    onStage { stage in
      let source = Source()
      let picker = picker(stage, source)
      picker.selectRow(40, inComponent: 0, animated: false)
      #expect(picker.selectedRow(inComponent: 0) == 40)
      picker.selectRow(60, inComponent: 0, animated: true)
      stage.wait(1000)
      #expect(picker.selectedRow(inComponent: 0) == 60 && source.lines.isEmpty)
      #expect(picker.view(forRow: 60, forComponent: 0)?.convert(.zero, to: picker).y == 92)
      picker.selectRow(100, inComponent: 0, animated: false)
      picker.selectRow(0, inComponent: 1, animated: false)
      #expect(picker.selectedRow(inComponent: 0) == 60 && picker.selectedRow(inComponent: 1) == -1)
    }
  }

  @Test func aWheelThatAFingerStopsComesToARow() {
    onStage { stage in
      let source = Source()
      let picker = picker(stage, source)
      stage.down(160, 180, after: 500)
      for index in 1...6 { stage.move(160, 180 - Double(index) * 25) }
      stage.up(160, 30, after: 1)
      stage.wait(60)
      #expect(source.lines.isEmpty)
      stage.down(160, 108)
      stage.up(160, 108, after: 300)
      stage.wait(2000)
      let row = picker.selectedRow(inComponent: 0)
      #expect(row > 0 && source.lines == ["0: \(row)"])
      #expect(picker.view(forRow: row, forComponent: 0)?.convert(.zero, to: picker).y == 92)
    }
  }

  @Test func rowsAreMadeOfWhatIsInSightAndFadeAway() throws {
    try onStage { stage in
      let source = Source()
      source.counts = [10_000]
      let picker = picker(stage, source)
      picker.selectRow(5000, inComponent: 0, animated: false)
      stage.wait(1)
      #expect(source.asked < 20 && picker.view(forRow: 0, forComponent: 0) == nil)
      let alphas = try (5000...5003).map { try #require(picker.view(forRow: $0, forComponent: 0)).alpha }
      #expect(alphas[0] == 1 && alphas[1] < 0.9 && alphas[2] < alphas[1] && alphas[3] < alphas[2])
      #expect(alphas[3] >= 0.1)
      let label = picker.view(forRow: 5001, forComponent: 0) as? UILabel
      #expect(label?.text == "row 5001" && label?.textAlignment == .center)
    }
  }

  @Test func wheelsAreSideBySideAndTurnByThemselves() {
    onStage { stage in
      let source = Source()
      source.counts = [10, 20, 0]
      let picker = picker(stage, source)
      #expect(picker.numberOfComponents == 3 && picker.numberOfRows(inComponent: 1) == 20)
      #expect(picker.rowSize(forComponent: 0) == Size(100, 32) && picker.selectedRow(inComponent: 2) == -1)
      drag(stage, by: -10, x: 160, holds: true)
      #expect(source.lines == ["1: 1"])
      picker.selectRow(9, inComponent: 0, animated: false)
      source.counts = [4, 20]
      picker.reloadAllComponents()
      stage.wait(1)
      #expect(picker.selectedRow(inComponent: 0) == 3 && picker.selectedRow(inComponent: 1) == 1)
      #expect(picker.numberOfComponents == 2 && picker.subviews.count == 2)
      #expect(picker.view(forRow: 3, forComponent: 0)?.convert(.zero, to: picker).y == 92)
    }
  }

  @Test func aDelegateMakesRowsInItsOwnSize() {
    final class Own: UIPickerViewDataSource, UIPickerViewDelegate {
      var made = 0
      func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
      func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 100 }
      func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat { 60 }
      func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat { 120 }
      func pickerView(
        _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
      ) -> UIView {
        if view == nil { made += 1 }
        let view = view ?? UIView()
        view.tag = row
        return view
      }
    }
    onStage { stage in
      let own = Own()
      let picker = stage.show(UIPickerView())
      picker.delegate = own
      picker.dataSource = own
      stage.wait(1)
      #expect(picker.rowSize(forComponent: 0) == Size(120, 60))
      for row in 1...50 {
        picker.selectRow(row, inComponent: 0, animated: false)
        stage.wait(1)
      }
      #expect(own.made <= 6 && picker.view(forRow: 51, forComponent: 0)?.tag == 51)
      #expect(picker.view(forRow: 50, forComponent: 0)?.convert(.zero, to: picker) == Point(100, 78))
    }
  }

  @Test func readersTurnAWheelByARow() {
    onStage { stage in
      let source = Source()
      let picker = picker(stage, source)
      picker.accessibilityLabel = "Number"
      #expect(picker.accessibilityValue == "row 0" && picker.accessibilityTraits == .adjustable)
      picker.accessibilityDecrement()
      picker.accessibilityIncrement()
      stage.wait(1000)
      #expect(picker.accessibilityValue == "row 1" && source.lines == ["0: 1"])
      #expect(AccessibilityTree(stage.application).text.contains("slider \"Number\" value \"row 1\""))
      source.counts = [5, 6]
      picker.reloadAllComponents()
      stage.wait(1)
      let text = AccessibilityTree(stage.application).text
      #expect(
        text.contains("slider \"Number 1\" value \"row 1\"")
          && text.contains("slider \"Number 2\" value \"row 0\""))
      picker.subviews[1].accessibilityIncrement()
      #expect(source.lines == ["0: 1", "1: 1"])
    }
  }

  @Test func theSelectedRowIsOnABand() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let source = Source()
      source.counts = [0]
      _ = picker(stage, source)
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 20, y: 108) != .white && picture.color(x: 20, y: 60) == .white)
    }
  }
}
