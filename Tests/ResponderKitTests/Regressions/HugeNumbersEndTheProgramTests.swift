import TestHarness
import Testing

@testable import ResponderKit

/// Numbers of rows and pages beyond any measure, and boxes without end, ended the program or filled the memory.
@Suite(.hangLimit) struct HugeNumbersEndTheProgramTests {
  private final class Rows: UIPickerViewDataSource, UIPickerViewDelegate {
    var count = Int.max
    var asked = 0
    func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { count }
    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String?
    {
      asked += 1
      return "\(row)"
    }
  }

  @Test func aPickerHasMoreRowsThanAnyone() {
    onStage { stage in
      let (picker, rows) = (stage.show(UIPickerView()), Rows())
      (picker.dataSource, picker.delegate) = (rows, rows)
      stage.wait(20)
      let last = UIPickerView.mostRows - 1
      picker.selectRow(last, inComponent: 0, animated: false)
      stage.wait(20)
      #expect(picker.selectedRow(inComponent: 0) == last && picker.view(forRow: last, forComponent: 0) != nil)
      picker.selectRow(last + 1, inComponent: 0, animated: false)
      #expect(picker.selectedRow(inComponent: 0) == last)
      // A wheel of a mouse, farther than there are rows.
      stage.post(.pointer(.init(.moved, x: 160, y: 100)))
      stage.post(.pointer(.init(.scrolled, x: 160, y: 100, scrollX: 0, scrollY: -1e18)))
      stage.wait(2000)
      #expect(picker.selectedRow(inComponent: 0) == last && rows.asked < 200)
    }
  }

  @Test func aPickerHasABoxWithoutEnd() {
    onStage { stage in
      let (picker, rows) = (stage.show(UIPickerView()), Rows())
      (picker.dataSource, picker.delegate) = (rows, rows)
      for height in [1e9, 1e300, .infinity, .nan, 216] {
        picker.frame = Rect(0, 0, 320, height)
        stage.wait(20)
      }
      #expect(rows.asked <= 4 * PickerWheel.mostShown)
      rows.count = 3
      picker.reloadAllComponents()
      stage.wait(20)
      #expect(
        picker.view(forRow: 2, forComponent: 0) != nil && picker.view(forRow: 3, forComponent: 0) == nil)
    }
  }

  @Test func dotsThatAreOutOfSightAreNotDrawn() {
    onStage { stage in
      let pages = stage.show(UIPageControl(frame: Rect(0, 0, 160, 26)))
      pages.backgroundColor = .white
      pages.pageIndicatorTintColor = .red
      pages.currentPageIndicatorTintColor = .blue
      pages.numberOfPages = 3
      func dots(_ picture: Bitmap) -> [String] {
        stride(from: 0, to: 160, by: 1).compactMap { x in
          let color = picture.color(x: x, y: 13)
          if color == .red { return "red" }
          return color == .blue ? "blue" : nil
        }
      }
      let few = dots(stage.window.snapshot())
      #expect(few.contains("red") && few.contains("blue"))
      pages.numberOfPages = 100_000
      let many = dots(stage.window.snapshot())
      // From edge to edge.
      #expect(many.count > 3 * few.count)
      pages.numberOfPages = .max
      _ = stage.window.snapshot()
      pages.currentPage = .max
      pages.sendActions(for: .touchUpInside)
      pages.accessibilityIncrement()
      #expect(pages.currentPage == .max - 1)
      for width in [0, 1e9, 1e300, .infinity, .nan] {
        pages.frame = Rect(0, 0, width, 26)
        _ = stage.window.snapshot()
      }
    }
  }
}
