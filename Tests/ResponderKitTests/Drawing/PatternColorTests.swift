import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Colors that are pictures, repeated.
@Suite(.hangLimit) struct PatternColorTests {
  /// Ten by ten points, of which the left half is red and the right one blue.
  private static func stripes(_ right: UIColor = .blue) -> UIImage {
    let bitmap = Bitmap(width: 10, height: 10)
    bitmap.clear(bitmap.bounds, to: right)
    bitmap.clear(PixelRect(x: 0, y: 0, width: 5, height: 10), to: .red)
    return UIImage(bitmap)
  }

  private func view(_ stage: Stage, _ frame: Rect = Rect(20, 20, 100, 100)) -> UIView {
    stage.window.backgroundColor = .white
    let view = UIView(frame: frame)
    view.backgroundColor = UIColor(patternImage: Self.stripes())
    stage.show(UIView(frame: stage.window.bounds)).addSubview(view)
    stage.wait(20)
    return view
  }

  @Test func aBackgroundBeginsAtTheViewsCorner() {
    onStage { stage in
      let view = view(stage, Rect(23, 20, 100, 100))
      for x in [0, 10, 50, 90] {
        #expect(stage.color(23 + x + 2, 60) == .red && stage.color(23 + x + 7, 60) == .blue)
      }
      #expect(stage.color(21, 60) == .white && stage.color(124, 60) == .white)
      view.backgroundColor = .green
      #expect(stage.color(25, 60) == .green)
      view.backgroundColor = UIColor(patternImage: Self.stripes(.clear))
      #expect(stage.color(25, 60) == .red && stage.color(30, 60) == .white)
      view.backgroundColor = nil
      #expect(stage.color(25, 60) == .white)
    }
  }

  @Test func itHasTheViewsRoundCornersAndIsBelowWhatItDraws() {
    onStage { stage in
      let view = view(stage)
      view.layer.cornerRadius = 40
      #expect(stage.color(21, 21) == .white && stage.color(62, 62) == .red)
      view.layer.maskedCorners = .layerMaxXMaxYCorner
      #expect(stage.color(21, 21) == .red && stage.color(119, 119) == .white)
      let canvas = Canvas(frame: Rect(0, 0, 20, 20))
      canvas.backgroundColor = UIColor(patternImage: Self.stripes())
      canvas.body = { $0.fill(Rect(0, 0, 5, 5)) }
      stage.window.addSubview(canvas)
      #expect(stage.color(2, 2) == .black && stage.color(2, 12) == .red && stage.color(7, 2) == .blue)
    }
  }

  @Test func pathsAreFilledWithIt() {
    let shown = Canvas.picture { context in
      UIColor(patternImage: Self.stripes()).setFill()
      UIRectFill(Rect(0, 0, 50, 50))
      UIBezierPath(ovalIn: Rect(50, 50, 50, 50)).fill()
      context.translateBy(x: 3, y: 0)
      context.fill(Rect(50, 0, 20, 20))
      UIColor.green.setFill()
      context.fill(Rect(0, 80, 10, 10))
    }
    #expect(shown.color(x: 2, y: 25) == .red && shown.color(x: 47, y: 25) == .blue)
    #expect(shown.color(x: 52, y: 52) == .white && shown.color(x: 72, y: 75) == .red)
    #expect(shown.color(x: 54, y: 10) == .red && shown.color(x: 59, y: 10) == .blue)
    #expect(shown.color(x: 8, y: 85) == .green)
  }

  @Test func aColorOfAContextTakesItsPlace() {
    let shown = Canvas.picture { context in
      UIColor(patternImage: Self.stripes()).set()
      context.setFillColor(UIColor.green.cgColor)
      context.fill(Rect(0, 0, 100, 100))
    }
    #expect(shown.color(x: 2, y: 25) == .green)
  }

  @Test func elsewhereItIsItsMean() {
    let color = UIColor(patternImage: Self.stripes())
    #expect(color.cgColor == CGColor(red: 0.5, green: 0, blue: 0.5))
    #expect(
      UIColor(patternImage: Self.stripes(.clear)).cgColor == CGColor(red: 1, green: 0, blue: 0, alpha: 0.5))
    #expect(UIColor(patternImage: UIImage()).cgColor == .clear)
    #expect(abs(color.withAlphaComponent(0.5).cgColor.alpha - 0.5) < 0.01)
    let picture = Self.stripes()
    #expect(UIColor(patternImage: picture) == UIColor(patternImage: picture))
    #expect(UIColor(patternImage: picture).pattern === UIColor(patternImage: picture).pattern)
    #expect(UIColor(patternImage: picture) != UIColor(cgColor: UIColor(patternImage: picture).cgColor))
  }

  @Test func itIsBelowWhatALayerDraws() {
    onStage { stage in
      final class Hill: UIView {
        override class var layerClass: AnyClass { CAShapeLayer.self }
      }
      stage.window.backgroundColor = .white
      let view = stage.show(Hill(frame: Rect(20, 20, 100, 100)))
      view.backgroundColor = UIColor(patternImage: Self.stripes())
      (view.layer as? CAShapeLayer)?.path = UIBezierPath(rect: Rect(0, 0, 50, 50)).cgPath
      #expect(stage.color(22, 22) == .black)
      #expect(stage.color(22, 102) == .red && stage.color(27, 102) == .blue)
      #expect(view.layer.backgroundColor == CGColor(red: 0.5, green: 0, blue: 0.5))
      // It moves with the view, and not with what is in it.
      view.bounds.origin = Point(3, 0)
      #expect(stage.color(22, 102) == .red && stage.color(27, 102) == .blue)
      #expect(stage.window.pictureSVG().contains("<pattern"))
    }
  }

  @Test func anAnimatedBackgroundIsAColorUntilItsEnd() {
    onStage { stage in
      let view = view(stage)
      view.backgroundColor = .white
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        view.backgroundColor = UIColor(patternImage: Self.stripes())
      }
      stage.wait(500)
      let (left, right) = (stage.color(22, 60), stage.color(27, 60))
      #expect(left == right && left.red > 0.6 && left.red < 0.9)
      stage.wait(600)
      #expect(stage.color(22, 60) == .red && stage.color(27, 60) == .blue)
    }
  }

  @Test func edgesBetweenPixelsShowNoSeams() {
    let plain = Bitmap(width: 3, height: 3)
    plain.clear(plain.bounds, to: .red)
    let image = UIImage(plain)
    let shown = Canvas.picture { context in
      context.scaleBy(x: 1.37, y: 1.37)
      UIColor(patternImage: image).setFill()
      context.setAlpha(0.5)
      context.setShadow(offset: Size(0, 0), blur: 0, color: UIColor.blue.cgColor)
      context.fill(Rect(0, 0, 80, 80))
    }
    let colors = Set((5..<90).map { shown.color(x: $0, y: 50) })
    #expect(colors.count == 1)
    let between = Canvas.picture { context in
      context.translateBy(x: 0.5, y: 0)
      UIColor(patternImage: Self.stripes()).setFill()
      context.fill(Rect(0, 0, 80, 80))
    }
    // The last column of a copy and the first one of the next.
    #expect(abs(between.color(x: 30, y: 50).red - 0.5) < 0.01)
    #expect(abs(between.color(x: 30, y: 50).blue - 0.5) < 0.01)
  }

  @Test func aSmallOneIsItsMean() {
    let shown = Canvas.picture { context in
      context.scaleBy(x: 0.05, y: 0.05)
      UIColor(patternImage: Self.stripes()).setFill()
      context.fill(Rect(0, 0, 2000, 2000))
    }
    #expect(abs(shown.color(x: 50, y: 50).red - 0.5) < 0.01)
    #expect(shown.color(x: 50, y: 50) == shown.color(x: 53, y: 61))
  }

  @Test func aGiantShapeIsFilledWithIt() {
    let shown = Canvas.picture { context in
      UIColor(patternImage: Self.stripes()).setFill()
      context.fill(Rect(-1e7, -1e7, 2e7, 2e7))
    }
    #expect(shown.color(x: 2, y: 25) == .red && shown.color(x: 7, y: 25) == .blue)
    _ = Canvas.picture { context in
      UIColor(patternImage: Self.stripes()).setFill()
      for scale in [1e300, 1e-300, .nan, .infinity] {
        context.saveGState()
        context.scaleBy(x: scale, y: scale)
        context.fill(Rect(0, 0, 1e5, 1e5))
        context.restoreGState()
      }
      context.fill(Rect(-1e300, -1e300, 2e300, 2e300))
    }
    let none = Canvas.picture { context in
      UIColor(patternImage: UIImage()).setFill()
      context.fill(Rect(0, 0, 50, 50))
      UIColor(patternImage: Self.stripes()).setFill()
      context.fill(Rect(.nan, 0, 50, 50))
    }
    #expect(none.color(x: 2, y: 25) == .white)
  }
}
