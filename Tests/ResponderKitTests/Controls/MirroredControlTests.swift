import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Controls whose content begins at the right.
@Suite("Controls from right to left", .hangLimit) struct MirroredControlTests {
  /// A control at (100, 100), laid out and drawn.
  private func show<Control: UIView>(_ stage: Stage, _ control: Control, _ size: Size) -> Control {
    control.frame = Rect(origin: Point(100, 100), size: size == .zero ? control.bounds.size : size)
    control.semanticContentAttribute = .forceRightToLeft
    let root = stage.show(UIView(frame: stage.window.bounds))
    root.backgroundColor = .white
    root.addSubview(control)
    stage.wait(20)
    return control
  }

  private func color(_ stage: Stage, _ x: Double, _ y: Double) -> UIColor {
    stage.window.snapshot().color(x: Int(x), y: Int(y))
  }

  @Test("A switch that is on has its knob at the left, and is dragged there")
  func switches() {
    onStage { stage in
      let control = show(stage, UISwitch(), .zero)
      (control.thumbTintColor, control.onTintColor) = (.red, .blue)
      stage.wait(20)
      #expect(color(stage, 135, 115) == .red)
      stage.down(135, 115)
      stage.move(125, 115)
      stage.move(110, 115)
      stage.up(110, 115)
      stage.wait(20)
      #expect(control.isOn && color(stage, 115, 115) == .red)
    }
  }

  @Test("A slider grows to the left, with its pictures exchanged")
  func sliders() {
    onStage { stage in
      let slider = show(stage, UISlider(), Size(128, 28))
      slider.minimumTrackTintColor = .red
      slider.value = 0.25
      #expect(slider.knobRect.midX == 89)
      stage.wait(20)
      #expect(color(stage, 215, 114) == .red && color(stage, 140, 114) != .red)
      stage.down(189, 114)
      stage.move(164, 114)
      stage.move(139, 114)
      stage.up(139, 114)
      #expect(slider.value == 0.75)
      slider.minimumValueImage = UIGraphicsImageRenderer(size: Size(12, 12)).image { context in
        UIColor.blue.setFill()
        context.fill(Rect(0, 0, 12, 12))
      }
      slider.value = 0
      #expect(slider.knobRect.maxX == 108)
      stage.wait(20)
      #expect(color(stage, 222, 114) == .blue)
    }
  }

  @Test("The first segment and the first dot are at the right, and a stepper's plus is at the left")
  func touches() {
    onStage { stage in
      let segments = show(stage, UISegmentedControl(items: ["a", "b", "c"]), Size(150, 32))
      segments.setWidth(30, forSegmentAt: 0)
      stage.tap(240, 116, after: 500)
      #expect(segments.selectedSegmentIndex == 0)
      stage.tap(110, 116, after: 500)
      #expect(segments.selectedSegmentIndex == 2)
      segments.removeFromSuperview()
      let pages = show(stage, UIPageControl(), Size(100, 30))
      pages.numberOfPages = 3
      pages.currentPageIndicatorTintColor = .red
      stage.tap(110, 115, after: 500)
      stage.wait(20)
      #expect(pages.currentPage == 1)
      pages.currentPage = 0
      stage.wait(20)
      #expect(color(stage, 166, 115) == .red)
      pages.removeFromSuperview()
      let stepper = show(stage, UIStepper(), .zero)
      stage.tap(110, 116, after: 500)
      #expect(stepper.value == 1)
    }
  }

  @Test("A search bar's button is at the left, and a picker's first wheel at the right")
  func searchAndPickers() {
    final class Wheels: UIPickerViewDataSource, UIPickerViewDelegate {
      func numberOfComponents(in pickerView: UIPickerView) -> Int { 2 }
      func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 3 }
      func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> Double {
        component == 0 ? 60 : 120
      }
    }
    onStage { stage in
      let bar = show(stage, UISearchBar(), Size(280, 56))
      bar.showsCancelButton = true
      stage.wait(20)
      let field = bar.searchTextField.frame
      #expect(field.maxX == 272 && field.minX > 50)
      #expect(bar.searchTextField.effectiveUserInterfaceLayoutDirection == .rightToLeft)
      let picker = UIPickerView()
      let wheels = Wheels()
      (picker.dataSource, picker.delegate) = (wheels, wheels)
      _ = show(stage, picker, Size(280, 160))
      let places = (0..<2).compactMap { component in
        picker.view(forRow: 0, forComponent: component).map { $0.convert($0.bounds, to: picker).midX }
      }
      #expect(places.count == 2 && places[0] > places[1])
      let date = show(stage, UIDatePicker(), Size(320, 216))
      #expect(
        date.tree().contains {
          $0 is UIPickerView && $0.effectiveUserInterfaceLayoutDirection == .rightToLeft
        })
      withExtendedLifetime(wheels) {}
    }
  }

  @Test("A progress view is filled from the right")
  func progress() {
    onStage { stage in
      let view = show(stage, UIProgressView(), Size(100, 4))
      (view.progress, view.progressTintColor) = (0.3, .red)
      stage.wait(20)
      #expect(color(stage, 180, 102) == .red && color(stage, 160, 102) != .red)
    }
  }

  @Test("A button's picture is at the right of its title, and its insets and alignment are exchanged")
  func buttons() {
    onStage { stage in
      var configuration = UIButton.Configuration.plain()
      configuration.title = "title"
      configuration.image = UIImage(systemName: "star")
      configuration.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 30, bottom: 0, trailing: 10)
      let button = show(stage, UIButton(configuration: configuration), Size(200, 40))
      button.contentHorizontalAlignment = .leading
      let (image, text, _) = button.parts()
      #expect(abs(image.maxX - 170) < 0.01 && text.maxX < image.minX + 0.01)
      #expect(button.effectiveContentHorizontalAlignment == .right)
      button.contentHorizontalAlignment = .left
      #expect(abs(button.parts().text.minX - 10) < 0.01)
      #expect(button.effectiveContentHorizontalAlignment == .left)
    }
  }
}
