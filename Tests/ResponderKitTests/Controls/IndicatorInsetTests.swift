import TestHarness
import Testing

@testable import ResponderKit

/// The room that a scroll view's bars leave.
@Suite(.hangLimit) struct IndicatorInsetTests {
  @Test func theBarsLeaveTheRoomThatIsSet() throws {
    try onStage { stage in
      let view = UIScrollView(frame: Rect(0, 0, 200, 300))
      view.contentSize = Size(400, 600)
      stage.show(view)
      view.flashScrollIndicators()
      let vertical = try #require(view.indicators.vertical)
      let horizontal = try #require(view.indicators.horizontal)
      let top = vertical.frame.minY
      view.scrollIndicatorInsets = EdgeInsets(top: 40, left: 20, bottom: 10, right: 5)
      #expect(vertical.frame.minY == top + 40 && vertical.frame.maxX == 200 - 5 - ScrollIndicators.margin)
      #expect(horizontal.frame.minX == 20 + ScrollIndicators.margin)
      view.contentOffset = Point(0, 300)
      #expect(vertical.frame.maxY == 300 + 300 - 10 - ScrollIndicators.margin)
      view.horizontalScrollIndicatorInsets = .zero
      #expect(horizontal.frame.minX == ScrollIndicators.margin && view.scrollIndicatorInsets.top == 40)
    }
  }

  @Test func aBarFollowsTheRoomAroundTheContent() throws {
    try onStage { stage in
      let view = UIScrollView(frame: Rect(0, 0, 200, 300))
      view.contentSize = Size(200, 600)
      stage.show(view)
      view.contentOffset = Point(0, 100)
      view.flashScrollIndicators()
      let bar = try #require(view.indicators.vertical)
      let before = bar.frame
      view.contentInset.bottom = 300
      // The content does not move, but a smaller part of it is visible.
      #expect(view.contentOffset == Point(0, 100))
      #expect(bar.frame.minY < before.minY && bar.frame.height < before.height)
    }
  }
}
