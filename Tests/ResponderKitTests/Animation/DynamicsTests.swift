import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Items that fall, are pushed and come to rest.
@Suite(.hangLimit) struct DynamicsTests {
  private final class Listener: UIDynamicAnimatorDelegate {
    var calls: [String] = []
    func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) { calls.append("resume") }
    func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) { calls.append("pause") }
  }

  @Test func anItemFallsAsBodiesFallUntilItsBehaviorIsRemoved() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 50, 50))
      let gravity = UIGravityBehavior(items: [box])
      animator.addBehavior(stage.smooth([box]))
      animator.addBehavior(gravity)
      #expect(animator.isRunning && box.center.y == 125)
      stage.wait(500)
      #expect(abs(box.center.y - 125 - 125) < 6 && box.center.x == 125 && animator.elapsedTime > 0.45)
      animator.removeAllBehaviors()
      stage.wait(100)
      let place = box.center
      stage.wait(200)
      #expect(box.center == place && !animator.isRunning)
    }
  }

  @Test func gravityHasADirectionAndAStrength() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 50, 50))
      animator.addBehavior(stage.smooth([box]))
      let gravity = UIGravityBehavior(items: [box])
      gravity.magnitude = 0.5
      gravity.angle = 0
      #expect(gravity.gravityDirection == CGVector(dx: 0.5, dy: 0))
      animator.addBehavior(gravity)
      stage.wait(500)
      #expect(abs(box.center.x - 125 - 62.5) < 4 && abs(box.center.y - 125) < 0.01)
    }
  }

  @Test func whatRestsNeedsNoFramesAndWakesWhenSomethingChanges() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 700, 50, 50))
      let listener = Listener()
      animator.delegate = listener
      var frames = 0
      let gravity = UIGravityBehavior(items: [box])
      gravity.action = { frames += 1 }
      animator.addBehavior(gravity)
      let collision = UICollisionBehavior(items: [box])
      collision.translatesReferenceBoundsIntoBoundary = true
      animator.addBehavior(collision)
      stage.wait(3000)
      #expect(abs(box.frame.maxY - 844) < 0.6 && abs(box.center.x - 125) < 0.1)
      #expect(!animator.isRunning && listener.calls == ["resume", "pause"])
      let last = frames
      stage.wait(1000)
      #expect(frames == last && last > 20)
      gravity.gravityDirection = CGVector(dx: 0, dy: -1)
      stage.wait(3000)
      #expect(abs(box.frame.minY) < 0.6 && listener.calls == ["resume", "pause", "resume", "pause"])
    }
  }

  @Test func aPushGivesAnItemOfMassOneAHundredPointsASecond() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(20, 100, 100, 100))
      animator.addBehavior(stage.smooth([box]))
      let push = UIPushBehavior(items: [box], mode: .instantaneous)
      push.setAngle(0, magnitude: 1)
      animator.addBehavior(push)
      stage.wait(1020)
      // It pushes once, and then is not active.
      #expect(abs(box.center.x - 70 - 100) < 4 && !push.active)
      push.active = true
      stage.wait(500)
      #expect(abs(box.center.x - 70 - 200) < 6)
    }
  }

  @Test func aForceGoesOnAndTurnsWhatItMeetsBesideTheMiddle() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(20, 100, 100, 100))
      animator.addBehavior(stage.smooth([box]))
      let push = UIPushBehavior(items: [box], mode: .continuous)
      push.pushDirection = CGVector(dx: 1, dy: 0)
      animator.addBehavior(push)
      stage.wait(1020)
      #expect(abs(box.center.x - 70 - 50) < 3 && box.transform == .identity && push.active)
      push.setTargetOffsetFromCenter(UIOffset(vertical: -40), for: box)
      stage.wait(300)
      // Above its middle, to the right: clockwise.
      #expect(box.transform.b > 0.02)
      push.active = false
    }
  }

  @Test func aHeavyItemIsPushedLess() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(20, 100, 100, 100))
      let look = stage.smooth([box])
      look.density = 4
      animator.addBehavior(look)
      let push = UIPushBehavior(items: [box], mode: .instantaneous)
      push.pushDirection = CGVector(dx: 1, dy: 0)
      animator.addBehavior(push)
      stage.wait(520)
      #expect(abs(look.linearVelocity(for: box).x - 25) < 0.01)
    }
  }

  @Test func velocitiesCountFromTheAnimatorOnAndAreLostByResistance() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 50, 50))
      let look = UIDynamicItemBehavior(items: [box])
      look.resistance = 2
      look.angularResistance = 0
      look.addLinearVelocity(Point(200, 0), for: box)
      look.addAngularVelocity(1, for: box)
      animator.addBehavior(look)
      stage.wait(1000)
      let velocity = look.linearVelocity(for: box).x
      #expect(velocity > 20 && velocity < 35 && abs(look.angularVelocity(for: box) - 1) < 0.001)
      #expect(abs(box.transform.b - 0.84) < 0.05)
      look.allowsRotation = false
      stage.wait(2500)
      #expect(look.angularVelocity(for: box) == 0 && !animator.isRunning)
      #expect(abs(box.center.x - 225) < 3)
    }
  }

  @Test func aChangeOfTheProgramsOwnCountsOnceTheAnimatorIsNotified() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 50, 50))
      animator.addBehavior(UIGravityBehavior(items: [box]))
      stage.wait(100)
      box.center = Point(300, 400)
      stage.wait(50)
      #expect(box.center.x == 125)
      box.center = Point(300, 400)
      animator.updateItem(usingCurrentState: box)
      stage.wait(50)
      #expect(box.center.x == 300 && box.center.y > 400)
      animator.removeAllBehaviors()
    }
  }

  @Test func aBehaviorOfOthersActsAsItsParts() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 700, 50, 50))
      let whole = UIDynamicBehavior()
      let gravity = UIGravityBehavior(items: [box])
      let collision = UICollisionBehavior(items: [box])
      collision.translatesReferenceBoundsIntoBoundary = true
      whole.addChildBehavior(gravity)
      whole.addChildBehavior(collision)
      animator.addBehavior(whole)
      #expect(collision.dynamicAnimator === animator && animator.behaviors.count == 1)
      stage.wait(2000)
      #expect(abs(box.frame.maxY - 844) < 0.6)
      whole.removeChildBehavior(collision)
      stage.wait(500)
      #expect(box.frame.maxY > 900 && collision.dynamicAnimator == nil)
      animator.removeBehavior(whole)
    }
  }

  @Test func theSameBeginningHasTheSameEnd() {
    let ends = (0..<2).map { _ in
      onStage { stage -> [Point] in
        let (animator, box) = stage.body(Rect(100, 100, 50, 50))
        let boxes = [box] + (0..<4).map { stage.add(Rect(90 + Double($0) * 17, Double($0) * 60, 40, 30)) }
        let collision = UICollisionBehavior(items: boxes)
        collision.translatesReferenceBoundsIntoBoundary = true
        animator.addBehavior(UIGravityBehavior(items: boxes))
        animator.addBehavior(collision)
        stage.wait(1500)
        return boxes.map(\.center)
      }
    }
    #expect(ends[0] == ends[1] && ends[0].allSatisfy { $0.y > 400 })
  }

  @Test func anItemThatTurnsKeepsItsScale() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 50, 50))
      box.transform = AffineTransform(scaleX: 2, y: 2)
      let look = stage.smooth([box])
      look.addAngularVelocity(1, for: box)
      animator.addBehavior(look)
      stage.wait(500)
      let matrix = box.transform
      #expect(abs(Point(matrix.a, matrix.b).distance(to: .zero) - 2) < 1e-6 && matrix.b > 0.5)
      animator.removeAllBehaviors()
    }
  }

  @Test func anItemThatWasAnchoredStandsStillAfterwards() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 50, 50))
      let look = stage.smooth([box])
      look.addLinearVelocity(Point(100, 0), for: box)
      look.addAngularVelocity(1, for: box)
      animator.addBehavior(look)
      stage.wait(100)
      look.isAnchored = true
      stage.wait(50)
      let place = box.center
      #expect(look.linearVelocity(for: box) == .zero && look.angularVelocity(for: box) == 0)
      look.isAnchored = false
      stage.wait(200)
      #expect(box.center == place && place.x > 125)
      animator.removeAllBehaviors()
    }
  }

  @Test func anItemThatIsAddedAgainIsPushedInItsMiddle() {
    onStage { stage in
      let (_, box) = stage.body(Rect(100, 100, 50, 50))
      let push = UIPushBehavior(items: [box], mode: .continuous)
      push.setTargetOffsetFromCenter(UIOffset(horizontal: 1, vertical: 2), for: box)
      push.removeItem(box)
      #expect(push.items.isEmpty)
      push.addItem(box)
      #expect(push.targetOffsetFromCenter(for: box) == .zero && push.items.count == 1)
    }
  }

  @Test func whereAnItemIsPushedTurnsWithIt() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 100, 100))
      box.transform = AffineTransform(rotationAngle: .pi / 2)
      let push = UIPushBehavior(items: [box], mode: .instantaneous)
      push.pushDirection = CGVector(dx: 1, dy: 0)
      // Above its middle, which now is at its right: in the direction of the push.
      push.setTargetOffsetFromCenter(UIOffset(vertical: -40), for: box)
      let look = stage.smooth([box])
      animator.addBehavior(look)
      animator.addBehavior(push)
      stage.wait(200)
      #expect(look.linearVelocity(for: box).x > 50 && abs(look.angularVelocity(for: box)) < 0.01)
      animator.removeAllBehaviors()
    }
  }

  @Test func itemsMayComeAndGoWhileOthersFall() {
    onStage { stage in
      let (animator, box) = stage.body(Rect(100, 100, 50, 50))
      let other = stage.add(Rect(200, 100, 50, 50))
      let gravity = UIGravityBehavior(items: [box])
      animator.addBehavior(gravity)
      stage.wait(100)
      gravity.addItem(other)
      stage.wait(300)
      #expect(other.center.y > 150 && box.center.y > other.center.y)
      gravity.removeItem(other)
      stage.wait(20)
      let place = other.center
      stage.wait(200)
      #expect(other.center == place && box.center.y > 250)
      animator.removeAllBehaviors()
    }
  }
}

extension Stage {
  /// A view in a new root view, and an animator of that.
  func body(_ frame: Rect) -> (UIDynamicAnimator, UIView) {
    let root = show(UIView(frame: Rect(0, 0, 390, 844)))
    return (UIDynamicAnimator(referenceView: root), add(frame))
  }

  /// One more view in the root view.
  func add(_ frame: Rect) -> UIView {
    let view = UIView(frame: frame)
    window.subviews[0].addSubview(view)
    return view
  }

  /// Nothing slows the views.
  func smooth(_ views: [UIView]) -> UIDynamicItemBehavior {
    let look = UIDynamicItemBehavior(items: views)
    (look.resistance, look.angularResistance, look.friction) = (0, 0, 0)
    return look
  }
}
