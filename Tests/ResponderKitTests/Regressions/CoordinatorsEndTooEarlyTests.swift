import ResponderKit
import TestHarness
import Testing

/// A navigation controller's delegate that asked in `didShow` for the page that had left, as coordinators do, found no transition.
@Suite(.hangLimit) struct CoordinatorsEndTooEarlyTests {
  private final class Delegate: UINavigationControllerDelegate {
    var popped: [UIViewController] = []
    var asked = 0
    /// Kept for longer than they are found.
    var kept: [any UIViewControllerTransitionCoordinator] = []
    func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {
      asked += 1
      if let coordinator = navigationController.transitionCoordinator { kept.append(coordinator) }
      guard let from = navigationController.transitionCoordinator?.viewController(forKey: .from),
        !navigationController.viewControllers.contains(where: { $0 === from })
      else { return }
      popped.append(from)
    }
  }

  private static func show(_ stage: Stage, _ delegate: Delegate? = nil) -> UINavigationController {
    let navigation = UINavigationController(rootViewController: UIViewController())
    navigation.delegate = delegate
    stage.show(navigation)
    stage.wait(50)
    return navigation
  }

  @Test func theDelegateFindsThePageThatHasLeft() {
    onStage { stage in
      let delegate = Delegate()
      let navigation = Self.show(stage, delegate)
      let detail = UIViewController()
      navigation.pushViewController(detail, animated: true)
      stage.wait(600)
      #expect(delegate.popped.isEmpty && delegate.asked == 2)
      #expect(delegate.kept.count == 1 && navigation.transitionCoordinator == nil)
      // With a finger.
      stage.down(2, 400)
      for x in stride(from: 20.0, through: 340, by: 20) { stage.move(x, 400) }
      stage.up(340, 400)
      stage.wait(800)
      #expect(delegate.popped.count == 1 && delegate.popped.first === detail)
      #expect(delegate.kept.count == 2 && navigation.transitionCoordinator == nil)
    }
  }

  @Test func whatHasLeftIsReleased() {
    onStage { stage in
      let delegate = Delegate()
      let navigation = Self.show(stage, delegate)
      weak var detail: UIViewController?
      do {
        let page = UIViewController()
        detail = page
        navigation.pushViewController(page, animated: true)
      }
      stage.wait(600)
      navigation.popViewController(animated: true)
      stage.wait(800)
      (delegate.popped, delegate.kept) = ([], [])
      stage.wait(50)
      #expect(detail == nil)
    }
  }

  @Test func aPageThatLeavesBeforeItIsShownIsReleased() {
    onStage { stage in
      let navigation = Self.show(stage)
      weak var detail: UIViewController?
      do {
        let page = UIViewController()
        detail = page
        navigation.pushViewController(page, animated: true)
        _ = navigation.transitionCoordinator?.animate(alongsideTransition: nil) { _ in
          navigation.popViewController(animated: false)
        }
      }
      stage.wait(600)
      stage.wait(50)
      #expect(navigation.viewControllers.count == 1 && detail == nil)
    }
  }

  @Test func theTransitionOfAnotherPageIsNotFound() {
    onStage { stage in
      let delegate = Delegate()
      let navigation = Self.show(stage, delegate)
      navigation.pushViewController(UIViewController(), animated: true)
      stage.wait(600)
      let next = UIViewController()
      navigation.popViewController(animated: true)
      _ = navigation.transitionCoordinator?.animate(alongsideTransition: nil) { _ in
        navigation.pushViewController(next, animated: false)
      }
      stage.wait(600)
      #expect(navigation.topViewController === next && delegate.popped.isEmpty)
    }
  }
}
