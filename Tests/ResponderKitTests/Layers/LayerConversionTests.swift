import ResponderKit
import TestHarness
import Testing

/// `convert` of layers.
@Suite(.hangLimit) struct LayerConversionTests {
  @Test func placesAreConvertedBetweenLayersAsBetweenViews() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let view = UIView(frame: Rect(50, 60, 100, 100))
      root.addSubview(view)
      view.bounds.origin = Point(5, 7)
      let layer = CALayer()
      layer.frame = Rect(10, 10, 20, 40)
      view.layer.addSublayer(layer)
      #expect(layer.convert(Point(1, 2), to: view.layer) == Point(11, 12))
      #expect(layer.convert(Point(1, 2), to: root.layer) == Point(56, 65))
      #expect(layer.convert(Point(1, 2), to: nil) == view.convert(Point(11, 12), to: nil))
      #expect(layer.convert(Point(56, 65), from: root.layer) == Point(1, 2))
      #expect(layer.convert(Point(56, 65), from: nil) == Point(1, 2))
      stage.atOnce { layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1) }
      let box = layer.convert(layer.bounds, to: view.layer)
      #expect(abs(box.width - 40) < 1e-9 && abs(box.height - 20) < 1e-9 && abs(box.midX - 20) < 1e-9)
      let back = layer.convert(box, from: view.layer)
      #expect(abs(back.width - 20) < 1e-9 && abs(back.height - 40) < 1e-9)
    }
  }

  @Test func aMaskAndWhatIsInItAreInTheMaskedLayersCoordinates() {
    let (layer, mask, inner) = (CALayer(), CALayer(), CALayer())
    layer.frame = Rect(100, 0, 50, 50)
    mask.frame = Rect(10, 10, 20, 20)
    inner.frame = Rect(1, 1, 2, 2)
    mask.addSublayer(inner)
    layer.mask = mask
    #expect(inner.convert(Point.zero, to: layer) == Point(11, 11))
    // The outermost layer's own place does not count.
    #expect(inner.convert(Point.zero, to: nil) == Point(11, 11))
    let (view, seen) = (UIView(frame: Rect(5, 5, 50, 50)), UIView(frame: Rect(10, 20, 5, 5)))
    view.mask = seen
    #expect(seen.layer.convert(Point(1, 1), to: view.layer) == Point(11, 21))
  }

  @Test func whatHasNoInverseGivesAPlaceAllTheSame() {
    let (layer, flat) = (CALayer(), CALayer())
    layer.addSublayer(flat)
    flat.transform = CATransform3DMakeScale(0, 0, 1)
    #expect(layer.convert(Point(3, 4), to: flat) == Point(3, 4))
    #expect(flat.convert(Point(3, 4), from: nil) == Point(3, 4))
    let odd = layer.convert(Rect(.nan, 0, .infinity, 1), to: flat)
    #expect(odd.minX.isNaN)
  }
}
