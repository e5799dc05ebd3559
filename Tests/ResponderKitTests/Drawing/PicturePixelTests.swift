import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// The pixels of pictures: parts, sides that are up, masks.
@Suite(.hangLimit) struct PicturePixelTests {
  /// Two pixels beside each other, red and blue, and below them green and black.
  private func square() -> CGImage {
    let bitmap = Bitmap(width: 2, height: 2)
    let colors: [UIColor] = [.red, .blue, .green, .black]
    for (index, color) in colors.enumerated() {
      bitmap.clear(PixelRect(x: index % 2, y: index / 2, width: 1, height: 1), to: color)
    }
    return CGImage(bitmap)
  }

  private func colors(_ image: UIImage) -> [UIColor] {
    [(0, 0), (1, 0), (0, 1), (1, 1)].map { image.color(x: $0.0, y: $0.1) }
  }

  @Test func pixelsAreCountedAndCut() throws {
    let bitmap = Bitmap(width: 6, height: 4)
    bitmap.clear(PixelRect(x: 2, y: 1, width: 4, height: 3), to: .red)
    let image = UIImage(bitmap, scale: 2)
    let pixels = try #require(image.cgImage)
    #expect(pixels.width == 6 && pixels.height == 4 && image.size == Size(3, 2))
    #expect(pixels === image.cgImage)
    let part = try #require(pixels.cropping(to: Rect(1.5, 0.5, 2, 1)))
    #expect(part.width == 3 && part.height == 2)
    #expect(UIImage(cgImage: part).color(x: 0, y: 0) == .clear)
    #expect(UIImage(cgImage: part).color(x: 1, y: 1) == .red)
    #expect(pixels.cropping(to: Rect(4, 2, 9, 9))?.width == 2)
    #expect(pixels.cropping(to: Rect(6, 0, 2, 2)) == nil)
    for odd in [Rect.null, Rect(.nan, 0, 1, 1), Rect(0, 0, .infinity, 1), Rect(0, 0, 0, 0)] {
      #expect(pixels.cropping(to: odd) == nil)
    }
    #expect(UIImage().cgImage == nil)
  }

  @Test func aSideIsUp() {
    let square = square()
    func turned(_ orientation: UIImage.Orientation) -> [UIColor] {
      let image = UIImage(cgImage: square, scale: 1, orientation: orientation)
      #expect(image.imageOrientation == orientation && image.cgImage === square)
      return colors(image)
    }
    #expect(turned(.up) == [.red, .blue, .green, .black])
    #expect(turned(.down) == [.black, .green, .blue, .red])
    #expect(turned(.right) == [.green, .red, .black, .blue])
    #expect(turned(.left) == [.blue, .black, .red, .green])
    #expect(turned(.upMirrored) == [.blue, .red, .black, .green])
    #expect(turned(.downMirrored) == [.green, .black, .red, .blue])
  }

  @Test func aPictureThatIsTurnedHasItsOtherSize() {
    let wide = CGImage(Bitmap(width: 8, height: 4))
    #expect(UIImage(cgImage: wide, scale: 2, orientation: .left).size == Size(2, 4))
    #expect(UIImage(cgImage: wide, scale: .nan, orientation: .down).size == Size(8, 4))
  }

  @Test func aMirroredPictureKnowsHowItIsTurned() {
    let square = square()
    let all: [UIImage.Orientation] = [
      .up, .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored,
    ]
    for orientation in all {
      let image = UIImage(cgImage: square, scale: 1, orientation: orientation)
      let flipped = image.withHorizontallyFlippedOrientation()
      let same = UIImage(cgImage: square, scale: 1, orientation: flipped.imageOrientation)
      #expect(colors(flipped) == colors(same), "\(orientation)")
      #expect(flipped.imageOrientation != orientation && flipped.cgImage === square)
      #expect(flipped.withHorizontallyFlippedOrientation().imageOrientation == orientation)
      #expect(image.withRenderingMode(.alwaysTemplate).imageOrientation == orientation)
    }
  }

  @Test func otherLooksKeepWhatAPictureHas() throws {
    let turned = UIImage(cgImage: square(), scale: 2, orientation: .right)
    let movie = try #require(UIImage.animatedImage(with: [turned, turned], duration: 3))
    let insets = EdgeInsets(top: 0.5, left: 0, bottom: 0, right: 0)
    for image in [
      movie.resizableImage(withCapInsets: insets), movie.withTintColor(.red),
      movie.withRenderingMode(.alwaysTemplate),
      movie.withAlignmentRectInsets(insets), movie.imageFlippedForRightToLeftLayoutDirection(),
    ] {
      #expect(image.images?.count == 2 && image.duration == 3 && image.scale == 2)
      #expect(image.imageOrientation == .right && image.images?.last?.imageOrientation == .right)
    }
    let stretched = movie.resizableImage(withCapInsets: insets)
    #expect(stretched.images?.allSatisfy { $0.capInsets == insets } == true)
    #expect(stretched.cgImage === turned.cgImage && colors(stretched) == colors(turned))
    let tinted = movie.withTintColor(.blue)
    #expect(tinted.images.map { colors($0[1]) } == [.blue, .blue, .blue, .blue])
    #expect(tinted.cgImage.map { colors(UIImage(cgImage: $0)) } == [.blue, .blue, .blue, .blue])
    #expect(movie.withAlignmentRectInsets(insets).images?[0].alignmentRectInsets == insets)
  }

  @Test func aMaskIsMadeOnce() {
    let mask = square()
    #expect(mask.asMask === mask.asMask && mask.asMask !== mask.bitmap)
  }

  @Test func aMaskHidesWhereItIsBlack() throws {
    let mask = Bitmap(width: 2, height: 1)
    mask.clear(mask.bounds, to: .black)
    mask.clear(PixelRect(x: 1, y: 0, width: 1, height: 1), to: .white)
    let masked = try #require(square().masking(CGImage(mask)))
    #expect(colors(UIImage(cgImage: masked)) == [.clear, .blue, .clear, .black])
    #expect(square().masking(CGImage(Bitmap(width: 0, height: 0))) == nil)
  }

  @Test func aLayerGivesBackWhatItGot() {
    let (layer, pixels) = (CALayer(), square())
    layer.contents = pixels
    #expect(layer.contents as? CGImage === pixels)
    let image = UIImage(cgImage: pixels)
    layer.contents = image
    #expect(layer.contents as? UIImage === image)
    layer.contents = "a text"
    #expect(layer.contents == nil)
  }

  @Test func animationsShowPixels() {
    onStage { stage in
      let layer = stage.show(layer: CALayer(), Rect(0, 0, 100, 100))
      let movie = CAKeyframeAnimation(keyPath: "contents")
      let colors: [UIColor] = [.red, .blue]
      movie.values = colors.map { color in
        let bitmap = Bitmap(width: 1, height: 1)
        bitmap.clear(bitmap.bounds, to: color)
        return CGImage(bitmap)
      }
      movie.calculationMode = .discrete
      movie.duration = 1
      layer.add(movie, forKey: nil)
      stage.wait(200)
      #expect(stage.color(50, 50) == .red)
      stage.wait(500)
      #expect(stage.color(50, 50) == .blue)
    }
  }
}
