import ResponderKit
import TestHarness
import Testing

/// Controllers and presentations are notified of the sizes that their contents prefer, and give sizes.
@Suite(.hangLimit) struct ContentContainerTests {
  private final class Parent: UIViewController {
    var wishes: [Size] = []
    override func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {
      super.preferredContentSizeDidChange(forChildContentContainer: container)
      wishes.append(container.preferredContentSize)
    }
  }

  private final class Half: UIPresentationController {
    var wishes: [Size] = []
    override var frameOfPresentedViewInContainerView: Rect {
      let whole = containerView?.bounds.size ?? .zero
      return Rect(
        origin: .zero,
        size: size(forChildContentContainer: presentedViewController, withParentContainerSize: whole))
    }
    override func size(
      forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: Size
    ) -> Size {
      let whole = super.size(forChildContentContainer: container, withParentContainerSize: parentSize)
      return Size(whole.width, whole.height / 2)
    }
    override func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {
      super.preferredContentSizeDidChange(forChildContentContainer: container)
      wishes.append(preferredContentSize)
    }
  }

  private final class Halves: UIViewControllerTransitioningDelegate {
    var made: Half?
    func presentationController(
      forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? {
      made = Half(presentedViewController: presented, presenting: presenting)
      return made
    }
  }

  @Test func aParentIsNotifiedOfItsChildsWish() {
    onStage { _ in
      let (parent, child) = (Parent(), UIViewController())
      child.preferredContentSize = Size(1, 2)
      parent.addChild(child)
      child.preferredContentSize = Size(3, 4)
      child.preferredContentSize = Size(3, 4)
      #expect(parent.wishes == [Size(3, 4)])
      #expect(parent.size(forChildContentContainer: child, withParentContainerSize: Size(5, 6)) == Size(5, 6))
    }
  }

  @Test func aPresentationGivesASizeAndIsNotifiedOfTheWish() {
    onStage { stage in
      let (page, shown, halves) = (UIViewController(), UIViewController(), Halves())
      stage.show(page)
      stage.wait(20)
      shown.modalPresentationStyle = .custom
      shown.transitioningDelegate = halves
      page.present(shown, animated: true)
      stage.wait(1000)
      #expect(shown.view.frame.size == Size(390, 422))
      shown.preferredContentSize = Size(100, 100)
      #expect(halves.made?.wishes == [Size(100, 100)])
    }
  }
}
