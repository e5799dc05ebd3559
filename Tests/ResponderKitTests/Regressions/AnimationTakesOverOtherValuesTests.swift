import ResponderKit
import TestHarness
import Testing

/// An animation of one value took over the others of the view that were being animated, and slowed them down.
@Suite(.hangLimit) struct AnimationTakesOverOtherValuesTests {
  @Test func animationsThatChangeDifferentThingsGoOnBesideEachOther() {
    onStage { stage in
      let view = UIView(frame: Rect(0, 0, 100, 100))
      stage.show(UIView(frame: UIScreen.main.bounds)).addSubview(view)
      UIView.animate(withDuration: .milliseconds(400), options: .curveLinear) { view.center.x = 250 }
      stage.wait(200)
      UIView.animate(withDuration: .milliseconds(400), options: .curveLinear) { view.alpha = 0 }
      stage.wait(100)
      #expect(isNear(view.presentationFrame.midX, 200, by: 10) && abs(view.presentationAlpha - 0.75) < 0.05)
      stage.wait(200)
      #expect(view.presentationFrame.midX == 250 && abs(view.presentationAlpha - 0.25) < 0.05)
    }
  }
}
