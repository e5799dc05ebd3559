import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Many subviews: found by an index, with the answers of the rule.
@Suite(.hangLimit) struct SiblingIndexTests {
  private final class Asked: UIView {
    var count = 0
    override func hitTest(_ point: Point, with event: UIEvent?) -> UIView? {
      count += 1
      return super.hitTest(point, with: event)
    }
  }

  @Test func anIndexAnswersAsTheRuleDoes() {
    var tally = FuzzTally("hits among many siblings")
    for seed in Fuzz.seeds(20) { tally += answers(seed: seed) }
    tally.expectMostStepsDidSomething()
  }

  private func answers(seed: UInt64) -> FuzzTally {
    onStage { stage in
      var tally = FuzzTally("hits, seed \(seed)")
      var random = SplitMix(seed)
      func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      let root = stage.show(UIView(frame: Rect(0, 0, 400, 800)))
      var views: [UIView] = []
      for index in 0..<200 {
        let frame = Rect(number(-50...400), number(-50...800), number(0...80), number(0...80))
        let view = index % 23 == 0 ? Asked(frame: frame) : UIView(frame: frame)
        if index % 7 == 0 { view.transform = AffineTransform(rotationAngle: number(0...6)) }
        if index % 13 == 0 {
          var transform = CATransform3DIdentity
          transform.m34 = -1 / number(20...400)
          view.transform3D = CATransform3DRotate(transform, number(0...6), 1, 1, 0)
        }
        if index % 11 == 0 { view.hitTestEdgeInsets = EdgeInsets(number(-30...10)) }
        if index % 50 == 0 { view.frame = Rect(0, 0, 400, 400) }
        root.addSubview(view)
        views.append(view)
      }
      for round in 0..<300 {
        var view = views[Int(number(0...199))]
        for _ in 0..<3 where !root.bounds.contains(view.center) { view = views[Int(number(0...199))] }
        let place = Point(
          view.bounds.minX + number(0...1) * view.bounds.width,
          view.bounds.minY + number(0...1) * view.bounds.height)
        let point =
          round % 12 == 0 ? Point(number(-10...410), number(-10...810)) : view.convert(place, to: root)
        let hit = root.hitTest(point, with: nil)
        #expect(hit === Variant.a(root, point), "seed \(seed), \(point)")
        tally.count(hit != nil && hit !== root)
        // Some changes keep the index, some do not.
        switch round % 30 {
        case 3: view.isHidden.toggle()
        case 7: view.alpha = view.alpha == 0 ? 1 : 0
        case 11: view.isUserInteractionEnabled.toggle()
        case 15: view.center = Point(number(0...400), number(0...800))
        case 19: root.bringSubviewToFront(view)
        case 23: root.bounds.origin = Point(number(-20...20), 0)
        case 27: view.bounds.size = Size(number(0...90), number(0...90))
        default: break
        }
      }
      return tally
    }
  }

  @Test func aViewOfAnotherClassIsAskedAsOftenAsWithoutAnIndex() {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 400, 800)))
      let behind = Asked(frame: Rect(0, 0, 10, 10))
      let front = Asked(frame: Rect(390, 0, 10, 10))
      root.addSubview(behind)
      for index in 0..<100 { root.addSubview(UIView(frame: Rect(Double(index * 3), 100, 3, 3))) }
      root.addSubview(front)
      for _ in 0..<10 { #expect(root.hitTest(Point(1, 101), with: nil) === root.subviews[1]) }
      // The one in front of what is hit is asked each time, the one behind it never.
      #expect(front.count == 10 && behind.count == 0)
      for _ in 0..<10 { #expect(root.hitTest(Point(1, 700), with: nil) === root) }
      #expect(front.count == 20 && behind.count == 10)
    }
  }
}
