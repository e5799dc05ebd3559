import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Sheets and popovers that a program's animator shows.
@Suite(.hangLimit) struct SheetAnimatorTests {
  /// From the left edge, or back to it.
  private final class Drift: NSObject, UIViewControllerAnimatedTransitioning {
    let isComing: Bool
    init(isComing: Bool) { self.isComing = isComing }
    func transitionDuration(using context: UIViewControllerContextTransitioning?) -> TimeInterval { 1 }
    func animateTransition(using context: UIViewControllerContextTransitioning) {
      let view = context.view(forKey: isComing ? .to : .from)!
      let rest = context.finalFrame(for: context.viewController(forKey: .to)!)
      if isComing {
        context.containerView.addSubview(view)
        view.frame = rest.offsetBy(dx: -rest.maxX, dy: 0)
      }
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { [isComing] in
        view.frame.origin.x = isComing ? rest.minX : -view.frame.width
      } completion: { _ in
        context.completeTransition(!context.transitionWasCancelled)
      }
    }
  }

  private final class Chooser: NSObject, UIViewControllerTransitioningDelegate {
    var driver: UIPercentDrivenInteractiveTransition?
    func animationController(
      forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> UIViewControllerAnimatedTransitioning? { Drift(isComing: true) }
    func animationController(forDismissed dismissed: UIViewController)
      -> UIViewControllerAnimatedTransitioning?
    { Drift(isComing: false) }
    func interactionControllerForPresentation(
      using animator: UIViewControllerAnimatedTransitioning
    ) -> UIViewControllerInteractiveTransitioning? { driver }
    func interactionControllerForDismissal(
      using animator: UIViewControllerAnimatedTransitioning
    ) -> UIViewControllerInteractiveTransitioning? { driver }
  }

  private func onRoot(
    popover: Bool = false,
    _ body: @escaping @Sendable (Stage, UIViewController, SheetPage, Chooser) throws -> Void
  ) rethrows {
    try onStage(screen: popover ? Size(800, 600) : Size(390, 844)) { stage in
      let (root, page, chooser) = (UIViewController(), SheetPage("page", stage.log), Chooser())
      root.view.backgroundColor = .white
      stage.show(root)
      stage.wait(40)
      page.transitioningDelegate = chooser
      if popover {
        page.modalPresentationStyle = .popover
        page.preferredContentSize = Size(200, 200)
        page.popoverPresentationController?.sourceView = root.view
        page.popoverPresentationController?.sourceRect = Rect(500, 300, 20, 20)
      }
      try body(stage, root, page, chooser)
    }
  }

  private func panel(_ page: UIViewController) -> UIView? { page.view.superview?.superview }

  @Test func aSheetComesAndGoesByIt() throws {
    try onRoot { stage, root, page, _ in
      var ends = 0
      root.present(page, animated: true) { ends += 1 }
      #expect(stage.log.take() == ["page will appear"])
      stage.wait(500)
      let panel = try #require(self.panel(page))
      #expect(abs(panel.presentationFrame.minX + 195) < 8 && panel.frame.minX == 0 && ends == 0)
      let dimming = try #require(panel.superview?.subviews.first)
      #expect(dimming.presentationAlpha > 0 && dimming.presentationAlpha < dimming.alpha)
      stage.wait(600)
      #expect(stage.log.take() == ["page did appear"] && ends == 1 && !panel.isAnimating)
      root.dismiss(animated: true) { ends += 1 }
      #expect(stage.log.take() == ["page will disappear"])
      stage.wait(500)
      #expect(abs(panel.presentationFrame.minX + 195) < 8 && root.presentedViewController === page)
      stage.wait(600)
      #expect(stage.log.take() == ["page did disappear"] && ends == 2)
      #expect(root.presentedViewController == nil && page.view.window == nil)
    }
  }

  @Test func aTouchBesideItDismissesByIt() {
    onRoot { stage, root, page, _ in
      root.present(page, animated: true)
      stage.wait(1200)
      stage.tap(200, 20)
      stage.wait(500)
      #expect(panel(page)?.presentationFrame.minX ?? 0 < -100)
      stage.wait(600)
      #expect(root.presentedViewController == nil && page.view.window == nil)
      #expect(stage.log.lines.last == "page did disappear")
    }
  }

  @Test func aPopoverComesByIt() throws {
    try onRoot(popover: true) { stage, root, page, _ in
      root.present(page, animated: true)
      stage.wait(500)
      let panel = try #require(self.panel(page))
      #expect(panel.frame.width == 200 && panel.presentationFrame.minX < panel.frame.minX - 100)
      stage.wait(600)
      #expect(!panel.isAnimating && page.popoverPresentationController?.arrowDirection != .unknown)
      root.dismiss(animated: true)
      stage.wait(1200)
      #expect(root.presentedViewController == nil)
    }
  }

  @Test func aCancelledOneHasNotHappened() {
    onRoot { stage, root, page, chooser in
      let driver = UIPercentDrivenInteractiveTransition()
      chooser.driver = driver
      root.present(page, animated: true)
      driver.update(0.5)
      stage.wait(100)
      #expect(panel(page)?.presentationFrame.minX == -195)
      driver.cancel()
      stage.wait(700)
      #expect(root.presentedViewController == nil && page.view.window == nil)
      chooser.driver = nil
      root.present(page, animated: true)
      stage.wait(1200)
      _ = stage.log.take()
      chooser.driver = driver
      root.dismiss(animated: true)
      driver.update(0.5)
      #expect(abs((panel(page)?.presentationFrame.minX ?? 0) + 195) < 0.001)
      driver.cancel()
      stage.wait(700)
      #expect(root.presentedViewController === page && panel(page)?.frame.minX == 0)
      #expect(stage.log.take() == ["page will disappear", "page will appear", "page did appear"])
      // It can be touched, and goes the next time.
      driver.completionSpeed = 2
      stage.tap(200, 20)
      driver.finish()
      stage.wait(700)
      #expect(root.presentedViewController == nil)
    }
  }

  @Test func aDismissalMeanwhileEndsTheComing() {
    onRoot { stage, root, page, _ in
      root.present(page, animated: true)
      stage.wait(300)
      root.dismiss(animated: false)
      #expect(root.presentedViewController == nil && page.view.window == nil)
      stage.wait(1200)
      #expect(
        stage.log.take() == [
          "page will appear", "page did appear", "page will disappear", "page did disappear",
        ])
    }
  }
}
