import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Items that are held by rods, springs, ropes and pins, and that snap to places.
@Suite(.hangLimit) struct AttachmentTests {
  @Test func aRodKeepsItsLengthWhileItSwings() {
    onStage { stage in
      let (animator, bob) = stage.body(Rect(270, 180, 40, 40))
      let rod = UIAttachmentBehavior(item: bob, attachedToAnchor: Point(190, 200))
      #expect(rod.length == 100 && rod.attachedBehaviorType == .anchor)
      animator.addBehavior(stage.smooth([bob]))
      animator.addBehavior(UIGravityBehavior(items: [bob]))
      animator.addBehavior(rod)
      var (least, most, left) = (1000.0, 0.0, 1000.0)
      rod.action = {
        let distance = bob.center.distance(to: Point(190, 200))
        (least, most, left) = (min(least, distance), max(most, distance), min(left, bob.center.x))
      }
      stage.wait(2000)
      #expect(least > 98 && most < 102 && left < 110)
      animator.removeAllBehaviors()
    }
  }

  @Test func aSpringEndsAtItsLength() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(170, 380, 40, 40))
      let spring = UIAttachmentBehavior(item: box, attachedToAnchor: Point(190, 300))
      spring.frequency = 2
      spring.damping = 0.4
      spring.length = 50
      animator.addBehavior(spring)
      var least = 1000.0
      spring.action = { least = min(least, box.center.y) }
      stage.wait(3000)
      // It goes too far at first.
      #expect(abs(box.center.y - 350) < 1 && least < 345 && !animator.isRunning)
    }
  }

  @Test func aFingerDragsAnItemByItsCorner() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 100, 100))
      let hold = UIAttachmentBehavior(
        item: box, offsetFromCenter: UIOffset(horizontal: 40, vertical: -40),
        attachedToAnchor: Point(190, 110))
      #expect(hold.length == 0)
      let look = UIDynamicItemBehavior(items: [box])
      (look.resistance, look.angularResistance) = (2, 4)
      for behavior in [hold, look, UIGravityBehavior(items: [box])] { animator.addBehavior(behavior) }
      stage.wait(100)
      hold.anchorPoint = Point(250, 300)
      stage.wait(4000)
      let corner = box.convert(Point(90, 10), to: nil)
      #expect(corner.distance(to: Point(250, 300)) < 2)
      // It hangs below the corner.
      #expect(box.center.y > 340 && abs(box.center.x - 250) < 30)
      animator.removeAllBehaviors()
    }
  }

  @Test func aRopePullsAndDoesNotPush() {
    onStage { stage in
      let (animator, post) = stage.body(Rect(100, 100, 20, 20))
      let box = stage.add(Rect(140, 100, 20, 20))
      let look = UIDynamicItemBehavior(items: [post])
      look.isAnchored = true
      let motion = stage.smooth([box])
      motion.addLinearVelocity(Point(-30, 0), for: box)
      let rope = UIAttachmentBehavior.limitAttachment(
        with: post, offsetFromCenter: .zero, attachedTo: box, offsetFromCenter: .zero)
      #expect(rope.length == 40 && rope.attachedBehaviorType == .items)
      for behavior in [look, motion, rope] { animator.addBehavior(behavior) }
      stage.wait(500)
      #expect(abs(box.center.x - 135) < 2)
      motion.addLinearVelocity(Point(130, 0), for: box)
      stage.wait(1000)
      #expect(box.center.distance(to: post.center) < 41)
      animator.removeAllBehaviors()
    }
  }

  @Test func pinnedItemsTurnAndFixedOnesDoNot() {
    onStage { stage in
      for isFixed in [false, true] {
        let (animator, post) = stage.body(Rect(100, 100, 40, 40))
        let arm = stage.add(Rect(140, 110, 100, 20))
        let look = UIDynamicItemBehavior(items: [post])
        look.isAnchored = true
        let point = Point(140, 120)
        let joint =
          isFixed
          ? UIAttachmentBehavior.fixedAttachment(with: post, attachedTo: arm, attachmentAnchor: point)
          : UIAttachmentBehavior.pinAttachment(with: post, attachedTo: arm, attachmentAnchor: point)
        for behavior in [look, joint, UIGravityBehavior(items: [arm])] { animator.addBehavior(behavior) }
        stage.wait(250)
        #expect(arm.convert(Point(0, 10), to: nil).distance(to: point) < 2)
        #expect(isFixed ? abs(arm.transform.b) < 0.05 : arm.transform.b > 0.3)
        animator.removeAllBehaviors()
        stage.wait(50)
        stage.window.subviews[0].removeFromSuperview()
      }
    }
  }

  @Test func anItemSnapsToAPlaceUprightAndRests() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(50, 600, 80, 60))
      box.transform = AffineTransform(rotationAngle: 0.7)
      let snap = UISnapBehavior(item: box, snapTo: Point(200, 200))
      animator.addBehavior(snap)
      stage.wait(250)
      #expect(box.center.y < 400)
      stage.wait(3000)
      #expect(box.center.distance(to: Point(200, 200)) < 1 && abs(box.transform.b) < 0.02)
      #expect(!animator.isRunning)
      snap.snapPoint = Point(100, 500)
      stage.wait(3000)
      #expect(box.center.distance(to: Point(100, 500)) < 1)
    }
  }

  @Test func lessDampingLetsASnapGoBeyond() {
    onStage { stage in
      var beyond: [Double] = []
      for damping in [0.0, 1.0] {
        let (animator, box) = stage.body(Rect(80, 580, 40, 40))
        let snap = UISnapBehavior(item: box, snapTo: Point(100, 200))
        snap.damping = damping
        var least = 1000.0
        snap.action = { least = min(least, box.center.y) }
        animator.addBehavior(snap)
        stage.wait(3000)
        beyond.append(200 - least)
        animator.removeAllBehaviors()
        stage.window.subviews[0].removeFromSuperview()
      }
      #expect(beyond[0] > 40 && beyond[1] < 5)
    }
  }

  @Test func attributesOfACollectionsLayoutAreItems() {
    onStage { stage in
      let layout = UICollectionViewFlowLayout()
      let animator = UIDynamicAnimator(collectionViewLayout: layout)
      let cell = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: 3, section: 0))
      cell.frame = Rect(0, 300, 100, 50)
      let spring = UIAttachmentBehavior(item: cell, attachedToAnchor: Point(50, 325))
      spring.length = 0
      spring.damping = 0.8
      spring.frequency = 1
      animator.addBehavior(spring)
      #expect(animator.layoutAttributesForCell(at: IndexPath(item: 3, section: 0)) === cell)
      #expect(animator.layoutAttributesForCell(at: IndexPath(item: 4, section: 0)) == nil)
      cell.center.y += 60
      animator.updateItem(usingCurrentState: cell)
      #expect(animator.items(in: Rect(0, 400, 100, 20)).count == 1)
      #expect(animator.items(in: Rect(0, 411, 100, 20)).isEmpty)
      stage.wait(3000)
      #expect(abs(cell.center.y - 325) < 1 && !animator.isRunning)
    }
  }

  @Test func aTurnedItemIsHeldWhereThePlaceIsInItsOwnCoordinates() {
    onStage { stage in
      let (animator, post) = stage.body(Rect(170, 30, 40, 40))
      let arm = stage.add(Rect(140, 110, 100, 20))
      arm.transform = AffineTransform(rotationAngle: .pi / 2)
      let look = UIDynamicItemBehavior(items: [post])
      look.isAnchored = true
      let pin = UIAttachmentBehavior.pinAttachment(
        with: post, attachedTo: arm, attachmentAnchor: Point(190, 70))
      for behavior in [look, pin, UIGravityBehavior(items: [arm])] { animator.addBehavior(behavior) }
      stage.wait(300)
      // It hangs where it was.
      #expect(arm.center.distance(to: Point(190, 120)) < 2)
      animator.removeAllBehaviors()
      let offset = UIOffset(horizontal: 40, vertical: 0)
      let rod = UIAttachmentBehavior(
        item: arm, offsetFromCenter: offset, attachedToAnchor: Point(190, 260))
      #expect(abs(rod.length - 100) < 3)
    }
  }
}
