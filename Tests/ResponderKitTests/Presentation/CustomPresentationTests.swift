import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Controllers that a program presents in its own way, and animations of its own.
@Suite(.hangLimit) struct CustomPresentationTests {
  /// At the right edge, over something dark.
  private final class Panel: UIPresentationController {
    let log: Log
    let dark = UIView()
    init(_ presented: UIViewController, _ presenting: UIViewController?, _ log: Log) {
      self.log = log
      super.init(presentedViewController: presented, presenting: presenting)
    }
    override var frameOfPresentedViewInContainerView: CGRect {
      guard let whole = containerView?.bounds else { return .zero }
      return CGRect(x: whole.width - 200, y: 0, width: 200, height: whole.height)
    }
    override func presentationTransitionWillBegin() {
      log("will come")
      dark.frame = containerView?.bounds ?? .zero
      dark.alpha = 0
      containerView?.insertSubview(dark, at: 0)
      presentedViewController.transitionCoordinator?.animate { [dark] _ in dark.alpha = 1 }
    }
    override func presentationTransitionDidEnd(_ completed: Bool) { log("came \(completed)") }
    override func dismissalTransitionWillBegin() {
      log("will go")
      presentedViewController.transitionCoordinator?.animate { [dark] _ in dark.alpha = 0 }
    }
    override func dismissalTransitionDidEnd(_ completed: Bool) { log("gone \(completed)") }
    override func containerViewWillLayoutSubviews() {
      presentedView?.frame = frameOfPresentedViewInContainerView
    }
  }

  private final class Zoom: NSObject, UIViewControllerAnimatedTransitioning {
    let isComing: Bool
    init(isComing: Bool) { self.isComing = isComing }
    func transitionDuration(using context: UIViewControllerContextTransitioning?) -> TimeInterval { 1 }
    func animateTransition(using context: UIViewControllerContextTransitioning) {
      let view = context.view(forKey: isComing ? .to : .from)!
      if isComing {
        view.frame = context.finalFrame(for: context.viewController(forKey: .to)!)
        view.alpha = 0
        context.containerView.addSubview(view)
      }
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { [isComing] in
        view.alpha = isComing ? 1 : 0
      } completion: { _ in
        context.completeTransition(!context.transitionWasCancelled)
      }
    }
  }

  private final class Chooser: NSObject, UIViewControllerTransitioningDelegate {
    let log: Log
    var zooms = false
    var driver: UIPercentDrivenInteractiveTransition?
    init(_ log: Log) { self.log = log }
    func presentationController(
      forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? { Panel(presented, presenting, log) }
    func animationController(
      forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> UIViewControllerAnimatedTransitioning? { zooms ? Zoom(isComing: true) : nil }
    func animationController(forDismissed dismissed: UIViewController)
      -> UIViewControllerAnimatedTransitioning?
    {
      zooms ? Zoom(isComing: false) : nil
    }
    func interactionControllerForPresentation(
      using animator: UIViewControllerAnimatedTransitioning
    ) -> UIViewControllerInteractiveTransitioning? { driver }
    func interactionControllerForDismissal(
      using animator: UIViewControllerAnimatedTransitioning
    ) -> UIViewControllerInteractiveTransitioning? { driver }
  }

  private final class Page: NamedPage {
    override func viewWillAppear(_ animated: Bool) { log("\(name) will appear \(animated)") }
    override func viewDidAppear(_ animated: Bool) { log("\(name) did appear \(animated)") }
    override func viewWillDisappear(_ animated: Bool) { log("\(name) will disappear \(animated)") }
    override func viewDidDisappear(_ animated: Bool) { log("\(name) did disappear \(animated)") }
  }

  private func onRoot(
    _ body: @escaping @Sendable (Stage, UIViewController, UIViewController, Chooser) throws -> Void
  ) rethrows {
    try onStage { stage in
      let (root, page, chooser) = (UIViewController(), Page("B", stage.log), Chooser(stage.log))
      page.modalPresentationStyle = .custom
      page.transitioningDelegate = chooser
      stage.show(root)
      stage.wait(40)
      try body(stage, root, page, chooser)
    }
  }

  @Test func aProgramsPresentationPlacesTheView() {
    onRoot { stage, root, page, chooser in
      root.present(page, animated: false) { stage.log("done") }
      stage.wait(40)
      #expect(
        page.view.convert(page.view.bounds, to: nil) as CGRect
          == CGRect(x: 190, y: 0, width: 200, height: 844))
      #expect(
        stage.log.take() == ["will come", "B will appear false", "came true", "B did appear false", "done"])
      #expect(
        page.presentationController is Panel && page.presentationController?.containerView?.window != nil)
      // It takes the touches beside the view.
      #expect(stage.window.hitTest(CGPoint(x: 10, y: 10), with: nil) !== root.view)
      stage.application.screenChanged(to: CGSize(width: 844, height: 390))
      stage.wait(40)
      #expect(page.view.frame == CGRect(x: 644, y: 0, width: 200, height: 390))
      page.dismiss(animated: false) { stage.log("done") }
      #expect(
        stage.log.take() == [
          "B will disappear false", "will go", "B did disappear false", "done", "gone true",
        ])
      #expect(root.presentedViewController == nil && stage.window.subviews == [root.view])
    }
  }

  @Test func withoutAnAnimationOfItsOwnItComesFromBelow() {
    onRoot { stage, root, page, chooser in
      root.present(page, animated: true) { stage.log("done") }
      #expect(stage.log.take() == ["will come", "B will appear true"])
      stage.wait(100)
      let panel = page.presentationController as? Panel
      let (place, dark) = (page.view.presentationFrame, panel?.dark.presentationAlpha ?? 0)
      #expect(place.minX == 190 && place.minY > 20 && place.minY < 800 && dark > 0 && dark < 1)
      stage.wait(400)
      #expect(stage.log.take() == ["came true", "B did appear true", "done"] && panel?.dark.alpha == 1)
      root.dismiss(animated: true)
      #expect(root.presentedViewController === page)
      stage.wait(100)
      #expect(page.view.presentationFrame.minY > 20)
      stage.wait(400)
      #expect(stage.log.take() == ["B will disappear true", "will go", "B did disappear true", "gone true"])
      #expect(root.presentedViewController == nil && stage.window.subviews == [root.view])
    }
  }

  /// At the lower edge.
  private final class Drawer: UIPresentationController {
    override var frameOfPresentedViewInContainerView: CGRect {
      CGRect(x: 0, y: 544, width: 390, height: 300)
    }
  }

  private final class DrawerChooser: UIViewControllerTransitioningDelegate {
    func presentationController(
      forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? {
      Drawer(presentedViewController: presented, presenting: presenting)
    }
  }

  @Test func whatComesFromBelowGoesNoHigherThanItsPlace() {
    onRoot { stage, root, page, _ in
      let chooser = DrawerChooser()
      page.transitioningDelegate = chooser
      root.present(page, animated: true)
      var places: [Double] = []
      for _ in 0..<25 {
        stage.wait(20)
        places.append(page.view.presentationFrame.minY)
      }
      #expect(places[0] > 600 && places.last == 544 && places == places.sorted(by: >))
      #expect(page.view.frame == CGRect(x: 0, y: 544, width: 390, height: 300))
    }
  }

  @Test func anAnimatorShowsAPresentationThatFillsTheWindow() {
    onRoot { stage, root, page, chooser in
      page.modalPresentationStyle = .fullScreen
      chooser.zooms = true
      root.present(page, animated: true)
      stage.wait(500)
      #expect(abs(page.view.presentationAlpha - 0.5) < 0.03 && page.view.frame == stage.window.bounds)
      #expect(page.isBeingPresented && root.transitionCoordinator?.viewController(forKey: .to) === page)
      stage.wait(600)
      #expect(!page.isBeingPresented && root.transitionCoordinator == nil)
      root.dismiss(animated: true)
      stage.wait(500)
      #expect(abs(page.view.presentationAlpha - 0.5) < 0.03 && page.isBeingDismissed)
      stage.wait(600)
      #expect(page.view.window == nil && root.presentedViewController == nil)
      // One that came without an animation may go with one.
      page.view.alpha = 1
      root.present(page, animated: false)
      stage.wait(40)
      root.dismiss(animated: true)
      stage.wait(500)
      #expect(abs(page.view.presentationAlpha - 0.5) < 0.03)
      stage.wait(600)
      #expect(stage.window.subviews == [root.view])
    }
  }

  @Test func aDismissalIsMovedByHandAndCancelled() {
    onRoot { stage, root, page, chooser in
      chooser.zooms = true
      root.present(page, animated: false)
      stage.wait(40)
      _ = stage.log.take()
      let driver = UIPercentDrivenInteractiveTransition()
      chooser.driver = driver
      root.dismiss(animated: true) { stage.log("done") }
      driver.update(0.6)
      #expect(abs(page.view.presentationAlpha - 0.4) < 0.001)
      driver.cancel()
      stage.wait(700)
      #expect(root.presentedViewController === page && page.view.window != nil && page.view.alpha == 1)
      #expect(
        stage.log.take() == [
          "B will disappear true", "will go", "B will appear true", "gone false", "B did appear true",
        ])
      // The next one ends.
      root.dismiss(animated: true)
      driver.update(0.6)
      driver.finish()
      stage.wait(500)
      #expect(root.presentedViewController == nil && stage.log.take().last == "gone true")
    }
  }

  @Test func aPresentationThatIsCancelledHasNotHappened() {
    onRoot { stage, root, page, chooser in
      chooser.zooms = true
      let driver = UIPercentDrivenInteractiveTransition()
      chooser.driver = driver
      root.present(page, animated: true) { stage.log("done") }
      driver.update(0.4)
      driver.cancel()
      stage.wait(500)
      #expect(
        root.presentedViewController == nil && page.view.window == nil && page.presentingViewController == nil
      )
      #expect(
        stage.log.take() == [
          "will come", "B will appear true", "came false", "B will disappear true", "B did disappear true",
        ])
      chooser.driver = nil
      root.present(page, animated: true)
      stage.wait(1100)
      #expect(page.view.window != nil && page.view.alpha == 1)
    }
  }

  @Test func aDismissalWhileItComesEndsThat() {
    onRoot { stage, root, page, chooser in
      root.present(page, animated: true) { stage.log("done") }
      stage.wait(100)
      root.dismiss(animated: false)
      #expect(root.presentedViewController == nil && stage.window.subviews == [root.view])
      #expect(
        stage.log.take() == [
          "will come", "B will appear true", "B did appear true", "came true", "done",
          "B will disappear false", "will go", "B did disappear false", "gone true",
        ])
      // Another one may come while one is on its way out.
      root.present(page, animated: false)
      root.dismiss(animated: true)
      stage.wait(100)
      let next = UIViewController()
      next.modalPresentationStyle = .fullScreen
      root.present(next, animated: false)
      #expect(root.presentedViewController === next && page.view.window == nil)
    }
  }

  @Test func whatAnAnimatorTookFromThePresenterReturns() {
    final class Swap: NSObject, UIViewControllerAnimatedTransitioning {
      func transitionDuration(using context: UIViewControllerContextTransitioning?) -> TimeInterval { 0.2 }
      func animateTransition(using context: UIViewControllerContextTransitioning) {
        let below = context.viewController(forKey: .to)!.view!
        let view = context.viewController(forKey: .from)!.view!
        context.containerView.insertSubview(below, belowSubview: view)
        UIView.animate(withDuration: 0.2) {
          view.alpha = 0
        } completion: { _ in
          context.completeTransition(true)
        }
      }
    }
    final class Swapper: UIViewControllerTransitioningDelegate {
      func animationController(forDismissed dismissed: UIViewController)
        -> UIViewControllerAnimatedTransitioning?
      {
        Swap()
      }
    }
    onRoot { stage, root, page, _ in
      let swapper = Swapper()
      page.modalPresentationStyle = .fullScreen
      page.transitioningDelegate = swapper
      root.present(page, animated: false)
      stage.wait(40)
      root.dismiss(animated: true)
      stage.wait(300)
      #expect(stage.window.subviews == [root.view] && root.view.frame == stage.window.bounds)
    }
  }

  @Test func aPageWhoseWindowIsHiddenBeforeItsFirstFrameWasPresented() {
    onRoot { stage, root, page, chooser in
      root.present(page, animated: false) { stage.log("done") }
      stage.window.isHidden = true
      stage.wait(40)
      #expect(stage.log.take().filter { $0 == "done" } == ["done"])
    }
  }

  @Test func aPageThatIsDismissedAtOnceWasPresented() {
    onRoot { stage, root, page, chooser in
      root.present(page, animated: false) { stage.log("done") }
      #expect(!stage.log.take().contains("done"))
      page.dismiss(animated: false)
      #expect(stage.log.take().filter { $0 == "done" } == ["done"])
      stage.wait(40)
      #expect(!stage.log.take().contains("done") && root.presentedViewController == nil)
    }
  }
}
