import TestHarness
import Testing

@testable import ResponderKit

/// Which controller presents another one when a page in containers asks for that.
@Suite("Who presents", .hangLimit) struct PresenterTests {
  private func nest(_ stage: Stage) -> (page: UIViewController, UINavigationController, UITabBarController) {
    let (page, tabs) = (UIViewController(), UITabBarController())
    let navigation = UINavigationController(rootViewController: page)
    tabs.viewControllers = [navigation]
    stage.show(tabs)
    stage.wait(40)
    return (page, navigation, tabs)
  }

  @Test("The outermost controller presents, and those in it find what is presented, too")
  func outermost() {
    onStage { stage in
      let (page, navigation, tabs) = nest(stage)
      let sheet = UIViewController()
      page.present(sheet, animated: true)
      stage.wait(600)
      #expect(sheet.presentingViewController === tabs)
      #expect([page, navigation, tabs].allSatisfy { $0.presentedViewController === sheet })
      #expect(navigation.visibleViewController === sheet && sheet.presentedViewController == nil)
      // What programs do to find the controller in front.
      var front: UIViewController? = stage.window.rootViewController
      while let next = front?.presentedViewController { front = next }
      #expect(front === sheet)
      // One is presented at a time, by whichever of them.
      let second = UIViewController()
      navigation.present(second, animated: false)
      #expect(second.presentingViewController == nil)
      navigation.dismiss(animated: true)
      stage.wait(600)
      #expect(page.presentedViewController == nil && sheet.view.window == nil)
    }
  }

  @Test("A controller in a presented one is in no other, and dismisses it")
  func inner() {
    onStage { stage in
      let (page, _, tabs) = nest(stage)
      let inner = UIViewController()
      let modal = UINavigationController(rootViewController: inner)
      page.present(modal, animated: false)
      stage.wait(40)
      #expect(inner.presentingViewController === tabs && inner.presentedViewController == nil)
      let alert = UIAlertController(title: "A", message: nil, preferredStyle: .alert)
      inner.present(alert, animated: false)
      #expect(modal.presentedViewController === alert && alert.presentingViewController === modal)
      // Neither a container of it nor what presented it.
      alert.present(modal, animated: false)
      alert.present(tabs, animated: false)
      inner.present(modal, animated: false)
      #expect(alert.presentedViewController == nil && tabs.presentingViewController == nil)
      alert.dismiss(animated: false)
      inner.dismiss(animated: false)
      #expect(tabs.presentedViewController == nil && modal.view.window == nil)
    }
  }

  @Test("A page does not present the controller that it is in")
  func container() {
    onStage { stage in
      let (page, navigation, tabs) = nest(stage)
      page.present(navigation, animated: false)
      page.present(tabs, animated: false)
      #expect(tabs.presentedViewController == nil && page.view.window === stage.window)
    }
  }

  @Test("The transition's delegate is given both, the presenter and the page that asked")
  func source() {
    final class Delegate: UIViewControllerTransitioningDelegate {
      var given: (presenting: UIViewController, source: UIViewController)?
      func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
      ) -> (any UIViewControllerAnimatedTransitioning)? {
        given = (presenting, source)
        return nil
      }
    }
    onStage { stage in
      let (page, _, tabs) = nest(stage)
      let (modal, delegate) = (UIViewController(), Delegate())
      modal.modalPresentationStyle = .fullScreen
      modal.transitioningDelegate = delegate
      page.present(modal, animated: true)
      stage.wait(40)
      #expect(delegate.given?.presenting === tabs && delegate.given?.source === page)
    }
  }
}
