import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Turned views beside others: their order, their size, and how much of them is drawn.
@Suite(.hangLimit) struct PerspectiveRuleTests: TurnedViewTests {
  private func root(_ stage: Stage) -> UIView {
    stage.window.backgroundColor = .white
    return stage.show(UIView(frame: Rect(0, 0, 300, 400)))
  }

  @Test func flatSiblingsKeepTheirOrderUnderATilt() {
    onStage { stage in
      let root = root(stage)
      let (card, label) = (view(Rect(0, 0, 300, 400), .red), view(Rect(100, 20, 100, 40), .blue))
      for view in [card, label] { root.addSubview(view) }
      // The upper half, where the label is, leans back.
      root.layer.sublayerTransform = turned(60, 1, 0)
      let middle = label.convert(Point(50, 20), to: root)
      func seen() -> UIColor { stage.color(Int(middle.x), Int(middle.y)) }
      #expect(abs(middle.y - 140) < 2 && seen() == .blue)
      #expect(root.hitTest(middle, with: nil) === label && root.layer.hitTest(middle) === label.layer)
      // In front of the plane.
      card.layer.zPosition = 10
      #expect(seen() == .red && root.layer.hitTest(middle) === card.layer)
      card.layer.zPosition = 0
      card.layer.transform = CATransform3DMakeTranslation(0, 0, 10)
      #expect(seen() == .red)
      card.layer.transform = CATransform3DMakeTranslation(0, 0, -10)
      #expect(seen() == .blue)
    }
  }

  @Test func aViewThatIsMovedInSpaceIsResizedAsOthersAre() {
    let (root, card) = (UIView(frame: Rect(0, 0, 300, 300)), UIView(frame: Rect(50, 50, 200, 200)))
    root.addSubview(card)
    card.autoresizingMask = .flexibleWidth
    card.transform3D = CATransform3DTranslate(turned(0, 0, 1), 0, 0, 100)
    for width in [310.0, 320, 330] { root.bounds.size.width = width }
    #expect(abs(card.bounds.width - 230) < 1e-9 && abs(card.center.x - 165) < 1e-9)
    #expect(card.bounds.height == 200 && card.center.y == 150)
    // Under the perspective of its superview, too.
    card.transform3D = CATransform3DIdentity
    root.layer.sublayerTransform.m34 = -1 / 400
    card.layer.zPosition = 100
    root.bounds.size.width = 340
    #expect(abs(card.bounds.width - 240) < 1e-9)
  }

  @Test func aFloorAmongManyViewsIsHitUpToTheHorizon() {
    onStage { stage in
      let root = root(stage)
      for index in 0..<40 { root.addSubview(view(Rect(Double(index), 0, 10, 10), .green)) }
      let floor = view(Rect(50, -1800, 200, 4000), .red)
      root.addSubview(floor)
      floor.transform3D = turned(85, 1, 0, eye: 300)
      for _ in 0..<5 {
        #expect(root.hitTest(Point(150, 300), with: nil) === floor)
        #expect(root.hitTest(Point(150, 390), with: nil) === floor)
        #expect(root.hitTest(Point(150, 100), with: nil) === root)
      }
    }
  }

  @Test func longContentIsCoarserAndNotLost() {
    onStage { stage in
      let root = root(stage)
      let floor = view(Rect(50, -49_800, 200, 100_000), .red)
      root.addSubview(floor)
      floor.transform3D = turned(85, 1, 0, eye: 300)
      #expect(stage.color(150, 300) == .red && stage.color(150, 100) == .white)
    }
  }

  @Test func contentThatIsScrolledFarIsSeenInAPlane() {
    onStage { stage in
      let root = root(stage)
      let card = view(Rect(50, 100, 200, 200), .red)
      card.bounds.origin.y = 3_000_000
      card.addSubview(view(Rect(0, 3_000_000, 200, 200), .blue))
      root.addSubview(card)
      card.transform3D = turned(30, 0, 1)
      #expect(stage.color(150, 200) == .blue && stage.color(20, 200) == .white)
    }
  }

  @Test func manyPlanesAreDrawnAnewWhereTheyChange() {
    onStage { stage in
      let root = root(stage)
      let cards = (0..<20).map { index in
        view(Rect(10 + Double(index % 5) * 55, 10 + Double(index / 5) * 80, 40, 60), .red)
      }
      for card in cards {
        root.addSubview(card)
        card.transform3D = turned(40, 0, 1)
      }
      let renderer = WindowRenderer(stage.window)
      renderer.update()
      for color in [UIColor.blue, .green] {
        for card in [cards[0], cards[3], cards[16], cards[19]] { card.backgroundColor = color }
        renderer.update()
        #expect(renderer.bitmap == stage.window.snapshot())
        #expect(renderer.bitmap.color(x: 30, y: 40) == color)
      }
    }
  }

  private final class DeepLayer: CALayer {
    override init() {
      super.init()
      sublayerTransform.m34 = -1 / 400
    }
  }

  private final class DeepView: UIView {
    override class var layerClass: AnyClass { DeepLayer.self }
  }

  @Test func aLayerThatBeginsWithAPerspectiveGivesItToItsSubviews() {
    let (root, card) = (DeepView(frame: Rect(0, 0, 300, 300)), UIView(frame: Rect(0, 100, 100, 100)))
    card.layer.zPosition = 200
    root.addSubview(card)
    #expect(root.layer is DeepLayer)
    #expect(card.convert(Point.zero, to: root).distance(to: Point(-150, 50)) < 1e-9)
  }

  @Test func theDepthOfALayerIsAnimated() {
    onStage { stage in
      let outer = stage.show(layer: CALayer())
      let inner = CALayer()
      outer.addSublayer(inner)
      stage.wait(100)
      inner.zPosition = 100
      stage.wait(120)
      let shown = inner.presentation()?.zPosition ?? 0
      #expect(shown > 1 && shown < 99 && inner.zPosition == 100)
      stage.wait(300)
      #expect(inner.presentation()?.zPosition == 100)
      inner.setValue(Double.nan, forKeyPath: "zPosition")
      #expect(inner.zPosition == 100)
    }
  }
}
