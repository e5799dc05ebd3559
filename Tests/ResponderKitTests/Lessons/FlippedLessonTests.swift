import TestHarness
import Testing

@testable import ResponderKit

/// Lessons with older animations, cards that turn, layers that draw themselves, and items of a program's own class.
@Suite(.hangLimit) struct FlippedLessonTests {
  @Test func olderAnimationsMoveABallAndTurnABox() {
    onStage { stage in
      let page = OldAnimationViewController()
      stage.show(page)
      stage.wait(100)
      stage.tap(110, 322)
      stage.wait(600)
      #expect(page.ball.presentationFrame.midX > 70 && page.ball.presentationFrame.midX < 320)
      stage.wait(700)
      #expect(page.ball.presentationFrame.midX == 330 && abs(page.ball.presentationAlpha - 0.7) < 0.01)
      stage.tap(280, 322)
      stage.wait(250)
      // The box is narrower than it is, and its back is not yet seen.
      let turned = stage.window.snapshot()
      #expect(turned.color(x: 100, y: 500) == .white && page.box.subviews.last === page.back)
      stage.wait(800)
      #expect(stage.window.snapshot().color(x: 100, y: 500) == UIColor.systemOrange.bright)
    }
  }

  @Test func cardsThatDifferTurnBack() {
    onStage { stage in
      let page = MemoryGameViewController()
      stage.show(page)
      stage.wait(100)
      let pattern = stage.color(75, 190)
      stage.tap(75, 190)
      stage.wait(600)
      #expect(page.cards[0].isFaceUp && stage.color(24, 160) == .white)
      stage.tap(195, 190, after: 500)
      stage.wait(600)
      #expect(page.moves == 1 && page.open.count == 2)
      // No third card.
      stage.tap(315, 190)
      #expect(!page.cards[2].isFaceUp)
      stage.wait(1500)
      #expect(page.open.isEmpty && page.cards.allSatisfy { !$0.isFaceUp } && stage.color(75, 190) == pattern)
    }
  }

  @Test func aCartCountsWhatItsSteppersSay() {
    onStage { stage in
      let page = CartViewController()
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(100)
      #expect(page.cartItem.count == 3 && page.checkout.title == "Pay 18.50" && !page.checkout.isHidden)
      for _ in 0..<2 { stage.tap(305, 184, after: 1000) }
      stage.tap(305, 72, after: 1000)
      stage.wait(100)
      #expect(page.cartItem.count == 0 && page.checkout.isHidden)
      stage.tap(355, 128, after: 1000)
      #expect(page.checkout.title == "Pay 3.20" && !page.checkout.isHidden)
    }
  }

  @Test func aLayerDrawsItsValue() {
    onStage { stage in
      let page = GaugeViewController()
      stage.show(page)
      stage.wait(100)
      let (right, left) = ((x: 309, y: 280), (x: 78, y: 260))
      let track = stage.color(right.x, right.y)
      #expect(stage.color(left.x, left.y) != track)
      page.gaugeView.gauge.value = 0.95
      stage.wait(50)
      #expect(stage.color(right.x, right.y) != track)
      // The gradient is seen through the mask only.
      #expect(stage.color(70, 510) == .white && page.tinted.image?.color(x: 0, y: 0) == .clear)
      let copy = GaugeLayer(layer: page.gaugeView.gauge)
      #expect(copy.value == 0.95)
    }
  }
}
