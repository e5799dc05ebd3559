import TestHarness
import Testing

@testable import ResponderKit

/// Shadows and gradients.
@Suite(.hangLimit) struct LightTests {
  /// A Gaussian over the pixels of a rectangle with round corners, summed up one by one.
  private func blurred(_ size: Size, _ radius: Double, _ deviation: Double, _ x: Double, _ y: Double)
    -> Double
  {
    let step = 0.25
    var sum = 0.0
    var px = step / 2
    while px < size.width {
      var py = step / 2
      while py < size.height {
        let (dx, dy) = (max(radius - min(px, size.width - px), 0), max(radius - min(py, size.height - py), 0))
        if dx * dx + dy * dy <= radius * radius || dx == 0 || dy == 0 {
          let distance = (px - x) * (px - x) + (py - y) * (py - y)
          sum += power(-distance / (2 * deviation * deviation))
        }
        py += step
      }
      px += step
    }
    return sum * step * step / (2 * .pi * deviation * deviation)
  }

  private func power(_ exponent: Double) -> Double {
    // e to the exponent, by halving it until a short series is exact.
    guard exponent > -40 else { return 0 }
    let small = exponent / 1024
    var value = 1 + small + small * small / 2 + small * small * small / 6
    for _ in 0..<10 { value *= value }
    return value
  }

  @Test(arguments: [(0.0, 2.0), (6, 2), (3, 5), (10, 3)])
  func aShadowIsAGaussianOverItsRectangle(_ radius: Double, _ deviation: Double) {
    // The second rectangle is smaller than the blur: both its sides count everywhere.
    for size in [Size(30, 20), Size(7, 24)] {
      let radius = min(radius, size.width / 2)
      let mask = ShadowMask(.init(size: size, cornerRadius: radius, deviation: deviation))
      for (x, y) in [(-4.0, -3.0), (0, 0), (1.3, 2.1), (-2, 8), (5, -1), (15, 10), (29, 19), (31, 12)] {
        let (expected, found) = (blurred(size, radius, deviation, x, y), mask.value(x, y))
        #expect(abs(expected - found) < 0.012, "\(size) at \(x) \(y): \(found) instead of \(expected)")
      }
    }
  }

  @Test func aShadowIsTheSameOnAllSidesAndNoneFarAway() {
    let mask = ShadowMask(.init(size: Size(40, 30), cornerRadius: 5, deviation: 4))
    for (x, y) in [(-3.0, 4.0), (10, -2), (1, 1)] {
      let value = mask.value(x, y)
      for (mirrorX, mirrorY) in [(40 - x, y), (x, 30 - y), (40 - x, 30 - y)] {
        #expect(abs(mask.value(mirrorX, mirrorY) - value) < 1e-6)
      }
    }
    #expect(mask.value(-12.1, 15) == 0 && mask.value(20, 42.1) == 0)
    #expect(mask.value(-11.5, 15) < 0.005)
  }

  @Test func aLargeSmoothCornerIsComputedInALimitedTable() {
    // Without the limit on steps this takes minutes.
    let mask = ShadowMask(.init(size: Size(4000, 4000), cornerRadius: 2000, deviation: 0.5))
    #expect(mask.value(2000, 2000) > 0.99 && mask.value(0, 0) < 0.01)
  }

  private static func picture(_ size: Size, _ body: @escaping @Sendable (UIWindow) -> Void) -> ThreadSafe {
    onStage { _ in
      let window = UIWindow(frame: Rect(origin: .zero, size: size))
      window.backgroundColor = .white
      body(window)
      window.makeKeyAndVisible()
      return ThreadSafe(bitmap: window.snapshot())
    }
  }

  private struct ThreadSafe: @unchecked Sendable { let bitmap: Bitmap }

  @Test func shadowsHaveTheirColorAndLieOutsideOfWhatIsOpaque() {
    let picture = Self.picture(Size(80, 80)) { window in
      let box = UIView(frame: Rect(20, 20, 40, 40))
      box.backgroundColor = .white
      box.layer.shadowOpacity = 1
      box.layer.shadowRadius = 4
      box.layer.shadowOffset = .zero
      box.layer.shadowColor = UIColor.red.cgColor
      window.addSubview(box)
    }.bitmap
    #expect(picture.color(x: 40, y: 40) == .white && picture.color(x: 21, y: 21) == .white)
    let edge = picture.color(x: 40, y: 19)
    #expect(edge.red == 1 && abs(edge.green - 0.55) < 0.05)
    #expect(picture.color(x: 40, y: 5) == .white)
    // A box that is seen through has it inside, too.
    let open = Self.picture(Size(80, 80)) { window in
      let box = UIView(frame: Rect(20, 20, 40, 40))
      box.layer.shadowOpacity = 1
      box.layer.shadowRadius = 4
      window.addSubview(box)
    }.bitmap
    #expect(open.color(x: 40, y: 42) == .black)
  }

  @Test func aGradientPassesFromColorToColor() {
    let picture = Self.picture(Size(100, 40)) { window in
      let box = UIView(frame: Rect(0, 0, 100, 40))
      box.layer.gradient = Gradient(
        colors: [.red, .green, .blue], locations: [0, 0.25, 1], startPoint: Point(0, 0.5),
        endPoint: Point(1, 0.5))
      window.addSubview(box)
    }.bitmap
    func near(_ x: Int, _ red: Double, _ green: Double, _ blue: Double) {
      let color = picture.color(x: x, y: 20)
      #expect(
        abs(color.red - red) < 0.03 && abs(color.green - green) < 0.03 && abs(color.blue - blue) < 0.03,
        "\(x): \(color)")
    }
    near(0, 1, 0, 0)
    near(12, 0.5, 0.5, 0)
    near(25, 0, 1, 0)
    near(62, 0, 0.5, 0.5)
    near(99, 0, 0, 1)
    #expect((0..<40).allSatisfy { picture[30, $0] == picture[30, 0] })
  }

  @Test func aRadialGradientGoesOutwardsAndKeepsItsCorners() {
    let picture = Self.picture(Size(100, 100)) { window in
      let box = UIView(frame: Rect(0, 0, 100, 100))
      box.layer.cornerRadius = 30
      box.layer.gradient = Gradient(
        colors: [.white, .black], startPoint: Point(0.5, 0.5), endPoint: Point(1, 1), shape: .radial)
      window.addSubview(box)
    }.bitmap
    #expect(picture.color(x: 50, y: 50).red > 0.97 && abs(picture.color(x: 75, y: 50).red - 0.5) < 0.03)
    #expect(picture.color(x: 50, y: 98).red < 0.05)
    // The corner is cut: the window's white.
    #expect(picture.color(x: 1, y: 1) == .white)
  }

  @Test func placesOfColorsThatMakeNoSenseAreNotUsed() {
    #expect(Gradient(colors: []).table.isEmpty)
    let one = Gradient(colors: [.red]).table
    #expect(one.allSatisfy { $0 == UIColor.red.cgColor.pixel })
    let falling = Gradient(colors: [.red, .green, .blue], locations: [0.5, 0.2, 7])
    #expect(falling.stops.map(\.place) == [0.5, 0.5, 1])
    for locations in [[0.5], [.nan, 0, 1], [0, 0, .infinity]] {
      #expect(
        Gradient(colors: [.red, .green, .blue], locations: locations).stops.map(\.place) == [0, 0.5, 1])
    }
    let none = Gradient(colors: [.red, .blue], startPoint: .zero, endPoint: .zero)
    #expect(none.progress(1, 1, startAngle: none.startAngle) == 1)
  }

  @Test func svgHasBothAsItsOwn() {
    onStage { _ in
      let window = UIWindow(frame: Rect(0, 0, 40, 40))
      let box = UIView(frame: Rect(5, 5, 20, 20))
      box.backgroundColor = .white
      box.layer.shadowOpacity = 0.5
      box.layer.gradient = Gradient(colors: [.red, UIColor.blue.withAlphaComponent(0.5)])
      window.addSubview(box)
      window.makeKeyAndVisible()
      let text = window.pictureSVG()
      #expect(text.contains("<feGaussianBlur stdDeviation=\"3\"/>"))
      #expect(
        text.contains("<linearGradient") && text.contains("stop-color=\"#0000ff\" stop-opacity=\"0.5\""))
    }
  }

  @Test func aCornerThatIsTooLargeIsHalfOfTheSide() {
    let (half, large) = (
      ShadowMask(.init(size: Size(30, 20), cornerRadius: 10, deviation: 3)),
      ShadowMask(.init(size: Size(30, 20), cornerRadius: 100, deviation: 3))
    )
    for (x, y) in [(0.0, 0.0), (3, 2), (15, 10), (15, -2), (-3, 10)] {
      #expect(abs(half.value(x, y) - large.value(x, y)) < 0.01, "at \(x) \(y)")
    }
  }

  @Test func aShadowIsNoDarkerThanItsColor() {
    let pixels = [1.0, 5].map { opacity in
      Self.picture(Size(80, 80)) { window in
        let box = UIView(frame: Rect(10, 10, 20, 20))
        box.layer.shadowColor = UIColor.black.withAlphaComponent(0.2).cgColor
        box.layer.shadowOffset = Size(30, 30)
        box.layer.shadowRadius = 0
        box.layer.shadowOpacity = opacity
        window.addSubview(box)
      }.bitmap[50, 50]
    }
    #expect(pixels[0] == pixels[1] && pixels[0] != 0xFFFF_FFFF)
  }
}
