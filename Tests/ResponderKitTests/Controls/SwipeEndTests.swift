import ResponderKit
import TestHarness
import TestSupport
import Testing

/// How the swipe back ends: with the finger's speed, or by a change of the stack.
@Suite(.hangLimit) struct SwipeEndTests {
  /// A page over another one.
  private func onPages<Value>(
    _ body: @escaping @Sendable (Stage, UINavigationController, UIViewController) -> sending Value
  ) -> Value {
    onStage { stage in
      let (below, page) = (UIViewController(), UIViewController())
      let navigation = UINavigationController(rootViewController: below)
      navigation.pushViewController(page, animated: false)
      stage.show(navigation)
      stage.wait(40)
      return body(stage, navigation, page)
    }
  }

  /// The page's place a moment after the finger has left it at 190 points, and how fast that was.
  private func back(thrown: Bool) -> (place: Double, velocity: Double) {
    onPages { stage, navigation, page in
      var velocity = 0.0
      stage.pull(to: thrown ? 405 : 205)
      navigation.transitionCoordinator?.notifyWhenInteractionChanges { velocity = $0.completionVelocity }
      if thrown { for x in stride(from: 385.0, through: 205, by: -20) { stage.move(x, 400) } }
      let start = page.view.presentationFrame.minX
      stage.up(205, 400, after: thrown ? 1 : 200)
      stage.wait(50)
      let place = page.view.presentationFrame.minX
      stage.wait(500)
      #expect(start == 190 && navigation.viewControllers.last === page)
      return (place, velocity)
    }
  }

  @Test func aPageThatIsThrownBackIsAsFastAsTheFinger() {
    let (thrown, released) = (back(thrown: true), back(thrown: false))
    #expect(released.velocity == 0 && thrown.velocity > 3, "widths a second")
    #expect(thrown.place < released.place - 10 && thrown.place >= 0)
  }

  @Test func aFingerDoesNotMoveThePageThatIsPushedMeanwhile() {
    onPages { stage, navigation, _ in
      var states: [UIGestureRecognizer.State] = []
      navigation.interactivePopGestureRecognizer?.addAction { states.append($0.state) }
      // It began on the bar, which stays.
      stage.pull(to: 205, y: 22)
      #expect(states.last == .changed)
      let next = UIViewController()
      navigation.pushViewController(next, animated: true)
      #expect(states.last == .cancelled)
      stage.wait(20)
      let place = next.view.presentationFrame.minX
      stage.move(300, 22, after: 1)
      #expect(next.view.presentationFrame.minX > place - 30 && place > 200)
      stage.up(300, 22)
      stage.wait(500)
      #expect(navigation.viewControllers.last === next && next.view.frame == stage.window.bounds)
    }
  }

  @Test func aSecondFingerMovesNothing() {
    onPages { stage, navigation, page in
      stage.pull(to: 205)
      #expect(page.view.presentationFrame.minX == 190)
      stage.down(200, 600, finger: 2)
      stage.move(280, 600, finger: 2)
      #expect(page.view.presentationFrame.minX == 190)
      stage.move(215, 400)
      #expect(page.view.presentationFrame.minX == 200)
      for finger: UInt32 in [1, 2] { stage.up(215, 400, finger: finger) }
      stage.wait(500)
    }
  }
}
