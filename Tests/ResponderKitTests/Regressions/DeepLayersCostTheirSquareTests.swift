import HIDEvents
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

  /// Whether the window is black near its corner.
  private func isBlack(_ renderer: WindowRenderer) -> Bool {
    renderer.bitmap.pixels[4 * renderer.bitmap.width + 4] == 0xFF00_0000
  }

  @Test func layersAreBuiltAndTakenApartOneByOne() {
    let upwards = growth(of: 1000) { count in threadTime { _ = Self.chain(count) } }
    #expect(upwards < 9)
    let downwards = growth(of: 1000) { count in
      onStage { stage in
        var last = stage.show(UIView()).layer
        let layers = (0..<count).map { _ in CALayer() }
        let time = threadTime {
          for layer in layers {
            last.addSublayer(layer)
            last = layer
          }
          for layer in layers { layer.removeFromSuperlayer() }
        }
        #expect(layers.allSatisfy { $0.superlayer == nil && $0.sublayers == nil })
        return time
      }
    }
    #expect(downwards < 9)
  }

  @Test func eachLayerIsChangedAndShown() {
    let growths = (
      changes: growth(of: 250) { Self.timeOfChanges(in: $0).changes },
      pictures: growth(of: 250) { Self.timeOfChanges(in: $0).pictures }
    )
    #expect(growths.changes < 9 && growths.pictures < 9, "\(growths)")
  }

  /// What changes of so many layers take, and what it takes to show them.
  private static func timeOfChanges(in count: Int) -> (changes: Double, pictures: Double) {
    onStage { stage in
      let layers = chain(count)
      stage.show(UIView(frame: stage.window.bounds)).layer.addSublayer(layers[0])
      let renderer = WindowRenderer(stage.window)
      stage.wait(20)
      renderer.update()
      let changes = threadTime {
        for layer in layers {
          layer.setNeedsLayout()
          layer.cornerRadius = 3
        }
      }
      let pictures = threadTime {
        stage.wait(300)
        renderer.update()
      }
      #expect(layers.allSatisfy { $0.animationKeys() == nil && !$0.needsLayout })
      return (changes, pictures)
    }
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
      renderer.update()
      #expect(!isBlack(renderer))
      var view = UIView()
      weak let innermost = view
      for _ in 0..<5000 {
        let outer = UIView(frame: Rect(0, 0, 9, 9))
        outer.backgroundColor = .black
        outer.mask = view
        view = outer
      }
      host.addSubview(view)
      renderer.update()
      #expect(isBlack(renderer) && innermost != nil)
      view.removeFromSuperview()
      view = UIView()
      #expect(innermost == nil)
    }
  }

  @Test func groupsAroundAPlaneCountInIt() {
    onStage { stage in
      let layers = Self.chain(50)
      for layer in layers { layer.opacity = 0.9 }
      layers[19].sublayerTransform.m34 = -1 / 500
      layers[20].transform = CATransform3DMakeRotation(0.5, 0, 1, 0)
      stage.show(UIView(frame: stage.window.bounds)).layer.addSublayer(layers[0])
      let scene = Scene(stage.window, scale: 1, bounds: PixelRect(x: 0, y: 0, width: 390, height: 844))
      let inner = scene.items.compactMap(\.plane).first?.scene
      #expect(scene.items.count { $0.group != nil } == 20)
      #expect(inner?.items.count { $0.group != nil } == Scene.mostLayers - 20)
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

  @Test func layersOfSubviewsLeaveALayerWhoseViewEnds() {
    let (own, kept) = (CALayer(), UIView())
    var view: UIView? = UIView()
    var subview: UIView? = UIView()
    guard let layer = view?.layer, let inner = subview?.layer else { return }
    layer.addSublayer(own)
    for child in [subview, kept] { child.map { view?.addSubview($0) } }
    #expect(layer.sublayers?.elementsEqual([own, inner, kept.layer], by: ===) == true)
    (view, subview) = (nil, nil)
    #expect(layer.sublayers?.elementsEqual([own], by: ===) == true)
    inner.addSublayer(layer)
    #expect(layer.superlayer === inner && inner.superlayer == nil)
  }

  @Test func aMaskWhoseViewHasEndedIsInTheWindow() {
    onStage { stage in
      let (host, masked, inner, ends) = (stage.show(UIView()), CALayer(), CALayer(), AnimationEnds())
      host.layer.addSublayer(masked)
      var view: UIView? = UIView()
      view?.layer.addSublayer(inner)
      masked.mask = view?.layer
      stage.wait(20)
      view = nil
      #expect(masked.mask?.clock === host.layer.clock && inner.clock != nil && inner.viewAround === host)
      stage.wait(20)
      inner.opacity = 0.5
      #expect(inner.running.count == 1)
      inner.add(AnimationEnds.animation(ends), forKey: "a")
      host.layer.sublayers = nil
      #expect(ends.ends == [false] && inner.clock == nil && inner.viewAround == nil)
    }
  }

  @Test func aMaskWhoseViewHasEndedKeepsItsAnimations() {
    let (outer, masked, ends) = (CALayer(), CALayer(), AnimationEnds())
    outer.addSublayer(masked)
    var view: UIView? = UIView()
    view?.layer.add(AnimationEnds.animation(ends), forKey: "a")
    masked.mask = view?.layer
    view = nil
    #expect(ends.ends == [] && outer.mayHaveMotion)
    masked.removeFromSuperlayer()
    #expect(ends.ends == [false])
  }

  @Test func aDelegateMayPutALayerThatLeavesElsewhere() {
    onStage { stage in
      let (first, second) = (stage.show(UIView()), stage.show(UIView()))
      let (layers, ends) = (Self.chain(3), AnimationEnds())
      first.layer.addSublayer(layers[0])
      layers[0].add(AnimationEnds.animation(ends), forKey: "a")
      layers[1].add(AnimationEnds.animation(ends), forKey: "a")
      ends.onEnd = { if ends.ends.count == 1 { second.layer.addSublayer(layers[0]) } }
      layers[0].removeFromSuperlayer()
      #expect(ends.ends == [false, false] && layers[0].superlayer === second.layer)
      #expect(layers.allSatisfy { $0.clock != nil && $0.viewAround === second && $0.running.isEmpty })
      stage.wait(20)
      layers[2].opacity = 0.5
      #expect(layers[2].running.count == 1)
    }
  }

  @Test func animationsEndWhenALayerLeavesAlsoInNoWindow() {
    let (layers, ends) = (Self.chain(6), AnimationEnds())
    let animation = AnimationEnds.animation(ends)
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
