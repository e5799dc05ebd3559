import TestHarness
import Testing

@testable import ResponderKit

/// Texts in layers.
@Suite(.hangLimit) struct TextLayerTests {
  private static func layer(_ stage: Stage, _ frame: Rect, _ set: (CATextLayer) -> Void) -> CATextLayer {
    let layer = CATextLayer()
    layer.foregroundColor = UIColor.black.cgColor
    layer.fontSize = 20
    set(layer)
    return stage.show(layer: layer, frame)
  }

  /// The box of what is not white.
  private static func ink(_ stage: Stage, _ part: Rect = Rect(0, 0, 390, 400)) -> Rect? {
    let picture = stage.window.snapshot()
    var box: Rect?
    for y in Int(part.minY)..<Int(part.maxY) {
      for x in Int(part.minX)..<Int(part.maxX) where picture[x, y] != 0xFFFF_FFFF {
        let pixel = Rect(Double(x), Double(y), 1, 1)
        box = box.map { $0.union(pixel) } ?? pixel
      }
    }
    return box
  }

  private static func hasRed(_ stage: Stage) -> Bool {
    let picture = stage.window.snapshot()
    return (0..<100).contains { x in (0..<50).contains { picture[x, $0] == 0xFFFF_0000 } }
  }

  @Test func aTextBeginsAtTheUpperLeftCorner() {
    onStage { stage in
      let layer = Self.layer(stage, Rect(50, 40, 200, 100)) { $0.string = "Hm" }
      let box = Self.ink(stage) ?? .zero
      #expect(abs(box.minX - 50) < 4 && (40...52).contains(box.minY) && box.maxY < 66)
      layer.string = nil
      #expect(Self.ink(stage) == nil)
    }
  }

  @Test func sizeFontAndColorAreThoseOfPlainTexts() {
    onStage { stage in
      let layer = Self.layer(stage, Rect(0, 0, 300, 100)) { $0.string = "Hm" }
      let small = Self.ink(stage)?.height ?? 0
      stage.atOnce { layer.fontSize = 40 }
      #expect(abs((Self.ink(stage)?.height ?? 0) - 2 * small) < 3)
      // The size is the layer's, not the font's.
      layer.font = UIFont.boldSystemFont(ofSize: 8)
      #expect(abs((Self.ink(stage)?.height ?? 0) - 2 * small) < 3)
      #expect(!Self.hasRed(stage))
      stage.atOnce { layer.foregroundColor = UIColor.red.cgColor }
      #expect(Self.hasRed(stage))
      // An attributed text has its own.
      layer.string = NSAttributedString(
        string: "Hm", attributes: [.font: UIFont(size: 20), .foregroundColor: UIColor.blue])
      #expect(abs((Self.ink(stage)?.height ?? 0) - small) < 3)
      #expect(!Self.hasRed(stage))
    }
  }

  @Test func linesAreAlignedBrokenAndCut() {
    onStage { stage in
      let layer = Self.layer(stage, Rect(0, 0, 300, 100)) {
        $0.string = "mm"
        $0.alignmentMode = .right
      }
      #expect(abs((Self.ink(stage)?.maxX ?? 0) - 300) < 4)
      layer.alignmentMode = .center
      #expect(abs((Self.ink(stage)?.midX ?? 0) - 150) < 3)
      layer.alignmentMode = .left
      layer.string = "mmmm mmmm mmmm mmmm mmmm mmmm mmmm mmmm"
      let one = Self.ink(stage)?.height ?? 0
      #expect(one < 30 && abs((Self.ink(stage)?.maxX ?? 0) - 300) < 3)
      layer.isWrapped = true
      #expect((Self.ink(stage)?.height ?? 0) > 2 * one)
      // What does not fit is cut at the lower edge, or left out with dots.
      layer.frame.size.height = 35
      stage.wait(300)
      #expect(abs((Self.ink(stage)?.maxY ?? 0) - 35) <= 1)
      layer.truncationMode = .end
      #expect((Self.ink(stage)?.maxY ?? 0) < 30)
    }
  }

  @Test func aLineThatIsTooLongHasDotsWhereTheModeSays() {
    onStage { stage in
      let layer = Self.layer(stage, Rect(0, 0, 100, 60)) {
        $0.string = "HHHHHHHHHHHHHHHHiiiiiiiiiiiiiiiiiiiiiiiii"
      }
      func pixels() -> [UInt32] {
        let picture = stage.window.snapshot()
        return (0..<100).flatMap { x in (0..<30).map { picture[x, $0] } }
      }
      var seen = [pixels()]
      for mode in [CATextLayerTruncationMode.start, .middle, .end] {
        layer.truncationMode = mode
        let now = pixels()
        #expect(!seen.contains(now) && (Self.ink(stage)?.maxX ?? 0) <= 100)
        seen.append(now)
      }
    }
  }

  @Test func linesEndWhereTheTextSaysAlsoUnwrapped() {
    onStage { stage in
      let layer = Self.layer(stage, Rect(0, 0, 200, 100)) { $0.string = "m\nm" }
      let two = Self.ink(stage)?.height ?? 0
      layer.string = NSAttributedString(
        string: "m\r\nm\nm", attributes: [.font: UIFont(size: 20), .foregroundColor: UIColor.black])
      let three = Self.ink(stage)?.height ?? 0
      layer.string = "m"
      let one = Self.ink(stage)?.height ?? 0
      #expect(two > one + 15 && abs(three - one - 2 * (two - one)) < 2)
    }
  }

  @Test func sizeAndColorAreAnimated() {
    onStage { stage in
      let layer = Self.layer(stage, Rect(0, 0, 300, 100)) { $0.string = "Hm" }
      CATransaction.setAnimationDuration(1)
      layer.fontSize = 60
      stage.wait(500)
      let half = Self.ink(stage)?.height ?? 0
      stage.wait(600)
      let whole = Self.ink(stage)?.height ?? 0
      #expect(half > 15 && half < whole - 5)
    }
  }

  @Test func aViewWhoseLayerIsATextShowsIt() {
    final class Words: UIView {
      override class var layerClass: AnyClass { CATextLayer.self }
    }
    onStage { stage in
      stage.window.backgroundColor = .white
      let view = stage.show(Words(frame: Rect(20, 20, 100, 50)))
      (view.layer as? CATextLayer)?.string = "Hm"
      (view.layer as? CATextLayer)?.foregroundColor = UIColor.black.cgColor
      stage.wait(20)
      #expect(Self.ink(stage) != nil)
    }
  }

  @Test func colorsOfAttributesMayBeOfEitherKind() {
    onStage { stage in
      for color in [UIColor.red, UIColor.red.cgColor] as [Any] {
        let text = NSAttributedString(
          string: "██", attributes: [.foregroundColor: color, .font: UIFont.systemFont(ofSize: 40)])
        _ = Self.layer(stage, Rect(0, 0, 300, 100)) { $0.string = text }
        stage.wait(400)
        let shown = stage.window.snapshot()
        let found = (0..<100).contains { shown.color(x: 20, y: $0) == .red }
        #expect(found)
      }
    }
  }
}
