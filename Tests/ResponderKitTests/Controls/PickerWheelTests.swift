import ResponderKit
import TestHarness
import Testing

/// A mouse's wheel over a picker.
@Suite(.hangLimit) struct PickerWheelTests {
  private final class Source: UIPickerViewDataSource, UIPickerViewDelegate {
    var chosen: [Int] = []
    func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 6 }
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
      chosen.append(row)
    }
  }

  @Test func aNotchTurnsItByARow() {
    onStage { stage in
      let source = Source()
      let page = UIScrollView(frame: Rect(0, 0, 390, 400))
      page.contentSize = Size(390, 1000)
      let picker = UIPickerView()
      page.addSubview(picker)
      stage.show(page)
      picker.dataSource = source
      picker.delegate = source
      stage.wait(1)
      func turn(_ way: Double) -> Int {
        stage.post(.pointer(.init(.scrolled, x: 160, y: 108, scrollY: way)))
        stage.wait(1000)
        return picker.selectedRow(inComponent: 0)
      }
      #expect(turn(-40) == 1 && turn(-40) == 2 && turn(-40) == 3 && turn(40) == 2)
      #expect(picker.view(forRow: 2, forComponent: 0)?.convert(.zero, to: picker).y == 92)
      #expect(turn(-80) == 4 && source.chosen == [1, 2, 3, 2, 4])
      // Small parts are added up, and those of the other way are not set off against them.
      #expect(turn(15) == 4 && turn(15) == 4 && turn(-15) == 4 && turn(15) == 4 && turn(15) == 4)
      #expect(turn(15) == 3)
      #expect(turn(-40) == 4 && turn(-40) == 5 && page.contentOffset.y == 0)
      // At its end the page around scrolls.
      #expect(turn(-40) == 5 && page.contentOffset.y == 40)
    }
  }
}
