import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Rules of contexts and of pictures that a program draws.
@Suite(.hangLimit) struct ContextRuleTests {
  /// A picture of 100 by 100 pixels, white where nothing is drawn.
  private func picture(_ body: @escaping @Sendable (CGContext) -> Void) -> UIImage {
    onStage { _ in
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      return UIGraphicsImageRenderer(size: Size(100, 100), format: format).image { context in
        UIColor.white.setFill()
        context.fill(Rect(0, 0, 100, 100))
        UIColor.red.setFill()
        body(context.cgContext)
      }
    }
  }

  @Test func whatGoesAroundAgainstTheClockIsFilled() {
    let shown = picture { context in
      context.addLines(between: [Point(10, 10), Point(10, 90), Point(90, 90), Point(90, 10)])
      context.fillPath()
    }
    #expect(shown.color(x: 50, y: 50) == .red && shown.color(x: 5, y: 50) == .white)
  }

  @Test func anArcGoesInItsDirection() {
    // Clockwise where y grows upwards: against the clock in a picture.
    for (clockwise, lower, upper) in [(false, UIColor.red, UIColor.white), (true, .white, .red)] {
      let shown = picture { context in
        context.move(to: Point(50, 50))
        context.addArc(
          center: Point(50, 50), radius: 40, startAngle: 0, endAngle: .pi / 2, clockwise: clockwise)
        context.fillPath()
      }
      #expect(shown.color(x: 65, y: 65) == lower && shown.color(x: 35, y: 35) == upper)
    }
  }

  @Test func aClipUsesItsPathUpAndMovesWithTheTransform() {
    let shown = picture { context in
      context.translateBy(x: 50, y: 0)
      context.addRect(Rect(0, 0, 40, 100))
      context.clip()
      context.addRect(Rect(-10, 0, 20, 50))
      context.fillPath()
    }
    #expect(shown.color(x: 55, y: 25) == .red && shown.color(x: 45, y: 25) == .white)
    #expect(shown.color(x: 80, y: 25) == .white && shown.color(x: 55, y: 75) == .white)
  }

  @Test func segmentsHaveGapsAndPointsAreDots() {
    let shown = picture { context in
      context.setLineWidth(8)
      context.strokeLineSegments(between: [Point(5, 10), Point(30, 10), Point(70, 10), Point(95, 10)])
      context.move(to: Point(50, 80))
      context.strokePath()
      context.setLineCap(.round)
      context.move(to: Point(50, 50))
      context.strokePath()
    }
    #expect(shown.color(x: 15, y: 10) == .black && shown.color(x: 85, y: 10) == .black)
    #expect(shown.color(x: 50, y: 10) == .white && shown.color(x: 50, y: 50) == .black)
    // Without round ends a point has no length.
    #expect(shown.color(x: 50, y: 80) == .white)
  }

  @Test func aPicturesAlphaIsMultipliedWithThatOfTheContext() {
    let shown = picture { context in
      let bitmap = Bitmap(width: 2, height: 2)
      bitmap.clear(bitmap.bounds, to: .black)
      context.setAlpha(0.5)
      UIImage(bitmap).draw(in: Rect(0, 0, 100, 100), alpha: 0.5)
    }
    #expect(abs(shown.color(x: 50, y: 50).red - 0.75) < 0.01)
  }

  @Test func aRendererShowsThePartOfThePlaneThatItIsMadeFor() {
    onStage { _ in
      let format = UIGraphicsImageRendererFormat()
      format.scale = 2
      let image = UIGraphicsImageRenderer(bounds: Rect(50, 60, 10, 10), format: format).image { context in
        UIColor.red.setFill()
        context.fill(Rect(50, 60, 5, 10))
      }
      #expect(image.color(x: 4, y: 10) == .red && image.color(x: 15, y: 10) == .clear)
    }
  }

  @Test func aPictureInAPictureEndsAlone() throws {
    try onStage { stage in
      UIGraphicsBeginImageContextWithOptions(Size(8, 8), false, 0)
      UIGraphicsBeginImageContext(Size(4, 4))
      UIColor.red.setFill()
      UIRectFill(Rect(0, 0, 4, 4))
      let inner = try #require(UIGraphicsGetImageFromCurrentImageContext())
      UIGraphicsEndImageContext()
      UIColor.green.setFill()
      UIRectFill(Rect(0, 0, 8, 8))
      let outer = try #require(UIGraphicsGetImageFromCurrentImageContext())
      UIGraphicsEndImageContext()
      #expect(inner.color(x: 2, y: 2) == .red && outer.color(x: 2, y: 2) == .green)
      // A scale of 0 is the screen's.
      #expect(stage.application.screen.scale == 3 && outer.scale == 3 && inner.scale == 1)
    }
  }

  @Test func translucentPixelsAreTheSameInAFile() throws {
    let bitmap = Bitmap(width: 2, height: 1)
    bitmap.clear(PixelRect(x: 0, y: 0, width: 1, height: 1), to: UIColor.red.withAlphaComponent(0.5))
    let image = UIImage(bitmap)
    let read = try #require(image.pngData().flatMap { UIImage(data: $0) })
    #expect(read == image && read.color(x: 0, y: 0).red == 1)
    #expect(UIImage(Bitmap(width: 0, height: 1)).pngData() == nil)
  }
}
