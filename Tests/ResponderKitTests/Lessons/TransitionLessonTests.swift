import ResponderKit
import TestHarness
import Testing

/// The lessons about transitions between controllers.
@Suite(.hangLimit) struct TransitionLessonTests {
  @Test func aPictureGrowsOutOfItsPlace() {
    onStage { stage in
      let herbs = HerbsViewController()
      stage.show(herbs)
      stage.wait(20)
      herbs.showDetails()
      stage.wait(60)
      let view = herbs.presentedViewController!.view!
      #expect(view.presentationFrame.width > 90 && view.presentationFrame.width < 380)
      stage.wait(900)
      #expect(view.frame == stage.window.bounds && view.transform.isIdentity && herbs.herb.isHidden)
      herbs.dismiss(animated: true)
      stage.wait(900)
      #expect(herbs.presentedViewController == nil && stage.window.subviews == [herbs.view])
    }
  }

  @Test func aFingerFadesAPageOut() {
    onStage { stage in
      let (first, second, delegate) = (UIViewController(), UIViewController(), FadeNavigationDelegate())
      let navigation = UINavigationController(rootViewController: first)
      stage.show(navigation)
      navigation.delegate = delegate
      navigation.interactivePopGestureRecognizer?.isEnabled = false
      delegate.swipeInteractionController = SwipeInteractionController(navigationController: navigation)
      stage.wait(20)
      navigation.pushViewController(second, animated: true)
      stage.wait(100)
      #expect(second.view.presentationAlpha > 0 && second.view.presentationAlpha < 1)
      stage.wait(400)
      func swipe(to x: Double) {
        stage.down(5, 400)
        for step in 1...20 { stage.move(5 + (x - 5) * Double(step) / 20, 400) }
        let alpha = first.view.presentationAlpha
        #expect(alpha > 0.02 && alpha < 0.98 && first.view.window != nil)
        stage.up(x, 400, after: 100)
        stage.wait(500)
      }
      swipe(to: 75)
      #expect(navigation.viewControllers == [first, second] && first.view.window == nil)
      swipe(to: 160)
      #expect(navigation.viewControllers == [first] && first.view.alpha == 1 && second.view.window == nil)
    }
  }

  @Test(arguments: [true, false])
  func aPanelSlidesIn(fromTheLeft: Bool) {
    onStage { stage in
      let games = GamesViewController()
      stage.show(games)
      stage.wait(20)
      games.showMedals(fromTheLeft ? .left : .bottom)
      let medals = games.medals.view!
      stage.wait(100)
      let place = medals.presentationFrame
      #expect(fromTheLeft ? place.minX < -5 && place.maxX > 5 : place.minY > 290 && place.minY < 840)
      stage.wait(400)
      let rest = fromTheLeft ? CGRect(0, 0, 260, 844) : CGRect(0, 844.0 / 3, 390, 844 * 2.0 / 3)
      #expect(medals.frame.origin.distance(to: rest.origin) < 0.01 && abs(medals.frame.maxY - 844) < 0.01)
      #expect(abs(medals.frame.width - rest.width) < 0.01)
      // What is behind is darkened, and a tap there dismisses the panel.
      #expect(stage.window.snapshot().color(x: 380, y: 20) != UIColor.white)
      stage.tap(380, 20)
      stage.wait(500)
      #expect(games.presentedViewController == nil && stage.window.subviews == [games.view])
    }
  }

  @Test func aPageComesInACircle() {
    onStage { stage in
      let first = RevealViewController()
      let navigation = UINavigationController(rootViewController: first)
      stage.show(navigation)
      stage.wait(20)
      let second = UIViewController()
      second.view.backgroundColor = .red
      navigation.pushViewController(second, animated: true)
      stage.wait(100)
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 40, y: 120) == .red && picture.color(x: 380, y: 830) == .white)
      stage.wait(500)
      #expect(stage.window.snapshot().color(x: 380, y: 830) == .red)
      #expect(
        second.view.layer.mask == nil && first.view.window == nil && navigation.transitionCoordinator == nil)
      navigation.popViewController(animated: true)
      stage.wait(500)
      #expect(navigation.viewControllers == [first] && first.view.window != nil)
    }
  }

  @Test func aRowIsDeselectedAlongWithTheWayBack() {
    onStage { stage in
      let inbox = InboxViewController(style: .plain)
      let navigation = UINavigationController(rootViewController: inbox)
      stage.show(navigation)
      stage.wait(20)
      stage.tap(195, 66)
      stage.wait(500)
      #expect(navigation.viewControllers.count == 2 && inbox.tableView.indexPathForSelectedRow != nil)
      // A swipe that turns back selects it again.
      stage.down(5, 400)
      for x in stride(from: 10.0, through: 100, by: 10) { stage.move(x, 400) }
      #expect(inbox.tableView.indexPathForSelectedRow == nil)
      stage.up(100, 400, after: 200)
      stage.wait(500)
      #expect(navigation.viewControllers.count == 2 && inbox.tableView.indexPathForSelectedRow?.row == 0)
      stage.tap(20, 22)
      stage.wait(500)
      #expect(navigation.viewControllers.count == 1 && inbox.tableView.indexPathForSelectedRow == nil)
    }
  }

  @Test func aBallIsThrownAlongACurve() {
    onStage { stage in
      let controller = BallViewController()
      stage.show(controller)
      stage.wait(260)
      let place = controller.ball.presentation()?.position ?? .zero
      // Halfway up, to the left of the straight way.
      #expect(place.y < 240 && place.y > 150 && place.x < 60 && place.x > 20, "\(place)")
      stage.wait(500)
      // A quarter of a turn, and half of another one.
      let turn = controller.wheel.presentation()?.affineTransform() ?? .identity
      #expect(turn.a < -0.5 && turn.b > 0.3, "\(turn)")
    }
  }
}
