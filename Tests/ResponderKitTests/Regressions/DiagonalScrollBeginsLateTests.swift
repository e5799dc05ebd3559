import ResponderKit
import TestHarness
import TestSupport
import Testing

/// A scroll view that scrolls along both axes waited for ten points along one of them: a finger that went diagonally was up to fourteen
/// ahead of the content. A recording of a circle showed it.
@Suite(.hangLimit) struct DiagonalScrollBeginsLateTests {
  @Test func theLengthOfTheWayCounts() {
    onStage { stage in
      let view = UIScrollView(frame: Rect(0, 0, 390, 844))
      view.contentSize = Size(4_000, 4_000)
      view.contentOffset = Point(1_000, 1_000)
      stage.show(view)
      stage.down(200, 200)
      stage.move(194, 194)
      #expect(!view.isDragging)
      stage.move(192, 192)
      #expect(view.isDragging)
      let behind = 8 * 2.0.squareRoot() - 10
      #expect(abs(view.contentOffset.x - 1_000 - behind / 2.0.squareRoot()) < 1e-9)
      stage.up(192, 192, after: 300)
    }
  }

  /// Where one axis scrolls, the other is no reason to.
  @Test func alongOneAxisThatOneCounts() {
    onStage { stage in
      let view = UIScrollView(frame: Rect(0, 0, 390, 844))
      view.contentSize = Size(390, 4_000)
      stage.show(view)
      stage.down(200, 200)
      stage.move(192, 192)
      #expect(!view.isDragging)
      stage.move(185, 190)
      #expect(!view.isDragging)
      stage.move(185, 180)
      #expect(view.isDragging)
      stage.up(185, 180, after: 300)
    }
  }
}
