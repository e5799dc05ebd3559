import ResponderKit
import TestHarness
import Testing

/// Controllers that are presented while one is about to be dismissed.
@Suite(.hangLimit) struct PresentedAgainTests {
  /// Calls `onLeaving` in its first `viewWillDisappear`.
  private final class Page: UIViewController, UIViewControllerTransitioningDelegate {
    var onLeaving: (Page) -> Void = { _ in }
    private(set) var calls: [String] = []

    func takeCalls() -> [String] {
      defer { calls = [] }
      return calls
    }
    func animationController(forDismissed dismissed: UIViewController)
      -> (any UIViewControllerAnimatedTransitioning)?
    { Quick() }
    override func viewDidLoad() { view.backgroundColor = .white }
    override func viewWillAppear(_ animated: Bool) { calls.append("comes") }
    override func viewWillDisappear(_ animated: Bool) {
      calls.append("leaves")
      let body = onLeaving
      onLeaving = { _ in }
      body(self)
    }
    override func viewDidDisappear(_ animated: Bool) { calls.append("gone") }
  }

  private final class Quick: NSObject, UIViewControllerAnimatedTransitioning {
    func transitionDuration(using context: UIViewControllerContextTransitioning?) -> TimeInterval { 0.2 }
    func animateTransition(using context: UIViewControllerContextTransitioning) {
      context.completeTransition(true)
    }
  }

  private func onPage(
    _ style: UIModalPresentationStyle, _ body: @escaping @Sendable (Stage, UIViewController, Page) -> Void
  ) {
    onStage(screen: Size(390, 844)) { stage in
      let (root, page) = (UIViewController(), Page())
      page.modalPresentationStyle = style
      page.popoverPresentationController?.sourceView = root.view
      stage.present(page, from: root)
      _ = page.takeCalls()
      body(stage, root, page)
    }
  }

  private static let styles: [UIModalPresentationStyle] = [.pageSheet, .popover, .fullScreen, .custom]

  @Test(arguments: styles.dropLast()) func anotherOneThatComesTooEarlyKeepsNothing(
    style: UIModalPresentationStyle
  ) {
    onPage(style) { stage, root, page in
      let other = UIViewController()
      page.onLeaving = { _ in root.present(other, animated: true) }
      var ends = 0
      root.dismiss(animated: true) { ends += 1 }
      stage.wait(1000)
      #expect(ends == 1 && root.presentedViewController == nil && page.view.window == nil)
      #expect(page.takeCalls() == ["leaves", "gone"] && other.presentingViewController == nil)
      stage.present(page, from: root)
      #expect(root.presentedViewController === page && page.view.window != nil)
    }
  }

  @Test func anAlertWhileAFingerHoldsASheetKeepsNothing() {
    onPage(.pageSheet) { stage, root, page in
      let place = stage.place(of: page)
      let alert = UIAlertController(title: "a", message: nil, preferredStyle: .alert)
      stage.down(200, place.minY + 10, after: 500)
      for step in 1...10 { stage.move(200, place.minY + 10 + Double(step) * 30) }
      #expect(page.takeCalls() == ["leaves"])
      root.present(alert, animated: true)
      for step in (0...10).reversed() { stage.move(200, place.minY + 10 + Double(step) * 30) }
      stage.up(200, place.minY + 10, after: 200)
      stage.wait(1000)
      #expect(stage.place(of: page) == place && alert.presentingViewController == nil)
      #expect(page.takeCalls() == ["comes"] && root.presentedViewController === page)
      // It can be touched, and dismissed.
      stage.tap(200, 20)
      stage.wait(1000)
      #expect(root.presentedViewController == nil && page.takeCalls() == ["leaves", "gone"])
    }
  }

  @Test(arguments: styles, [true, false])
  func aControllerThatReturnsStays(style: UIModalPresentationStyle, hasAnimator: Bool) {
    onPage(style) { stage, root, page in
      let child = Page()
      page.addChild(child)
      page.view.addSubview(child.view)
      child.didMove(toParent: page)
      stage.wait(20)
      _ = child.takeCalls()
      if hasAnimator { page.transitioningDelegate = page }
      for animated in [true, false] {
        page.onLeaving = { page in
          page.dismiss(animated: false)
          root.present(page, animated: false)
        }
        var ends = 0
        root.dismiss(animated: animated) { ends += 1 }
        stage.wait(1000)
        #expect(ends == 1 && root.presentedViewController === page && page.view.window != nil)
        #expect(page.takeCalls() == ["leaves", "gone", "comes"] && !page.isBeingDismissed)
        #expect(child.takeCalls().last == "comes")
      }
      root.dismiss(animated: true)
      stage.wait(1000)
      #expect(root.presentedViewController == nil && page.takeCalls() == ["leaves", "gone"])
    }
  }

  @Test(arguments: [UIModalPresentationStyle.pageSheet, .popover])
  func aControllerThatReturnsAfterATouchBesideItStays(style: UIModalPresentationStyle) {
    onPage(style) { stage, root, page in
      page.onLeaving = { page in
        page.dismiss(animated: false)
        root.present(page, animated: false)
      }
      stage.tap(200, 20)
      stage.wait(1000)
      #expect(root.presentedViewController === page && page.view.window != nil)
      stage.tap(200, 20)
      stage.wait(1000)
      #expect(root.presentedViewController == nil)
    }
  }

  @Test func aControllerThatReturnsWhenAFingerThrowsItStays() {
    onPage(.pageSheet) { stage, root, page in
      page.onLeaving = { page in
        page.dismiss(animated: false)
        root.present(page, animated: false)
      }
      let place = stage.place(of: page)
      stage.drag(200, place.minY + 10, place.minY + 80, steps: 4, stops: false)
      stage.wait(1000)
      #expect(page.takeCalls() == ["leaves", "gone", "comes"])
      #expect(root.presentedViewController === page && stage.place(of: page) == place)
    }
  }

  @Test func whatIsAlongsideAnEndedDismissalIsDone() {
    onPage(.fullScreen) { stage, root, page in
      page.transitioningDelegate = page
      var calls: [String] = []
      page.onLeaving = { page in
        page.transitionCoordinator?.animate { _ in
          calls.append("alongside")
          page.dismiss(animated: false)
        } completion: { _ in
          calls.append("done")
        }
        page.dismiss(animated: false)
      }
      root.dismiss(animated: true)
      stage.wait(1000)
      #expect(calls == ["alongside", "done"] && root.presentedViewController == nil)
    }
  }
}
