import ResponderKit
import TestHarness
import Testing

/// What is changed anew in each frame, or by each touch, while the change before is still being shown.
@Suite(.hangLimit) struct EveryFrameTests {
  /// Calls a closure in each frame.
  private func eachFrame(_ body: @escaping () -> Void) -> CADisplayLink {
    let link = CADisplayLink { _ in body() }
    link.add(to: .current, forMode: .common)
    return link
  }

  @Test func aLayerThatMovesInEachFrameIsSeenToMove() {
    onStage { stage in
      let layer = stage.show(layer: CALayer(), Rect(0, 0, 20, 20))
      stage.wait(100)
      let link = eachFrame { layer.position.x += 2 }
      stage.wait(1000)
      let (place, seen) = (layer.position.x, layer.presentation()?.position.x ?? 0)
      #expect(place > 120 && seen > 60 && seen < place, "\(place), \(seen)")
      link.invalidate()
      stage.wait(300)
      #expect(layer.presentation()?.position == layer.position)
    }
  }

  @Test func aViewThatIsAnimatedInEachFrameIsSeenToMove() {
    onStage { stage in
      let view = UIView(frame: Rect(0, 0, 20, 20))
      stage.show(UIView(frame: stage.window.bounds)).addSubview(view)
      stage.wait(50)
      let link = eachFrame {
        UIView.animate(withDuration: 0.2, delay: 0, options: .curveLinear, animations: { view.center.x += 2 })
      }
      stage.wait(1000)
      let (place, seen) = (view.center.x, view.presentationFrame.midX)
      // A twelfth of the way is passed in each frame.
      #expect(place > 120 && seen > place - 30 && seen < place, "\(place), \(seen)")
      link.invalidate()
      stage.wait(300)
      #expect(view.presentationFrame == view.frame)
    }
  }

  /// Changes of places add up; an opacity passes from what is seen.
  @Test func aViewThatIsFadedInEachFrameIsSeenToFade() {
    onStage { stage in
      let view = UIView(frame: Rect(0, 0, 20, 20))
      stage.show(UIView(frame: stage.window.bounds)).addSubview(view)
      stage.wait(50)
      var frames = 0.0
      let link = eachFrame {
        frames += 1
        UIView.animate(
          withDuration: 0.2, delay: 0, options: .curveLinear, animations: { view.alpha = 1 - frames / 100 })
      }
      stage.wait(1000)
      let (alpha, seen) = (view.alpha, view.presentationAlpha)
      // A twelfth of the way is passed in each frame.
      #expect(alpha < 0.5 && seen > alpha && seen < alpha + 0.15, "\(alpha), \(seen)")
      link.invalidate()
      stage.wait(300)
      #expect(view.presentationAlpha == view.alpha)
    }
  }

  @Test func pathsChangeAtOnceUnlessTheProgramAnimatesThem() {
    onStage { stage in
      let shape = stage.show(layer: CAShapeLayer())
      shape.fillColor = UIColor.red.cgColor
      shape.path = UIBezierPath(rect: Rect(0, 0, 20, 100)).cgPath
      stage.wait(400)
      shape.path = UIBezierPath(rect: Rect(0, 0, 100, 100)).cgPath
      stage.wait(20)
      #expect(shape.animationKeys() == nil && stage.color(90, 50) == .red)
      shape.actions = ["path": CABasicAnimation(keyPath: "path")]
      shape.path = UIBezierPath(rect: Rect(0, 0, 200, 100)).cgPath
      stage.wait(20)
      #expect(shape.animationKeys() == ["path"] && stage.color(190, 50) == .white)
      stage.wait(400)
      #expect(stage.color(190, 50) == .red)
    }
  }
}
