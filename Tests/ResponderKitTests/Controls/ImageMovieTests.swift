import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Image views that show pictures one after the other.
@Suite(.hangLimit) struct ImageMovieTests {
  private func picture(_ color: UIColor) -> UIImage {
    let bitmap = Bitmap(width: 2, height: 2)
    bitmap.clear(PixelRect(x: 0, y: 0, width: 2, height: 2), to: color)
    return UIImage(bitmap)
  }

  private func movie(_ stage: Stage) -> UIImageView {
    let view = UIImageView(image: picture(.black))
    view.frame = Rect(0, 0, 50, 50)
    view.animationImages = [picture(.red), picture(.green), picture(.blue)]
    view.animationDuration = 0.3
    stage.show(UIView(frame: stage.window.bounds)).addSubview(view)
    stage.wait(20)
    return view
  }

  @Test func picturesFollowEachOtherUntilTheProgramEndsThat() {
    onStage { stage in
      let view = movie(stage)
      #expect(stage.color(25, 25) == .black && !view.isAnimating)
      view.startAnimating()
      #expect(view.isAnimating && stage.color(25, 25) == .red)
      stage.wait(150)
      #expect(stage.color(25, 25) == .green)
      stage.wait(100)
      #expect(stage.color(25, 25) == .blue)
      stage.wait(100)
      #expect(stage.color(25, 25) == .red)
      stage.wait(3000)
      #expect(stage.color(25, 25) == .red)
      view.stopAnimating()
      #expect(!view.isAnimating && stage.color(25, 25) == .black)
      #expect(stage.wakeUps(1000) < 3)
    }
  }

  @Test func theyAreShownAsOftenAsTheProgramSays() {
    onStage { stage in
      let view = movie(stage)
      view.animationRepeatCount = 2
      view.startAnimating()
      stage.wait(550)
      #expect(view.isAnimating && stage.color(25, 25) == .blue)
      stage.wait(100)
      #expect(!view.isAnimating && stage.color(25, 25) == .black)
      view.animationRepeatCount = .max / 2 + 2
      view.startAnimating()
      stage.wait(1250)
      #expect(view.isAnimating && stage.color(25, 25) == .red)
    }
  }

  @Test func withoutATimeEachIsShownForAThirtieth() {
    onStage { stage in
      let view = movie(stage)
      view.animationDuration = 0
      view.startAnimating()
      stage.wait(50)
      #expect(stage.color(25, 25) == .green)
      view.animationImages = []
      #expect(!view.isAnimating && stage.color(25, 25) == .black)
      view.startAnimating()
      #expect(!view.isAnimating)
    }
  }

  @Test func outOfAWindowItStandsStill() throws {
    try onStage { stage in
      let view = movie(stage)
      let root = try #require(view.superview)
      view.startAnimating()
      stage.wait(20)
      view.removeFromSuperview()
      #expect(stage.wakeUps(1000) < 3 && view.isAnimating)
      root.addSubview(view)
      stage.wait(20)
      #expect(stage.color(25, 25) == .red)
      stage.wait(120)
      #expect(stage.color(25, 25) == .green)
      let empty = UIImageView()
      empty.animationImages = [picture(.red)]
      #expect(empty.intrinsicContentSize == Size(2, 2))
      for odd in [Double.nan, -1, .infinity, 1e-300, .leastNonzeroMagnitude] {
        view.animationDuration = odd
        stage.wait(100)
        #expect(view.isAnimating)
      }
    }
  }

  @Test func manyPicturesASecondKeepTheirTime() {
    onStage { stage in
      let view = movie(stage)
      let (red, blue) = (picture(.red), picture(.blue))
      view.animationImages = Array(repeating: red, count: 50) + Array(repeating: blue, count: 50)
      view.animationDuration = 0.2
      view.animationRepeatCount = 2
      view.startAnimating()
      stage.wait(50)
      #expect(stage.color(25, 25) == .red)
      stage.wait(100)
      #expect(stage.color(25, 25) == .blue)
      stage.wait(100)
      #expect(stage.color(25, 25) == .red)
      stage.wait(100)
      #expect(stage.color(25, 25) == .blue)
      stage.wait(100)
      #expect(!view.isAnimating && stage.color(25, 25) == .black)
    }
  }

  @Test func timeOutOfTheWindowDoesNotCount() throws {
    try onStage { stage in
      let view = movie(stage)
      let root = try #require(view.superview)
      view.startAnimating()
      stage.wait(150)
      view.removeFromSuperview()
      stage.wait(1000)
      root.addSubview(view)
      stage.wait(20)
      #expect(stage.color(25, 25) == .green)
      stage.wait(60)
      #expect(stage.color(25, 25) == .blue)
    }
  }

  @Test func picturesWithoutAnImageChangeTheSize() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let view = UIImageView()
      view.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(view)
      NSLayoutConstraint.activate([
        view.leadingAnchor.constraint(equalTo: root.leadingAnchor),
        view.topAnchor.constraint(equalTo: root.topAnchor),
      ])
      stage.wait(20)
      view.animationImages = [picture(.red)]
      stage.wait(20)
      #expect(view.frame.size == Size(2, 2))
    }
  }

  @Test func outOfSightItDoesNotWakeTheLoop() throws {
    try onStage { stage in
      let view = movie(stage)
      let root = try #require(view.superview)
      view.startAnimating()
      stage.wait(20)
      root.isHidden = true
      stage.wait(300)
      #expect(stage.wakeUps(1000) < 3 && view.isAnimating)
      view.setNeedsDisplay()
      stage.wait(50)
      root.isHidden = false
      // At 1450 ms, and on.
      stage.wait(60)
      let first = stage.color(25, 25)
      stage.wait(100)
      let second = stage.color(25, 25)
      #expect(
        first != second && [.red, .green, .blue].contains(first) && [.red, .green, .blue].contains(second))
      // The end is noticed all the same.
      root.isHidden = true
      view.stopAnimating()
      view.animationRepeatCount = 2
      view.startAnimating()
      stage.wait(700)
      #expect(!view.isAnimating)
    }
  }
}
