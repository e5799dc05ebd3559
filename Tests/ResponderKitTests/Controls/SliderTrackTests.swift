import ResponderKit
import TestHarness
import Testing

/// Sliders whose subclasses place the track and the knob.
@Suite(.hangLimit) struct SliderTrackTests {
  private final class ThickSlider: UISlider {
    override func trackRect(forBounds bounds: CGRect) -> CGRect {
      var rect = super.trackRect(forBounds: bounds)
      rect.origin.y -= 8
      rect.size.height = 20
      return rect
    }
  }

  private final class LongSlider: UISlider {
    override func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
      super.thumbRect(forBounds: bounds, trackRect: rect, value: value).offsetBy(
        dx: CGFloat(value) * 20 - 10, dy: 0)
    }
  }

  private final class OddSlider: UISlider {
    var odd = Double.nan
    override func trackRect(forBounds bounds: CGRect) -> CGRect {
      CGRect(x: odd, y: 0, width: odd, height: 4)
    }
    override func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
      CGRect(x: 0, y: odd, width: 4, height: 4)
    }
  }

  @Test func placesAreThoseOfTheSliderUnlessASubclassHasOthers() {
    onStage { stage in
      let slider = stage.show(UISlider(frame: CGRect(x: 0, y: 0, width: 200, height: 40)))
      let track = slider.trackRect(forBounds: slider.bounds)
      #expect(track == CGRect(x: 2, y: 18, width: 196, height: 4))
      slider.value = 0.3
      let thumb = slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: 0.3)
      #expect(abs(thumb.minX - slider.knobRect.minX) < 1e-4 && thumb.size == slider.knobRect.size)
      #expect(slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: 1).maxX == 200)
      #expect(slider.trackRect(forBounds: CGRect(x: 0, y: 0, width: 100, height: 10)).width == 96)
    }
  }

  @Test func aThickTrackIsDrawn() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let slider = stage.show(ThickSlider(frame: CGRect(x: 0, y: 0, width: 200, height: 40)))
      slider.minimumTrackTintColor = .red
      slider.maximumTrackTintColor = .blue
      slider.value = 0.5
      #expect(stage.color(40, 12) == .red && stage.color(40, 28) == .red && stage.color(40, 6) == .white)
      #expect(stage.color(160, 12) == .blue && slider.knobRect.midY == 20)
      // The ends are round: half as wide as the track is high.
      #expect(stage.color(3, 11) == .white && stage.color(14, 11) == .red)
    }
  }

  @Test func aFingerDragsTheKnobToWhereASubclassPlacesIt() {
    onStage { stage in
      let slider = stage.show(LongSlider(frame: CGRect(x: 20, y: 0, width: 200, height: 40)))
      #expect(slider.knobRect.minX == -10)
      stage.down(20 + slider.knobRect.midX, 20)
      stage.move(20 + slider.knobRect.midX + 96, 20)
      #expect(abs(slider.value - 0.5) < 1e-6 && abs(slider.knobRect.midX - 100) < 1e-4)
      stage.move(400, 20)
      stage.up(400, 20)
      #expect(slider.value == 1 && slider.knobRect.maxX == 210)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -1e300]) func oddPlacesDoNoHarm(_ odd: Double) {
    onStage { stage in
      let slider = stage.show(OddSlider(frame: CGRect(x: 0, y: 0, width: 200, height: 40)))
      slider.odd = odd
      slider.value = 0.5
      slider.setNeedsDisplay()
      _ = stage.window.snapshot()
      stage.down(2, 2)
      stage.move(50, 2)
      stage.up(50, 2)
      #expect(slider.value == 0.5)
    }
  }

  @Test(arguments: [
    (1.7e9, 1.7e9 + 3600), (1e8, 1e8 + 3), (0, 1e300), (-1.5e308, 1.5e308), (1e17, 1e17 + 128),
  ])
  func valuesOfMoreDigitsAreDragged(_ least: Double, _ most: Double) {
    onStage { stage in
      for slider in [UISlider(), LongSlider()] {
        slider.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
        slider.maximumValue = most
        slider.minimumValue = least
        stage.show(slider)
        let quarter = least * 0.75 + most * 0.25
        slider.value = quarter
        if type(of: slider) == UISlider.self { #expect(abs(slider.knobRect.minX - 43) < 1e-3) }
        #expect(slider.knobRect.isFinite)
        guard type(of: slider) == UISlider.self else { continue }
        stage.down(57, 20)
        stage.move(57 + 86, 20)
        let whole = most / 2 - least / 2
        func share() -> Double { (slider.value / 2 - least / 2) / whole }
        #expect(abs(share() - 0.75) < 1e-3)
        stage.move(57 - 43, 20)
        stage.up(57 - 43, 20)
        #expect(abs(share()) < 1e-3)
        slider.accessibilityIncrement()
        #expect(slider.value > least && slider.value.isFinite)
      }
    }
  }

  @Test func aSubclassMovesTheKnobOfAValueWithMoreDigits() {
    onStage { stage in
      let slider = stage.show(LongSlider(frame: CGRect(x: 0, y: 0, width: 200, height: 40)))
      (slider.minimumValue, slider.maximumValue) = (0.3, 0.3 + 3e-8)
      slider.value = 0.3 + 1.5e-8
      #expect(abs(slider.knobRect.minX - (86 + 0.3 * 20 - 10)) < 1e-3)
    }
  }
}
