import ResponderKit
import TestHarness
import Testing

/// A picture that is larger than its view was seen one pixel beside it, although the view clips.
@Suite(.hangLimit) struct PicturesLeaveTheirClipTests {
  @Test func nothingIsSeenBesideTheView() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let picture = Bitmap(width: 30, height: 20)
      picture.clear(picture.bounds, to: .red)
      let view = stage.show(UIImageView(image: UIImage(picture)))
      view.frame = Rect(45, 100, 300, 300)
      view.contentMode = .scaleAspectFill
      view.clipsToBounds = true
      stage.wait(20)
      let shown = stage.window.snapshot()
      #expect(shown.color(x: 45, y: 110) == .red && shown.color(x: 344, y: 110) == .red)
      #expect(shown.color(x: 44, y: 110) == .white && shown.color(x: 345, y: 110) == .white)
      #expect(shown.color(x: 200, y: 99) == .white && shown.color(x: 200, y: 400) == .white)
    }
  }
}
