import ResponderKit
import TestHarness
import Testing

/// Rules of scroll views: where the content can be, and what stops it.
@Suite(.hangLimit) struct ScrollRuleTests {
  private func make(_ stage: Stage, _ content: Size = Size(300, 2000)) -> UIScrollView {
    let scrollView = stage.show(UIScrollView(frame: Rect(0, 0, 300, 400)))
    scrollView.contentSize = content
    return scrollView
  }

  @Test func theInsetsCanBeScrolledTo() {
    onStage { stage in
      let scrollView = make(stage, Size(800, 2000))
      scrollView.contentInset = EdgeInsets(top: 10, left: 20, bottom: 30, right: 40)
      for (rect, offset) in [
        (Rect(-500, -500, 1, 1), Point(-20, -10)), (Rect(5000, 5000, 1, 1), Point(540, 1630)),
      ] {
        scrollView.scrollRectToVisible(rect, animated: false)
        #expect(scrollView.contentOffset == offset)
      }
      // A wheel goes as far, and no farther.
      stage.post(.pointer(.init(.scrolled, x: 10, y: 10, scrollX: 9999, scrollY: 9999)))
      #expect(scrollView.contentOffset == Point(-20, -10))
      stage.post(.pointer(.init(.scrolled, x: 10, y: 10, scrollX: -9999, scrollY: -9999)))
      #expect(scrollView.contentOffset == Point(540, 1630))
      // Content that is smaller than the view stays at its beginning.
      scrollView.contentSize = Size(100, 100)
      scrollView.scrollRectToVisible(Rect(90, 90, 1, 1), animated: false)
      #expect(scrollView.contentOffset == Point(-20, -10))
    }
  }

  @Test(arguments: [
    (500.0, 100.0, 200.0), (0, 100, 0), (100, 100, 100), (100, 400, 100), (600, 400, 600), (500, 50, 150),
    (300, 900, 300), (0, 90, 0), (-100, 150, 0),
  ])
  func aRectangleIsScrolledToAsLittleAsIsNeeded(y: Double, height: Double, offset: Double) {
    onStage { stage in
      let scrollView = make(stage)
      scrollView.contentOffset = Point(0, 100)
      scrollView.scrollRectToVisible(Rect(0, y, 10, height), animated: false)
      #expect(scrollView.contentOffset == Point(0, offset))
    }
  }

  @Test func anOffsetOfTheProgramStopsWhatMoves() {
    for way in 0..<2 {
      onStage { stage in
        let scrollView = make(stage)
        let listener = ScrollTests.Listener()
        scrollView.delegate = listener
        if way == 0 {
          ScrollTests.flick(stage, from: 300, by: -20)
        } else {
          scrollView.setContentOffset(Point(0, 1000), animated: true)
        }
        stage.wait(50)
        #expect(listener.lines.last == (way == 0 ? "willBeginDecelerating" : nil))
        scrollView.contentOffset = Point(0, 77)
        #expect(!scrollView.isDecelerating)
        #expect(listener.lines.last == (way == 0 ? "didEndDecelerating" : "didEndAnimation"))
        stage.wait(1000)
        #expect(scrollView.contentOffset == Point(0, 77))
      }
    }
  }

  @Test func aScrollViewIsAskedOnceAboutTheFingersOnAView() {
    final class Asking: UIScrollView {
      var asked: [Int] = []
      override func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool
      {
        asked.append(touches.count)
        return super.touchesShouldBegin(touches, with: event, in: view)
      }
    }
    onStage { stage in
      let scrollView = stage.show(Asking(frame: Rect(0, 0, 300, 400)))
      scrollView.contentSize = Size(300, 2000)
      let content = PlainView("content", Rect(0, 0, 300, 2000), stage.log)
      content.isMultipleTouchEnabled = true
      scrollView.addSubview(content)
      stage.frame(.init(1, .began, x: 50, y: 50), .init(2, .began, x: 150, y: 50))
      stage.wait(200)
      #expect(scrollView.asked == [2] && stage.log.take() == ["content began"])
    }
  }

  @Test func aScrollViewThatLeavesItsWindowStandsStill() {
    onStage { stage in
      let scrollView = make(stage)
      let listener = ScrollTests.Listener()
      scrollView.delegate = listener
      ScrollTests.flick(stage, from: 300, by: -20)
      stage.wait(50)
      scrollView.removeFromSuperview()
      let offset = scrollView.contentOffset
      #expect(listener.lines.last == "didEndDecelerating")
      stage.wait(1000)
      #expect(scrollView.contentOffset == offset && stage.application.runLoopMode == .default)
    }
  }

  @Test func contentThatIsCaughtBeyondItsEdgeStaysUnderTheFinger() {
    onStage { stage in
      let scrollView = make(stage)
      stage.down(50, 100)
      stage.move(50, 120)
      stage.move(50, 320)
      stage.up(50, 320, after: 300)
      // On its way back.
      stage.wait(30)
      let offset = scrollView.contentOffset.y
      #expect(offset < -40)
      stage.down(50, 100)
      stage.move(50, 111)
      stage.move(50, 112)
      let caught = scrollView.contentOffset.y
      // A point of the finger is less than a point of the content out there.
      #expect(caught < offset && caught > offset - 1)
      stage.up(50, 112)
      stage.wait(2000)
      #expect(scrollView.contentOffset == .zero)
    }
  }

  @Test(arguments: [(10.0, 21.0, true), (10, 19, false), (21, 10, true), (19, 10, false), (10, 10, false)])
  func aDragThatGoesTwiceAsFarAlongOneAxisIsLockedToIt(x: Double, y: Double, isLocked: Bool) {
    onStage { stage in
      let scrollView = make(stage, Size(2000, 2000))
      scrollView.isDirectionalLockEnabled = true
      stage.down(250, 350)
      stage.move(250 - x, 350 - y)
      stage.move(250 - x - 30, 350 - y - 30)
      let moved = scrollView.contentOffset
      // All but the slop, which lies in the first step's direction.
      let rest = 1 - 10 / Point(x, y).distance(to: .zero)
      let wanted = Point(x * rest + 30, y * rest + 30)
      let locked = x > y ? Point(wanted.x, 0) : Point(0, wanted.y)
      #expect(moved.distance(to: isLocked ? locked : wanted) < 1e-9)
    }
  }

  @Test func aPageIsTurnedBySpeedAndOtherwiseTheNearestStays() {
    onStage { stage in
      let scrollView = make(stage)
      scrollView.isPagingEnabled = true
      /// Drags upwards by this, with so many milliseconds for each tenth of the way.
      func drag(_ way: Double, _ milliseconds: Int) -> Double {
        stage.down(50, 380, after: 2000)
        for step in 1...11 { stage.move(50, 380 - Double(step) * way / 10, after: milliseconds) }
        stage.up(50, 380 - 1.1 * way, after: 1)
        stage.wait(4000)
        return scrollView.contentOffset.y
      }
      #expect(drag(100, 150) == 0)
      #expect(drag(300, 300) == 400)
      #expect(drag(100, 10) == 800)
      #expect(drag(-100, 10) == 400)
      #expect(drag(-100, 150) == 400)
    }
  }

  @Test func aScrollViewThatCanNotScrollTakesNoWheelAndLetsTheOuterOneScroll() {
    onStage { stage in
      let outer = make(stage)
      let inner = UIScrollView(frame: Rect(0, 0, 200, 200))
      inner.contentSize = Size(200, 300)
      outer.addSubview(inner)
      func wheel(_ y: Double) -> [Double] {
        stage.post(.pointer(.init(.scrolled, x: 10, y: 10, scrollY: y)))
        return [inner.contentOffset.y, outer.contentOffset.y]
      }
      #expect(wheel(-60) == [60, 0])
      #expect(wheel(-60) == [100, 0])
      #expect(wheel(-60) == [100, 60])
      inner.isScrollEnabled = false
      #expect(wheel(60) == [100, 0])
    }
  }

  @Test func aDragThatIsTakenAwayHasAnEnd() {
    onStage { stage in
      let scrollView = make(stage)
      let listener = ScrollTests.Listener()
      scrollView.delegate = listener
      stage.down(50, 300)
      for y in [280.0, 260] { stage.move(50, y) }
      stage.cancel()
      #expect(listener.lines == ["willBeginDragging", "didEndDragging false"] && !scrollView.isDragging)
    }
  }

  @Test func aTargetThatIsNoPlaceIsWhereTheContentIs() {
    onStage { stage in
      let scrollView = make(stage)
      let listener = ScrollTests.Listener()
      listener.target = Point(0, .infinity)
      scrollView.delegate = listener
      ScrollTests.flick(stage, from: 300, by: -20)
      let offset = scrollView.contentOffset
      #expect(listener.lines.last == "didEndDragging false" && offset.y > 0)
      stage.wait(2000)
      #expect(scrollView.contentOffset == offset)
    }
  }

  @Test(arguments: [false, true]) func contentThatDoesNotBounceIsNotPulledAside(bounces: Bool) {
    onStage { stage in
      let scrollView = make(stage)
      let listener = ScrollTests.Listener()
      scrollView.delegate = listener
      (scrollView.bounces, scrollView.alwaysBounceHorizontal) = (bounces, true)
      scrollView.contentSize = Size(300, 400)
      stage.down(100, 100)
      for x in [120.0, 140] { stage.move(x, 100) }
      #expect(listener.lines == (bounces ? ["willBeginDragging"] : []))
      stage.up(140, 100)
    }
  }

  /// Scrolls where it is wanted in the middle of a call.
  private final class Changing: UIScrollViewDelegate {
    var onDecelerating: (UIScrollView) -> Void = { _ in }
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { onDecelerating(scrollView) }
  }

  @Test func aScrollThatTheDelegateBeginsTakesThePlaceOfTheOneThatIsCalledFor() {
    onStage { stage in
      let (scrollView, delegate) = (make(stage), Changing())
      scrollView.delegate = delegate
      delegate.onDecelerating = { $0.contentOffset = Point(0, 700) }
      ScrollTests.flick(stage, from: 300, by: -20)
      stage.wait(3000)
      #expect(scrollView.contentOffset == Point(0, 700))
      delegate.onDecelerating = { $0.setContentOffset(Point(0, 100), animated: true) }
      ScrollTests.flick(stage, from: 300, by: -20)
      stage.wait(3000)
      #expect(scrollView.contentOffset == Point(0, 100))
    }
  }
}
