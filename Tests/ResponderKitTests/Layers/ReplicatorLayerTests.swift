import TestHarness
import Testing

@testable import ResponderKit

/// Layers that show what is in them several times.
@Suite(.hangLimit) struct ReplicatorLayerTests {
  /// A red square of ten points at (20, 140), in a layer of 300 points.
  private static func replicator(_ stage: Stage, _ set: (CAReplicatorLayer) -> Void) -> (
    CAReplicatorLayer, dot: CALayer
  ) {
    let replicator = CAReplicatorLayer()
    let dot = CALayer()
    dot.frame = Rect(20, 140, 10, 10)
    dot.backgroundColor = UIColor.white.cgColor
    replicator.addSublayer(dot)
    replicator.backgroundColor = UIColor.black.cgColor
    set(replicator)
    return (stage.show(layer: replicator), dot)
  }

  @Test func eachCopyIsMovedFromTheOneBefore() {
    onStage { stage in
      let (layer, _) = Self.replicator(stage) {
        $0.instanceCount = 3
        $0.instanceTransform = CATransform3DMakeTranslation(50, 0, 0)
      }
      let colors = [25, 75, 125, 175].map { stage.color($0, 145) }
      #expect(colors == [.white, .white, .white, .black])
      layer.instanceCount = 0
      #expect(stage.color(25, 145) == .black)
      layer.instanceCount = 2
      #expect(stage.color(75, 145) == .white && stage.color(125, 145) == .black)
    }
  }

  @Test func copiesTurnAroundTheMiddle() {
    onStage { stage in
      _ = Self.replicator(stage) {
        $0.instanceCount = 4
        $0.instanceTransform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
      }
      for (x, y) in [(25, 145), (154, 25), (274, 154), (145, 274)] { #expect(stage.color(x, y) == .white) }
      #expect(stage.color(154, 154) == .black)
    }
  }

  @Test func colorsAreMultipliedAndChangeFromCopyToCopy() {
    onStage { stage in
      _ = Self.replicator(stage) {
        $0.instanceCount = 3
        $0.instanceTransform = CATransform3DMakeTranslation(50, 0, 0)
        $0.instanceColor = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1).cgColor
        $0.instanceRedOffset = -0.5
        $0.instanceBlueOffset = 0.25
      }
      let picture = stage.window.snapshot()
      #expect(
        [picture[25, 145], picture[75, 145], picture[125, 145]] == [0xFFFF_8000, 0xFF80_8040, 0xFF00_8080])
    }
  }

  @Test func copiesFade() {
    onStage { stage in
      _ = Self.replicator(stage) {
        $0.instanceCount = 3
        $0.instanceTransform = CATransform3DMakeTranslation(50, 0, 0)
        $0.instanceAlphaOffset = -0.4
      }
      let picture = stage.window.snapshot()
      let bright = [25, 75, 125].map { Int(picture[$0, 145] & 255) }
      #expect(bright[0] == 255 && abs(bright[1] - 153) < 3 && abs(bright[2] - 51) < 3)
    }
  }

  @Test func copiesMoveOneAfterTheOther() {
    onStage { stage in
      let (_, dot) = Self.replicator(stage) {
        $0.instanceCount = 3
        $0.instanceTransform = CATransform3DMakeTranslation(50, 0, 0)
        $0.instanceDelay = 0.5
      }
      let fade = CABasicAnimation(keyPath: "opacity")
      fade.fromValue = 1
      fade.toValue = 0
      fade.duration = 2
      fade.repeatCount = .infinity
      dot.add(fade, forKey: nil)
      stage.wait(1500)
      func bright() -> [Int] {
        let picture = stage.window.snapshot()
        return [25, 75, 125].map { Int(picture[$0, 145] & 255) }
      }
      let shown = bright()
      #expect(abs(shown[0] - 64) < 12 && abs(shown[1] - 128) < 12 && abs(shown[2] - 191) < 12)
    }
  }

  @Test func theRestOfThePictureIsDrawnAnewOnlyWhereCopiesMove() {
    onStage { stage in
      let (layer, dot) = Self.replicator(stage) {
        $0.instanceCount = 5
        $0.instanceDelay = 0.1
        $0.instanceTransform = CATransform3DMakeRotation(2 * .pi / 5, 0, 0, 1)
        $0.instanceColor = UIColor.systemBlue.cgColor
      }
      let renderer = WindowRenderer(stage.window)
      renderer.update()
      let grow = CABasicAnimation(keyPath: "transform.scale")
      (grow.fromValue, grow.toValue, grow.duration, grow.repeatCount) = (0.5, 3, 1, .infinity)
      dot.add(grow, forKey: nil)
      for _ in 0..<12 {
        stage.wait(70)
        renderer.update()
        #expect(renderer.bitmap == stage.window.snapshot())
      }
      CATransaction.setDisableActions(true)
      layer.instanceCount = 3
      renderer.update()
      #expect(renderer.bitmap == stage.window.snapshot())
    }
  }

  @Test func copiesInCopiesAreAllThere() {
    onStage { stage in
      let outer = CAReplicatorLayer()
      let inner = CAReplicatorLayer()
      let dot = CALayer()
      dot.frame = Rect(5, 5, 10, 10)
      dot.backgroundColor = UIColor.black.cgColor
      for (layer, way) in [(outer, Point(0, 40)), (inner, Point(40, 0))] {
        layer.frame = Rect(0, 0, 300, 300)
        layer.instanceCount = 3
        layer.instanceTransform = CATransform3DMakeTranslation(way.x, way.y, 0)
      }
      inner.addSublayer(dot)
      outer.addSublayer(inner)
      stage.show(layer: outer)
      for column in 0..<4 {
        for row in 0..<4 {
          let isDot = column < 3 && row < 3
          #expect(stage.color(10 + 40 * column, 10 + 40 * row) == (isDot ? .black : .white))
        }
      }
    }
  }

  @Test func itsValuesAreAnimated() {
    onStage { stage in
      let (layer, _) = Self.replicator(stage) { $0.instanceCount = 2 }
      CATransaction.setAnimationDuration(1)
      layer.instanceTransform = CATransform3DMakeTranslation(100, 0, 0)
      layer.instanceAlphaOffset = -0.2
      stage.wait(1100)
      #expect(abs(Int(stage.window.snapshot()[125, 145] & 255) - 204) < 3)
      let move = CABasicAnimation(keyPath: "instanceTransform")
      move.fromValue = CATransform3DIdentity
      move.duration = 2
      layer.add(move, forKey: nil)
      stage.wait(1000)
      #expect(stage.color(125, 145) == .black && stage.color(76, 145) != .black)
    }
  }

  @Test func delaysThatAddUpToNoNumberCountAsNone() {
    onStage { stage in
      let (outer, inner, dot) = (CAReplicatorLayer(), CAReplicatorLayer(), CALayer())
      for (layer, delay) in [(outer, -1e308), (inner, 1e308)] {
        layer.instanceCount = 3
        layer.instanceDelay = delay
      }
      dot.frame = Rect(0, 0, 10, 10)
      dot.backgroundColor = .black
      inner.addSublayer(dot)
      outer.addSublayer(inner)
      stage.show(layer: outer)
      let move = CABasicAnimation(keyPath: "position.x")
      move.toValue = 100.0
      move.duration = 10
      dot.add(move, forKey: "move")
      stage.wait(50)
      _ = stage.window.snapshot()
      #expect(dot.animationKeys()?.count == 1)
    }
  }
}
