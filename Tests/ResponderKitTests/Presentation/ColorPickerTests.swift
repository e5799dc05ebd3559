import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Colors that the user chooses.
@Suite(.hangLimit) struct ColorPickerTests {
  private final class Listener: UIColorPickerViewControllerDelegate {
    var colors: [String] = []
    var selected = 0
    var finished = 0
    func colorPickerViewController(
      _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool
    ) { colors.append(ColorParts(color).hex + (continuously ? "…" : "")) }
    func colorPickerViewControllerDidSelectColor(_ viewController: UIColorPickerViewController) {
      selected += 1
    }
    func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController) { finished += 1 }
  }

  /// A picker that fills the window.
  private func picker(
    _ body: @escaping @Sendable (Stage, UIColorPickerViewController, Listener) throws -> Void
  ) rethrows {
    try onStage { stage in
      let (picker, listener) = (UIColorPickerViewController(), Listener())
      picker.delegate = listener
      stage.show(picker)
      stage.wait(20)
      try body(stage, picker, listener)
    }
  }

  @Test func aFingerChoosesAColorOfTheGrid() {
    picker { stage, picker, listener in
      let box = picker.grid.convert(picker.grid.bounds, to: nil)
      stage.down(box.maxX - 5, box.minY + 5)
      #expect(picker.selectedColor == .black)
      stage.move(box.minX + 5, box.minY + 5)
      stage.up(box.minX - 50, box.minY + 5)
      #expect(listener.colors == ["FFFFFF…", "FFFFFF"] && listener.selected == 1)
      #expect(picker.selectedColor == .white)
    }
  }

  @Test func theSpectrumHasAllHues() {
    picker { stage, picker, listener in
      picker.kinds.selectedSegmentIndex = 1
      picker.kinds.sendActions(for: .valueChanged)
      #expect(picker.grid.isHidden && !picker.spectrum.isHidden)
      let box = picker.spectrum.convert(picker.spectrum.bounds, to: nil)
      stage.tap(box.minX + box.width / 3, box.midY)
      let chosen = ColorParts(picker.selectedColor)
      #expect(chosen.green > 0.98 && chosen.red < 0.05 && chosen.blue < 0.05)
      stage.tap(box.midX, box.maxY - 0.01, after: 500)
      #expect(ColorParts(picker.selectedColor).isNear(ColorParts(.black)))
    }
  }

  @Test func slidersAndDigitsChangeTheParts() {
    picker { stage, picker, listener in
      let sliders = picker.sliders
      sliders.sliders[0].value = 255
      sliders.sliders[0].sendActions(for: .valueChanged)
      sliders.sliders[0].sendActions(for: .touchUpInside)
      #expect(listener.colors == ["FF0000…", "FF0000"] && sliders.field.text == "FF0000")
      sliders.field.text = "#00ff80"
      sliders.field.sendActions(for: .editingDidEndOnExit)
      #expect(ColorParts(picker.selectedColor).hex == "00FF80" && sliders.sliders[1].value == 255)
      sliders.field.text = "no color"
      sliders.field.sendActions(for: .editingDidEnd)
      #expect(sliders.field.text == "00FF80" && listener.selected == 2)
    }
  }

  @Test func opacityIsKeptByOtherColors() {
    picker { stage, picker, listener in
      picker.opacity.value = 0.5
      picker.opacity.sendActions(for: .touchUpInside)
      let box = picker.grid.convert(picker.grid.bounds, to: nil)
      stage.tap(box.minX + 5, box.minY + 5)
      #expect(picker.selectedColor.alpha == 0.5 && ColorParts(picker.selectedColor).hex == "FFFFFF")
      picker.supportsAlpha = false
      stage.wait(20)
      #expect(picker.opacity.isHidden)
    }
  }

  @Test func aWellShowsThePickerAndTakesItsColor() throws {
    try onStage { stage in
      let page = UIViewController()
      let well = UIColorWell(frame: Rect(100, 100, 44, 44))
      var changes = 0
      well.addAction(UIAction { _ in changes += 1 }, for: .valueChanged)
      well.title = "Background"
      page.view.addSubview(well)
      stage.show(page)
      well.selectedColor = .red
      stage.tap(122, 122)
      stage.wait(500)
      let picker = try #require(page.presentedViewController as? UIColorPickerViewController)
      #expect(picker.selectedColor == .red && picker.title == "Background" && changes == 0)
      let box = picker.grid.convert(picker.grid.bounds, to: nil)
      stage.tap(box.minX + 5, box.minY + 5)
      #expect(well.selectedColor == .white && changes == 2)
      let listener = Listener()
      picker.delegate = listener
      page.dismiss(animated: true)
      stage.wait(500)
      #expect(listener.finished == 1 && page.presentedViewController == nil)
      stage.tap(122, 122, after: 500)
      stage.wait(500)
      #expect((page.presentedViewController as? UIColorPickerViewController)?.selectedColor == .white)
    }
  }

  @Test func digitsAreReadAndWritten() {
    #expect(ColorParts(hex: "#0A84FF").map(\.hex) == "0A84FF")
    #expect(
      ColorParts(hex: "12345") == nil && ColorParts(hex: "+12345") == nil && ColorParts(hex: "GG0000") == nil)
    #expect(ColorParts(hue: 0, saturation: 1, brightness: 1) == ColorParts(red: 1, green: 0, blue: 0))
    #expect(
      ColorParts(hue: 2.0 / 3, saturation: 1, brightness: 0.5).isNear(ColorParts(red: 0, green: 0, blue: 0.5))
    )
  }

  @Test func digitsAreThoseOfTheNearestColor() {
    #expect(ColorParts(red: 2, green: -1, blue: .nan).hex == "FF0000")
    #expect(ColorParts(red: .infinity, green: 0.5, blue: 1).hex == "FF80FF")
  }

  @Test func whatIsSeenInAFieldIsWhatAFingerTakes() {
    onStage { stage in
      for field in [ColorGrid(), ColorSpectrum()] as [ColorField] {
        field.frame = Rect(0, 0, 300, 200)
        stage.show(field)
        stage.wait(20)
        let picture = stage.window.snapshot()
        for (x, y) in (0..<12).flatMap({ column in (0..<10).map { (11 + 25 * column, 10 + 20 * $0) } }) {
          let seen = ColorParts(picture.color(x: x, y: y))
          let taken = field.color(at: Point(Double(x) + 0.5, Double(y) + 0.5))
          let parts = [\ColorParts.red, \.green, \.blue]
          #expect(parts.allSatisfy { abs(seen[keyPath: $0] - taken[keyPath: $0]) < 0.06 }, "\(x) \(y)")
        }
      }
    }
  }
}
