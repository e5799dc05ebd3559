import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Pictures in layers, and layers that place others.
@Suite(.hangLimit) struct LayerContentsTests {
  /// 20 by 10 pixels: the left half is red, the right half blue.
  private static func picture() -> UIImage {
    let bitmap = Bitmap(width: 20, height: 10)
    bitmap.clear(PixelRect(x: 0, y: 0, width: 10, height: 10), to: .red)
    bitmap.clear(PixelRect(x: 10, y: 0, width: 10, height: 10), to: .blue)
    return UIImage(bitmap)
  }

  private static func layer(_ stage: Stage) -> CALayer {
    let layer = CALayer()
    layer.contents = picture().cgImage
    return stage.show(layer: layer, Rect(100, 100, 80, 80))
  }

  /// The box of what is not white.
  private static func box(_ stage: Stage) -> Rect {
    let picture = stage.window.snapshot()
    var box: Rect?
    for y in 0..<300 {
      for x in 0..<300 where picture[x, y] != 0xFFFF_FFFF {
        let pixel = Rect(Double(x), Double(y), 1, 1)
        box = box.map { $0.union(pixel) } ?? pixel
      }
    }
    return box ?? .zero
  }

  @Test func gravityPlacesThePicture() {
    onStage { stage in
      let layer = Self.layer(stage)
      let places: [(CALayerContentsGravity, Rect)] = [
        (.resize, Rect(100, 100, 80, 80)), (.center, Rect(130, 135, 20, 10)),
        (.top, Rect(130, 100, 20, 10)), (.bottom, Rect(130, 170, 20, 10)), (.left, Rect(100, 135, 20, 10)),
        (.right, Rect(160, 135, 20, 10)), (.topLeft, Rect(100, 100, 20, 10)),
        (.topRight, Rect(160, 100, 20, 10)), (.bottomLeft, Rect(100, 170, 20, 10)),
        (.bottomRight, Rect(160, 170, 20, 10)), (.resizeAspect, Rect(100, 120, 80, 40)),
        (.resizeAspectFill, Rect(60, 100, 160, 80)),
      ]
      for (gravity, place) in places {
        layer.contentsGravity = gravity
        #expect(Self.box(stage) == place, "\(gravity)")
      }
      // What is beyond the bounds is cut only where the layer is masked.
      layer.masksToBounds = true
      #expect(Self.box(stage) == layer.frame)
    }
  }

  @Test func aPictureHasItsPixelsOverTheScale() {
    onStage { stage in
      let layer = Self.layer(stage)
      layer.contentsGravity = .topLeft
      layer.contentsScale = 2
      #expect(Self.box(stage) == Rect(100, 100, 10, 5))
      layer.contentsScale = 0.5
      #expect(Self.box(stage) == Rect(100, 100, 40, 20))
    }
  }

  @Test func aPartOfThePictureIsShown() {
    onStage { stage in
      let layer = Self.layer(stage)
      stage.atOnce { layer.contentsRect = Rect(0.5, 0, 0.5, 1) }
      #expect(Self.box(stage) == layer.frame)
      #expect(stage.color(110, 140) == .blue && stage.color(170, 140) == .blue)
      stage.atOnce { layer.contentsRect = Rect(0, 0, 0.5, 1) }
      #expect(stage.color(110, 140) == .red && stage.color(170, 140) == .red)
      layer.contentsGravity = .resizeAspect
      #expect(Self.box(stage) == layer.frame)
    }
  }

  @Test func keyFramesShowPartsAndPicturesOneAfterTheOther() {
    onStage { stage in
      let layer = Self.layer(stage)
      let parts = CAKeyframeAnimation(keyPath: "contentsRect")
      parts.values = [Rect(0, 0, 0.5, 1), Rect(0.5, 0, 0.5, 1)]
      parts.calculationMode = .discrete
      parts.duration = 2
      layer.add(parts, forKey: nil)
      stage.wait(500)
      #expect(stage.color(170, 140) == .red)
      stage.wait(1000)
      #expect(stage.color(110, 140) == .blue)
      stage.wait(600)
      let green = Bitmap(width: 1, height: 1)
      green.clear(green.bounds, to: .green)
      let pictures = CAKeyframeAnimation(keyPath: "contents")
      pictures.values = [Self.picture(), UIImage(green)]
      pictures.calculationMode = .discrete
      pictures.duration = 2
      layer.add(pictures, forKey: nil)
      stage.wait(500)
      #expect(stage.color(110, 140) == .red)
      stage.wait(1000)
      #expect(stage.color(110, 140) == .green)
    }
  }
}
