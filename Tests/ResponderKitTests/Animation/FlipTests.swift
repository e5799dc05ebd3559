import TestHarness
import Testing

@testable import ResponderKit

/// Transitions in which a view turns like a card.
@Suite(.hangLimit) struct FlipTests {
  /// A red view, which becomes blue, of 200 by 200 points at 50, 50.
  private func flip(_ stage: Stage, _ options: UIView.AnimationOptions) {
    stage.window.backgroundColor = .white
    let view = UIView(frame: Rect(50, 50, 200, 200))
    view.backgroundColor = .red
    stage.show(UIView(frame: stage.window.bounds)).addSubview(view)
    stage.wait(20)
    UIView.transition(
      with: view, duration: 1, options: [options, .curveLinear], animations: { view.backgroundColor = .blue })
  }

  /// The height of what is not white in a column.
  private func height(_ stage: Stage, x: Int) -> Int {
    let picture = stage.window.snapshot()
    return (0..<300).count { picture.color(x: x, y: $0) != .white }
  }

  private func width(_ stage: Stage, y: Int) -> Int {
    let picture = stage.window.snapshot()
    return (0..<300).count { picture.color(x: $0, y: y) != .white }
  }

  @Test func theOldSideIsSeenUntilTheCardStandsOnItsEdge() {
    onStage { stage in
      flip(stage, .transitionFlipFromLeft)
      stage.wait(250)
      #expect(stage.color(150, 150) == .red && stage.color(60, 150) == .white)
      // The left edge is in front: nearer, and so longer.
      #expect(height(stage, x: 90) > height(stage, x: 205) + 10 && height(stage, x: 90) <= 200)
      stage.wait(500)
      #expect(stage.color(150, 150) == .blue)
      #expect(height(stage, x: 205) > height(stage, x: 95) + 10)
      stage.wait(300)
      #expect(stage.color(51, 51) == .blue && stage.color(248, 248) == .blue)
    }
  }

  @Test func eachEdgeComesToTheFront() {
    onStage { stage in
      flip(stage, .transitionFlipFromRight)
      stage.wait(250)
      #expect(height(stage, x: 205) > height(stage, x: 95) + 10)
    }
    onStage { stage in
      flip(stage, .transitionFlipFromTop)
      stage.wait(250)
      #expect(width(stage, y: 95) > width(stage, y: 205) + 10)
    }
    onStage { stage in
      flip(stage, .transitionFlipFromBottom)
      stage.wait(250)
      #expect(width(stage, y: 205) > width(stage, y: 95) + 10)
    }
  }

  @Test func roundCornersTurnWithTheCard() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let view = UIView(frame: Rect(50, 50, 200, 200))
      view.backgroundColor = .red
      view.layer.cornerRadius = 60
      view.clipsToBounds = true
      stage.show(UIView(frame: stage.window.bounds)).addSubview(view)
      stage.wait(20)
      UIView.transition(
        with: view, duration: 1, options: [.transitionFlipFromLeft, .curveLinear],
        animations: { view.backgroundColor = .blue })
      stage.wait(750)
      // At the edge of the narrower card its corner is round, too.
      let picture = stage.window.snapshot()
      let columns = (0..<300).filter { picture.color(x: $0, y: 150) != .white }
      let edge = (columns.last ?? 0) - 2
      #expect(height(stage, x: edge) < 150 && height(stage, x: 150) > 150)
    }
  }

  @Test func viewsInAContainerAreItsSides() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let container = UIView(frame: Rect(50, 50, 200, 200))
      let (front, back) = (UIView(frame: container.bounds), UIView(frame: container.bounds))
      (front.backgroundColor, back.backgroundColor) = (.red, .blue)
      back.isHidden = true
      container.addSubview(front)
      container.addSubview(back)
      stage.show(UIView(frame: stage.window.bounds)).addSubview(container)
      stage.wait(20)
      UIView.transition(
        from: front, to: back, duration: 1,
        options: [.transitionFlipFromRight, .showHideTransitionViews, .curveLinear])
      stage.wait(250)
      #expect(stage.color(150, 150) == .red && stage.color(60, 150) == .white && front.isHidden)
      stage.wait(500)
      #expect(stage.color(150, 150) == .blue && stage.color(60, 150) == .white)
    }
  }

  @Test func anOldTransitionTurns() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let view = UIView(frame: Rect(50, 50, 200, 200))
      view.backgroundColor = .red
      stage.show(UIView(frame: stage.window.bounds)).addSubview(view)
      stage.wait(20)
      UIView.beginAnimations(nil, context: nil)
      UIView.setAnimationDuration(1)
      UIView.setAnimationCurve(.linear)
      UIView.setAnimationTransition(.flipFromLeft, for: view, cache: true)
      UIView.setAnimationTransition(.none, for: view, cache: true)
      let cover = UIView(frame: view.bounds)
      cover.backgroundColor = .blue
      view.addSubview(cover)
      UIView.commitAnimations()
      stage.wait(250)
      #expect(stage.color(150, 150) == .red && stage.color(60, 150) == .white)
      stage.wait(500)
      #expect(stage.color(150, 150) == .blue)
    }
  }

  @Test func oddNumbersDoNotTrap() {
    let turn = ViewPassage.flip(from: .left)
    for part in [Double.nan, -1, 0, 0.5, 1, 7, .infinity] {
      for size in [Size.zero, Size(10, 0), Size(200, 100)] { #expect(turn.turn(part, of: size) != nil) }
    }
    #expect(turn.turn(0, of: Size(4, 4))?.isNew == false && turn.turn(.nan, of: Size(4, 4))?.isNew == true)
    #expect(ViewPassage.fade.turn(0.5, of: Size(4, 4)) == nil)
  }

  @Test func aViewThatIsCutTurnsAroundItsOwnMiddle() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let view = UIView(frame: Rect(-100, 50, 200, 200))
      view.backgroundColor = .red
      stage.show(UIView(frame: stage.window.bounds)).addSubview(view)
      stage.wait(20)
      UIView.transition(
        with: view, duration: 1, options: [.transitionFlipFromLeft, .curveLinear],
        animations: { view.backgroundColor = .blue })
      stage.wait(250)
      #expect(stage.color(5, 150) == .red && stage.color(90, 150) == .white)
    }
  }

  @Test func masksAndShadowsTurnWithTheCard() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let view = UIView(frame: Rect(50, 50, 200, 200))
      view.backgroundColor = .red
      (view.layer.shadowColor, view.layer.shadowOpacity) = (UIColor.green.cgColor, 1)
      (view.layer.shadowRadius, view.layer.shadowOffset) = (0, Size(0, 60))
      (view.layer.cornerRadius, view.clipsToBounds) = (10, true)
      let other = UIView(frame: Rect(50, 400, 200, 200))
      other.backgroundColor = .red
      let mask = CALayer()
      mask.frame = Rect(0, 0, 50, 200)
      mask.backgroundColor = UIColor.black.cgColor
      other.layer.mask = mask
      let page = stage.show(UIView(frame: stage.window.bounds))
      page.addSubview(view)
      page.addSubview(other)
      stage.wait(20)
      #expect(stage.color(60, 265) == .green && stage.color(120, 500) == .white)
      for view in [view, other] {
        UIView.transition(
          with: view, duration: 1, options: [.transitionFlipFromLeft, .curveLinear],
          animations: { view.backgroundColor = .blue })
      }
      stage.wait(250)
      #expect(stage.color(150, 150) == .red && stage.color(150, 265) == .green)
      #expect(stage.color(60, 265) == .white && stage.color(60, 500) == .white)
      stage.wait(500)
      #expect(stage.color(150, 150) == .blue && stage.color(150, 265) == .green)
      #expect(stage.color(60, 265) == .white)
      // The mask shows the left quarter, which is narrower now and nearer to the middle.
      #expect(stage.color(112, 500) == .blue && stage.color(140, 500) == .white)
    }
  }
}
