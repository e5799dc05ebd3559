import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Scroll views: whose touch it is, and how the content moves.
@Suite(.hangLimit) struct ScrollTests {
  final class Listener: UIScrollViewDelegate {
    var lines: [String] = []
    var target: Point?
    var scrolls = 0
    func scrollViewDidScroll(_ scrollView: UIScrollView) { scrolls += 1 }
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { lines.append("willBeginDragging") }
    func scrollViewWillEndDragging(
      _ scrollView: UIScrollView, withVelocity velocity: Point, targetContentOffset target: inout Point
    ) {
      lines.append("willEndDragging")
      if let wanted = self.target { target = wanted }
    }
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) {
      lines.append("didEndDragging \(willDecelerate)")
    }
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { lines.append("willBeginDecelerating") }
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { lines.append("didEndDecelerating") }
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { lines.append("didEndAnimation") }
  }

  static func make(_ stage: Stage, _ content: UIView? = nil) -> UIScrollView {
    let scrollView = stage.show(UIScrollView(frame: Rect(0, 0, 300, 400)))
    scrollView.contentSize = Size(300, 2000)
    if let content { scrollView.addSubview(content) }
    return scrollView
  }

  static func flick(_ stage: Stage, from y: Double, by step: Double, steps: Int = 5, x: Double = 50) {
    stage.down(x, y, after: 500)
    for index in 1...steps { stage.move(x, y + Double(index) * step) }
    stage.up(x, y + Double(steps) * step, after: 1)
  }

  // MARK: Whose touch it is

  @Test func contentHearsOfATouchAfterAWhile() {
    onStage { stage in
      let content = PlainView("content", Rect(0, 0, 300, 2000), stage.log)
      _ = Self.make(stage, content)
      stage.down(50, 50)
      stage.wait(140)
      #expect(stage.log.take() == [])
      stage.wait(20)
      #expect(stage.log.take() == ["content began"])
      stage.up(50, 50)
      #expect(stage.log.take() == ["content ended"])
      // A quick tap is heard of when it is over.
      stage.down(50, 50, after: 500)
      #expect(stage.log.take() == [])
      stage.up(50, 50)
      #expect(stage.log.take() == ["content began", "content ended"])
    }
  }

  @Test func contentHearsAtOnceWithoutTheDelay() {
    onStage { stage in
      let content = PlainView("content", Rect(0, 0, 300, 2000), stage.log)
      Self.make(stage, content).delaysContentTouches = false
      stage.down(50, 50)
      #expect(stage.log.take() == ["content began"])
    }
  }

  @Test func aQuickDragScrollsAndTheContentNeverHearsOfIt() {
    onStage { stage in
      let content = PlainView("content", Rect(0, 0, 300, 2000), stage.log)
      let scrollView = Self.make(stage, content)
      stage.down(50, 300)
      #expect(scrollView.isTracking && !scrollView.isDragging)
      stage.move(50, 280)
      #expect(scrollView.isDragging)
      stage.move(50, 250)
      // The slop is not scrolled.
      #expect(scrollView.contentOffset == Point(0, 40))
      stage.up(50, 250, after: 500)
      #expect(!scrollView.isTracking && !scrollView.isDragging && !scrollView.isDecelerating)
      #expect(stage.log.take() == [])
    }
  }

  @Test func aLateDragTakesTheTouchAway() {
    onStage { stage in
      let content = PlainView("content", Rect(0, 0, 300, 2000), stage.log)
      let scrollView = Self.make(stage, content)
      stage.down(50, 300)
      stage.wait(200)
      stage.move(50, 280)
      stage.move(50, 250)
      #expect(stage.log.take() == ["content began", "content cancelled"])
      #expect(scrollView.contentOffset.y == 40)
      stage.up(50, 250)
      // Not if that is not allowed.
      scrollView.contentOffset = .zero
      scrollView.canCancelContentTouches = false
      stage.down(50, 300, after: 500)
      stage.wait(200)
      stage.move(50, 250)
      stage.up(50, 250)
      #expect(stage.log.take() == ["content began", "content moved", "content ended"])
      #expect(scrollView.contentOffset == .zero)
    }
  }

  @Test func aControlKeepsItsTouchUnlessTheScrollViewSaysOtherwise() {
    final class Greedy: UIScrollView {
      override func touchesShouldCancel(in view: UIView) -> Bool { true }
    }
    for greedy in [false, true] {
      onStage { stage in
        let scrollView = stage.show(
          greedy ? Greedy(frame: Rect(0, 0, 300, 400)) : UIScrollView(frame: Rect(0, 0, 300, 400)))
        scrollView.contentSize = Size(300, 2000)
        let button = UIButton(frame: Rect(0, 0, 300, 400))
        scrollView.addSubview(button)
        button.addAction(UIAction { [log = stage.log] _ in log("upInside") }, for: .touchUpInside)
        button.addAction(UIAction { [log = stage.log] _ in log("cancel") }, for: .touchCancel)
        stage.down(50, 300)
        stage.wait(200)
        stage.move(50, 260)
        stage.up(50, 260)
        #expect(stage.log.take() == (greedy ? ["cancel"] : ["upInside"]))
      }
    }
  }

  @Test func theScrollViewMayKeepTouchesFromItsContent() {
    final class Keeping: UIScrollView {
      override func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool
      {
        false
      }
    }
    onStage { stage in
      let scrollView = stage.show(Keeping(frame: Rect(0, 0, 300, 400)))
      scrollView.contentSize = Size(300, 2000)
      scrollView.addSubview(PlainView("content", Rect(0, 0, 300, 2000), stage.log))
      stage.down(50, 300)
      stage.wait(200)
      stage.move(50, 250)
      stage.move(50, 240)
      #expect(stage.log.take() == [])
      #expect(scrollView.contentOffset.y == 50)
    }
  }

  @Test func whatCanNotScrollDoesNot() {
    onStage { stage in
      let content = PlainView("content", Rect(0, 0, 300, 2000), stage.log)
      let scrollView = Self.make(stage, content)
      // Sideways there is nothing.
      stage.down(50, 300)
      stage.move(100, 300)
      stage.up(100, 300)
      #expect(stage.log.take() == ["content began", "content moved", "content ended"])
      scrollView.isScrollEnabled = false
      stage.down(50, 300, after: 500)
      stage.move(50, 200)
      stage.up(50, 200)
      #expect(stage.log.take() == ["content began", "content moved", "content ended"])
      #expect(scrollView.contentOffset == .zero)
    }
  }

  @Test func theInnerOneOfTwoScrollsItsOwnWay() {
    onStage { stage in
      let outer = Self.make(stage)
      let inner = UIScrollView(frame: Rect(0, 0, 300, 200))
      inner.contentSize = Size(1000, 200)
      outer.addSubview(inner)
      stage.down(200, 100)
      stage.move(150, 100)
      stage.move(140, 100)
      stage.up(140, 100, after: 300)
      #expect(inner.contentOffset == Point(50, 0) && outer.contentOffset == .zero)
      stage.down(200, 180, after: 500)
      stage.move(200, 130)
      stage.move(200, 120)
      stage.up(200, 120, after: 300)
      #expect(inner.contentOffset == Point(50, 0) && outer.contentOffset == Point(0, 50))
    }
  }

  // MARK: How it moves

  @Test func aFlickGoesOnSlowerAndSlower() {
    onStage { stage in
      let scrollView = Self.make(stage)
      let listener = Listener()
      scrollView.delegate = listener
      Self.flick(stage, from: 300, by: -10)
      #expect(scrollView.isDecelerating && !scrollView.isDragging)
      var offsets: [Double] = [scrollView.contentOffset.y]
      for _ in 0..<10 {
        stage.wait(100)
        offsets.append(scrollView.contentOffset.y)
      }
      let steps = zip(offsets.dropFirst(), offsets).map(-)
      #expect(zip(steps.dropFirst(), steps).allSatisfy { $0 < $1 })
      stage.wait(5000)
      #expect(!scrollView.isDecelerating)
      #expect(
        listener.lines == [
          "willBeginDragging", "willEndDragging", "didEndDragging true", "willBeginDecelerating",
          "didEndDecelerating",
        ])
      #expect(listener.scrolls > 60)
    }
  }

  @Test func theDelegateChoosesWhereItStops() {
    onStage { stage in
      let scrollView = Self.make(stage)
      let listener = Listener()
      listener.target = Point(0, 333)
      scrollView.delegate = listener
      Self.flick(stage, from: 300, by: -10)
      stage.wait(5000)
      #expect(scrollView.contentOffset == Point(0, 333))
    }
  }

  @Test func pagesAreNotLeftHalfTurned() {
    onStage { stage in
      let scrollView = Self.make(stage)
      scrollView.isPagingEnabled = true
      Self.flick(stage, from: 300, by: -10)
      stage.wait(5000)
      #expect(scrollView.contentOffset == Point(0, 400))
    }
  }

  @Test func beyondTheEdgeItIsPulledAndComesBack() {
    onStage { stage in
      let scrollView = Self.make(stage)
      stage.down(50, 100)
      stage.move(50, 120)
      stage.move(50, 220)
      // Less than the finger went.
      let pulled = scrollView.contentOffset.y
      #expect(pulled < -30 && pulled > -60)
      stage.up(50, 220, after: 300)
      #expect(scrollView.isDecelerating)
      stage.wait(2000)
      #expect(scrollView.contentOffset == .zero && !scrollView.isDecelerating)
      // A flick against the edge goes beyond and comes back.
      scrollView.contentOffset = Point(0, 100)
      var least = 0.0
      Self.flick(stage, from: 100, by: 10)
      for _ in 0..<100 {
        stage.wait(20)
        least = min(least, scrollView.contentOffset.y)
      }
      #expect(least < -1)
      #expect(scrollView.contentOffset == .zero)
      // Without bouncing it stops there.
      scrollView.bounces = false
      scrollView.contentOffset = Point(0, 20)
      Self.flick(stage, from: 100, by: 10)
      stage.wait(2000)
      #expect(scrollView.contentOffset == .zero)
    }
  }

  @Test func aFingerStopsItAndDoesNothingElse() {
    onStage { stage in
      let content = PlainView("content", Rect(0, 0, 300, 2000), stage.log)
      let scrollView = Self.make(stage, content)
      Self.flick(stage, from: 300, by: -20)
      stage.wait(100)
      #expect(scrollView.isDecelerating)
      stage.down(50, 100)
      let offset = scrollView.contentOffset
      #expect(!scrollView.isDecelerating)
      stage.wait(300)
      stage.up(50, 100)
      #expect(scrollView.contentOffset == offset)
      #expect(stage.log.take() == [])
      stage.tap(50, 100, after: 100)
      #expect(stage.log.take() == ["content began", "content ended"])
    }
  }

  @Test func theProgramScrollsOnTheWay() {
    onStage { stage in
      let scrollView = Self.make(stage)
      let listener = Listener()
      scrollView.delegate = listener
      scrollView.setContentOffset(Point(0, 500), animated: true)
      stage.wait(100)
      #expect(scrollView.contentOffset.y > 0 && scrollView.contentOffset.y < 500)
      stage.wait(400)
      #expect(scrollView.contentOffset == Point(0, 500))
      #expect(listener.lines == ["didEndAnimation"])
      scrollView.scrollRectToVisible(Rect(0, 1000, 10, 10), animated: false)
      #expect(scrollView.contentOffset == Point(0, 610))
      scrollView.contentOffset = Point(.nan, 3)
      #expect(scrollView.contentOffset == Point(0, 610))
    }
  }

  @Test func aWheelScrollsTheInnermostThatCan() {
    onStage { stage in
      let outer = Self.make(stage)
      let inner = UIScrollView(frame: Rect(0, 0, 300, 200))
      inner.contentSize = Size(300, 250)
      outer.addSubview(inner)
      stage.post(.pointer(.init(.scrolled, x: 50, y: 50, scrollY: -40)))
      #expect(inner.contentOffset.y == 40 && outer.contentOffset.y == 0)
      stage.post(.pointer(.init(.scrolled, x: 50, y: 50, scrollY: -40)))
      #expect(inner.contentOffset.y == 50)
      stage.post(.pointer(.init(.scrolled, x: 50, y: 50, scrollY: -40)))
      #expect(inner.contentOffset.y == 50 && outer.contentOffset.y == 40)
    }
  }
}
