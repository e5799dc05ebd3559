import TestHarness
import Testing

@testable import ResponderKit

/// What wheels show, and that a drag ends the editing of text in each mode.
@Suite(.hangLimit) struct PickerRuleTests {
  private final class Source: UIPickerViewDataSource {
    func numberOfComponents(in pickerView: UIPickerView) -> Int { 2 }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 3 }
  }

  @Test func aPickerWithoutASourceHasNoWheels() {
    onStage { stage in
      let source = Source()
      let picker = stage.show(UIPickerView())
      picker.dataSource = source
      stage.wait(1)
      #expect(picker.numberOfComponents == 2 && picker.subviews.count == 2)
      picker.dataSource = nil
      stage.wait(1)
      #expect(picker.numberOfComponents == 0 && picker.subviews.isEmpty)
      #expect(source.numberOfComponents(in: picker) == 2)
    }
  }

  @Test func minutesHaveTwoDigitsWhateverTheInterval() throws {
    try onStage { stage in
      let picker = stage.show(UIDatePicker(frame: Rect(0, 0, 320, 216)))
      picker.datePickerMode = .time
      picker.minuteInterval = 5
      picker.date = CalendarDate(year: 2024, month: 1, day: 1, hour: 9, minute: 10)
      stage.wait(20)
      let wheels = try #require(picker.subviews.first as? UIPickerView)
      let texts = (0...3).map { (wheels.view(forRow: $0, forComponent: 1) as? UILabel)?.text }
      #expect(texts == ["00", "05", "10", "15"])
    }
  }

  @Test(arguments: [UIScrollView.KeyboardDismissMode.onDrag, .interactive, .interactiveWithAccessory])
  func aDragEndsTheEditingOfText(mode: UIScrollView.KeyboardDismissMode) {
    onStage { stage in
      let list = UIScrollView(frame: Rect(0, 0, 300, 400))
      list.contentSize = Size(300, 2000)
      list.keyboardDismissMode = mode
      let field = UITextField(frame: Rect(0, 0, 100, 30))
      list.addSubview(field)
      stage.show(list)
      stage.wait(20)
      #expect(field.becomeFirstResponder())
      stage.drag(from: Point(150, 300), to: Point(150, 200))
      #expect(!field.isFirstResponder)
    }
  }

  @Test func rowsThatAreShownFollowTheInterval() throws {
    try onStage { stage in
      let picker = stage.show(UIDatePicker(frame: Rect(0, 0, 320, 216)))
      picker.datePickerMode = .time
      stage.wait(20)
      let wheels = try #require(picker.subviews.first as? UIPickerView)
      #expect(wheels.numberOfRows(inComponent: 1) == 60)
      picker.minuteInterval = 15
      stage.wait(20)
      #expect(wheels.numberOfRows(inComponent: 1) == 4)
      #expect((wheels.view(forRow: 1, forComponent: 1) as? UILabel)?.text == "15")
    }
  }
}
