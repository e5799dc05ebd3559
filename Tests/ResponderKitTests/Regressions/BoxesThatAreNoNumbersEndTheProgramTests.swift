import TestHarness
import Testing

@testable import ResponderKit

/// Boxes and numbers that are no numbers, or less than nothing, ended the program where limits were made of them.
@Suite(.hangLimit) struct BoxesThatAreNoNumbersEndTheProgramTests {
  @Test(arguments: [
    Rect(0, 0, 100, -50), Rect(0, 0, .nan, .nan), Rect(0, 0, 100, .infinity), Rect(0, .nan, 50, 50),
    Rect(0, 0, -.infinity, 5),
  ])
  func aTextViewHasAnOddBox(box: Rect) {
    onStage { stage in
      let view = stage.show(UITextView(frame: box))
      view.text = "some text\nof two lines"
      stage.wait(20)
      view.bounds = box
      stage.wait(20)
      _ = stage.window.snapshot()
      // It shows its text again in an ordinary box.
      view.frame = Rect(0, 0, 200, 100)
      view.bounds = Rect(0, 0, 200, 100)
      view.backgroundColor = .white
      stage.wait(20)
      let picture = stage.window.snapshot()
      let dark = (0..<100).flatMap { y in (0..<200).filter { picture.color(x: $0, y: y).cgColor.red < 0.5 } }
      #expect(dark.count > 20)
    }
  }

  @Test func limitsInTheWrongOrderAreTheLowerOne() {
    #expect(
      5.0.clamped(from: 1, to: 3) == 3 && 0.0.clamped(from: 1, to: 3) == 1 && 2.0.clamped(from: 1, to: 3) == 2
    )
    #expect(5.0.clamped(from: 3, to: 1) == 3 && 0.0.clamped(from: 3, to: 1) == 3)
    #expect(5.0.clamped(from: 2, to: .nan) == 2 && 5.0.clamped(from: .nan, to: 7) == 5)
    #expect(Double.nan.clamped(from: 1, to: 3) == 1 && 9.0.clamped(from: .nan, to: .nan) == 0)
  }

  @Test(arguments: [Rect(.nan, .nan, .nan, .nan), Rect(.infinity, 0, 5, 5), Rect(1e300, 1e300, 1e300, 1e300)])
  func aPopoverHasAnOddSource(source: Rect) throws {
    onStage(screen: Size(800, 600)) { stage in
      for size in [Size(.nan, .nan), Size(-5, -5), Size(1e300, 1e300)] {
        let (root, page) = (UIViewController(), UIViewController())
        stage.show(root)
        page.modalPresentationStyle = .popover
        page.preferredContentSize = size
        page.popoverPresentationController?.sourceView = root.view
        page.popoverPresentationController?.sourceRect = source
        root.present(page, animated: false)
        stage.wait(100)
        _ = stage.window.snapshot()
        #expect(root.presentedViewController === page)
        root.dismiss(animated: false)
        stage.wait(100)
        #expect(root.presentedViewController == nil)
      }
    }
  }

  @Test(arguments: [Double.nan, -1, .infinity])
  func itemsCollideWithOddFriction(friction: Double) {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 300, 300)))
      let view = UIView(frame: Rect(100, 200, 40, 40))
      root.addSubview(view)
      let animator = UIDynamicAnimator(referenceView: root)
      let (fall, collision, item) = (
        UIGravityBehavior(items: [view]), UICollisionBehavior(items: [view]),
        UIDynamicItemBehavior(items: [view])
      )
      collision.translatesReferenceBoundsIntoBoundary = true
      item.friction = friction
      item.addLinearVelocity(Point(200, 0), for: view)
      for behavior in [fall, collision, item] as [UIDynamicBehavior] { animator.addBehavior(behavior) }
      stage.wait(2000)
      #expect(root.bounds.insetBy(dx: -5, dy: -5).contains(view.center))
    }
  }
}
