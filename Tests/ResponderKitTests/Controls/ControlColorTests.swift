import ResponderKit
import TestHarness
import Testing

/// Colors that a program chooses for the parts of controls.
@Suite(.hangLimit) struct ControlColorTests {
  @Test func aSwitchHasTheColorsThatWereChosen() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let control = stage.show(UISwitch(frame: Rect(0, 0, 0, 0)))
      control.onTintColor = .red
      control.thumbTintColor = .yellow
      control.isOn = true
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 10, y: 15) == .red && picture.color(x: 36, y: 15) == .yellow)
      control.isOn = false
      #expect(stage.window.snapshot().color(x: 40, y: 15) != .red)
    }
  }

  @Test func aSliderHasTheColorsThatWereChosen() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let slider = stage.show(UISlider(frame: Rect(0, 0, 200, 30)))
      slider.value = Float(0.5)
      slider.minimumTrackTintColor = .red
      slider.maximumTrackTintColor = .blue
      slider.thumbTintColor = .yellow
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 20, y: 15) == .red && picture.color(x: 180, y: 15) == .blue)
      #expect(picture.color(x: 100, y: 15) == .yellow)
    }
  }

  @Test func segmentsHaveTheColorsOfTheirState() {
    onStage { stage in
      let control = stage.show(UISegmentedControl(items: ["HHHH", "HHHH"]))
      control.frame = Rect(0, 0, 200, 40)
      control.selectedSegmentIndex = 0
      control.selectedSegmentTintColor = .white
      let font = UIFont(size: 30, weight: .bold, design: .builtIn)
      control.setTitleTextAttributes([.foregroundColor: UIColor.red, .font: font], for: .normal)
      control.setTitleTextAttributes([.foregroundColor: UIColor.blue], for: .selected)
      #expect(control.titleTextAttributes(for: .selected)?.count == 1)
      let picture = stage.window.snapshot()
      let colors = { (columns: Range<Int>) in
        Set(columns.flatMap { x in (5..<35).map { picture.color(x: x, y: $0) } })
      }
      #expect(colors(5..<95).contains(.blue) && !colors(5..<95).contains(.red))
      #expect(colors(105..<195).contains(.red) && !colors(105..<195).contains(.blue))
      #expect(control.sizeThatFits(.zero).width >= 2 * font.width(of: "HHHH"))
    }
  }

  @Test func aConfigurationsInsetsAreDirectional() {
    var configuration = UIButton.Configuration.filled()
    configuration.title = "Go"
    let button = UIButton(configuration: configuration)
    let before = button.sizeThatFits(.zero)
    configuration.contentInsets = NSDirectionalEdgeInsets(top: 17, leading: 32, bottom: 7, trailing: 12)
    button.configuration = configuration
    #expect(button.sizeThatFits(.zero) == CGSize(width: before.width + 20, height: before.height + 10))
  }

  @Test func recognizersHaveNamesAndSubclassesTheirOwnInitializer() {
    final class Tap: UITapGestureRecognizer {
      var isMade = false
      override init(target: Any?, action: Selector?) {
        super.init(target: target, action: action)
        isMade = true
      }
    }
    let tap = Tap(target: nil, action: nil)
    tap.name = "double tap"
    #expect(tap.isMade && tap.name == "double tap" && tap.description == "double tap")
    #expect(UIPanGestureRecognizer(target: nil, action: nil).name == nil)
  }
}
