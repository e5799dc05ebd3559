import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Transparency layers, masks, pictures in memory, elements of paths.
@Suite(.hangLimit) struct ContextLayerTests {
  /// A context in memory; nil where the size can not be had.
  private static func memory(
    _ width: Int, _ height: Int, _ info: CGImageAlphaInfo = .premultipliedLast
  ) -> CGContext? {
    CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info.rawValue)
  }

  @Test func aLayerIsTransparentAsAWhole() {
    let shown = Canvas.picture { context in
      context.setAlpha(0.5)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.fill(Rect(0, 0, 60, 60), .black)
      context.fill(Rect(30, 30, 60, 60), .red)
      context.endTransparencyLayer()
      context.fill(Rect(90, 90, 10, 10))
    }
    let (one, both) = (shown.color(x: 80, y: 80), shown.color(x: 45, y: 45))
    #expect(one == both && abs(one.green - 0.5) < 0.01 && one.red == 1)
    // The color is again that from before the layer, and so is the alpha.
    #expect(abs(shown.color(x: 95, y: 95).red - 0.5) < 0.01)
  }

  @Test func aLayerThrowsOneShadowAndIsBlendedOnce() {
    let shown = Canvas.picture { context in
      context.setShadow(offset: Size(0, 50), blur: 0, color: UIColor.green.cgColor)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.fill(Rect(0, 0, 20, 60), .blue)
      context.fill(Rect(0, 0, 20, 20), .red)
      context.endTransparencyLayer()
    }
    // Without the layer the shadow of the red part would lie over the blue one.
    #expect(shown.color(x: 10, y: 55) == .blue && shown.color(x: 10, y: 80) == .green)
    let blended = Canvas.picture { context in
      context.fill(Rect(0, 0, 100, 100), .yellow)
      context.setBlendMode(.multiply)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.fill(Rect(0, 0, 50, 50), .black)
      context.fill(Rect(0, 0, 20, 20), .white)
      context.endTransparencyLayer()
    }
    #expect(blended.color(x: 10, y: 10) == .yellow && blended.color(x: 40, y: 40) == .black)
  }

  @Test func layersEndWithTheDrawingAndAreCut() {
    let shown = Canvas.picture { context in
      context.endTransparencyLayer()
      context.clip(to: Rect(0, 0, 50, 100))
      context.beginTransparencyLayer(in: Rect(0, 0, 100, 50))
      context.beginTransparencyLayer()
      context.fill(Rect(0, 0, 100, 100), .red)
    }
    #expect(shown.color(x: 25, y: 25) == .red)
    #expect(shown.color(x: 75, y: 25) == .white && shown.color(x: 25, y: 75) == .white)
  }

  @Test func aMaskSaysHowOpaqueThingsAre() throws {
    let bitmap = Bitmap(width: 2, height: 2)
    bitmap.clear(PixelRect(x: 0, y: 0, width: 1, height: 1), to: .red)
    let mask = CGImage(bitmap)
    let shown = Canvas.picture { context in
      context.saveGState()
      context.clip(to: Rect(0, 0, 100, 100), mask: mask)
      context.fill(Rect(0, 0, 100, 100), .blue)
      context.restoreGState()
      context.fill(Rect(90, 0, 10, 10))
    }
    // Its lower edge is up.
    #expect(shown.color(x: 10, y: 90) == .blue && shown.color(x: 10, y: 10) == .white)
    #expect(shown.color(x: 90, y: 90) == .white && shown.color(x: 95, y: 5) == .black)
    let bright = Bitmap(width: 2, height: 1)
    bright.clear(bright.bounds, to: .black)
    bright.clear(PixelRect(x: 1, y: 0, width: 1, height: 1), to: .white)
    let gray = CGImage(bright)
    let byLight = Canvas.picture { context in
      context.clip(to: Rect(0, 0, 100, 100), mask: gray)
      context.fill(Rect(0, 0, 100, 100))
    }
    #expect(byLight.color(x: 5, y: 50) == .white && byLight.color(x: 95, y: 50) == .black)
  }

  @Test func aRenderersContextHasAPicture() {
    onStage { _ in
      let format = UIGraphicsImageRendererFormat()
      format.scale = 2
      var early: CGImage?
      let renderer = UIGraphicsImageRenderer(bounds: Rect(10, 0, 20, 10), format: format)
      _ = renderer.image { context in
        UIColor.red.setFill()
        context.fill(Rect(10, 0, 10, 10))
        context.cgContext.beginTransparencyLayer()
        early = context.cgContext.makeImage()
        #expect(context.currentImage.size == Size(20, 10))
        #expect(context.cgContext.width == 40 && context.cgContext.height == 20)
        context.cgContext.endTransparencyLayer()
        UIColor.blue.setFill()
        context.fill(Rect(10, 0, 20, 10))
      }
      #expect(early?.width == 40 && early?.height == 20)
      let shown = early.map { UIImage(cgImage: $0) }
      #expect(shown?.color(x: 10, y: 10) == .red && shown?.color(x: 30, y: 10) == .clear)
      UIGraphicsBeginImageContextWithOptions(Size(5, 5), true, 1)
      #expect(UIGraphicsGetCurrentContext()?.makeImage()?.width == 5)
      UIGraphicsEndImageContext()
    }
    _ = Canvas.picture { #expect($0.makeImage() == nil && $0.width == 0) }
  }

  @Test func aContextInMemoryGrowsUpwards() throws {
    let memory = try #require(Self.memory(20, 10))
    memory.fill(Rect(0, 0, 10, 5), .red)
    let picture = try #require(memory.shown)
    #expect(picture.size == Size(20, 10))
    #expect(picture.color(x: 5, y: 8) == .red && picture.color(x: 5, y: 2) == .clear)
    // A picture that is drawn there is upright.
    let copy = try #require(Self.memory(20, 10))
    copy.draw(try #require(picture.cgImage), in: Rect(0, 0, 20, 10))
    #expect(copy.shown?.color(x: 5, y: 8) == .red)
    #expect(Self.memory(2, 2, .noneSkipLast)?.shown?.color(x: 0, y: 0) == .black)
    #expect(Self.memory(0, 5) == nil && Self.memory(.max, 2) == nil && Self.memory(16384, 16384) == nil)
    var byte: UInt8 = 0
    let space = CGColorSpaceCreateDeviceRGB()
    let other = CGContext(
      data: &byte, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 4, space: space, bitmapInfo: 0)
    #expect(other == nil)
  }

  @Test func aPushedContextGetsPathsAndTexts() {
    onStage { _ in
      let memory = Self.memory(20, 10)
      let around = UIGraphicsImageRenderer(size: Size(20, 10)).image { _ in
        guard let memory else { return }
        UIGraphicsPushContext(memory)
        UIColor.red.setFill()
        UIRectFill(Rect(0, 0, 20, 5))
        UIGraphicsPopContext()
        UIGraphicsPopContext()
        UIColor.blue.setFill()
        UIRectFill(Rect(0, 0, 1, 1))
        UIGraphicsPushContext(memory)
      }
      let inner = memory?.shown
      #expect(inner?.color(x: 5, y: 8) == .red && around.color(x: 0, y: 0) == .blue)
      #expect(around.color(x: 5, y: 8) == .clear)
      // What was not popped ended with the drawing.
      UIRectFill(Rect(0, 0, 20, 10))
      UIGraphicsPopContext()
      #expect(UIGraphicsGetCurrentContext() == nil)
      #expect(memory?.shown?.color(x: 5, y: 1) == .clear)
    }
  }

  @Test func aPathListsItsElements() {
    let path = CGMutablePath()
    path.move(to: Point(1, 2))
    path.addLine(to: Point(3, 4))
    path.closeSubpath()
    path.move(to: Point(5, 6))
    var parts: [String] = []
    path.applyWithBlock { element in
      let point = element.pointee.points[0]
      parts.append("\(element.pointee.type.rawValue) \(Int(point.x)) \(Int(point.y))")
    }
    #expect(parts == ["0 1 2", "1 3 4", "4 1 2", "0 5 6"])
  }

  @Test func linesBecomeAreas() {
    let shown = Canvas.picture { context in
      context.setLineWidth(20)
      context.move(to: Point(10, 50))
      context.addLine(to: Point(90, 50))
      context.replacePathWithStrokedPath()
      context.clip()
      context.fill(Rect(0, 0, 100, 100), .red)
    }
    #expect(shown.color(x: 50, y: 42) == .red && shown.color(x: 50, y: 58) == .red)
    #expect(shown.color(x: 50, y: 35) == .white && shown.color(x: 5, y: 50) == .white)
  }
}

extension CGContext {
  fileprivate func fill(_ rect: Rect, _ color: UIColor) {
    setFillColor(color.cgColor)
    fill(rect)
  }

  /// What was drawn, as a picture.
  fileprivate var shown: UIImage? { makeImage().map { UIImage(cgImage: $0) } }
}
