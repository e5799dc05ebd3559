import ResponderKit
import TestHarness
import Testing

/// Animations of backgrounds, layers, transforms and constraints: what a picture shows in the middle.
@Suite(.hangLimit) struct LookAnimationTests {
  private func animate(_ changes: () -> Void) {
    UIView.animate(withDuration: 0.4, delay: 0, options: .curveLinear, animations: changes)
  }

  @Test func aBackgroundPassesFromOneColorToTheOther() {
    onStage { stage in
      let view = stage.box(at: Point(100, 100))
      view.backgroundColor = .red
      animate { view.backgroundColor = .blue }
      #expect(view.backgroundColor == .blue)
      #expect(stage.window.snapshot().color(x: 150, y: 150) == .red)
      stage.wait(200)
      let middle = stage.window.snapshot().color(x: 150, y: 150)
      #expect(abs(middle.red - 0.5) < 0.06 && abs(middle.blue - 0.5) < 0.06)
      stage.wait(250)
      #expect(stage.window.snapshot().color(x: 150, y: 150) == .blue && !view.isAnimating)
    }
  }

  @Test func aBackgroundComesOutOfNothing() {
    onStage { stage in
      let view = stage.box(at: Point(100, 100))
      animate { view.backgroundColor = .red }
      stage.wait(200)
      let middle = stage.window.snapshot().color(x: 150, y: 150)
      #expect(middle.red == 1 && abs(middle.green - 0.5) < 0.06)
    }
  }

  @Test func theLayerOfAViewIsAnimatedWithIt() {
    onStage { stage in
      let view = stage.box(at: Point(100, 100))
      view.backgroundColor = .red
      animate {
        view.layer.cornerRadius = 50
        view.layer.borderWidth = 20
        view.layer.borderColor = UIColor.green.cgColor
        view.layer.shadowOpacity = 1
      }
      #expect(view.layer.cornerRadius == 50)
      stage.wait(200)
      let shown = view.layer.presentation()
      #expect(abs((shown?.cornerRadius ?? 0) - 25) < 3 && abs((shown?.borderWidth ?? 0) - 10) < 2)
      #expect(abs((shown?.shadowOpacity ?? 0) - 0.5) < 0.06)
      let picture = stage.window.snapshot()
      // A corner is cut by about seven points along the diagonal; the border is ten points wide, and between black and green.
      #expect(picture.color(x: 101, y: 101) != .red && picture.color(x: 115, y: 150) == .red)
      let border = picture.color(x: 105, y: 150)
      #expect(border.red == 0 && abs(border.green - 0.5) < 0.06)
      stage.wait(250)
      #expect(stage.window.snapshot().color(x: 105, y: 150) == .green)
    }
  }

  @Test func aHalfTurnGoesAround() {
    onStage { stage in
      let view = stage.box(at: Point(100, 100))
      animate { view.transform = AffineTransform(rotationAngle: .pi) }
      stage.wait(100)
      // An eighth of a turn: the box around a turned square is wider by the root of two.
      #expect(abs(view.presentationFrame.width - 141) < 4)
      stage.wait(100)
      #expect(abs(view.presentationFrame.width - 100) < 20)
      stage.wait(250)
      #expect(abs(view.presentationFrame.width - 100) < 0.001)
    }
  }

  @Test func constraintsThatAreSolvedInsideAreSeenToMoveTheirViews() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let view = UIView()
      view.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(view)
      let width = view.widthAnchor.constraint(equalToConstant: 100)
      NSLayoutConstraint.activate([
        width, view.leadingAnchor.constraint(equalTo: root.leadingAnchor),
        view.topAnchor.constraint(equalTo: root.topAnchor), view.heightAnchor.constraint(equalToConstant: 50),
      ])
      stage.wait(20)
      #expect(view.presentationFrame == Rect(0, 0, 100, 50))
      width.constant = 300
      animate { root.layoutIfNeeded() }
      #expect(view.frame.width == 300)
      stage.wait(200)
      #expect(abs(view.presentationFrame.width - 200) < 12)
      stage.wait(250)
      #expect(view.presentationFrame.width == 300)
    }
  }

  @Test func nothingIsAnimatedWhileAnimationsAreDisabled() {
    onStage { stage in
      let view = stage.box(at: Point(100, 100))
      var finished: Bool?
      UIView.setAnimationsEnabled(false)
      #expect(!UIView.areAnimationsEnabled)
      UIView.animate(withDuration: 0.4) {
        view.center.x = 300
      } completion: {
        finished = $0
      }
      #expect(finished == true && view.presentationFrame == view.frame && !view.isAnimating)
      UIView.setAnimationsEnabled(true)
      UIView.animate(withDuration: 0.4) { view.center.x = 100 }
      #expect(view.isAnimating)
    }
  }
}
