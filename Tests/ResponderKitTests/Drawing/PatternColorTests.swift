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
      view.setNeedsDisplay()
      #expect(stage.color(21, 21) == .white && stage.color(62, 62) == .red)
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
    #expect(UIColor(patternImage: picture) != UIColor(cgColor: UIColor(patternImage: picture).cgColor))
  }

  @Test func aGiantShapeHasTheMean() {
    let shown = Canvas.picture { context in
      UIColor(patternImage: Self.stripes()).setFill()
      context.fill(Rect(-1e7, -1e7, 2e7, 2e7))
    }
    #expect(abs(shown.color(x: 2, y: 25).red - 0.5) < 0.01)
    let none = Canvas.picture { context in
      UIColor(patternImage: UIImage()).setFill()
      context.fill(Rect(0, 0, 50, 50))
      UIColor(patternImage: Self.stripes()).setFill()
      context.fill(Rect(.nan, 0, 50, 50))
    }
    #expect(none.color(x: 2, y: 25) == .white)
  }
}
