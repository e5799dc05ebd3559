import ResponderKit
import TestHarness
import Testing

/// The lesson with a picture, a gradient, a safe area and size classes.
@Suite(.hangLimit) struct GalleryLessonTests {
  @Test func aPictureIsShownOverAGradientAsThereIsRoom() throws {
    try onStage(screen: Size(390, 844)) { stage in
      let bitmap = Bitmap(width: 200, height: 100)
      bitmap.clear(bitmap.bounds, to: .red)
      let controller = GalleryViewController()
      controller.image = try UIImage(png: bitmap.png())
      stage.application.screenSafeAreaChanged(to: UIEdgeInsets(top: 40, left: 0, bottom: 20, right: 0))
      stage.show(controller)
      stage.wait(20)
      #expect(controller.imageView.frame == CGRect(x: 20, y: 60, width: 350, height: 694))
      #expect(controller.titleLabel.frame.minY == 764)
      // The picture keeps its proportions: 350 times 175, in the middle.
      let upright = stage.window.snapshot()
      let middle = 60 + 694 / 2
      #expect(upright.color(x: 195, y: middle) == .red && upright.color(x: 195, y: middle - 80) == .red)
      let (top, bottom) = (upright.color(x: 5, y: 2), upright.color(x: 5, y: 840))
      #expect(upright.color(x: 195, y: middle - 110) != .red)
      #expect(
        abs(top.red - UIColor.systemIndigo.red) < 0.02 && abs(bottom.green - UIColor.systemTeal.green) < 0.02)
      stage.application.screenChanged(to: Size(844, 390))
      stage.wait(20)
      #expect(controller.imageView.frame == CGRect(x: 20, y: 60, width: 402, height: 290))
      #expect(controller.titleLabel.frame.minX == 422 && controller.titleLabel.font.pointSize == 28)
      #expect(stage.window.snapshot().color(x: 221, y: 205) == .red)
    }
  }
}
