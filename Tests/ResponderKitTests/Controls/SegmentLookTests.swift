import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Pictures and texts of segments by their states.
@Suite("Looks of segments", .hangLimit) struct SegmentLookTests {
  private func picture(_ color: UIColor, _ size: Size = Size(4, 4)) -> UIImage {
    UIGraphicsImageRenderer(size: size).image { _ in
      color.setFill()
      UIRectFill(Rect(origin: .zero, size: size))
    }
  }

  private func onControl(_ body: @escaping @Sendable (Stage, UISegmentedControl) -> Void) {
    onStage { stage in
      let control = UISegmentedControl(items: ["", "", ""])
      control.frame = Rect(0, 0, 300, 40)
      stage.window.backgroundColor = .white
      stage.show(control)
      stage.wait(20)
      body(stage, control)
    }
  }

  private func colors(_ stage: Stage, _ places: Int...) -> [UIColor] {
    stage.wait(20)
    let picture = stage.window.snapshot()
    return places.map { picture.color(x: $0, y: 20) }
  }

  @Test("A picture is behind segments in its state, or else that of the normal state")
  func backgrounds() {
    onControl { stage, control in
      control.setBackgroundImage(picture(.red), for: .normal, barMetrics: .default)
      control.setBackgroundImage(picture(.blue), for: .selected, barMetrics: .default)
      control.setBackgroundImage(picture(.green), for: .disabled, barMetrics: .default)
      control.selectedSegmentIndex = 1
      #expect(colors(stage, 50, 150, 250) == [.red, .blue, .red])
      control.setEnabled(false, forSegmentAt: 2)
      #expect(colors(stage, 50, 150, 250) == [.red, .blue, .green])
      stage.down(50, 20)
      #expect(colors(stage, 50) == [.red], "there is none for this state")
      control.setBackgroundImage(picture(.yellow), for: .highlighted, barMetrics: .default)
      #expect(colors(stage, 50) == [.yellow])
      stage.up(50, 20)
      #expect(colors(stage, 50, 150) == [.blue, .red])
      // A combination of states comes before each of them.
      control.setBackgroundImage(picture(.black), for: [.selected, .highlighted], barMetrics: .default)
      stage.down(50, 20)
      #expect(colors(stage, 50) == [.black])
      #expect(control.backgroundImage(for: .normal, barMetrics: .default) != nil)
      #expect(control.backgroundImage(for: .normal, barMetrics: .compact) == nil)
      control.setBackgroundImage(nil, for: .normal, barMetrics: .default)
      #expect(colors(stage, 150) == [.white])
    }
  }

  @Test("A control is at least as high as its picture")
  func height() {
    let control = UISegmentedControl(items: ["a"])
    #expect(control.sizeThatFits(.zero).height == 32)
    control.setBackgroundImage(picture(.red, Size(4, 50)), for: .normal, barMetrics: .default)
    #expect(control.sizeThatFits(.zero).height == 50)
  }

  @Test("Pictures between segments are by the states of both")
  func dividers() {
    onControl { stage, control in
      control.setBackgroundImage(picture(.white), for: .normal, barMetrics: .default)
      func set(_ color: UIColor, _ left: UIControl.State, _ right: UIControl.State) {
        control.setDividerImage(
          picture(color, Size(6, 4)), forLeftSegmentState: left, rightSegmentState: right,
          barMetrics: .default)
      }
      set(.red, .normal, .normal)
      #expect(colors(stage, 98, 102, 106, 198, 298) == [.red, .red, .white, .red, .white])
      set(.blue, .selected, .normal)
      set(.green, .normal, .selected)
      control.selectedSegmentIndex = 1
      #expect(colors(stage, 100, 200) == [.green, .blue])
      control.selectedSegmentIndex = 2
      #expect(colors(stage, 100, 200) == [.red, .green])
      #expect(
        control.dividerImage(forLeftSegmentState: .normal, rightSegmentState: .normal, barMetrics: .default)
          != nil)
      #expect(
        control.dividerImage(
          forLeftSegmentState: .selected, rightSegmentState: .selected, barMetrics: .default)
          == nil)
    }
  }

  @Test("Texts have the attributes of their state, and of the normal one what that lacks")
  func texts() {
    var looks = SegmentLooks()
    let font = UIFont(size: 30)
    looks.attributes[.normal] = [.font: font, .foregroundColor: UIColor.red, .kern: 2.0]
    looks.attributes[.selected] = [.foregroundColor: UIColor.blue]
    looks.attributes[.disabled] = [.kern: 5.0]
    func color(_ state: UIControl.State) -> UIColor? {
      looks.shownAttributes(in: state)[.foregroundColor] as? UIColor
    }
    #expect(color(.normal) == .red && color(.selected) == .blue && color(.highlighted) == .red)
    #expect(color([.selected, .disabled]) == .blue && looks.font(in: .selected) == font)
    #expect(looks.shownAttributes(in: [.selected, .disabled])[.kern] as? Double == 5)
    #expect(looks.shownAttributes(in: .selected)[.kern] as? Double == 2)
  }

  @Test("A text is dim where its segment can not be chosen, unless a color is set for that")
  func dim() {
    onControl { stage, control in
      control.setBackgroundImage(picture(.white), for: .normal, barMetrics: .default)
      for index in 0..<3 { control.setTitle("HHHH", forSegmentAt: index) }
      let font = UIFont(size: 30, weight: .bold, design: .builtIn)
      control.setTitleTextAttributes(
        [.font: font, .foregroundColor: UIColor.red, .underlineStyle: NSUnderlineStyle.thick], for: .normal)
      control.setEnabled(false, forSegmentAt: 0)
      func shown(_ columns: Range<Int>) -> Set<UIColor> {
        stage.wait(20)
        let picture = stage.window.snapshot()
        return Set(columns.flatMap { x in (0..<40).map { picture.color(x: x, y: $0) } })
      }
      #expect(!shown(0..<100).contains(.red) && shown(100..<200).contains(.red))
      control.setTitleTextAttributes([.foregroundColor: UIColor.blue], for: .disabled)
      #expect(shown(0..<100).contains(.blue) && !shown(100..<200).contains(.blue))
      #expect(control.titleTextAttributes(for: .disabled)?.count == 1)
    }
  }

  @Test("A segment returns its picture, one with a text none")
  func pictures() {
    let control = UISegmentedControl(items: ["a", picture(.red)])
    #expect(control.imageForSegment(at: 1) != nil && control.imageForSegment(at: 0) == nil)
    #expect(control.imageForSegment(at: 2) == nil)
  }

  @Test("Segments are as wide as their words want, or all as the widest")
  func widths() {
    onStage { stage in
      let control = UISegmentedControl(items: ["I", "A long word"])
      let wide = control.intrinsicContentSize.width
      control.frame = Rect(0, 0, 300, 40)
      stage.show(control)
      #expect(control.segmentFrames.map(\.width) == [150, 150])
      control.apportionsSegmentWidthsByContent = true
      let widths = control.segmentFrames.map(\.width)
      #expect(widths[0] < 100 && abs(widths[0] + widths[1] - 300) < 0.001)
      #expect(control.intrinsicContentSize.width < wide)
      control.setWidth(100, forSegmentAt: 0)
      #expect(control.segmentFrames.map(\.width) == [100, 200])
    }
  }
}
