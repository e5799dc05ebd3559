import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Pictures of contexts while the program draws on.
@Suite(.hangLimit) struct CanvasPictureTests {
  private static func memory(_ width: Int = 20, _ height: Int = 10) throws -> CGContext {
    try #require(
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  }

  private static func image(_ context: CGContext) throws -> UIImage {
    UIImage(cgImage: try #require(context.makeImage()))
  }

  @Test func askingForThePictureEndsNoLayer() throws {
    let context = try Self.memory()
    context.setAlpha(0.5)
    context.beginTransparencyLayer()
    context.saveGState()
    context.setFillColor(UIColor.red.cgColor)
    context.fill(Rect(0, 0, 10, 10))
    let early = try Self.image(context)
    #expect(abs(early.color(x: 5, y: 5).cgColor.alpha - 0.5) < 0.01)
    context.restoreGState()
    context.setFillColor(UIColor.blue.cgColor)
    context.fill(Rect(5, 0, 10, 10))
    context.endTransparencyLayer()
    // As one thing: nothing red is seen through the blue.
    let late = try Self.image(context)
    #expect(late.color(x: 7, y: 5) == late.color(x: 12, y: 5) && late.color(x: 7, y: 5).red == 0)
    onStage { _ in
      UIGraphicsBeginImageContext(Size(20, 10))
      let begun = UIGraphicsGetCurrentContext()
      begun?.setAlpha(0.5)
      begun?.beginTransparencyLayer()
      UIColor.red.setFill()
      UIRectFill(Rect(0, 0, 10, 10))
      #expect(UIGraphicsGetImageFromCurrentImageContext()?.color(x: 5, y: 5).red == 1)
      UIColor.blue.setFill()
      UIRectFill(Rect(0, 0, 10, 10))
      begun?.endTransparencyLayer()
      let image = UIGraphicsGetImageFromCurrentImageContext()
      #expect(image?.color(x: 5, y: 5).red == 0 && image?.color(x: 5, y: 5).blue == 1)
      UIGraphicsEndImageContext()
    }
  }

  @Test func allPicturesOfAContextAreTheSame() {
    onStage { _ in
      UIGraphicsBeginImageContextWithOptions(Size(4, 4), true, 1)
      let context = UIGraphicsGetCurrentContext()
      context?.setBlendMode(.multiply)
      context?.setFillColor(UIColor.red.cgColor)
      context?.fill(Rect(0, 0, 2, 4))
      context?.clear(Rect(2, 0, 2, 4))
      let pixels = context?.makeImage().map { UIImage(cgImage: $0) }
      let image = UIGraphicsGetImageFromCurrentImageContext()
      UIGraphicsEndImageContext()
      let format = UIGraphicsImageRendererFormat()
      (format.scale, format.opaque) = (1, true)
      let rendered = UIGraphicsImageRenderer(size: Size(4, 4), format: format).image { context in
        UIColor.red.setFill()
        context.fill(Rect(0, 0, 2, 4), blendMode: .multiply)
      }
      // The product of red and black; what is opaque has no holes.
      for x in [0, 3] {
        #expect(pixels?.color(x: x, y: 1) == .black && image?.color(x: x, y: 1) == .black)
        #expect(rendered.color(x: x, y: 1) == .black)
      }
    }
  }

  @Test func aRenderersLineIsCombinedWithWhatIsThere() {
    onStage { _ in
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      let picture = UIGraphicsImageRenderer(size: Size(20, 20), format: format).image { context in
        UIColor.white.setFill()
        context.fill(Rect(0, 0, 20, 20))
        UIColor.red.setFill()
        context.fill(Rect(0, 0, 10, 20))
        UIColor.yellow.setStroke()
        context.stroke(Rect(2, 2, 16, 16), blendMode: .multiply)
        // The mode is that of one line.
        context.stroke(Rect(6, 6, 8, 8))
      }
      #expect(picture.color(x: 2, y: 10) == .red && picture.color(x: 17, y: 10) == .yellow)
      #expect(picture.color(x: 6, y: 10) == .yellow && picture.color(x: 4, y: 10) == .red)
    }
  }

  @Test func anOpaquePictureHasNoHolesWhileALayerIsOpen() {
    onStage { _ in
      UIGraphicsBeginImageContextWithOptions(Size(4, 4), true, 1)
      let context = UIGraphicsGetCurrentContext()
      context?.setBlendMode(.clear)
      context?.beginTransparencyLayer()
      context?.fill(Rect(0, 0, 4, 4))
      let image = UIGraphicsGetImageFromCurrentImageContext()
      UIGraphicsEndImageContext()
      #expect(image?.color(x: 1, y: 1) == .black)
    }
  }

  @Test func aPictureTakesThePlaceOfWhatItShows() throws {
    let context = try Self.memory()
    for step in 0..<10 {
      context.setFillColor(UIColor.red.cgColor)
      for x in 0..<step { context.fill(Rect(Double(x), 0, 1, 1)) }
      let image = try Self.image(context)
      let isPicture = context.drawing.operations.map { if case .image = $0 { true } else { false } }
      #expect(isPicture == [true])
      #expect(image.color(x: step, y: 9) == .clear && (step == 0 || image.color(x: step - 1, y: 9) == .red))
    }
    // Nothing new: the same pixels.
    let (first, second) = (try #require(context.makeImage()), try #require(context.makeImage()))
    #expect(first.bitmap === second.bitmap)
    context.setFillColor(UIColor.blue.cgColor)
    context.fill(Rect(0, 0, 20, 10))
    #expect(try Self.image(context).color(x: 15, y: 5) == .blue)
    #expect(UIImage(cgImage: first).color(x: 15, y: 5) == .clear)
  }

  @Test func edgesBetweenPixelsStayInThePicture() {
    onStage { _ in
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      var early: CGImage?
      let image = UIGraphicsImageRenderer(bounds: Rect(0, 0, 2.5, 3), format: format).image { context in
        context.fill(Rect(0, 0, 2.5, 3))
        early = context.cgContext.makeImage()
        #expect(context.cgContext.drawing.operations.count == 1)
        context.fill(Rect(0, 0, 1, 1))
        _ = context.cgContext.makeImage()
        #expect(context.cgContext.drawing.operations.count == 1)
      }
      #expect(early.map { UIImage(cgImage: $0) }?.color(x: 2, y: 1) == image.color(x: 2, y: 1))
      #expect(abs(image.color(x: 2, y: 1).cgColor.alpha - 0.5) < 0.01)
    }
  }

  @Test func statesThatALayerHasSavedEndWithIt() throws {
    let context = try Self.memory()
    context.setFillColor(UIColor.red.cgColor)
    context.saveGState()
    context.setFillColor(UIColor.blue.cgColor)
    context.beginTransparencyLayer()
    // Not what was saved outside.
    context.restoreGState()
    context.fill(Rect(0, 0, 5, 10))
    context.setFillColor(UIColor.green.cgColor)
    context.saveGState()
    context.endTransparencyLayer()
    context.restoreGState()
    context.fill(Rect(10, 0, 5, 10))
    let image = try Self.image(context)
    #expect(image.color(x: 2, y: 5) == .blue && image.color(x: 12, y: 5) == .red)
  }

  @Test func aLayerWithoutEffectsIsNone() throws {
    let context = try Self.memory()
    context.beginTransparencyLayer()
    context.fill(Rect(0, 0, 5, 10))
    context.endTransparencyLayer()
    context.beginTransparencyLayer()
    context.setBlendMode(.multiply)
    context.fill(Rect(0, 0, 5, 10))
    context.endTransparencyLayer()
    let isEffect = context.drawing.operations.map { if case .effect = $0 { true } else { false } }
    #expect(isEffect == [false, true])
  }

  @Test func shadowsGrowUpwardsInMemory() throws {
    let context = try Self.memory()
    context.setShadow(offset: Size(0, 5), blur: 0, color: UIColor.green.cgColor)
    context.setFillColor(UIColor.red.cgColor)
    context.fill(Rect(0, 0, 20, 2))
    let image = try Self.image(context)
    #expect(image.color(x: 5, y: 9) == .red && image.color(x: 5, y: 4) == .green)
  }

  @Test func contextsEndWithThoseAroundThem() {
    onStage { _ in
      guard let memory = try? Self.memory() else { return }
      UIGraphicsBeginImageContext(Size(2, 2))
      UIGraphicsPushContext(memory)
      UIGraphicsEndImageContext()
      #expect(UIGraphicsGetCurrentContext() == nil)
      UIGraphicsPopContext()
      #expect(UIGraphicsGetCurrentContext() == nil)
      UIGraphicsPushContext(memory)
      UIGraphicsBeginImageContext(Size(2, 2))
      // A picture has been begun since.
      UIGraphicsPopContext()
      #expect(UIGraphicsGetCurrentContext()?.width == 2)
      _ = UIGraphicsImageRenderer(size: Size(3, 3)).image { _ in
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
        UIGraphicsEndImageContext()
        UIGraphicsPopContext()
        UIGraphicsBeginImageContext(Size(4, 4))
      }
      // The recording took nothing away from here, and its own picture ended with it.
      #expect(UIGraphicsGetImageFromCurrentImageContext()?.size == Size(2, 2))
      UIGraphicsEndImageContext()
      #expect(UIGraphicsGetCurrentContext()?.width == 20)
      UIGraphicsPopContext()
      #expect(UIGraphicsGetCurrentContext() == nil)
    }
  }

  @Test func aContextOfNumbersThatAreNoneHasNoPixels() {
    onStage { _ in
      for odd in [Double.nan, -5, .infinity] {
        UIGraphicsBeginImageContextWithOptions(Size(odd, 4), false, 1)
        let context = UIGraphicsGetCurrentContext()
        #expect((0...16384).contains(context?.width ?? -1) && context?.height == 4)
        UIGraphicsEndImageContext()
      }
    }
  }
}
