import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

/// Known places of known pictures.
@Suite(.hangLimit) struct PixelTests {
  /// A window with what `fill` puts into it, as a picture.
  static func picture(
    _ size: Size = Size(100, 80), scale: Double = 1, _ fill: @escaping @Sendable (UIWindow) -> Void
  ) -> Unchecked<Bitmap> {
    onFreshThread {
      let application = UIApplication(screen: size, scale: 1)
      defer { application.terminate() }
      let window = UIWindow()
      window.backgroundColor = .white
      window.makeKeyAndVisible()
      fill(window)
      return Unchecked(window.snapshot(scale: scale))
    }
  }

  static func box(_ frame: Rect, _ color: UIColor?) -> UIView {
    let view = UIView(frame: frame)
    view.backgroundColor = color
    return view
  }

  @Test func aRectangleFillsItsPixelsAndNoOthers() {
    let picture = Self.picture { $0.addSubview(Self.box(Rect(10, 20, 30, 40), .red)) }.value
    for (x, y, color) in [
      (10, 20, 0xFFFF_0000), (39, 59, 0xFFFF_0000), (9, 20, 0xFFFF_FFFF), (40, 20, 0xFFFF_FFFF),
      (10, 19, 0xFFFF_FFFF), (10, 60, 0xFFFF_FFFF),
    ] as [(Int, Int, UInt32)] {
      #expect(picture[x, y] == color, "at \(x) \(y)")
    }
    #expect(picture.withPixels { $0.filter { $0 == 0xFFFF_0000 }.count } == 30 * 40)
  }

  @Test func atTwoPixelsAPointEverythingIsTwiceAsLarge() {
    let picture = Self.picture(scale: 2) { $0.addSubview(Self.box(Rect(10, 20, 30, 40), .red)) }.value
    #expect((picture.width, picture.height) == (200, 160))
    #expect(picture.withPixels { $0.filter { $0 == 0xFFFF_0000 }.count } == 60 * 80)
    #expect(picture[20, 40] == 0xFFFF_0000 && picture[19, 40] == 0xFFFF_FFFF)
  }

  @Test func anEdgeBetweenPixelsCoversThemByItsShare() {
    let picture = Self.picture { $0.addSubview(Self.box(Rect(10.25, 20.5, 30, 40), .black)) }.value
    func gray(_ x: Int, _ y: Int) -> UInt32 { picture[x, y] & 255 }
    #expect(abs(Int(gray(10, 30)) - 64) <= 1)
    #expect(abs(Int(gray(40, 30)) - 191) <= 1)
    #expect(abs(Int(gray(20, 20)) - 128) <= 1)
    #expect(gray(20, 30) == 0)
  }

  @Test func aRoundedBoxHasTheAreaOfOne() {
    let picture = Self.picture { window in
      let view = Self.box(Rect(20, 10, 60, 60), .black)
      view.layer.cornerRadius = 30
      window.addSubview(view)
    }.value
    let ink = picture.withPixels { $0.reduce(0.0) { $0 + Double(255 - $1 & 255) / 255 } }
    #expect(abs(ink - Double.pi * 900) < 12)
    #expect(picture[20, 10] == 0xFFFF_FFFF && picture[50, 40] == 0xFF00_0000)
  }

  @Test func aTurnedSquareKeepsItsAreaAndIsADiamond() {
    let picture = Self.picture { window in
      let view = Self.box(Rect(30, 20, 40, 40), .black)
      view.transform = AffineTransform(rotationAngle: Double.pi / 4)
      window.addSubview(view)
    }.value
    let ink = picture.withPixels { $0.reduce(0.0) { $0 + Double(255 - $1 & 255) / 255 } }
    #expect(abs(ink - 1600) < 8)
    #expect(picture[50, 14] == 0xFF00_0000 && picture[32, 22] == 0xFFFF_FFFF)
  }

  @Test func alphaIsOfAViewWithAllThatIsInIt() {
    let picture = Self.picture { window in
      let outer = Self.box(Rect(0, 0, 50, 50), .red)
      outer.alpha = 0.5
      outer.addSubview(Self.box(Rect(10, 10, 20, 20), .blue))
      window.addSubview(outer)
    }.value
    // The inner one is not seen through: half blue over white, with no red in it.
    let inner = picture.color(x: 20, y: 20)
    #expect(abs(inner.red - 0.5) < 0.01 && abs(inner.blue - 1) < 0.01)
    #expect(abs(picture.color(x: 5, y: 5).green - 0.5) < 0.01)
  }

  @Test func aClipCutsAlongTheRoundedEdge() {
    let picture = Self.picture { window in
      let outer = Self.box(Rect(10, 10, 60, 60), nil)
      outer.clipsToBounds = true
      outer.layer.cornerRadius = 20
      outer.addSubview(Self.box(Rect(-10, -10, 100, 100), .green))
      window.addSubview(outer)
    }.value
    #expect(picture[10, 10] == 0xFFFF_FFFF && picture[69, 69] == 0xFFFF_FFFF)
    #expect(picture[40, 10] == 0xFF00_FF00 && picture[40, 40] == 0xFF00_FF00)
    #expect(picture[5, 40] == 0xFFFF_FFFF && picture[75, 40] == 0xFFFF_FFFF)
  }

  @Test func aBorderIsInsideAndOverWhatIsInTheView() {
    let picture = Self.picture { window in
      let outer = Self.box(Rect(10, 10, 40, 40), .white)
      outer.layer.borderWidth = 3
      outer.layer.borderColor = UIColor.blue.cgColor
      outer.addSubview(Self.box(Rect(0, 0, 40, 40), .yellow))
      window.addSubview(outer)
    }.value
    #expect(picture[10, 30] == 0xFF00_00FF && picture[12, 30] == 0xFF00_00FF)
    #expect(picture[13, 30] == 0xFFFF_FF00 && picture[9, 30] == 0xFFFF_FFFF)
  }

  @Test func scrolledContentIsMovedAndCut() {
    let picture = Self.picture { window in
      let scroll = UIScrollView(frame: Rect(10, 10, 50, 50))
      scroll.contentSize = Size(50, 500)
      scroll.addSubview(Self.box(Rect(0, 100, 50, 10), .red))
      scroll.contentOffset = Point(0, 80)
      window.addSubview(scroll)
    }.value
    #expect(picture[30, 30] == 0xFFFF_0000 && picture[30, 39] == 0xFFFF_0000)
    #expect(picture[30, 29] == 0xFFFF_FFFF && picture[30, 40] == 0xFFFF_FFFF)
    #expect(picture.withPixels { $0.filter { $0 == 0xFFFF_0000 }.count } == 500)
  }

  @Test func allLettersOfASCIIAreThereAndDifferent() {
    var seen: [[UInt32]: Character] = [:]
    let unknown = Self.ink("\u{2603}")
    for code in UInt8(33)...126 {
      let character = Character(Unicode.Scalar(code))
      let pixels = Self.ink(character)
      #expect(pixels.contains { $0 != 0 }, "\(character) is empty")
      #expect(pixels != unknown, "\(character) is a box")
      #expect(seen[pixels] == nil, "\(character) looks like \(seen[pixels] ?? " ")")
      seen[pixels] = character
    }
    #expect(Self.ink(" ").allSatisfy { $0 == 0 })
  }

  private static func ink(_ character: Character) -> [UInt32] {
    let bitmap = Bitmap(width: 24, height: 30)
    bitmap.draw {
      $0.text(String(character), at: Point(4, 4), font: UIFont(size: 20, design: .builtIn), .black)
    }
    return bitmap.withPixels { Array($0) }
  }

  @Test func textIsAsWideAsItSaysAndIsCutToFit() {
    let font = UIFont(size: 20, design: .builtIn)
    let bitmap = Bitmap(width: 400, height: 40)
    bitmap.draw { $0.text("Mainspring", at: Point(10, 10), font: font, .black) }
    let columns = (0..<400).filter { x in (0..<40).contains { bitmap[x, $0] >> 24 > 40 } }
    #expect(abs(Double((columns.first ?? 0)) - 10) <= 1)
    #expect(abs(Double((columns.last ?? 0)) - 10 - font.width(of: "Mainspring")) <= 2)
    #expect(font.truncated("Mainspring", to: 60).hasSuffix("…"))
    #expect(font.width(of: font.truncated("Mainspring", to: 60)) <= 60)
    #expect(font.truncated("Mainspring", to: 1000) == "Mainspring")
    #expect(font.truncated("Mainspring", to: 1) == "")
  }

  @Test func whatIsNoNumberDrawsNothingAndHarmsNothing() {
    let bitmap = Bitmap(width: 20, height: 20)
    let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, -5]
    bitmap.draw { drawing in
      for value in odd {
        for other in odd {
          drawing.fill(Rect(value, other, other, value), .red, cornerRadius: value)
          drawing.stroke(Rect(1, 1, value, other), .red, width: other, cornerRadius: value)
          drawing.line([Point(value, 1), Point(2, other)], .red, width: value)
          drawing.fillEllipse(in: Rect(value, 3, other, 3), .red)
          drawing.text("x", at: Point(value, other), font: UIFont(size: value), .red)
          drawing.image(Bitmap(width: 2, height: 2), in: Rect(value, 0, other, 5), alpha: value)
        }
      }
    }
    #expect(Bitmap(width: -1, height: 5).width == 0)
    #expect(Bitmap(width: 0, height: 0).png().count > 50)
    #expect(bitmap[-1, 0] == 0 && bitmap[0, 99] == 0)
  }
}
