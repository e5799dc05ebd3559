import TestHarness
import Testing

@testable import ResponderKit

/// Views of a stack that an animation hides.
@Suite(.hangLimit) struct LeavingArrangedViewTests {
  private func onColumn(_ body: @escaping @Sendable (Stage, UIStackView, [UIView]) -> Void) {
    onStage(screen: Size(300, 400)) { stage in
      stage.window.backgroundColor = .white
      let views = [UIColor.red, .green, .blue].map { color in
        let view = UIView(frame: Rect(0, 0, 100, 100))
        view.backgroundColor = color
        return view
      }
      let stack = UIStackView(arrangedSubviews: views)
      stack.axis = .vertical
      stack.distribution = .equalSpacing
      stack.translatesAutoresizingMaskIntoConstraints = false
      let root = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
      root.addSubview(stack)
      NSLayoutConstraint.activate(
        [
          stack.topAnchor.constraint(equalTo: root.topAnchor),
          stack.leadingAnchor.constraint(equalTo: root.leadingAnchor),
          stack.widthAnchor.constraint(equalToConstant: 100),
        ] + views.map { $0.heightAnchor.constraint(equalToConstant: 100) })
      stage.wait(20)
      body(stage, stack, views)
    }
  }

  @Test func itsPictureShrinksAndFadesWhileTheOthersMove() {
    onColumn { stage, stack, views in
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { views[1].isHidden = true }
      #expect(views[1].isHidden && views[2].frame.minY == 100 && stack.frame.height == 200)
      stage.wait(500)
      let below = views[2].presentationFrame.minY
      #expect(below > 120 && below < 180)
      let picture = stack.subviews.first { !views.contains($0) }
      #expect(stack.subviews.count == 4 && stack.arrangedSubviews == views)
      let shown = picture?.presentationFrame ?? .zero
      #expect(shown.minY == 100 && shown.height > 20 && shown.height < 80)
      #expect((picture?.presentationAlpha ?? 0) > 0.2 && (picture?.presentationAlpha ?? 1) < 0.8)
      let color = stage.window.snapshot().color(x: 50, y: 110).cgColor
      #expect(color.green > 0.9 && color.red < 0.9, "green that fades")
      stage.wait(700)
      #expect(stack.subviews == views)
    }
  }

  /// Each key frame moves what it has changed itself.
  @Test func viewsThatLeaveInTwoKeyFramesMoveTheOthersTwice() {
    onColumn { stage, _, views in
      UIView.animateKeyframes(withDuration: 1, options: linear) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) { views[0].isHidden = true }
        UIView.addKeyframe(withRelativeStartTime: 0.75, relativeDuration: 0.25) { views[1].isHidden = true }
      }
      for _ in 0..<2 {
        stage.wait(350)
        #expect(abs(views[2].presentationFrame.minY - 100) < 5)
      }
      stage.wait(500)
      #expect(views[2].presentationFrame.minY == 0)
    }
  }

  /// The first of three views moves the second one, the last one moves none.
  @Test(arguments: [false, true])
  func whatLeavesBesideAKeyFrameHasAnotherTime(isBefore: Bool) {
    onColumn { stage, _, views in
      UIView.animateKeyframes(withDuration: 1, options: linear) {
        if isBefore { views[2].isHidden = true }
        UIView.addKeyframe(withRelativeStartTime: 0.75, relativeDuration: 0.25) {
          views[isBefore ? 0 : 2].isHidden = true
        }
        if !isBefore { views[0].isHidden = true }
      }
      stage.wait(500)
      #expect(abs(views[1].presentationFrame.minY - (isBefore ? 100 : 50)) < 5)
      stage.wait(700)
      #expect(views[1].presentationFrame.minY == 0)
    }
  }

  private var linear: UIView.KeyframeAnimationOptions {
    UIView.KeyframeAnimationOptions(rawValue: UIView.AnimationOptions.curveLinear.rawValue)
  }

  @Test func itIsBackWhenItIsShownAgain() {
    onColumn { stage, stack, views in
      UIView.animate(withDuration: 0.3) { views[1].isHidden = true }
      stage.wait(100)
      UIView.animate(withDuration: 0.3) { views[1].isHidden = false }
      stage.wait(20)
      #expect(stack.subviews == views, "no picture is in front of it")
      stage.wait(500)
      #expect(views[1].presentationFrame == Rect(0, 100, 100, 100) && views[2].frame.minY == 200)
    }
  }

  @Test func withoutAnAnimationItIsGoneAtOnce() {
    onColumn { stage, stack, views in
      views[1].isHidden = true
      #expect(stack.subviews == views)
      stage.wait(20)
      #expect(views[2].presentationFrame.minY == 100)
      UIView.animate(withDuration: 0.3) { UIView.performWithoutAnimation { views[0].isHidden = true } }
      #expect(stack.subviews == views)
      stage.wait(20)
      #expect(views[2].presentationFrame.minY == 0)
    }
  }

  @Test func aViewThatIsNotArrangedIsHiddenAtOnce() {
    onColumn { stage, stack, _ in
      let other = UIView(frame: Rect(0, 0, 20, 20))
      stack.addSubview(other)
      stage.wait(20)
      UIView.animate(withDuration: 0.3) { other.isHidden = true }
      #expect(stack.subviews.count == 4)
    }
  }

  @Test func theProgramsCompletionIsCalled() {
    onColumn { stage, stack, views in
      var ends: [Bool] = []
      UIView.animate(withDuration: 0.3) {
        views[0].isHidden = true
        views[2].isHidden = true
      } completion: {
        ends.append($0 && stack.subviews == views)
      }
      #expect(stack.subviews.count == 5)
      stage.wait(500)
      #expect(ends == [true])
    }
  }

  @Test func aLayoutThatHidesAndShowsViewsEnds() {
    final class Restless: UIView {
      var calls = 0
      override func layoutSubviews() {
        super.layoutSubviews()
        calls += 1
        subviews.first?.isHidden.toggle()
        superview?.isHidden.toggle()
        superview?.isHidden.toggle()
      }
    }
    onColumn { stage, stack, views in
      let inner = UIStackView(arrangedSubviews: [UIView()])
      let restless = Restless(frame: Rect(0, 0, 50, 50))
      stack.addArrangedSubview(inner)
      inner.addArrangedSubview(restless)
      stage.wait(20)
      UIView.animate(withDuration: 0.3) {
        restless.setNeedsLayout()
        views[0].isHidden = true
      }
      stage.wait(400)
      #expect(restless.calls < 1000 && views[0].isHidden)
    }
  }

  enum End: CaseIterable { case finished, reversed, stopped, finishedLater }

  @Test(arguments: End.allCases) func itsPictureIsGoneWhenAnAnimatorHasEnded(_ end: End) {
    onColumn { stage, stack, views in
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { views[1].isHidden = true }
      animator.startAnimation()
      #expect(stack.subviews.count == 4)
      stage.wait(500)
      switch end {
      case .finished: break
      case .reversed: animator.isReversed = true
      case .stopped: animator.stopAnimation(true)
      case .finishedLater:
        animator.stopAnimation(false)
        animator.finishAnimation(at: .end)
      }
      if end == .finished || end == .reversed { stage.wait(1000) }
      #expect(stack.subviews == views && stack.leaving.isEmpty && animator.state == .inactive)
    }
  }

  @Test func itsPictureIsGoneWhenNothingIsAnimated() {
    onColumn { stage, stack, views in
      UIView.animate(withDuration: 0) { views[1].isHidden = true }
      #expect(stack.subviews == views && views[2].frame.minY == 100)
    }
  }

  @Test func oneAnimationLaysOutOnceHoweverManyAreHidden() {
    final class Counting: UIView {
      var layouts = 0
      override func layoutSubviews() {
        super.layoutSubviews()
        layouts += 1
      }
    }
    onStage(screen: Size(300, 400)) { stage in
      let root = stage.show(Counting(frame: Rect(0, 0, 300, 400)))
      let views = (0..<8).map { _ in UIView(frame: Rect(0, 0, 100, 20)) }
      let stack = UIStackView(arrangedSubviews: views)
      (stack.axis, stack.distribution, stack.frame) = (.vertical, .equalSpacing, Rect(0, 0, 100, 400))
      let other = UIView(frame: Rect(0, 0, 10, 10))
      stack.addSubview(other)
      root.addSubview(stack)
      stage.wait(20)
      root.layouts = 0
      UIView.animate(withDuration: 0.3) {
        for view in views.dropFirst() {
          view.isHidden = true
          root.setNeedsLayout()
        }
      }
      #expect(root.layouts == 1 && stack.subviews.count == 16)
      root.setNeedsLayout()
      root.layouts = 0
      UIView.animate(withDuration: 0.3) { other.isHidden = true }
      #expect(root.layouts == 0, "it is not arranged")
    }
  }

  @Test func aTransformedViewLeavesFromWhereItIsSeen() {
    onColumn { stage, stack, views in
      views[1].transform = CGAffineTransform(scaleX: 2, y: 0.5)
      stage.wait(20)
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { views[1].isHidden = true }
      let picture = stack.subviews.first { !views.contains($0) }
      stage.wait(10)
      let shown = picture?.presentationFrame ?? .zero
      #expect(abs(shown.minX + 50) < 5 && abs(shown.width - 200) < 5 && abs(shown.minY - 125) < 5)
    }
  }
}
