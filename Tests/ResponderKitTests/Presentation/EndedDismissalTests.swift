import ResponderKit
import TestHarness
import Testing

/// Dismissals that are ended, without an animation, by a controller that is notified of them.
@Suite(.hangLimit) struct EndedDismissalTests {
  private final class Leaver: UIViewController, UIViewControllerTransitioningDelegate {
    let animator = Slow()
    var leavesAtOnce = true
    private(set) var calls: [String] = []
    private(set) var knowsItsTransition = false

    func takeCalls() -> [String] {
      defer { calls = [] }
      return calls
    }
    func animationController(forDismissed dismissed: UIViewController)
      -> (any UIViewControllerAnimatedTransitioning)?
    { animator }
    override func viewWillDisappear(_ animated: Bool) {
      calls.append("leaves \(isBeingDismissed)")
      knowsItsTransition = transitionCoordinator?.viewController(forKey: .from) === self
      if leavesAtOnce { dismiss(animated: false) { [weak self] in self?.calls.append("inner") } }
    }
    override func viewDidDisappear(_ animated: Bool) { calls.append("gone") }
  }

  private final class Slow: NSObject, UIViewControllerAnimatedTransitioning {
    private(set) var runs = 0
    func transitionDuration(using context: UIViewControllerContextTransitioning?) -> TimeInterval { 0.5 }
    func animateTransition(using context: UIViewControllerContextTransitioning) {
      runs += 1
      UIView.animate(withDuration: 0.5) {
        context.view(forKey: .from)?.frame.origin.y = 844
      } completion: { _ in
        context.completeTransition(true)
      }
    }
  }

  private func onPage(
    _ style: UIModalPresentationStyle, _ body: @escaping @Sendable (Stage, UIViewController, Leaver) -> Void
  ) {
    onStage(screen: Size(390, 844)) { stage in
      let (root, page) = (UIViewController(), Leaver())
      page.modalPresentationStyle = style
      page.popoverPresentationController?.sourceView = root.view
      stage.present(page, from: root)
      body(stage, root, page)
    }
  }

  @Test(arguments: [UIModalPresentationStyle.pageSheet, .popover, .fullScreen, .custom], [true, false])
  func aControllerThatLeavesIsNotBeingDismissed(style: UIModalPresentationStyle, animated: Bool) {
    onPage(style) { stage, root, page in
      var ends = 0
      for _ in 0..<2 {
        root.dismiss(animated: animated) { ends += 1 }
        stage.wait(1000)
        #expect(page.takeCalls() == ["leaves true", "gone", "inner"])
        #expect(!page.isBeingDismissed && root.presentedViewController == nil)
        stage.present(page, from: root)
        #expect(!page.isBeingDismissed && root.presentedViewController === page)
      }
      #expect(ends == 2)
    }
  }

  @Test(arguments: [true, false]) func aTouchBesideASheetAsksOnce(leavesAtOnce: Bool) {
    onPage(.pageSheet) { stage, root, page in
      let delegate = SheetDelegate(stage.log)
      page.sheetPresentationController?.delegate = delegate
      page.transitioningDelegate = page
      page.leavesAtOnce = leavesAtOnce
      stage.tap(200, 20)
      stage.wait(1000)
      #expect(stage.log.take() == ["may?", "will", "did"] && page.knowsItsTransition)
      #expect(page.animator.runs == (leavesAtOnce ? 0 : 1))
      #expect(page.takeCalls() == ["leaves true", "gone"] + (leavesAtOnce ? ["inner"] : []))
      #expect(!page.isBeingDismissed && root.presentedViewController == nil && page.view.window == nil)
    }
  }

  private final class Hasty: UISheetPresentationControllerDelegate {
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
      presentationController.presentedViewController.dismiss(animated: false)
    }
  }

  @Test(arguments: [true, false]) func aDelegateDismissesItAtOnce(hasAnimator: Bool) {
    onPage(.pageSheet) { stage, root, page in
      let delegate = Hasty()
      page.sheetPresentationController?.delegate = delegate
      if hasAnimator { page.transitioningDelegate = page }
      page.leavesAtOnce = false
      stage.tap(200, 20)
      stage.wait(1000)
      #expect(root.presentedViewController == nil && page.view.window == nil)
      #expect(!page.isBeingDismissed && page.takeCalls() == ["leaves true", "gone"])
      stage.present(page, from: root)
      #expect(root.presentedViewController === page && !page.isBeingDismissed)
    }
  }

  @Test(arguments: [true, false]) func aTouchBesideAPopoverThatIsASheetAsksOnce(hasAnimator: Bool) {
    onPage(.popover) { stage, root, page in
      let delegate = SheetDelegate(stage.log)
      page.popoverPresentationController?.delegate = delegate
      if hasAnimator { page.transitioningDelegate = page }
      stage.tap(200, 20)
      #expect(root.presentedViewController == nil && page.viewIfLoaded?.window == nil)
      stage.wait(1000)
      #expect(stage.log.take() == ["may?", "will", "did"] && page.animator.runs == 0)
      #expect(page.knowsItsTransition == hasAnimator && !page.isBeingDismissed)
      #expect(page.takeCalls() == ["leaves true", "gone", "inner"])
      stage.present(page, from: root)
      #expect(root.presentedViewController === page && page.view.window != nil)
    }
  }
}
