import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Items that meet each other and boundaries.
@Suite(.hangLimit) struct CollisionTests {
  private final class Listener: UICollisionBehaviorDelegate {
    var calls: [String] = []
    var names: [ObjectIdentifier: String] = [:]
    private func name(_ item: any UIDynamicItem) -> String { names[ObjectIdentifier(item)] ?? "box" }
    func collisionBehavior(
      _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem,
      with item2: any UIDynamicItem, at p: Point
    ) { calls.append("\(name(item1)) meets \(name(item2)) at \(Int((p.x / 10).rounded()) * 10)") }
    func collisionBehavior(
      _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem,
      with item2: any UIDynamicItem
    ) { calls.append("\(name(item1)) leaves \(name(item2))") }
    func collisionBehavior(
      _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
      withBoundaryIdentifier identifier: (any NSCopying)?, at p: Point
    ) { calls.append("\(name(item)) on \(identifier.map { "\($0)" } ?? "edge")") }
    func collisionBehavior(
      _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
      withBoundaryIdentifier identifier: (any NSCopying)?
    ) { calls.append("\(name(item)) off \(identifier.map { "\($0)" } ?? "edge")") }
  }

  private final class Ball: UIView {
    override var collisionBoundsType: UIDynamicItemCollisionBoundsType { .ellipse }
  }

  @Test func aStackStaysAStack() {
    onStage { stage in
      let (animator, first) = stage.body(Rect(100, 700, 60, 60))
      let boxes = [first] + (1...4).map { stage.add(Rect(100, 700 - Double($0) * 90, 60, 60)) }
      let collision = UICollisionBehavior(items: boxes)
      collision.translatesReferenceBoundsIntoBoundary = true
      animator.addBehavior(UIGravityBehavior(items: boxes))
      animator.addBehavior(collision)
      stage.wait(6000)
      #expect(!animator.isRunning)
      for (index, box) in boxes.enumerated() {
        #expect(abs(box.center.x - 130) < 1 && abs(box.center.y - (814 - Double(index) * 60)) < 3)
      }
    }
  }

  @Test func anElasticBallComesBackAndAnotherOneDoesNot() {
    onStage { stage in
      let (animator, ball) = stage.body(Rect(100, 544, 40, 40))
      let other = stage.add(Rect(200, 544, 40, 40))
      let look = stage.smooth([ball])
      look.elasticity = 1
      let dull = UIDynamicItemBehavior(items: [other])
      dull.elasticity = 0
      let collision = UICollisionBehavior(items: [ball, other])
      collision.translatesReferenceBoundsIntoBoundary = true
      for behavior in [look, dull, collision, UIGravityBehavior(items: [ball, other])] {
        animator.addBehavior(behavior)
      }
      var (highest, otherHighest) = (844.0, 844.0)
      stage.wait(800)
      collision.action = {
        highest = min(highest, ball.frame.minY)
        otherHighest = min(otherHighest, other.frame.minY)
      }
      stage.wait(1000)
      #expect(highest > 534 && highest < 570 && abs(otherHighest - 804) < 0.6)
      animator.removeAllBehaviors()
    }
  }

  @Test func equalItemsThatMeetExchangeTheirSpeeds() {
    onStage { stage in
      let (animator, first) = stage.body(Rect(20, 100, 50, 50))
      let second = stage.add(Rect(200, 100, 50, 50))
      let look = stage.smooth([first, second])
      look.elasticity = 1
      look.addLinearVelocity(Point(300, 0), for: first)
      let collision = UICollisionBehavior(items: [first, second])
      let listener = Listener()
      listener.names = [ObjectIdentifier(first): "first", ObjectIdentifier(second): "second"]
      collision.collisionDelegate = listener
      animator.addBehavior(collision)
      animator.addBehavior(look)
      stage.wait(700)
      #expect(abs(look.linearVelocity(for: second).x - 300) < 3)
      #expect(abs(look.linearVelocity(for: first).x) < 3 && abs(first.center.y - 125) < 0.1)
      #expect(listener.calls == ["first meets second at 200", "first leaves second"])
      animator.removeAllBehaviors()
    }
  }

  @Test func aDelegateIsNotifiedOfBoundariesByTheirNames() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 300, 50, 50))
      let collision = UICollisionBehavior(items: [box])
      let listener = Listener()
      collision.collisionDelegate = listener
      collision.translatesReferenceBoundsIntoBoundary = true
      collision.addBoundary(withIdentifier: "shelf" as NSCopying, from: Point(0, 400), to: Point(390, 400))
      animator.addBehavior(UIGravityBehavior(items: [box]))
      animator.addBehavior(collision)
      stage.wait(3000)
      #expect(abs(box.frame.maxY - 400) < 0.6 && listener.calls.first == "box on shelf")
      #expect(collision.boundary(withIdentifier: "shelf") != nil && collision.boundaryIdentifiers?.count == 1)
      listener.calls = []
      collision.removeBoundary(withIdentifier: "shelf")
      stage.wait(5000)
      #expect(listener.calls.filter { $0.hasSuffix("shelf") } == ["box off shelf"])
      #expect(listener.calls.contains("box on edge") && abs(box.frame.maxY - 844) < 0.6)
    }
  }

  @Test func nothingIsFastEnoughToPassABoundary() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(190, 400, 8, 8))
      let look = stage.smooth([box])
      look.addLinearVelocity(Point(30_000, 17_000), for: box)
      look.elasticity = 1
      let collision = UICollisionBehavior(items: [box])
      collision.translatesReferenceBoundsIntoBoundary = true
      var isInside = true
      collision.action = { isInside = isInside && Rect(0, 0, 390, 844).contains(box.center) }
      animator.addBehavior(collision)
      animator.addBehavior(look)
      stage.wait(2000)
      #expect(isInside)
      animator.removeAllBehaviors()
    }
  }

  @Test func whatItemsCollideWithIsAChoice() {
    onStage { stage in
      let (animator, first) = stage.body(Rect(100, 500, 50, 50))
      let second = stage.add(Rect(100, 300, 50, 50))
      let collision = UICollisionBehavior(items: [first, second])
      collision.translatesReferenceBoundsIntoBoundary = true
      collision.collisionMode = .boundaries
      animator.addBehavior(UIGravityBehavior(items: [first, second]))
      animator.addBehavior(collision)
      stage.wait(4000)
      #expect(abs(first.frame.maxY - 844) < 0.6 && abs(second.frame.maxY - 844) < 0.6)
    }
  }

  @Test func anAnchoredItemStaysAndARoundOneRollsOffIt() {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 390, 844)))
      let animator = UIDynamicAnimator(referenceView: root)
      let (post, ball) = (Ball(frame: Rect(150, 600, 80, 80)), Ball(frame: Rect(165, 300, 60, 60)))
      root.addSubview(post)
      root.addSubview(ball)
      let look = UIDynamicItemBehavior(items: [post])
      look.isAnchored = true
      let collision = UICollisionBehavior(items: [post, ball])
      for behavior in [look, collision, UIGravityBehavior(items: [post, ball])] {
        animator.addBehavior(behavior)
      }
      var nearest = 1000.0
      collision.action = { nearest = min(nearest, ball.center.distance(to: post.center)) }
      stage.wait(2500)
      // As far apart as their radii, and on to the right, where its middle was.
      #expect(nearest > 68 && nearest < 71 && post.center == Point(190, 640))
      #expect(ball.center.x > 230 && ball.center.y > 844 && ball.transform.b != 0)
      animator.removeAllBehaviors()
    }
  }

  @Test func onASlopeFrictionHoldsABox() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 300, 40, 40))
      let slope = UIBezierPath()
      slope.move(to: Point(0, 400))
      slope.addLine(to: Point(390, 460))
      let collision = UICollisionBehavior(items: [box])
      collision.addBoundary(withIdentifier: 1, for: slope)
      let look = UIDynamicItemBehavior(items: [box])
      look.friction = 1
      for behavior in [collision, look, UIGravityBehavior(items: [box])] { animator.addBehavior(behavior) }
      stage.wait(3000)
      let place = box.center
      #expect(place.x < 180 && !animator.isRunning && abs(box.transform.b - 0.152) < 0.02)
      look.friction = 0
      stage.wait(1000)
      #expect(box.center.x > place.x + 50)
      animator.removeAllBehaviors()
    }
  }

  @Test func aBoundaryThatIsMovedGoesOnTouchingWhatItTouched() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 300, 40, 40))
      let (collision, listener) = (UICollisionBehavior(items: [box]), Listener())
      collision.collisionDelegate = listener
      func place(_ y: Double) {
        collision.addBoundary(withIdentifier: "shelf", from: Point(0, y), to: Point(390, y))
      }
      place(345)
      animator.addBehavior(UIGravityBehavior(items: [box]))
      animator.addBehavior(collision)
      stage.wait(2000)
      listener.calls = []
      for step in 0..<20 {
        collision.removeBoundary(withIdentifier: "shelf")
        place(345 + Double(step % 2) * 0.1)
        stage.wait(50)
      }
      #expect(listener.calls.isEmpty)
      animator.removeAllBehaviors()
    }
  }

  @Test func itemsThatMeetEachOtherOnlyLeaveTheView() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 700, 50, 50))
      let collision = UICollisionBehavior(items: [box])
      collision.translatesReferenceBoundsIntoBoundary = true
      collision.collisionMode = .items
      animator.addBehavior(UIGravityBehavior(items: [box]))
      animator.addBehavior(collision)
      stage.wait(1000)
      #expect(box.frame.minY > 844)
      animator.removeAllBehaviors()
    }
  }

  @Test func theEdgesAreThoseThatTheViewHasNowAndMayBeMovedInwards() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 50, 50))
      let collision = UICollisionBehavior(items: [box])
      collision.setTranslatesReferenceBoundsIntoBoundary(
        with: EdgeInsets(top: 0, left: 0, bottom: 100, right: 0))
      animator.addBehavior(UIGravityBehavior(items: [box]))
      animator.addBehavior(collision)
      stage.wait(100)
      animator.referenceView?.frame.size.height = 500
      stage.wait(3000)
      #expect(abs(box.frame.maxY - 400) < 0.6 && !animator.isRunning)
      // Set again, they are where the view ends.
      collision.translatesReferenceBoundsIntoBoundary = true
      stage.wait(3000)
      #expect(abs(box.frame.maxY - 500) < 0.6)
    }
  }

  @Test func aBoxWhoseMiddleIsBesideAShelfTipsOffIt() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 300, 50, 50))
      let collision = UICollisionBehavior(items: [box])
      collision.addBoundary(withIdentifier: "shelf", from: Point(0, 400), to: Point(115, 400))
      animator.addBehavior(UIGravityBehavior(items: [box]))
      animator.addBehavior(collision)
      stage.wait(1500)
      #expect(box.center.y > 450)
      animator.removeAllBehaviors()
    }
  }

  @Test func aBoundaryOfTheSameNameTakesThePlaceOfTheOldOne() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 300, 40, 40))
      let collision = UICollisionBehavior(items: [box])
      for y in [360.0, 500] {
        collision.addBoundary(withIdentifier: "shelf", from: Point(0, y), to: Point(390, y))
      }
      animator.addBehavior(UIGravityBehavior(items: [box]))
      animator.addBehavior(collision)
      stage.wait(3000)
      #expect(abs(box.frame.maxY - 500) < 0.6 && collision.boundaryIdentifiers?.count == 1)
    }
  }

  @Test func eachDelegateIsNotifiedOfTheContactsOfItsBehavior() {
    onStage { stage in
      let (animator, first) = stage.body(Rect(50, 300, 50, 50))
      let second = stage.add(Rect(250, 300, 50, 50))
      let listeners = [Listener(), Listener(), Listener()]
      let behaviors = [[first], [second], [first, second]].map { UICollisionBehavior(items: $0) }
      for (behavior, listener) in zip(behaviors, listeners) { behavior.collisionDelegate = listener }
      behaviors[0].addBoundary(withIdentifier: "one", from: Point(0, 400), to: Point(150, 400))
      behaviors[1].addBoundary(withIdentifier: "two", from: Point(200, 500), to: Point(390, 500))
      behaviors[2].addBoundary(withIdentifier: "three", from: Point(0, 700), to: Point(390, 700))
      animator.addBehavior(UIGravityBehavior(items: [first, second]))
      for behavior in behaviors { animator.addBehavior(behavior) }
      stage.wait(2000)
      #expect(abs(first.frame.maxY - 400) < 0.6 && abs(second.frame.maxY - 500) < 0.6)
      #expect(listeners.map(\.calls.first) == ["box on one", "box on two", nil])
      #expect(listeners[1].calls.last == "box on two" && listeners[2].calls.isEmpty)
    }
  }

  @Test func aBehaviorWhoseItemsMeetBoundariesOnlyHearsOfNoMeeting() {
    onStage { stage in
      let (animator, first) = stage.body(Rect(20, 100, 50, 50))
      let second = stage.add(Rect(100, 100, 50, 50))
      let look = stage.smooth([first, second])
      look.addLinearVelocity(Point(300, 0), for: first)
      let listeners = [Listener(), Listener()]
      for (listener, mode) in zip(listeners, [UICollisionBehavior.Mode.everything, .boundaries]) {
        let collision = UICollisionBehavior(items: [first, second])
        (collision.collisionDelegate, collision.collisionMode) = (listener, mode)
        animator.addBehavior(collision)
      }
      animator.addBehavior(look)
      stage.wait(300)
      #expect(listeners[0].calls.first == "box meets box at 100" && listeners[1].calls.isEmpty)
      animator.removeAllBehaviors()
    }
  }
}
