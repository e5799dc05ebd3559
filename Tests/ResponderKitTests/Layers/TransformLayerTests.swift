import ResponderKit
import TestHarness
import Testing

/// Layers that are in space together, as one body.
@Suite(.hangLimit) struct TransformLayerTests: TurnedViewTests {
  private func face(_ color: UIColor, _ transform: CATransform3D) -> CALayer {
    let layer = CALayer()
    (layer.bounds, layer.backgroundColor) = (Rect(0, 0, 100, 100), color.cgColor)
    layer.transform = transform
    return layer
  }

  /// The root view, with a perspective of 500 points around its middle, (150, 150).
  private func root(_ stage: Stage) -> UIView {
    stage.window.backgroundColor = .white
    let root = stage.show(UIView(frame: Rect(0, 0, 300, 300)))
    root.layer.sublayerTransform.m34 = -1 / 500
    return root
  }

  private func put(_ layer: CALayer, into root: CALayer) {
    layer.position = Point(150, 150)
    root.addSublayer(layer)
  }

  private func turn(_ degrees: Double, _ x: Double = 0, _ y: Double = 1) -> CATransform3D {
    CATransform3DMakeRotation(degrees * .pi / 180, x, y, 0)
  }

  @Test func aBodyIsSeenAsItsPartsWouldBeByThemselves() {
    onStage { stage in
      let root = root(stage)
      let shift = CATransform3DMakeTranslation(20, 0, 60)
      let alone = face(.red, CATransform3DConcat(shift, turn(50)))
      stage.atOnce { put(alone, into: root.layer) }
      let expected = stage.window.snapshot()
      let (body, part) = (CATransformLayer(), face(.red, shift))
      stage.atOnce {
        alone.removeFromSuperlayer()
        body.transform = turn(50)
        body.addSublayer(part)
        put(body, into: root.layer)
      }
      let shown = stage.window.snapshot()
      #expect(shown == expected && shown.color(x: 200, y: 150) != .white)
      // A flat layer in its place shows the part in its own plane.
      let flat = CALayer()
      stage.atOnce {
        body.removeFromSuperlayer()
        flat.transform = turn(50)
        flat.addSublayer(part)
        put(flat, into: root.layer)
      }
      #expect(stage.window.snapshot() != expected)
    }
  }

  @Test func theNearSideOfACubeIsSeen() {
    onStage { stage in
      let root = root(stage)
      let cube = CATransformLayer()
      let out = CATransform3DMakeTranslation(0, 0, 50)
      let sides: [(UIColor, CATransform3D)] = [
        (.red, out), (.blue, CATransform3DConcat(out, turn(180))),
        (.green, CATransform3DConcat(out, turn(90))),
        (.black, CATransform3DConcat(out, turn(-90))),
      ]
      stage.atOnce {
        for (color, transform) in sides { cube.addSublayer(face(color, transform)) }
        put(cube, into: root.layer)
      }
      #expect(stage.color(150, 150) == .red)
      for (degrees, color) in [(180.0, UIColor.blue), (90, .black), (-90, .green), (0, .red)] {
        stage.atOnce { cube.transform = turn(degrees) }
        #expect(stage.color(150, 150) == color, "\(degrees)")
      }
      // Two sides beside each other: the nearer halves.
      stage.atOnce { cube.transform = turn(45) }
      #expect(stage.color(120, 150) != .white && stage.color(180, 150) != .white)
      #expect(Set([stage.color(120, 150), stage.color(180, 150)]).count == 2)
      // One that is turned away is left out.
      stage.atOnce {
        cube.transform = CATransform3DIdentity
        for side in cube.sublayers ?? [] { side.isDoubleSided = false }
        cube.sublayers?.first?.isHidden = true
      }
      #expect(stage.color(150, 150) == .white)
    }
  }

  @Test func bodiesInBodiesAndTheirOwnPerspective() {
    onStage { stage in
      let root = root(stage)
      let shift = CATransform3DMakeTranslation(0, 0, 40)
      let (outer, inner) = (CATransformLayer(), CATransformLayer())
      stage.atOnce {
        inner.transform = turn(30)
        inner.addSublayer(face(.red, shift))
        outer.transform = turn(20, 1, 0)
        outer.addSublayer(inner)
        put(outer, into: root.layer)
      }
      let shown = stage.window.snapshot()
      let alone = face(.red, CATransform3DConcat(CATransform3DConcat(shift, turn(30)), turn(20, 1, 0)))
      stage.atOnce {
        outer.removeFromSuperlayer()
        put(alone, into: root.layer)
      }
      #expect(stage.window.snapshot() == shown)
      stage.atOnce {
        alone.removeFromSuperlayer()
        put(outer, into: root.layer)
        outer.sublayerTransform = CATransform3DMakeTranslation(30, 0, 0)
      }
      let moved = stage.window.snapshot()
      #expect(moved != shown)
      let way = CATransform3DConcat(turn(30), CATransform3DMakeTranslation(30, 0, 0))
      stage.atOnce {
        outer.removeFromSuperlayer()
        alone.transform = CATransform3DConcat(CATransform3DConcat(shift, way), turn(20, 1, 0))
        put(alone, into: root.layer)
      }
      #expect(stage.window.snapshot() == moved)
    }
  }

  @Test func nothingIsShownOfItselfButItsOpacity() {
    onStage { stage in
      let root = root(stage)
      let body = CATransformLayer()
      stage.atOnce {
        (body.bounds, body.backgroundColor, body.borderWidth) = (Rect(0, 0, 20, 20), UIColor.blue.cgColor, 3)
        body.masksToBounds = true
        let part = face(.red, CATransform3DIdentity)
        part.position = Point(10, 10)
        body.addSublayer(part)
        put(body, into: root.layer)
      }
      #expect(stage.color(150, 150) == .red && stage.color(110, 110) == .red)
      stage.atOnce { body.opacity = 0.5 }
      let color = stage.color(150, 150)
      #expect(abs(color.green - 0.5) < 0.02 && color.red == 1)
      stage.atOnce { body.opacity = 0 }
      #expect(stage.color(150, 150) == .white)
      stage.atOnce { (body.opacity, body.isHidden) = (1, true) }
      #expect(stage.color(150, 150) == .white)
      stage.atOnce {
        body.isHidden = false
        body.sublayers = nil
      }
      #expect(stage.color(150, 150) == .white && root.layer.hitTest(Point(150, 150)) === root.layer)
    }
  }

  @Test func layersAreHitWhereTheyAreSeen() {
    onStage { stage in
      let root = root(stage)
      let body = CATransformLayer()
      let (near, far) = (
        face(.red, CATransform3DMakeTranslation(0, 0, 50)),
        face(.blue, CATransform3DMakeTranslation(0, 0, -50))
      )
      stage.atOnce {
        body.addSublayer(near)
        body.addSublayer(far)
        put(body, into: root.layer)
      }
      func hit(_ x: Double, _ y: Double) -> CALayer? { root.layer.hitTest(Point(x, y)) }
      // Nearer is larger: 100 points by ten ninths.
      #expect(hit(150, 150) === near && hit(96, 150) === near && hit(93, 150) === root.layer)
      stage.atOnce { body.transform = turn(180) }
      #expect(hit(150, 150) === far && far.hitTest(Point(150, 150)) === far)
      body.isHidden = true
      #expect(hit(150, 150) === root.layer)
    }
  }

  @Test func aViewMayHaveSuchALayer() {
    final class Body: UIView {
      override class var layerClass: AnyClass { CATransformLayer.self }
    }
    onStage { stage in
      let root = root(stage)
      let body = Body(frame: Rect(100, 100, 100, 100))
      body.backgroundColor = .blue
      let part = view(Rect(0, 0, 100, 100), .red)
      body.addSubview(part)
      root.addSubview(body)
      part.layer.zPosition = 100
      // A quarter larger.
      #expect(stage.color(150, 150) == .red && stage.color(90, 90) == .red && stage.color(84, 150) == .white)
      body.transform3D = turn(60)
      #expect(stage.color(246, 150) == .red && stage.color(150, 150) == .white)
      #expect((body.layer as? CATransformLayer)?.presentation() != nil)
    }
  }

  @Test func manyBodiesInEachOtherEndNothing() {
    onStage { stage in
      let root = root(stage)
      stage.atOnce {
        var outer: CALayer = root.layer
        for depth in 0..<300 {
          let body = CATransformLayer()
          let part = face(depth < 64 ? .red : .blue, CATransform3DIdentity)
          if depth == 0 { part.position = .zero }
          body.addSublayer(part)
          if depth == 0 { put(body, into: outer) } else { outer.addSublayer(body) }
          outer = body
        }
        outer.transform.m34 = .nan
      }
      #expect(stage.color(150, 150) == .red)
      #expect(root.layer.hitTest(Point(150, 150)) != nil)
    }
  }
}
