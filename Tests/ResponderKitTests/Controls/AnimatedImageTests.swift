import HIDEvents
import RunLoopCore
import TestHarness
import Testing

@testable import ResponderKit

/// Pictures that are animated by themselves, and other pictures while a view is highlighted.
@Suite(.hangLimit) struct AnimatedImageTests {
  private func picture(_ color: UIColor) -> UIImage {
    let bitmap = Bitmap(width: 2, height: 2)
    bitmap.clear(bitmap.bounds, to: color)
    return UIImage(bitmap)
  }

  private func animated(_ colors: UIColor..., duration: Double = 0.3) -> UIImage {
    UIImage.animatedImage(with: colors.map(picture), duration: duration) ?? UIImage()
  }

  private func view(_ stage: Stage) -> UIImageView {
    let view = UIImageView(frame: Rect(0, 0, 50, 50))
    stage.show(UIView(frame: stage.window.bounds)).addSubview(view)
    stage.wait(20)
    return view
  }

  @Test func itKnowsItsPictures() {
    let image = animated(.red, .green, duration: 2)
    #expect(image.images?.count == 2 && image.duration == 2 && image.color(x: 0, y: 0) == .red)
    #expect(UIImage.animatedImage(with: [image, picture(.blue)], duration: -1)?.images?.count == 3)
    #expect(UIImage.animatedImage(with: [picture(.blue)], duration: .nan)?.duration == 0)
    #expect(UIImage.animatedImage(with: [], duration: 1) == nil)
    #expect(picture(.red).images == nil && picture(.red).duration == 0)
    let template = image.withRenderingMode(.alwaysTemplate)
    #expect(
      template.duration == 2 && template.images?.allSatisfy { $0.renderingMode == .alwaysTemplate } == true)
    #expect(image != animated(.red, .blue, duration: 2))
  }

  @Test func aViewShowsItByItself() {
    onStage { stage in
      let view = view(stage)
      view.image = animated(.red, .green, .blue)
      #expect(view.isAnimating && stage.color(25, 25) == .red)
      stage.wait(150)
      #expect(stage.color(25, 25) == .green)
      stage.wait(200)
      #expect(stage.color(25, 25) == .red)
      view.stopAnimating()
      #expect(!view.isAnimating && stage.color(25, 25) == .red)
      #expect(stage.wakeUps(1000) < 3)
      view.startAnimating()
      stage.wait(150)
      #expect(view.isAnimating && stage.color(25, 25) == .green)
      view.image = picture(.black)
      #expect(!view.isAnimating && stage.color(25, 25) == .black)
      view.image = nil
      #expect(!view.isAnimating)
    }
  }

  @Test func anotherAnimatedPictureBeginsAnew() {
    onStage { stage in
      let view = view(stage)
      view.image = animated(.red, .green)
      stage.wait(200)
      #expect(stage.color(25, 25) == .green)
      view.image = animated(.blue, .yellow, .black, duration: 0)
      #expect(stage.color(25, 25) == .blue)
      stage.wait(50)
      #expect(stage.color(25, 25) == .yellow)
    }
  }

  @Test func theProgramsListComesFirst() {
    onStage { stage in
      let view = view(stage)
      view.image = animated(.red, .green, duration: 10)
      view.animationImages = [picture(.blue), picture(.yellow)]
      view.animationDuration = 0.2
      view.animationRepeatCount = 1
      view.startAnimating()
      #expect(stage.color(25, 25) == .blue)
      stage.wait(150)
      #expect(stage.color(25, 25) == .yellow)
      view.image = animated(.black, .green, duration: 10)
      #expect(stage.color(25, 25) == .yellow)
      stage.wait(100)
      #expect(view.isAnimating && stage.color(25, 25) == .black)
      view.startAnimating()
      #expect(stage.color(25, 25) == .blue)
      view.stopAnimating()
      #expect(!view.isAnimating && stage.color(25, 25) == .black)
      view.startAnimating()
      #expect(view.isAnimating && stage.color(25, 25) == .blue)
    }
  }

  @Test func aHighlightedViewShowsItsOtherPictures() {
    onStage { stage in
      let view = view(stage)
      view.image = picture(.black)
      view.animationImages = [picture(.red), picture(.green)]
      view.highlightedAnimationImages = [picture(.blue), picture(.yellow)]
      view.animationDuration = 1
      view.startAnimating()
      #expect(stage.color(25, 25) == .red)
      view.isHighlighted = true
      #expect(stage.color(25, 25) == .blue)
      stage.wait(600)
      #expect(stage.color(25, 25) == .yellow)
      view.isHighlighted = false
      #expect(stage.color(25, 25) == .red)
      view.highlightedImage = animated(.yellow, .green)
      view.stopAnimating()
      #expect(!view.isAnimating && stage.color(25, 25) == .black)
      view.isHighlighted = true
      #expect(view.isAnimating && stage.color(25, 25) == .yellow)
      stage.wait(170)
      #expect(stage.color(25, 25) == .green)
      // That is not shown.
      view.image = picture(.red)
      #expect(stage.color(25, 25) == .green)
    }
  }
}
