import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Lessons about states of a program's own, and about dismissals that a finger moves.
@Suite(.hangLimit) struct StateAndDismissalLessonTests {
  @Test func messagesThatWerePutAwayAreGray() throws {
    try onStage(screen: Size(390, 844)) { stage in
      let controller = MessagesViewController()
      stage.show(controller)
      stage.wait(100)
      let list = try #require(controller.collectionView)
      let cell = try #require(list.cellForItem(at: IndexPath(item: 1, section: 0)) as? MessageCell)
      let label = try #require(cell.contentView.subviews.compactMap { $0 as? MessageContentView }.first).label
      #expect(label.text == "Party" && label.textColor == .label)
      cell.isArchived = true
      stage.wait(50)
      #expect(label.textColor == .systemGray && cell.configurationState.isArchived)
      #expect(cell.backgroundConfiguration?.backgroundColor == .secondarySystemFill)
      cell.isArchived = false
      let place = cell.convert(cell.bounds.center, to: nil)
      stage.tap(place.x, place.y)
      stage.wait(50)
      #expect(label.textColor == .systemRed && !cell.configurationState.isArchived)
    }
  }

  @Test func aPageIsPulledDown() throws {
    try onStage(screen: Size(390, 844)) { stage in
      let host = PullDownHostViewController()
      stage.show(host)
      host.open()
      stage.wait(900)
      let page = try #require(host.presentedViewController as? PullDownViewController)
      #expect(page.takeCalls() == ["appeared"])
      // Not far enough: it returns.
      stage.down(200, 100)
      for step in 1...10 { stage.move(200, 100 + Double(step) * 15) }
      #expect(page.takeCalls() == ["leaves, with a finger: true"])
      stage.up(200, 250, after: 200)
      stage.wait(1200)
      #expect(page.takeCalls() == ["left, returns: true", "ends, stays: true", "appeared"])
      #expect(host.presentedViewController === page && page.view.frame.minY == 0)
      stage.down(200, 100)
      for step in 1...10 { stage.move(200, 100 + Double(step) * 40) }
      stage.up(200, 500)
      stage.wait(1500)
      #expect(
        page.takeCalls() == [
          "leaves, with a finger: true", "left, returns: false", "gone", "ends, stays: false",
        ])
      #expect(host.presentedViewController == nil)
    }
  }

  @Test func aPageThatLeavesIsDismissedAtOnce() throws {
    try onStage(screen: Size(390, 844)) { stage in
      let host = PullDownHostViewController()
      stage.show(host)
      host.open()
      stage.wait(900)
      let page = try #require(host.presentedViewController as? PullDownViewController)
      _ = page.takeCalls()
      page.whenLeaving = { [unowned page] in page.dismiss(animated: false) }
      page.dismiss(animated: true)
      #expect(host.presentedViewController == nil && page.viewIfLoaded?.window == nil)
      stage.wait(1000)
      #expect(page.takeCalls() == ["leaves, with a finger: false", "gone", "ends, stays: false"])
      host.open()
      stage.wait(900)
      #expect((host.presentedViewController as? PullDownViewController)?.takeCalls() == ["appeared"])
    }
  }

  /// What a presentation controller is notified of.
  private final class Notified: UIPresentationController {
    private(set) var calls: [String] = []
    override func dismissalTransitionWillBegin() { calls.append("begins") }
    override func dismissalTransitionDidEnd(_ completed: Bool) { calls.append("ended \(completed)") }
  }

  private final class Leaver: UIViewController, UIViewControllerTransitioningDelegate {
    private(set) var place: Notified?
    var leavesAtOnce = true

    func presentationController(
      forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? {
      place = Notified(presentedViewController: presented, presenting: presenting)
      return place
    }
    func animationController(forDismissed dismissed: UIViewController)
      -> (any UIViewControllerAnimatedTransitioning)?
    { PullDownAnimator() }
    override func viewWillDisappear(_ animated: Bool) { if leavesAtOnce { dismiss(animated: false) } }
  }

  @Test func aDismissalThatHasEndedDoesNotBegin() {
    for leavesAtOnce in [false, true] {
      onStage(screen: Size(390, 844)) { stage in
        let (host, page) = (UIViewController(), Leaver())
        stage.show(host)
        page.leavesAtOnce = leavesAtOnce
        page.modalPresentationStyle = .custom
        page.transitioningDelegate = page
        host.present(page, animated: false)
        stage.wait(100)
        page.dismiss(animated: true)
        stage.wait(1000)
        #expect(page.place?.calls == (leavesAtOnce ? ["ended true"] : ["begins", "ended true"]))
        #expect(host.presentedViewController == nil)
      }
    }
  }
}
