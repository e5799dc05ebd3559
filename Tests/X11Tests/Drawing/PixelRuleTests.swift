import ResponderKit
import TestHarness
import Testing

/// What hides what: it is never drawn less than is seen.
@Suite(.hangLimit) struct HidingTests {
  private let red: UInt32 = 0xFFFF_0000

  /// A red window with what `fill` puts over all of it.
  private func picture(_ fill: @escaping @Sendable (UIWindow) -> Void) -> Bitmap {
    PixelTests.picture { window in
      window.addSubview(PixelTests.box(Rect(0, 0, 100, 80), .red))
      fill(window)
    }.value
  }

  private func whole(_ color: UIColor?) -> UIView { PixelTests.box(Rect(0, 0, 100, 80), color) }

  @Test func theCornersOfARoundedViewHideNothing() {
    let picture = picture { window in
      let view = whole(.black)
      view.layer.cornerRadius = 20
      window.addSubview(view)
    }
    #expect(picture[0, 0] == red && picture[99, 79] == red && picture[50, 40] == 0xFF00_0000)
  }

  @Test func aLayerHidesNothingEvenIfAllThatIsInItIsOpaque() {
    let picture = picture { window in
      let outer = UIView(frame: Rect(0, 0, 100, 80))
      outer.alpha = 0.5
      outer.addSubview(whole(.blue))
      window.addSubview(outer)
    }
    let color = picture.color(x: 50, y: 40)
    #expect(abs(color.red - 0.5) < 0.01 && abs(color.blue - 0.5) < 0.01 && color.alpha == 1)
  }

  @Test func aViewThatIsCutOffHidesNothingOutside() {
    for radius in [0.0, 5] {
      let picture = picture { window in
        let outer = UIView(frame: Rect(40, 30, 20, 20))
        outer.clipsToBounds = true
        outer.layer.cornerRadius = radius
        outer.addSubview(PixelTests.box(Rect(-100, -100, 300, 300), .blue))
        window.addSubview(outer)
      }
      #expect(picture[39, 40] == red && picture[60, 40] == red && picture[50, 40] == 0xFF00_00FF)
    }
  }

  @Test func aBorderAroundAllHidesNothing() {
    let picture = picture { window in
      let view = whole(.white)
      view.layer.borderWidth = 2
      view.addSubview(PixelTests.box(Rect(10, 10, 20, 20), .blue))
      window.addSubview(view)
    }
    #expect(picture[20, 20] == 0xFF00_00FF && picture[0, 40] == 0xFF00_0000 && picture[50, 40] == 0xFFFF_FFFF)
  }

  @Test func whatIsTranslucentSmallerOrTurnedHidesNothing() {
    let fills: [@Sendable (UIWindow) -> Void] = [
      { $0.addSubview(PixelTests.box(Rect(0, 0, 100, 80), UIColor(white: 0, alpha: 0.99))) },
      { $0.addSubview(PixelTests.box(Rect(0, 0, 99.5, 80), .black)) },
      { $0.addSubview(PixelTests.box(Rect(0, 1, 100, 79), .black)) },
      { $0.addSubview(PixelTests.box(Rect(0, 0, 100, 80), nil)) },
      { window in
        let view = PixelTests.box(Rect(0, 0, 100, 80), .black)
        view.transform = AffineTransform(rotationAngle: 0.01)
        window.addSubview(view)
      },
    ]
    for (index, fill) in fills.enumerated() {
      let picture = picture(fill)
      let corner = picture.color(x: 99, y: 0)
      #expect(corner.red > 0.005 && corner.alpha == 1, "case \(index)")
    }
  }
}

/// Pixels that follow from a rule.
@Suite(.hangLimit) struct PixelRuleTests {
  private final class Dot: UIView {
    override func draw(_ rect: Rect) { Drawing.current?.fill(Rect(10, 10, 4, 4), .black) }
  }

  @Test func whatWasDrawnStaysInItsPlaceInTheViewWhenThatScrolls() {
    KeptPicture.make { picture in
      let view = Dot(frame: Rect(20, 20, 40, 40))
      picture.expect("made") { picture.window.addSubview(view) }
      #expect(picture.color(31, 31) == 0xFF00_0000)
      picture.expect("scrolled") { view.bounds.origin = Point(0, 7) }
      #expect(picture.color(31, 31) == 0xFF00_0000 && picture.color(31, 24) == 0xFFFF_FFFF)
      // Asked to draw, it draws where its coordinates are now.
      picture.expect("asked") { view.setNeedsDisplay() }
      #expect(picture.color(31, 31) == 0xFFFF_FFFF && picture.color(31, 24) == 0xFF00_0000)
    }
  }

  @Test(arguments: [(21, 10.5), (20, 10), (22, 10.6), (9, 4.2), (7, 3.5)])
  func aTranslucentRoundedBoxIsDrawnOnceInEachRow(height: Double, radius: Double) {
    for scale in [1.0, 2] {
      let picture = PixelTests.picture(scale: scale) { window in
        let view = PixelTests.box(Rect(10, 10, 60, height), UIColor(white: 0, alpha: 0.5))
        view.layer.cornerRadius = radius
        window.addSubview(view)
      }.value
      let first = Int(10 * scale)
      for y in first..<(first + Int(height * scale)) {
        #expect(picture[Int(40 * scale), y] & 255 == 127, "row \(y) of a box \(height) points high")
      }
      #expect(picture[Int(40 * scale), first + Int(height * scale)] == 0xFFFF_FFFF)
    }
  }

  @Test func aPixelIsAsDarkAsThePartOfItThatIsCovered() {
    let bitmap = Bitmap(width: 8, height: 8)
    bitmap.draw { $0.fillPolygon([.zero, Point(8, 0), Point(0, 8)], .black) }
    for x in 0..<8 { #expect(bitmap[x, 7 - x] >> 24 == 128, "half of 255, rounded") }
    let quarter = Bitmap(width: 8, height: 8)
    quarter.draw { $0.fillPolygon([.zero, Point(8, 0), Point(8, 0.25), Point(0, 0.25)], .black) }
    #expect(quarter[4, 0] >> 24 == 64 && quarter[4, 1] == 0)
  }

  @Test func aShadowLiesWhereItIsMovedTo() {
    for isMasked in [false, true] {
      let picture = PixelTests.picture { window in
        let view = PixelTests.box(Rect(20, 20, 20, 20), .blue)
        view.layer.shadowOpacity = 1
        view.layer.shadowRadius = 2
        view.layer.shadowOffset = Size(30, 25)
        if isMasked {
          view.clipsToBounds = true
          view.layer.cornerRadius = 4
        }
        window.addSubview(view)
      }.value
      // In its middle, at its edges, and beside it.
      #expect(picture[60, 55] & 255 < 5 && picture[68, 63] & 255 < 200)
      #expect(picture[60, 72] == 0xFFFF_FFFF && picture[77, 55] == 0xFFFF_FFFF)
      #expect(picture[45, 30] == 0xFFFF_FFFF && picture[30, 30] == 0xFF00_00FF)
    }
  }

  @Test func aShadowIsAsFaintAsItsView() {
    let darkness = [1.0, 0.5].map { alpha in
      let picture = PixelTests.picture { window in
        let view = PixelTests.box(Rect(20, 20, 20, 20), .blue)
        view.layer.shadowOpacity = 0.8
        view.layer.shadowOffset = Size(30, 25)
        view.clipsToBounds = true
        view.layer.cornerRadius = 4
        view.alpha = alpha
        window.addSubview(view)
      }.value
      return 255 - Double(picture[60, 55] & 255)
    }
    #expect(darkness[0] > 100 && abs(darkness[1] / darkness[0] - 0.5) < 0.1)
  }

  @Test func layersInLayersMultiply() {
    let picture = PixelTests.picture { window in
      var view: UIView = window
      for _ in 0..<3 {
        let next = UIView(frame: Rect(0, 0, 100, 80))
        next.alpha = 0.5
        view.addSubview(next)
        view = next
      }
      view.addSubview(PixelTests.box(Rect(0, 0, 50, 80), .black))
    }.value
    #expect(abs(picture.color(x: 20, y: 20).red - 0.875) < 0.01 && picture[60, 20] == 0xFFFF_FFFF)
  }

  @Test func whatIsAlmostTransparentOrSingularIsNotSeen() {
    let picture = PixelTests.picture { window in
      for (index, alpha) in [0.001, 1, 1].enumerated() {
        let view = PixelTests.box(Rect(Double(index) * 30, 0, 20, 20), .black)
        view.alpha = alpha
        if index == 1 { view.transform = AffineTransform(scaleX: 0, y: 1) }
        window.addSubview(view)
      }
    }.value
    #expect(
      picture[10, 10] == 0xFFFF_FFFF && picture[40, 10] == 0xFFFF_FFFF && picture[70, 10] == 0xFF00_0000)
  }

  @Test func aViewThatIsCutAtItsCornersIsAsFaintAsItsAlpha() {
    let picture = PixelTests.picture { window in
      let view = PixelTests.box(Rect(20, 20, 40, 40), .black)
      view.clipsToBounds = true
      view.layer.cornerRadius = 4
      view.alpha = 0.5
      window.addSubview(view)
    }.value
    #expect(abs(picture.color(x: 40, y: 40).red - 0.5) < 0.01 && picture[10, 10] == 0xFFFF_FFFF)
  }

  @Test func theInnerEdgeOfABorderIsRounderByItsWidthWhereSomeCornersAreRound() {
    let picture = PixelTests.picture { window in
      let view = PixelTests.box(Rect(0, 0, 60, 60), .red)
      view.layer.cornerRadius = 20
      view.layer.maskedCorners = [.layerMinXMinYCorner]
      view.layer.borderWidth = 10
      window.addSubview(view)
    }.value
    // The inner corner is a circle of ten points around (20, 20).
    #expect(picture[14, 14] == red && picture[11, 11] == 0xFF00_0000 && picture[5, 30] == 0xFF00_0000)
  }

  private let red: UInt32 = 0xFFFF_0000
}
