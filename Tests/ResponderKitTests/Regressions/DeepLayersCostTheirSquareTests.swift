import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Each layer that was put into another one, or changed, looked at all layers around it or in it: 4,000 in each other took half a minute.
@Suite(.hangLimit) struct DeepLayersCostTheirSquareTests {
  /// So many layers, each in the one before.
  private static func chain(_ count: Int) -> [CALayer] {
    let layers = (0..<count).map { number in
      let layer = CALayer()
      layer.frame = Rect(0, 0, 300, 300)
      layer.name = "\(number)"
      return layer
    }
    for (outer, inner) in zip(layers, layers.dropFirst()).reversed() { outer.addSublayer(inner) }
    return layers
  }

  /// How many times as long four times as many layers take: 4, or 16 where each looks at all others.
  private static func growth(of count: Int, _ work: @escaping @Sendable (Int) -> Void) -> Double {
    func time(_ count: Int) -> Double {
      (0..<3).map { _ in
        let start = threadTime()
        work(count)
        return threadTime() - start
      }.min() ?? 0
    }
    let few = time(count)
    return time(4 * count) / few
  }

  /// Whether the window is black near its corner.
  private func isBlack(_ renderer: WindowRenderer) -> Bool {
    renderer.bitmap.pixels[4 * renderer.bitmap.width + 4] == 0xFF00_0000
  }

  @Test func layersAreBuiltAndTakenApartOneByOne() {
    #expect(Self.growth(of: 1000) { _ = Self.chain($0) } < 9)
    let downwards = Self.growth(of: 1000) { count in
      onStage { stage in
        var last = stage.show(UIView()).layer
        let layers = (0..<count).map { _ in CALayer() }
        for layer in layers {
          last.addSublayer(layer)
          last = layer
        }
        for layer in layers { layer.removeFromSuperlayer() }
        #expect(layers.allSatisfy { $0.superlayer == nil && $0.sublayers == nil })
      }
    }
    #expect(downwards < 9)
  }

  @Test func eachLayerIsChangedAndShown() {
    let growth = Self.growth(of: 250) { count in
      onStage { stage in
        let layers = Self.chain(count)
        stage.show(UIView(frame: stage.window.bounds)).layer.addSublayer(layers[0])
        let renderer = WindowRenderer(stage.window)
        stage.wait(20)
        renderer.update()
        for layer in layers {
          layer.setNeedsLayout()
          layer.cornerRadius = 3
        }
        stage.wait(300)
        renderer.update()
        #expect(layers.allSatisfy { $0.animationKeys() == nil && !$0.needsLayout })
      }
    }
    #expect(growth < 9)
  }

  @Test func layersMayBeVeryDeep() {
    let count = 20_000
    onStage { stage in
      var layers = Self.chain(count)
      layers[count - 1].backgroundColor = .black
      let (host, other) = (stage.show(UIView(frame: stage.window.bounds)), UIView())
      host.layer.addSublayer(layers[0])
      stage.wait(20)
      let renderer = WindowRenderer(stage.window)
      renderer.update()
      #expect(isBlack(renderer))
      #expect(layers[0].hitTest(Point(1, 1)) === layers[count - 1])
      layers[5].position.x += 7
      #expect(layers[count - 1].convert(Point(1, 1), to: nil) == Point(8, 1))
      other.layer.addSublayer(layers[0])
      layers[0].layoutIfNeeded()
      weak let last = layers[count - 1]
      layers.removeAll()
      #expect(last != nil)
      other.layer.sublayers = nil
      #expect(last == nil)
    }
  }

  @Test func aLayerThatIsHeldOutlivesWhatItWasIn() {
    let layers = Self.chain(10)
    var outer: CALayer? = CALayer()
    outer?.addSublayer(layers[0])
    weak let before = outer
    outer = nil
    #expect(before == nil && layers[0].superlayer == nil && layers[9].superlayer === layers[8])
  }

  @Test func masksOfMasksAreDrawnUpToALimit() {
    onStage { stage in
      let host = stage.show(UIView(frame: Rect(0, 0, 9, 9)))
      let renderer = WindowRenderer(stage.window)
      for count in [3, 5000] {
        var mask: CALayer?
        for _ in 0..<count {
          let layer = CALayer()
          layer.frame = Rect(0, 0, 9, 9)
          layer.backgroundColor = .black
          layer.mask = mask
          mask = layer
        }
        host.layer.sublayers = mask.map { [$0] }
        renderer.update()
        #expect(isBlack(renderer))
      }
      host.layer.sublayers = nil
      var view = UIView()
      for _ in 0..<5000 {
        let outer = UIView(frame: Rect(0, 0, 9, 9))
        outer.backgroundColor = .black
        outer.mask = view
        view = outer
      }
      host.addSubview(view)
      renderer.update()
      view.removeFromSuperview()
    }
  }

  // MARK: The view that a layer is in

  private final class Filled: CALayer {
    override init() {
      super.init()
      addSublayer(CALayer())
    }
  }

  private final class FilledView: UIView {
    override class var layerClass: AnyClass { Filled.self }
  }

  /// Whether a change of the layer makes another picture of the window.
  private func isSeen(_ layer: CALayer, in renderer: WindowRenderer) -> Bool {
    renderer.update()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.frame = Rect(0, 0, 9, 9)
    layer.backgroundColor = layer.backgroundColor == .black ? .white : .black
    CATransaction.commit()
    return !renderer.update().isEmpty
  }

  @Test func aLayerIsShownWhereItIs() {
    onStage { stage in
      let first = stage.show(UIView(frame: stage.window.bounds))
      let other = UIWindow()
      other.isHidden = false
      let (second, free) = (UIView(frame: other.bounds), UIView())
      other.addSubview(second)
      let renderers = (WindowRenderer(stage.window), WindowRenderer(other))
      let layers = Self.chain(5)
      let last = layers[4]
      func places() -> [Bool] { [isSeen(last, in: renderers.0), isSeen(last, in: renderers.1)] }
      #expect(places() == [false, false] && last.viewAround == nil)
      first.layer.addSublayer(layers[0])
      #expect(places() == [true, false])
      second.layer.addSublayer(layers[0])
      #expect(places() == [false, true])
      free.layer.addSublayer(layers[2])
      #expect(places() == [false, false] && last.viewAround === free)
      second.addSubview(free)
      #expect(places() == [false, true])
      layers[1].addSublayer(layers[2])
      #expect(places() == [false, true] && last.viewAround === second)
      layers[0].removeFromSuperlayer()
      #expect(places() == [false, false] && last.viewAround == nil)
      let mask = CALayer()
      mask.addSublayer(layers[0])
      first.layer.mask = mask
      #expect(last.viewAround === first)
      first.layer.mask = nil
      #expect(last.viewAround == nil)
    }
  }

  @Test func aClassMayPutLayersIntoItsOwn() {
    onStage { stage in
      let view = stage.show(FilledView(frame: stage.window.bounds))
      let renderer = WindowRenderer(stage.window)
      let inner = view.layer.sublayers?.first
      #expect(inner?.viewAround === view)
      #expect(inner.map { isSeen($0, in: renderer) } == true)
    }
  }

  @Test func aLayerWhoseViewHasEndedIsInNone() {
    let inner = CALayer()
    var view: UIView? = UIView()
    let layer = view?.layer
    layer?.addSublayer(inner)
    #expect(inner.viewAround === view)
    view = nil
    #expect(inner.viewAround == nil && layer?.viewAround == nil)
    inner.backgroundColor = .black
    let outer = UIView()
    outer.layer.addSublayer(inner)
    #expect(inner.viewAround === outer && layer?.sublayers == nil)
  }

  private final class Ends: CAAnimationDelegate {
    var ends: [Bool] = []
    func animationDidStart(_ animation: CAAnimation) {}
    func animationDidStop(_ animation: CAAnimation, finished: Bool) { ends.append(finished) }
  }

  @Test func animationsEndWhenALayerLeavesAlsoInNoWindow() {
    let (layers, ends) = (Self.chain(6), Ends())
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.delegate = ends
    layers[4].add(animation, forKey: "a")
    layers[5].removeFromSuperlayer()
    #expect(ends.ends == [])
    layers[2].removeFromSuperlayer()
    #expect(ends.ends == [false] && layers[4].animationKeys() == nil)
    // Once more, in a layer that came later.
    layers[5].add(animation, forKey: "a")
    layers[4].addSublayer(layers[5])
    layers[1].addSublayer(layers[2])
    layers[1].removeFromSuperlayer()
    #expect(ends.ends == [false, false])
  }
}
