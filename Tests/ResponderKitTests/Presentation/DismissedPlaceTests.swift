import ResponderKit
import TestHarness
import Testing

/// A program's animation of a dismissal that begins at the place where the view was shown, by `finalFrame`.
@Suite(.hangLimit) struct DismissedPlaceTests {
  private final class Mover: NSObject, UIViewControllerAnimatedTransitioning {
    var places: [Rect] = []
    func transitionDuration(using context: UIViewControllerContextTransitioning?) -> TimeInterval { 1 }
    func animateTransition(using context: UIViewControllerContextTransitioning) {
      guard let controller = context.viewController(forKey: .from) else { return }
      places = [context.initialFrame(for: controller), context.finalFrame(for: controller)]
      UIView.animate(withDuration: 1) {
        controller.view.frame = self.places[1].offsetBy(dx: 0, dy: 300)
      } completion: { _ in
        context.completeTransition(true)
      }
    }
  }

  private final class Bottom: UIPresentationController {
    override var frameOfPresentedViewInContainerView: Rect { Rect(0, 500, 390, 344) }
  }

  private final class Chooser: NSObject, UIViewControllerTransitioningDelegate {
    let mover = Mover()
    func presentationController(
      forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? { Bottom(presentedViewController: presented, presenting: presenting) }
    func animationController(forDismissed dismissed: UIViewController)
      -> UIViewControllerAnimatedTransitioning?
    { mover }
  }

  @Test(arguments: [UIModalPresentationStyle.custom, .fullScreen])
  func aViewThatIsPresentedByTheProgramStays(style: UIModalPresentationStyle) {
    onStage(screen: Size(390, 844)) { stage in
      let (root, presented, chooser) = (UIViewController(), UIViewController(), Chooser())
      stage.show(root)
      stage.wait(20)
      presented.modalPresentationStyle = style
      presented.transitioningDelegate = chooser
      root.present(presented, animated: true)
      stage.wait(500)
      root.dismiss(animated: true)
      stage.wait(500)
      let place = style == .custom ? Rect(0, 500, 390, 344) : Rect(0, 0, 390, 844)
      #expect(chooser.mover.places == [place, style == .custom ? place : .zero])
      if style == .custom {
        let shown = presented.view.presentationFrame.minY
        #expect(shown > 500 && shown < 800)
      }
      stage.wait(1000)
      #expect(root.presentedViewController == nil)
    }
  }
}
