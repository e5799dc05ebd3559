import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// What one gesture leaves for the next, and recognizers beside a scroll.
@Suite(.hangLimit) struct SecondGestureTests {
  @Test func aPinchHasTheSpeedOfItsOwnMovement() {
    onStage { stage in
      let pinch = stage.add(UIPinchGestureRecognizer(), "pinch", to: stage.plain())
      func velocities() -> [Int] {
        var found: [Int] = []
        let token = pinch.addAction { found.append(Int($0.velocity * 1000)) }
        stage.frame(.init(1, .began, x: 100, y: 100), .init(2, .began, x: 200, y: 100), after: 500)
        for step in 1...4 { stage.move(200 + Double(step) * 20, 100, finger: 2) }
        stage.frame(.init(1, .ended, x: 100, y: 100), .init(2, .ended, x: 280, y: 100), after: 10)
        pinch.removeAction(token)
        return found
      }
      let first: [Int] = velocities()
      #expect(first.count == 5 && first.allSatisfy { $0 >= 0 } && velocities() == first)
    }
  }

  @Test func targetsAreRemovedWithoutTheClosures() {
    final class Target {}
    onStage { stage in
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: stage.plain())
      let (target, log) = (Target(), stage.log)
      tap.addTarget(target, action: Selector("tapped") { (_: Target) in log("target") })
      tap.removeTarget(nil, action: nil)
      stage.tap(10, 10)
      #expect(log.take().filter { !$0.hasPrefix("view") } == ["tap ended"])
    }
  }

  @Test func aFingerIsHeldLongAlsoWhileAnotherOneScrolls() {
    onStage { stage in
      let root = stage.plain()
      let scrollView = UIScrollView(frame: Rect(0, 0, 200, 400))
      scrollView.contentSize = Size(200, 2000)
      root.addSubview(scrollView)
      let held = UIView(frame: Rect(200, 0, 100, 400))
      root.addSubview(held)
      stage.add(UILongPressGestureRecognizer(), "press", to: held)
      stage.down(50, 300)
      stage.move(50, 250)
      stage.move(50, 200)
      #expect(stage.application.runLoopMode == .tracking)
      stage.down(250, 100, finger: 2)
      stage.wait(700)
      #expect(stage.log.lines.contains("press began"))
      stage.up(250, 100, finger: 2)
      stage.up(50, 200)
    }
  }

  @Test func aScaleThatWasSetIsOneAgainAtEachBeginningAndAtTheEnd() {
    onStage { stage in
      let pinch = stage.add(UIPinchGestureRecognizer(), "pinch", to: stage.plain())
      pinch.scale = 3
      stage.frame(.init(1, .began, x: 100, y: 100), .init(2, .began, x: 150, y: 100))
      #expect(pinch.state == .possible && pinch.scale == 1, "two fingers are down")
      pinch.scale = 3
      stage.move(158, 100, finger: 2)
      #expect(pinch.state == .began && pinch.scale == 1)
      pinch.scale = 3
      stage.frame(.init(1, .ended, x: 100, y: 100), .init(2, .ended, x: 158, y: 100), after: 10)
      stage.wait(20)
      #expect(pinch.state == .possible && pinch.scale == 1)
    }
  }
}
