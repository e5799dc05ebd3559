import ResponderKit
import TestHarness
import Testing

/// The lessons whose programs drag and drop.
@Suite(.hangLimit) struct DragLessonTests {
  @Test func textsAreDraggedBetweenTwoLists() {
    onStage { stage in
      let page = TwoListsViewController()
      stage.show(page)
      stage.wait(40)
      func drag(_ start: Point, _ end: Point) {
        stage.down(start.x, start.y)
        stage.wait(1_000)
        for step in 1...4 {
          let part = Double(step) / 4
          stage.move(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
        }
        stage.up(end.x, end.y)
        stage.wait(800)
      }
      drag(Point(50, 60), Point(200, 95))
      #expect(page.rightItems == ["Right 1", "Left 1", "Right 2", "Right 3", "Right 4"])
      #expect(page.right.visibleCells.map { $0.textLabel?.text } == page.rightItems)
      #expect(page.right.visibleCells.map(\.frame.minY) == [0, 44, 88, 132, 176])
      // To the end; and not within a list.
      drag(Point(200, 60), Point(50, 400))
      #expect(page.leftItems == ["Left 1", "Left 2", "Left 3", "Left 4", "Right 1"])
      drag(Point(50, 60), Point(50, 150))
      #expect(page.leftItems.count == 5 && page.rightItems.count == 5)
    }
  }

  @Test func aPictureIsDroppedOnAView() {
    onStage { stage in
      let page = PictureDropViewController()
      stage.show(page)
      stage.wait(40)
      stage.down(60, 100)
      stage.wait(1_000)
      stage.move(100, 200)
      stage.move(250, 400)
      #expect(page.target.layer.borderWidth == 2)
      stage.up(250, 400)
      stage.wait(800)
      #expect(page.target.image == page.source.image && page.target.layer.borderWidth == 0)
    }
  }
}
