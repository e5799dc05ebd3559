import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Transitions of a navigation controller that a program animates.
@Suite(.hangLimit) struct PageAnimatorTests {
  private final class Fade: NSObject, UIViewControllerAnimatedTransitioning {
    let log: Log
    init(_ log: Log) { self.log = log }
    func transitionDuration(using context: UIViewControllerContextTransitioning?) -> TimeInterval { 1 }
    func animateTransition(using context: UIViewControllerContextTransitioning) {
      let view = context.view(forKey: .to)!
      view.frame = context.finalFrame(for: context.viewController(forKey: .to)!)
      view.alpha = 0
      context.containerView.addSubview(view)
      UIView.animate(withDuration: transitionDuration(using: context), delay: 0, options: .curveLinear) {
        view.alpha = 1
      } completion: { _ in
        context.completeTransition(!context.transitionWasCancelled)
      }
    }
    func animationEnded(_ isCompleted: Bool) { log("ended \(isCompleted)") }
  }

  private final class Delegate: NSObject, UINavigationControllerDelegate {
    let log: Log
    var interaction: UIPercentDrivenInteractiveTransition?
    init(_ log: Log) { self.log = log }
    func navigationController(
      _ navigation: UINavigationController,
      animationControllerFor operation: UINavigationController.Operation, from: UIViewController,
      to: UIViewController
    ) -> UIViewControllerAnimatedTransitioning? {
      log(operation == .push ? "push" : "pop")
      return Fade(log)
    }
    func navigationController(
      _ navigation: UINavigationController,
      interactionControllerFor animator: UIViewControllerAnimatedTransitioning
    ) -> UIViewControllerInteractiveTransitioning? { interaction }
    func navigationController(
      _ navigation: UINavigationController, didShow page: UIViewController, animated: Bool
    ) { log("did show \((page as? NamedPage)?.name ?? "")") }
  }

  private final class Page: NamedPage {
    override func viewDidAppear(_ animated: Bool) { log("\(name) did appear") }
    override func viewDidDisappear(_ animated: Bool) { log("\(name) did disappear") }
  }

  private func onPage(
    _ body:
      @escaping @Sendable (Stage, UINavigationController, Delegate, UIViewController, UIViewController)
      throws -> Void
  ) rethrows {
    try onStage { stage in
      let (a, b, delegate) = (Page("A", stage.log), Page("B", stage.log), Delegate(stage.log))
      let navigation = UINavigationController(rootViewController: a)
      navigation.delegate = delegate
      stage.show(navigation)
      stage.wait(40)
      _ = stage.log.take()
      try body(stage, navigation, delegate, a, b)
    }
  }

  @Test func theDelegatesAnimatorTakesThePlaceOfTheSystems() {
    onPage { stage, navigation, delegate, a, b in
      navigation.pushViewController(b, animated: true)
      stage.wait(500)
      #expect(abs(b.view.presentationAlpha - 0.5) < 0.03 && b.view.presentationFrame == stage.window.bounds)
      #expect(stage.log.take() == ["push"] && a.view.window != nil)
      stage.wait(600)
      #expect(stage.log.take() == ["A did disappear", "ended true", "B did appear", "did show B"])
      #expect(a.view.window == nil && navigation.transitionCoordinator == nil)
      navigation.popViewController(animated: true)
      stage.wait(1100)
      #expect(stage.log.take() == ["pop", "B did disappear", "ended true", "A did appear", "did show A"])
      // Without an animation the delegate is not asked.
      navigation.pushViewController(b, animated: false)
      #expect(!stage.log.take().contains("push"))
    }
  }

  @Test func aPushDuringItEndsIt() {
    onPage { stage, navigation, delegate, a, b in
      let c = UIViewController()
      navigation.pushViewController(b, animated: true)
      stage.wait(100)
      navigation.pushViewController(c, animated: true)
      #expect(a.view.window == nil && b.view.alpha == 1 && !b.view.isAnimating)
      stage.wait(1100)
      #expect(navigation.viewControllers == [a, b, c] && c.view.window != nil && b.view.window == nil)
    }
  }

  @Test func anAnimationIsMovedByHand() {
    onPage { stage, navigation, delegate, a, b in
      let driver = UIPercentDrivenInteractiveTransition()
      delegate.interaction = driver
      navigation.pushViewController(b, animated: true)
      #expect(navigation.transitionCoordinator?.isInteractive == true && driver.duration == 1)
      stage.wait(300)
      #expect(b.view.presentationAlpha == 0)
      driver.update(0.25)
      #expect(abs(b.view.presentationAlpha - 0.25) < 0.001 && driver.percentComplete == 0.25)
      driver.update(0.75)
      driver.update(0.5)
      stage.wait(2000)
      #expect(abs(b.view.presentationAlpha - 0.5) < 0.001)
      // What is left goes by itself.
      driver.finish()
      stage.wait(250)
      #expect(abs(b.view.presentationAlpha - 0.75) < 0.03)
      stage.wait(300)
      #expect(navigation.viewControllers == [a, b] && b.view.alpha == 1 && a.view.window == nil)
      #expect(stage.log.lines.last == "did show B")
    }
  }

  @Test(arguments: [true, false])
  func aCancelledOneHasNotHappened(isPush: Bool) {
    onPage { stage, navigation, delegate, a, b in
      if !isPush {
        navigation.pushViewController(b, animated: false)
        stage.wait(40)
      }
      let stack = navigation.viewControllers
      let (driver, shown) = (UIPercentDrivenInteractiveTransition(), navigation.topViewController!)
      delegate.interaction = driver
      driver.completionSpeed = 2
      if isPush {
        navigation.pushViewController(b, animated: true)
      } else {
        navigation.popViewController(animated: true)
      }
      driver.update(0.5)
      var changes: [Bool] = []
      navigation.transitionCoordinator?.notifyWhenInteractionChanges { changes.append($0.isCancelled) }
      driver.cancel()
      stage.wait(150)
      // At twice the speed.
      let other = isPush ? b : a
      #expect(abs(other.view.presentationAlpha - 0.2) < 0.05 && changes == [true])
      stage.wait(200)
      #expect(navigation.viewControllers == stack && navigation.children == stack)
      #expect(shown.view.window != nil && other.view.window == nil && other.view.alpha == 0)
      #expect(navigation.navigationBar.topItem === shown.navigationItem)
      #expect(
        stage.log.lines.contains("ended false") && stage.log.lines.last == "\(isPush ? "A" : "B") did appear")
      // The next one works.
      delegate.interaction = nil
      navigation.pushViewController(UIViewController(), animated: true)
      stage.wait(1100)
      #expect(navigation.viewControllers.count == stack.count + 1 && shown.view.window == nil)
    }
  }

  @Test func aRunningOneIsStoppedByHand() {
    onPage { stage, navigation, delegate, a, b in
      let driver = UIPercentDrivenInteractiveTransition()
      driver.wantsInteractiveStart = false
      delegate.interaction = driver
      navigation.pushViewController(b, animated: true)
      #expect(navigation.transitionCoordinator?.isInteractive == false)
      stage.wait(300)
      driver.pause()
      let place = b.view.presentationAlpha
      #expect(abs(driver.percentComplete - 0.3) < 0.03 && abs(place - 0.3) < 0.03)
      stage.wait(1000)
      #expect(b.view.presentationAlpha == place && navigation.viewControllers == [a, b])
      driver.finish()
      stage.wait(800)
      #expect(b.view.alpha == 1 && a.view.window == nil)
    }
  }

  @Test func aPropertyAnimatorIsMovedToo() {
    final class Slide: NSObject, UIViewControllerAnimatedTransitioning {
      func transitionDuration(using context: UIViewControllerContextTransitioning?) -> TimeInterval { 1 }
      func animateTransition(using context: UIViewControllerContextTransitioning) {
        let view = context.view(forKey: .to)!
        context.containerView.addSubview(view)
        view.frame.origin.y = 800
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.frame.origin.y = 0 }
        animator.addCompletion { _ in context.completeTransition(!context.transitionWasCancelled) }
        animator.startAnimation()
      }
    }
    final class Slider: UINavigationControllerDelegate {
      let driver = UIPercentDrivenInteractiveTransition()
      func navigationController(
        _ navigation: UINavigationController,
        animationControllerFor operation: UINavigationController.Operation, from: UIViewController,
        to: UIViewController
      ) -> UIViewControllerAnimatedTransitioning? { Slide() }
      func navigationController(
        _ navigation: UINavigationController,
        interactionControllerFor animator: UIViewControllerAnimatedTransitioning
      ) -> UIViewControllerInteractiveTransitioning? { driver }
    }
    onPage { stage, navigation, _, a, b in
      let slider = Slider()
      navigation.delegate = slider
      navigation.pushViewController(b, animated: true)
      slider.driver.update(0.25)
      #expect(abs(b.view.presentationFrame.minY - 600) < 1)
      slider.driver.finish()
      stage.wait(400)
      #expect(b.view.presentationFrame.minY > 200 && b.view.presentationFrame.minY < 300)
      stage.wait(500)
      #expect(navigation.transitionCoordinator == nil && a.view.window == nil && b.view.frame.minY == 0)
    }
  }

  @Test func anAnimatorThatEndsTwiceEndsOnce() {
    final class Hasty: NSObject, UIViewControllerAnimatedTransitioning, UINavigationControllerDelegate {
      let log: Log
      init(_ log: Log) { self.log = log }
      func transitionDuration(using context: UIViewControllerContextTransitioning?) -> TimeInterval { 0 }
      func animateTransition(using context: UIViewControllerContextTransitioning) {
        context.containerView.addSubview(context.view(forKey: .to)!)
        context.completeTransition(true)
        context.completeTransition(false)
        log("cancelled \(context.transitionWasCancelled)")
      }
      func animationEnded(_ isCompleted: Bool) { log("ended \(isCompleted)") }
      func navigationController(
        _ navigation: UINavigationController,
        animationControllerFor operation: UINavigationController.Operation, from: UIViewController,
        to: UIViewController
      ) -> UIViewControllerAnimatedTransitioning? { self }
    }
    onStage { stage in
      let (first, second, hasty) = (UIViewController(), UIViewController(), Hasty(stage.log))
      let navigation = UINavigationController(rootViewController: first)
      navigation.delegate = hasty
      stage.show(navigation)
      stage.wait(40)
      navigation.pushViewController(second, animated: true)
      stage.wait(40)
      #expect(stage.log.lines == ["ended true", "cancelled false"])
      #expect(navigation.topViewController === second && second.view.window != nil)
    }
  }

  @Test func aCancelledAnimationThatIsStoppedOnItsWayBackMayStillEnd() {
    onPage { stage, navigation, delegate, a, b in
      let driver = UIPercentDrivenInteractiveTransition()
      driver.wantsInteractiveStart = false
      delegate.interaction = driver
      navigation.pushViewController(b, animated: true)
      var changes: [String] = []
      navigation.transitionCoordinator?.notifyWhenInteractionChanges {
        changes.append("\($0.isInteractive) \($0.isCancelled)")
      }
      stage.wait(300)
      // Nothing holds it yet.
      driver.update(0.9)
      #expect(abs(b.view.presentationAlpha - 0.3) < 0.03)
      driver.pause()
      driver.cancel()
      stage.wait(100)
      driver.pause()
      #expect(changes == ["true false", "false true", "true false"])
      driver.finish()
      stage.wait(1200)
      #expect(navigation.viewControllers == [a, b] && b.view.alpha == 1 && a.view.window == nil)
    }
  }

  @Test func whatWasToBeCalledIsReleasedAtTheEnd() {
    onPage { stage, navigation, _, _, b in
      navigation.pushViewController(b, animated: true)
      let coordinator = navigation.transitionCoordinator
      weak var held: UIView?
      do {
        let view = UIView()
        held = view
        _ = coordinator?.animate(alongsideTransition: nil) { _ in view.alpha = 0 }
        coordinator?.notifyWhenInteractionChanges { _ in view.alpha = 0 }
      }
      #expect(held != nil)
      stage.wait(1100)
      #expect(held == nil && coordinator != nil)
    }
  }
}
