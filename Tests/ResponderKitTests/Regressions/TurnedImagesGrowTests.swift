import ResponderKit
import TestHarness
import Testing

/// A button's picture that a program had turned got another size with the next layout, and one that was asked for in an animation grew from nothing.
@Suite(.hangLimit) struct TurnedImagesGrowTests {
  private func button(_ stage: Stage) -> UIButton {
    let button = stage.show(UIButton(frame: Rect(100, 100, 60, 60)))
    button.setImage(UIImage(systemName: "plus"), for: .normal)
    stage.wait(20)
    return button
  }

  @Test(arguments: [0.25, 0.5]) func aTurnedPictureKeepsItsSize(turn: Double) throws {
    try onStage { stage in
      let button = self.button(stage)
      let picture = try #require(button.imageView)
      stage.wait(20)
      let frame = picture.frame
      picture.transform = CGAffineTransform(rotationAngle: turn * .pi)
      button.setNeedsLayout()
      stage.wait(20)
      #expect(picture.bounds.size == frame.size)
      picture.transform = .identity
      stage.wait(20)
      #expect(picture.frame == frame)
      button.bounds.size.width = 100
      picture.transform = CGAffineTransform(scaleX: 2, y: 2)
      stage.wait(20)
      #expect(picture.center == button.bounds.center && picture.bounds.size == frame.size)
    }
  }

  @Test func aPictureThatIsAskedForInAnAnimationIsInItsPlace() throws {
    try onStage { stage in
      let button = self.button(stage)
      UIView.animate(withDuration: 1) {
        button.imageView?.transform = CGAffineTransform(rotationAngle: .pi / 2)
      }
      stage.wait(50)
      let picture = try #require(button.imageView)
      let shown = try #require(picture.layer.presentation())
      #expect(picture.bounds.width > 5 && shown.bounds.size == picture.bounds.size)
    }
  }
}
