import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Transitions of a program's property animators.
@Suite(.hangLimit) struct InterruptibleAnimatorTests {
  private final class Rise: NSObject, UIViewControllerAnimatedTransitioning {
    let log: Log
    private var animator: UIViewPropertyAnimator?
    init(_ log: Log) { self.log = log }
    func transitionDuration(using context: UIViewControllerContextTransitioning?) -> TimeInterval { 1 }
    func animateTransition(using context: UIViewControllerContextTransitioning) {
      log("animate")
      interruptibleAnimator(using: context).startAnimation()
    }
    func interruptibleAnimator(using context: UIViewControllerContextTransitioning)
      -> UIViewImplicitlyAnimating
    {
      if let animator { return animator }
      let view = context.view(forKey: .to)!
      context.containerView.addSubview(view)
      view.frame.origin.y = 800
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.frame.origin.y = 0 }
      animator.addCompletion { _ in context.completeTransition(!context.transitionWasCancelled) }
      self.animator = animator
      return animator
    }
  }

  /// Moves the animator itself.
  private final class Hand: NSObject, UIViewControllerInteractiveTransitioning {
    let animator: Rise
    private(set) var context: UIViewControllerContextTransitioning?
    private(set) var moved: UIViewImplicitlyAnimating?
    init(_ animator: Rise) { self.animator = animator }
    func startInteractiveTransition(_ context: UIViewControllerContextTransitioning) {
      self.context = context
      moved = animator.interruptibleAnimator(using: context)
    }
    func move(to part: Double) {
      moved?.fractionComplete = part
      context?.updateInteractiveTransition(part)
    }
    func end(goes: Bool) {
      if goes { context?.finishInteractiveTransition() } else { context?.cancelInteractiveTransition() }
      moved?.isReversed = !goes
      moved?.continueAnimation(withTimingParameters: nil, durationFactor: 0)
    }
  }

  private final class Delegate: NSObject, UINavigationControllerDelegate {
    let animator: Rise
    var interaction: UIViewControllerInteractiveTransitioning?
    init(_ log: Log) { animator = Rise(log) }
    func navigationController(
      _ navigation: UINavigationController,
      animationControllerFor operation: UINavigationController.Operation,
      from: UIViewController, to: UIViewController
    ) -> UIViewControllerAnimatedTransitioning? { animator }
    func navigationController(
      _ navigation: UINavigationController,
      interactionControllerFor animator: UIViewControllerAnimatedTransitioning
    ) -> UIViewControllerInteractiveTransitioning? { interaction }
  }

  private func onPage(
    _ body: @escaping @Sendable (Stage, UINavigationController, Delegate, UIViewController) -> Void
  ) {
    onStage { stage in
      let navigation = UINavigationController(rootViewController: UIViewController())
      let (delegate, page) = (Delegate(stage.log), UIViewController())
      navigation.delegate = delegate
      stage.show(navigation)
      stage.wait(40)
      body(stage, navigation, delegate, page)
    }
  }

  @Test func itRunsWhereTheProgramStartsIt() {
    onPage { stage, navigation, delegate, page in
      navigation.pushViewController(page, animated: true)
      stage.wait(500)
      #expect(stage.log.take() == ["animate"] && abs(page.view.presentationFrame.minY - 400) < 20)
      stage.wait(600)
      #expect(navigation.transitionCoordinator == nil && page.view.frame.minY == 0)
    }
  }

  @Test func aDriverStartsItInPlaceOfTheAnimator() {
    onPage { stage, navigation, delegate, page in
      let driver = UIPercentDrivenInteractiveTransition()
      delegate.interaction = driver
      navigation.pushViewController(page, animated: true)
      #expect(stage.log.take().isEmpty)
      driver.update(0.25)
      #expect(abs(page.view.presentationFrame.minY - 600) < 1 && driver.percentComplete == 0.25)
      // Beyond its ends there is nothing.
      driver.update(7)
      #expect(driver.percentComplete == 1 && navigation.transitionCoordinator?.percentComplete == 1)
      driver.update(.nan)
      #expect(driver.percentComplete == 0)
      driver.update(0.5)
      driver.finish()
      stage.wait(600)
      #expect(navigation.viewControllers.count == 2 && page.view.frame.minY == 0 && page.view.window != nil)
    }
  }

  @Test(arguments: [true, false]) func aProgramMayMoveItItself(goes: Bool) throws {
    onPage { stage, navigation, delegate, page in
      let hand = Hand(delegate.animator)
      delegate.interaction = hand
      let mark = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      navigation.view.addSubview(mark)
      navigation.pushViewController(page, animated: true)
      page.transitionCoordinator?.animate { _ in mark.alpha = 0 }
      hand.move(to: 0.25)
      #expect(abs(page.view.presentationFrame.minY - 600) < 1)
      // What goes along follows, linear or not.
      #expect(mark.presentationAlpha < 1 && mark.presentationAlpha > 0.6)
      stage.wait(300)
      #expect(abs(page.view.presentationFrame.minY - 600) < 1)
      hand.end(goes: goes)
      stage.wait(900)
      #expect(navigation.viewControllers.count == (goes ? 2 : 1) && navigation.transitionCoordinator == nil)
      #expect((page.view.window != nil) == goes && mark.alpha == (goes ? 0 : 1) && !mark.isAnimating)
    }
  }

  /// Neither calls the animator nor moves it.
  private final class Still: NSObject, UIViewControllerInteractiveTransitioning {
    private(set) var context: UIViewControllerContextTransitioning?
    func startInteractiveTransition(_ context: UIViewControllerContextTransitioning) {
      self.context = context
    }
  }

  @Test(arguments: [true, false]) func aProgramMayCompleteItWhileItIsInteractive(goes: Bool) {
    onPage { stage, navigation, delegate, page in
      let still = Still()
      delegate.interaction = still
      let mark = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      navigation.view.addSubview(mark)
      navigation.pushViewController(page, animated: true)
      let coordinator = navigation.transitionCoordinator
      var ends: [[Bool]] = []
      _ = coordinator?.animate(alongsideTransition: { _ in mark.alpha = 0 }) {
        ends.append([$0.isInteractive, $0.isCancelled])
      }
      still.context?.updateInteractiveTransition(0.25)
      #expect(coordinator?.isInteractive == true && mark.isAnimating)
      still.context?.completeTransition(goes)
      #expect(ends == [[false, !goes]] && !mark.isAnimating && mark.alpha == (goes ? 0 : 1))
      #expect(navigation.transitionCoordinator == nil && stage.log.take() == [])
      #expect(navigation.viewControllers.count == (goes ? 2 : 1) && (page.view.window != nil) == goes)
    }
  }
}
