import ResponderKit
import TestHarness
import Testing

/// The lessons whose layers and views are animated.
@Suite(.hangLimit) struct AnimationLessonTests {
  @Test func aRingTurnsAndACheckMarkDrawsItself() {
    onStage { stage in
      let controller = LoadingViewController()
      stage.show(controller)
      stage.wait(20)
      // The ring's first quarter is at the upper right; half a second later it is at the lower left. The view's corner is (145, 150).
      func color(_ x: Int, _ y: Int) -> UIColor { stage.window.snapshot().color(x: x, y: y) }
      stage.wait(80)
      #expect(
        color(145 + 96, 150 + 50) == UIColor.systemBlue.bright
          && color(145 + 4, 150 + 50) == UIColor.systemGray5.bright)
      stage.wait(520)
      #expect(
        color(145 + 4, 150 + 50) == UIColor.systemBlue.bright
          && color(145 + 96, 150 + 50) == UIColor.systemGray5.bright)
      stage.wait(500)
      #expect(color(145 + 96, 150 + 50) == UIColor.systemBlue.bright)
      stage.tap(195, 320)
      stage.wait(100)
      // The first line of the mark is drawn before the second one.
      #expect(color(145 + 34, 150 + 54) == UIColor.systemGreen.bright && color(145 + 68, 150 + 37) == .white)
      #expect(color(145 + 96, 150 + 50) == UIColor.systemGray5.bright)
      stage.wait(400)
      #expect(color(145 + 68, 150 + 37) == UIColor.systemGreen.bright)
    }
  }

  @Test func aCardFollowsAFinger() {
    onStage { stage in
      let controller = CardViewController()
      stage.show(controller)
      stage.wait(20)
      let card = controller.card
      #expect(card.frame.minY == 764 && card.presentationFrame.minY == 764)
      // Up by half of its way and a pan's first ten points, and on.
      stage.down(200, 800)
      for step in 1...17 { stage.move(200, 800 - Double(step) * 10) }
      #expect(abs(card.presentationFrame.minY - 604) < 8)
      #expect(abs(controller.shade.presentationAlpha - 0.25) < 0.03)
      stage.up(200, 630)
      stage.wait(700)
      #expect(card.frame.minY == 444 && card.presentationFrame.minY == 444)
      #expect(controller.shade.alpha == 0.5 && card.layer.cornerRadius == 24)
      // Down a little, and back up: the card goes back to where it was.
      stage.down(200, 500)
      for step in 1...10 { stage.move(200, 500 + Double(step) * 10) }
      #expect(card.presentationFrame.minY > 500)
      for step in 1...5 { stage.move(200, 600 - Double(step) * 10) }
      stage.up(200, 540)
      stage.wait(700)
      #expect(card.frame.minY == 444 && card.presentationFrame.minY == 444 && controller.shade.alpha == 0.5)
    }
  }
}
