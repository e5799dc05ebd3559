import TestHarness
import Testing

@testable import ResponderKit

/// Lessons of effects and of small fields, which did not compile, or stood still, when they were tried first.
@Suite(.hangLimit) struct EffectLessonTests {
  @Test func wavesMoveAndALightPassesOverWhatIsLoaded() throws {
    try onStage { stage in
      let page = WavesViewController()
      stage.show(page)
      stage.wait(100)
      let shape = try #require(page.wave.layer.mask as? CAShapeLayer)
      /// Where the wave ends in the picture, and where it does by its path.
      func crests() -> (shown: Int?, path: Int?) {
        let picture = stage.window.snapshot()
        return (
          (640..<700).first { picture.color(x: 97, y: $0) != .white },
          (0..<60).first { shape.path?.contains(Point(97.5, Double($0) + 0.5)) == true }.map { $0 + 644 }
        )
      }
      var places: Set<Int> = []
      for _ in 0..<6 {
        stage.wait(150)
        let crests = crests()
        let (shown, path) = (try #require(crests.shown), try #require(crests.path))
        #expect(abs(shown - path) <= 2)
        places.insert(shown)
      }
      #expect(places.count > 3)
      let gradient = try #require(page.card.layer.mask as? CAGradientLayer)
      let light = try #require(gradient.presentation()?.locations?[1])
      stage.wait(200)
      #expect(gradient.presentation()?.locations?[1] != light)
      #expect(page.marquee.label.presentationFrame.minX < 300)
      page.card.stopShimmering()
      #expect(page.card.layer.mask == nil)
    }
  }

  @Test func digitsOfACodeAreTyped() {
    onStage { stage in
      let page = PinViewController()
      stage.show(page)
      stage.wait(50)
      let place = page.pin.convert(page.pin.bounds.center, to: nil)
      stage.tap(place.x, place.y)
      #expect(page.pin.isFirstResponder)
      for digit in "9876" { page.pin.insertText(String(digit)) }
      stage.wait(100)
      #expect(page.pin.code == "" && page.pin.layer.animation(forKey: "shake") != nil)
      #expect(page.result == "")
      for digit in "1234" { page.pin.insertText(String(digit)) }
      #expect(page.result == "welcome" && !page.pin.isFirstResponder)
      page.fields[0].becomeFirstResponder()
      page.fields[0].insertText("7")
      #expect(page.fields[1].isFirstResponder)
      page.fields[1].insertText("8")
      page.fields[2].deleteBackward()
      #expect(page.fields[1].isFirstResponder && page.fields[1].text == "8")
    }
  }

  @Test func lettersAreFilledAndAPictureIsRevealed() throws {
    try onStage { stage in
      let page = LettersViewController()
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(100)
      let picture = stage.window.snapshot()
      let colors = (0..<350 * 80).map { picture.color(x: 20 + $0 % 350, y: 100 + $0 / 350) }
      let reds = colors.indices.filter { colors[$0].red > 0.6 && colors[$0].blue < 0.4 }
      let blues = colors.indices.filter { colors[$0].blue > 0.6 && colors[$0].red < 0.4 }
      #expect(reds.count > 200 && blues.count > 200 && colors.filter { $0 == .white }.count > 10_000)
      #expect(reds.allSatisfy { $0 % 350 < 175 } && blues.allSatisfy { $0 % 350 > 175 })
      #expect(stage.color(195, 350) == UIColor.systemPurple.bright && stage.color(100, 260) == .white)
      let button = try #require(stage.window.tree().first { $0.accessibilityLabel == "Reveal" })
      let place = button.convert(button.bounds.center, to: nil)
      stage.tap(place.x, place.y)
      stage.wait(150)
      #expect(page.heart.isAnimating && page.reveal.mask === page.circle)
      #expect(stage.color(195, 300) == UIColor.systemPurple.bright)
      stage.wait(600)
      #expect(page.reveal.mask == nil && !page.heart.isAnimating)
      #expect(stage.color(100, 260) == UIColor.systemPurple.bright)
    }
  }
}
