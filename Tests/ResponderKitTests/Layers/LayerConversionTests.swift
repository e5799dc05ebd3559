import TestHarness
import Testing

@testable import ResponderKit

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

  @Test func planesInATransformLayerAreInSpace() {
    let (outer, body, plane, other) = (CALayer(), CATransformLayer(), CALayer(), CALayer())
    outer.bounds = Rect(0, 0, 200, 200)
    for layer in [body, plane, other] { layer.frame = Rect(0, 0, 100, 100) }
    outer.addSublayer(body)
    body.addSublayer(plane)
    body.addSublayer(other)
    body.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
    plane.transform = CATransform3DMakeRotation(-.pi / 4, 0, 1, 0)
    #expect(abs(plane.convert(plane.bounds, to: outer).width - 100) < 1e-9)
    #expect(abs(other.convert(other.bounds, to: outer).width - 100 * (0.5).squareRoot()) < 1e-9)
    #expect(abs(plane.convert(plane.bounds, to: body).width - 100 * (0.5).squareRoot()) < 1e-9)
    // A body that is seen from its side does not matter to what is in it.
    body.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
    other.transform = CATransform3DMakeTranslation(10, 5, 0)
    #expect(other.convert(Point(1, 2), to: body).distance(to: Point(11, 7)) < 1e-9)
    #expect(body.convert(Point(11, 7), to: other).distance(to: Point(1, 2)) < 1e-9)
  }

  @Test func aMaskIsOutsideOfTheSublayersTransform() {
    let (layer, mask) = (CALayer(), CALayer())
    layer.bounds = Rect(0, 0, 100, 100)
    mask.frame = Rect(10, 10, 20, 20)
    layer.mask = mask
    layer.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    #expect(mask.convert(Point.zero, to: layer) == Point(10, 10))
  }

  @Test func whatIsBehindTheEyeIsCutOffAsOfViews() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      root.layer.sublayerTransform.m34 = -1 / 100
      let view = UIView(frame: Rect(0, 0, 400, 100))
      root.addSubview(view)
      view.layer.transform = CATransform3DMakeRotation(1.2, 0, 1, 0)
      let (box, own) = (view.layer.convert(view.bounds, to: root.layer), view.convert(view.bounds, to: root))
      #expect(abs(box.minX - own.minX) < 1e-6 && abs(box.maxX / own.maxX - 1) < 1e-9 && box.width > 1000)
    }
  }

  @Test func conversionMakesNoLayers() {
    let (outer, inner) = (UIView(frame: Rect(0, 0, 100, 100)), UIView(frame: Rect(5, 6, 50, 50)))
    let view = UIView(frame: Rect(1, 1, 9, 9))
    outer.addSubview(inner)
    inner.addSubview(view)
    #expect(view.layer.convert(Point.zero, to: nil) == Point(6, 7) && inner.layerStorage == nil)
    #expect(view.layer.convert(Rect(0, 0, 2, 3), to: nil) == Rect(6, 7, 2, 3))
    #expect(view.layer.convert(Rect(6, 7, 2, 3), from: nil) == Rect(0, 0, 2, 3))
  }
}
