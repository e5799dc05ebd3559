import ResponderKit
import TestHarness
import Testing

/// Pictures drawn with blend modes, as programs tint them.
@Suite(.hangLimit) struct PictureBlendTests {
  /// A picture with a pixel for each point.
  private func picture(_ size: Size, _ body: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    return UIGraphicsImageRenderer(size: size, format: format).image(actions: body)
  }

  /// Red to the left, clear to the right.
  private func half() -> UIImage {
    picture(Size(20, 20)) { context in
      UIColor.red.setFill()
      context.fill(Rect(0, 0, 10, 20))
    }
  }

  private func drawn(_ mode: CGBlendMode, alpha: Double = 1) -> UIImage {
    let half = half()
    return picture(Size(40, 20)) { context in
      UIColor.blue.setFill()
      context.fill(Rect(0, 0, 40, 20))
      half.draw(in: Rect(0, 0, 20, 20), blendMode: mode, alpha: alpha)
      context.fill(Rect(39, 0, 1, 20))
    }
  }

  @Test func whatIsThereIsKeptWhereThePictureIs() {
    onStage { _ in
      let tinted = self.drawn(.destinationIn)
      #expect(tinted.color(x: 5, y: 10) == .blue && tinted.color(x: 15, y: 10).cgColor.alpha == 0)
      // Beside the picture nothing changes, and what is drawn afterwards is as ever.
      #expect(tinted.color(x: 30, y: 10) == .blue && tinted.color(x: 39, y: 10) == .blue)
    }
  }

  @Test func thePictureTakesThePlace() {
    onStage { _ in
      let inside = self.drawn(.sourceIn)
      #expect(inside.color(x: 5, y: 10) == .red && inside.color(x: 15, y: 10).cgColor.alpha == 0)
      #expect(inside.color(x: 30, y: 10) == .blue)
      let outside = self.drawn(.sourceOut)
      #expect(outside.color(x: 5, y: 10).cgColor.alpha == 0 && outside.color(x: 30, y: 10) == .blue)
      // In that mode, what is filled afterwards would clear its place.
      #expect(outside.color(x: 39, y: 10) == .blue)
      let atop = self.drawn(.destinationAtop)
      #expect(atop.color(x: 5, y: 10) == .blue && atop.color(x: 15, y: 10).cgColor.alpha == 0)
    }
  }

  @Test func alphaCounts() {
    onStage { _ in
      let tinted = self.drawn(.destinationIn, alpha: 0.5)
      #expect(abs(tinted.color(x: 5, y: 10).cgColor.alpha - 0.5) < 0.02)
    }
  }

  @Test func aPictureAtAPointHasItsSize() {
    onStage { _ in
      let half = self.half()
      let picture = self.picture(Size(40, 20)) { context in
        UIColor.blue.setFill()
        context.fill(Rect(0, 0, 40, 20))
        half.draw(at: Point(10, 0), blendMode: .normal, alpha: 1)
      }
      #expect(picture.color(x: 15, y: 10) == .red && picture.color(x: 25, y: 10) == .blue)
    }
  }

  @Test func anEmptyPictureHasNoSize() {
    let picture = UIImage()
    #expect(picture.size == .zero && picture.pngData() == nil)
  }

  @Test func aContextKnowsItsFormat() {
    onStage { _ in
      var bounds = Rect.zero
      _ = UIGraphicsImageRenderer(bounds: Rect(5, 5, 20, 10)).image { bounds = $0.format.bounds }
      #expect(bounds == Rect(5, 5, 20, 10))
    }
  }

  @Test func clearPartsOfAPictureWithAShadowCount() {
    onStage { _ in
      let half = self.half()
      let tinted = self.picture(Size(40, 20)) { context in
        UIColor.blue.setFill()
        context.fill(Rect(0, 0, 40, 20))
        context.cgContext.setShadow(offset: Size(200, 0), blur: 0)
        half.draw(in: Rect(0, 0, 20, 20), blendMode: .destinationIn, alpha: 1)
      }
      #expect(tinted.color(x: 5, y: 10) == .blue && tinted.color(x: 15, y: 10).cgColor.alpha == 0)
      #expect(tinted.color(x: 30, y: 10) == .blue)
    }
  }
}
