import TestHarness
import Testing

@testable import ResponderKit

/// Layers that have the values of others: `init(layer:)`, `presentation()`.
@Suite(.hangLimit) struct LayerCopyTests {
  private func fill(_ layer: CALayer) {
    (layer.name, layer.isHidden, layer.masksToBounds, layer.isDoubleSided) = ("a", true, true, false)
    layer.setValue("kept", forKey: "ownValue")
    layer.opacity = 0.25
  }

  private func check(_ copy: CALayer?) {
    #expect(copy?.name == "a" && copy?.isHidden == true && copy?.masksToBounds == true)
    #expect(copy?.isDoubleSided == false && copy?.value(forKey: "ownValue") as? String == "kept")
    #expect(copy?.opacity == 0.25)
  }

  @Test func copiesHaveAllValues() {
    let layer = CALayer()
    fill(layer)
    check(CALayer(layer: layer))
    check(layer.presentation())
    #expect(CALayer(layer: "no layer").name == nil)
  }

  @Test func copiesOfTextsPathsAndParticlesHaveTheirOwn() {
    let text = CATextLayer()
    fill(text)
    (text.string, text.isWrapped, text.alignmentMode, text.truncationMode) = ("b", true, .right, .end)
    text.fontSize = 9
    for copy in [CATextLayer(layer: text), text.presentation()] {
      check(copy)
      #expect(copy?.string as? String == "b" && copy?.isWrapped == true && copy?.fontSize == 9)
      #expect(copy?.alignmentMode == .right && copy?.truncationMode == .end)
    }
    let shape = CAShapeLayer()
    shape.path = UIBezierPath(rect: Rect(0, 0, 5, 5)).cgPath
    #expect(CAShapeLayer(layer: shape).path?.bounds == Rect(0, 0, 5, 5))
    #expect(shape.presentation()?.path?.bounds == Rect(0, 0, 5, 5))
    let emitter = CAEmitterLayer()
    (emitter.emitterSize, emitter.renderMode) = (Size(3, 4), .additive)
    for copy in [CAEmitterLayer(layer: emitter), emitter.presentation()] {
      #expect(copy?.emitterSize == Size(3, 4) && copy?.renderMode == .additive)
    }
  }

  @Test func replicatorsAreCopiedAsTheyAre() {
    let layer = CAReplicatorLayer()
    fill(layer)
    layer.instanceCount = 4
    for copy in [CAReplicatorLayer(layer: layer), layer.presentation()] {
      check(copy)
      #expect(copy?.instanceCount == 4)
    }
    #expect(CAReplicatorLayer(layer: CALayer()).state.replica != nil)
  }

  @Test func aParticlesPictureIsTheObjectThatItGot() {
    let cell = CAEmitterCell()
    let image = UIImage(Bitmap(width: 1, height: 1))
    cell.contents = image
    #expect(cell.contents as? UIImage === image)
    cell.contents = image.cgImage
    #expect(cell.contents as? CGImage === image.cgImage)
    cell.contents = "a text"
    #expect(cell.contents == nil)
  }
}
