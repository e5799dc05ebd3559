import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Transitions that are added to views' layers.
@Suite(.hangLimit) struct CATransitionTests {
  private final class Watcher: CAAnimationDelegate {
    let log: Log
    init(_ log: Log) { self.log = log }
    func animationDidStart(_ animation: CAAnimation) { log("start") }
    func animationDidStop(_ animation: CAAnimation, finished flag: Bool) { log("stop \(flag)") }
  }

  /// The colors at a tenth, a half and nine tenths of a box, a quarter of the way from red to blue.
  private func colors(
    _ type: CATransitionType, _ subtype: CATransitionSubtype?, isVertical: Bool = false
  ) -> [UIColor] {
    onStage { stage in
      let box = stage.box()
      box.backgroundColor = .red
      stage.wait(20)
      let transition = CATransition()
      (transition.type, transition.subtype, transition.duration) = (type, subtype, 0.4)
      box.layer.add(transition, forKey: kCATransition)
      box.backgroundColor = .blue
      stage.wait(102)
      let picture = stage.window.snapshot()
      return [10, 50, 90].map { isVertical ? picture.color(x: 50, y: $0) : picture.color(x: $0, y: 50) }
    }
  }

  @Test func aPushMovesBoth() {
    #expect(colors(.push, .fromRight) == [.red, .red, .blue])
    #expect(colors(.push, .fromLeft) == [.blue, .red, .red])
    #expect(colors(.push, nil) == [.blue, .red, .red])
    // As in UIKit, whose names these are.
    #expect(colors(.push, .fromTop, isVertical: true) == [.red, .red, .blue])
    #expect(colors(.push, .fromBottom, isVertical: true) == [.blue, .red, .red])
  }

  @Test func oneOfBothStays() {
    #expect(colors(.moveIn, .fromRight) == [.red, .red, .blue])
    // What was there goes to the left.
    #expect(colors(.reveal, .fromRight) == [.red, .red, .blue])
    let faded = colors(.fade, nil)
    #expect(faded[0] == faded[2] && faded[0].red > 0.6 && faded[0].blue > 0.15)
  }

  @Test func picturesMoveAndDoNotOnlyGiveWay() {
    onStage { stage in
      let box = stage.box()
      let mark = UIView(frame: Rect(40, 0, 20, 100))
      mark.backgroundColor = .green
      box.addSubview(mark)
      box.backgroundColor = .red
      stage.wait(20)
      let transition = CATransition()
      (transition.type, transition.subtype, transition.duration) = (.push, .fromRight, 0.4)
      box.layer.add(transition, forKey: nil)
      mark.removeFromSuperview()
      stage.wait(102)
      let picture = stage.window.snapshot()
      // It was in the middle, and is a quarter farther left.
      #expect(picture.color(x: 25, y: 50) == .green && picture.color(x: 50, y: 50) == .red)
    }
  }

  @Test func itsDelegateIsNotifiedAndTheViewIsHitMeanwhile() {
    onStage { stage in
      let box = stage.box()
      let watcher = Watcher(stage.log)
      let transition = CATransition()
      transition.duration = 0.3
      transition.delegate = watcher
      box.layer.add(transition, forKey: kCATransition)
      stage.wait(100)
      #expect(stage.log.take() == ["start"] && box.isAnimating)
      #expect(stage.window.hitTest(Point(50, 50), with: nil) === box)
      stage.wait(300)
      #expect(stage.log.take() == ["stop true"] && !box.isAnimating)
    }
  }
}
