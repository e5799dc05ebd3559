import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Animations of a layer that has many, removed or replaced one by one.
@Suite(.hangLimit) struct RemovedAnimationTests {
  /// Adds animations that move a layer by one point each.
  private static func add(_ count: Int, to layer: CALayer) {
    for number in 0..<count {
      let animation = CABasicAnimation(keyPath: "position.x")
      (animation.fromValue, animation.toValue, animation.isAdditive) = (1.0, 1.0, true)
      animation.duration = 100
      layer.add(animation, forKey: "\(number)")
    }
  }

  /// A layer of the program's and that of a view, both at the origin.
  private static func onLayers(_ body: @escaping @Sendable (Stage, CALayer) -> Void) {
    for isOfView in [false, true] {
      onStage { stage in
        let host = stage.show(UIView(frame: .zero))
        let layer = CALayer()
        host.layer.addSublayer(layer)
        stage.wait(20)
        body(stage, isOfView ? host.layer : layer)
      }
    }
  }

  @Test func whatIsLeftIsShownAtOnce() {
    Self.onLayers { stage, layer in
      Self.add(100, to: layer)
      stage.wait(20)
      #expect(layer.presentation()?.position.x == 100)
      for number in 0..<30 { layer.removeAnimation(forKey: "\(number)") }
      #expect(layer.presentation()?.position.x == 70)
      layer.removeAnimation(forKey: "30")
      // Behind the others, before those are looked at.
      let more = CABasicAnimation(keyPath: "position.x")
      (more.fromValue, more.toValue, more.isAdditive, more.duration) = (1000.0, 1000.0, true, 100)
      layer.add(more, forKey: "more")
      #expect(layer.presentation()?.position.x == 1069)
      layer.add(more, forKey: "31")
      #expect(layer.presentation()?.position.x == 2068)
      layer.removeAnimation(forKey: "nothing")
      for number in 32..<100 { layer.removeAnimation(forKey: "\(number)") }
      #expect(layer.presentation()?.position.x == 2000 && layer.animationKeys() == ["more", "31"])
      layer.removeAllAnimations()
      #expect(layer.presentation()?.position.x == 0 && layer.running.isEmpty)
    }
  }

  @Test func aChangeBeginsAtWhatIsLeft() {
    Self.onLayers { stage, layer in
      Self.add(50, to: layer)
      stage.wait(20)
      layer.removeAnimation(forKey: "7")
      UIView.animate(withDuration: 0.25) { layer.position.x = 500 }
      #expect((49..<50).contains(layer.presentation()?.position.x ?? 0))
      stage.wait(1)
      #expect((49..<50).contains(layer.presentation()?.position.x ?? 0))
      stage.wait(1000)
      #expect(layer.presentation()?.position.x == 549)
    }
  }

  @Test func removingOneLooksAtNoOther() {
    Self.onLayers { stage, layer in
      let growth = growth(of: 1000) { count in
        Self.add(count, to: layer)
        stage.wait(20)
        defer { layer.removeAllAnimations() }
        return threadTime {
          for number in 0..<count - 40 {
            if number % 2 == 0 { layer.removeAnimation(forKey: "\(number)") }
          }
          for number in (0..<count - 40).reversed() where number % 2 == 1 {
            layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "\(number)")
          }
        }
      }
      #expect(growth < 9)
    }
  }

  @Test func removingManyComputesTheStateOnce() {
    onStage { stage in
      let view = stage.show(UIView(frame: .zero))
      Self.add(100, to: view.layer)
      stage.wait(20)
      view.layer.removeAnimation(forKey: "0")
      let shown = view.presentationStorage
      for number in 1..<30 { view.layer.removeAnimation(forKey: "\(number)") }
      #expect(shown?.isPending == true && view.presentationStorage === shown)
      #expect(view.presentationFrame.minX == 70 && shown?.isPending == false)
    }
  }

  private final class Watcher: @unchecked Sendable {
    weak var view: UIView?
    var frames: [Rect?] = []
  }

  @Test func aViewHasItsFormerStateWhileTheNextOneIsComputed() {
    onStage { stage in
      let (view, watcher) = (stage.show(UIView(frame: Rect(0, 0, 50, 50))), Watcher())
      watcher.view = view
      view.backgroundColor = UIColor { _ in
        watcher.frames.append(watcher.view?.presentationFrame)
        return .black
      }
      Self.add(50, to: view.layer)
      stage.wait(20)
      view.layer.removeAnimation(forKey: "0")
      watcher.frames = []
      #expect(view.presentationFrame == Rect(49, 0, 50, 50))
      #expect(watcher.frames == [Rect(50, 0, 50, 50)])
    }
  }

  @Test func aDelegateMayAddOneWithTheKeyOfTheRemovedOne() {
    final class Again: CAAnimationDelegate {
      weak var layer: CALayer?
      var ends = 0
      func animationDidStart(_ animation: CAAnimation) {}
      func animationDidStop(_ animation: CAAnimation, finished: Bool) {
        ends += 1
        if ends < 3 { layer?.add(animation, forKey: "key") }
      }
    }
    let (layer, again) = (CALayer(), Again())
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.delegate, again.layer) = (again, layer)
    layer.add(animation, forKey: "key")
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "key")
    #expect(layer.running.count == 1 && again.ends == 1)
    layer.removeAnimation(forKey: "key")
    #expect(layer.running.isEmpty && again.ends == 1)
    layer.add(animation, forKey: "key")
    layer.removeAnimation(forKey: "key")
    #expect(layer.running.count == 1 && again.ends == 2)
  }

  @Test func aCompletionMayAddOneWithTheKeyOfAReplacedOne() {
    final class Second: CAAnimationDelegate {
      weak var layer: CALayer?
      let last = CABasicAnimation(keyPath: "opacity")
      var completions = 0
      func animationDidStart(_ animation: CAAnimation) {}
      func animationDidStop(_ animation: CAAnimation, finished: Bool) {
        CATransaction.begin()
        CATransaction.setCompletionBlock { [self] in
          completions += 1
          layer?.add(last, forKey: "key")
        }
        layer?.add(CABasicAnimation(keyPath: "opacity"), forKey: "key")
        CATransaction.commit()
      }
    }
    onStage { stage in
      let (layer, second) = (stage.show(UIView()).layer, Second())
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.delegate, second.layer) = (second, layer)
      layer.add(animation, forKey: "key")
      layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "key")
      #expect(second.completions == 1 && layer.running.count == 1)
      #expect(layer.animation(forKey: "key") === second.last)
      layer.removeAnimation(forKey: "key")
      #expect(layer.running.isEmpty)
    }
  }
}
