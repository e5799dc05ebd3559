import ResponderKit
import TestHarness
import Testing

/// The lessons whose programs make parts of their own: a control, a gesture, a layout.
@Suite(.hangLimit) struct OwnPartsLessonTests {
  @Test func aKnobIsTurned() {
    onStage { stage in
      let page = KnobViewController()
      stage.show(page)
      stage.wait(40)
      let (knob, center) = (page.knob, page.knob.center)
      #expect(knob.frame.size == Size(120, 120) && page.label.text == "0.00")
      stage.down(center.x, center.y - 50)
      #expect(abs(knob.value - 0.5) < 0.01 && knob.isTracking)
      stage.move(center.x + 50, center.y)
      stage.up(center.x + 50, center.y)
      #expect(page.label.text == "0.79" && !knob.isTracking)
      #expect(knob.accessibilityValue == "79 percent" && knob.accessibilityLabel == "Volume")
      knob.accessibilityIncrement()
      #expect(page.label.text == "0.89")
    }
  }

  @Test func circlesAreCounted() {
    onStage { stage in
      let page = CirclesViewController()
      stage.show(page)
      func draw(_ point: (Double) -> Point) {
        stage.down(point(0).x, point(0).y, after: 500)
        for step in 1...40 { stage.move(point(Double(step) / 40).x, point(Double(step) / 40).y) }
        stage.up(point(1).x, point(1).y)
      }
      draw { Point(200 + 60 * cos($0 * 2 * .pi), 400 + 60 * sin($0 * 2 * .pi)) }
      #expect(page.label.text == "1" && page.states.last == .ended)
      draw { Point(100 + 200 * $0, 400) }
      #expect(page.label.text == "1" && page.states.last == .cancelled && page.circle.state == .possible)
      stage.tap(285, 30, after: 500)
      #expect(page.label.text == "0")
    }
  }

  @Test func aMosaicKeepsItsFramesWhileItScrolls() throws {
    try onStage { stage in
      let layout = MosaicLayout()
      let page = MosaicViewController(collectionViewLayout: layout)
      stage.show(page)
      stage.wait(40)
      let collection = try #require(page.collectionView)
      let plates = collection.subviews.filter { $0 is SectionPlate }
      #expect(plates.map(\.frame.height).sorted() == [180, 280] && collection.subviews.first is SectionPlate)
      #expect(layout.preparations == 1 && collection.visibleCells.count == 7)
      stage.down(195, 300)
      for y in stride(from: 310.0, through: 400, by: 10) { stage.move(195, y) }
      let header = collection.supplementaryView(
        forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: 0))
      #expect((header?.frame.height ?? 0) > 60 && layout.preparations == 1)
      stage.up(195, 400)
      stage.wait(1000)
      page.heights[0].remove(at: 0)
      collection.deleteItems(at: [IndexPath(item: 0, section: 0)])
      #expect(layout.preparations == 2)
      stage.wait(150)
      // The picture of the cell that has gone becomes smaller, and is removed.
      #expect(collection.subviews.contains { $0.transform.a == 0.1 })
      stage.wait(500)
      #expect(!collection.subviews.contains { $0.transform.a == 0.1 } && collection.visibleCells.count == 6)
    }
  }
}
