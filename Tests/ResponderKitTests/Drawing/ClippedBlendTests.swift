import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Blend modes inside of clips and masks, and edges that are drawn once.
@Suite(.hangLimit) struct ClippedBlendTests {
  private static var cyan: CGColor { CGColor(red: 0, green: 1, blue: 1) }

  /// A pixel of one alpha.
  private static func mask(_ alpha: Double) -> CGImage {
    let bitmap = Bitmap(width: 1, height: 1)
    bitmap.clear(bitmap.bounds, to: UIColor(white: 1, alpha: alpha))
    return CGImage(bitmap)
  }

  @Test func aBlendModeCountsInsideOfAClip() {
    let shown = Canvas.picture { context in
      context.setFillColor(UIColor.yellow.cgColor)
      context.fill(Rect(0, 0, 100, 100))
      context.clip(to: Rect(0, 0, 50.5, 100))
      UIBezierPath(ovalIn: Rect(0, 0, 100, 100)).addClip()
      context.setBlendMode(.multiply)
      context.setFillColor(Self.cyan)
      context.fill(Rect(0, 0, 100, 100))
    }
    #expect(shown.color(x: 25, y: 50) == .green && shown.color(x: 75, y: 50) == .yellow)
    #expect(shown.color(x: 1, y: 1) == .yellow)
    // The edge is half of both.
    #expect(abs(shown.color(x: 50, y: 50).red - 0.5) < 0.01)
  }

  @Test func clearingIsCut() {
    let shown = Canvas.picture { context in
      context.setFillColor(UIColor.red.cgColor)
      context.fill(Rect(0, 0, 100, 100))
      context.clip(to: Rect(0, 0, 50, 100))
      context.clear(Rect(0, 0, 100, 50))
    }
    #expect(shown.color(x: 25, y: 25) == .white)
    #expect(shown.color(x: 75, y: 25) == .red && shown.color(x: 25, y: 75) == .red)
  }

  @Test func aMaskTintsWithWhatIsBelow() {
    let half = Self.mask(0.5)
    let shown = Canvas.picture { context in
      context.setFillColor(UIColor.yellow.cgColor)
      context.fill(Rect(0, 0, 100, 100))
      context.clip(to: Rect(0, 0, 50, 100), mask: half)
      context.setBlendMode(.multiply)
      context.setFillColor(Self.cyan)
      context.fill(Rect(0, 0, 100, 100))
    }
    let color = shown.color(x: 25, y: 50)
    #expect(abs(color.red - 0.5) < 0.01 && color.green == 1 && color.blue == 0)
    #expect(shown.color(x: 75, y: 50) == .yellow)
  }

  @Test func aPatternIsBlended() {
    let bitmap = Bitmap(width: 10, height: 10)
    bitmap.clear(bitmap.bounds, to: .white)
    bitmap.clear(PixelRect(x: 0, y: 0, width: 5, height: 10), to: UIColor(cgColor: Self.cyan))
    let image = UIImage(bitmap)
    let shown = Canvas.picture { context in
      context.setFillColor(UIColor.yellow.cgColor)
      context.fill(Rect(0, 0, 100, 100))
      UIColor(patternImage: image).setFill()
      context.setBlendMode(.multiply)
      context.fill(Rect(0, 0, 50, 100))
      context.setBlendMode(.clear)
      context.fill(Rect(60, 0, 40, 100))
    }
    #expect(shown.color(x: 22, y: 50) == .green && shown.color(x: 27, y: 50) == .yellow)
    #expect(shown.color(x: 65, y: 50) == .white)
  }

  @Test func aLayerIsCutOnce() {
    let half = Self.mask(0.5)
    let shown = Canvas.picture { context in
      context.saveGState()
      context.clip(to: Rect(0, 0, 40.5, 50))
      context.setAlpha(0.99)
      context.beginTransparencyLayer()
      context.fill(Rect(0, 0, 100, 100))
      context.endTransparencyLayer()
      context.restoreGState()
      context.clip(to: Rect(0, 50, 50, 50), mask: half)
      context.beginTransparencyLayer()
      context.fill(Rect(0, 0, 100, 100))
      context.endTransparencyLayer()
    }
    #expect(abs(shown.color(x: 40, y: 25).red - 0.5) < 0.02)
    #expect(abs(shown.color(x: 25, y: 75).red - 0.5) < 0.01)
  }

  @Test func aMasksEdgeIsCutOnce() {
    let full = Self.mask(1)
    let shown = Canvas.picture { context in
      context.clip(to: Rect(0, 0, 50.5, 100), mask: full)
      context.fill(Rect(0, 0, 100, 100))
    }
    #expect(shown.color(x: 49, y: 50) == .black && shown.color(x: 51, y: 50) == .white)
    #expect(abs(shown.color(x: 50, y: 50).red - 0.5) < 0.01)
    let odd = Canvas.picture { context in
      context.scaleBy(x: 0, y: 1)
      context.clip(to: Rect(0, 0, 100, 100), mask: full)
      context.fill(Rect(0, 0, 100, 100))
    }
    #expect(odd.color(x: 50, y: 50) == .white)
  }

  @Test func whatIsFadedCoversAsMuch() {
    let full = Self.mask(1)
    let shown = Canvas.picture { context in
      context.setFillColor(UIColor.red.cgColor)
      context.fill(Rect(0, 0, 100, 100))
      context.setAlpha(0.5)
      context.setBlendMode(.clear)
      context.beginTransparencyLayer()
      context.fill(Rect(0, 0, 50, 50))
      context.endTransparencyLayer()
      context.draw(full, in: Rect(50, 50, 50, 50))
    }
    #expect(shown.color(x: 25, y: 25) == .white && shown.color(x: 75, y: 75) == .white)
    #expect(shown.color(x: 75, y: 25) == .red)
  }
}
