import ResponderKit
import TestHarness
import Testing

/// Which layers are in front of others, and which of their corners are round.
@Suite(.hangLimit) struct LayerOrderTests {
  private func view(_ frame: Rect, _ color: UIColor) -> UIView {
    let view = UIView(frame: frame)
    view.backgroundColor = color
    return view
  }

  @Test func aViewOfAGreaterDepthIsDrawnInFrontAndTouchedAsBefore() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let (first, second) = (view(Rect(0, 0, 100, 100), .red), view(Rect(0, 0, 100, 100), .blue))
      let third = view(Rect(0, 0, 50, 50), .green)
      for view in [first, second, third] { root.addSubview(view) }
      func seen(_ place: Int) -> UIColor { stage.window.snapshot().color(x: place, y: place) }
      #expect(seen(75) == .blue && seen(25) == .green)
      first.layer.zPosition = 2
      #expect(seen(75) == .red && seen(25) == .red)
      // Of the same depth, as before.
      third.layer.zPosition = 2
      #expect(seen(25) == .green)
      #expect(root.hitTest(Point(75, 75), with: nil) === second)
      first.layer.zPosition = -1
      #expect(seen(75) == .blue)
      first.layer.zPosition = .nan
      #expect(first.layer.zPosition == -1)
    }
  }

  @Test func aChangeOfDepthAloneIsShown() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let (first, second) = (view(Rect(0, 0, 40, 40), .red), view(Rect(0, 0, 40, 40), .blue))
      for view in [first, second] { root.addSubview(view) }
      let renderer = WindowRenderer(stage.window)
      renderer.update()
      #expect(renderer.bitmap.color(x: 20, y: 20) == .blue)
      first.layer.zPosition = 1
      renderer.update()
      #expect(renderer.bitmap.color(x: 20, y: 20) == .red)
    }
  }

  @Test func sublayersAndSubviewsAreOrderedTogether() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let (layer, inner) = (CALayer(), CALayer())
      for (layer, color) in [(layer, UIColor.red), (inner, .green)] {
        layer.frame = Rect(0, 0, 100, 100)
        layer.backgroundColor = color.cgColor
      }
      root.layer.addSublayer(layer)
      root.addSubview(view(Rect(0, 0, 100, 100), .blue))
      func seen() -> UIColor { stage.window.snapshot().color(x: 50, y: 50) }
      #expect(seen() == .blue)
      stage.atOnce { layer.zPosition = 1 }
      #expect(seen() == .red)
      // In a layer, too.
      let last = CALayer()
      last.frame = inner.frame
      last.backgroundColor = UIColor.blue.cgColor
      layer.addSublayer(inner)
      layer.addSublayer(last)
      #expect(seen() == .blue)
      stage.atOnce { inner.zPosition = 0.5 }
      #expect(seen() == .green)
    }
  }

  @Test func onlyTheCornersOfTheMaskAreRound() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      stage.window.backgroundColor = .white
      let box = view(Rect(0, 0, 100, 100), .red)
      box.layer.cornerRadius = 40
      box.layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
      let inner = view(Rect(0, 0, 100, 100), .blue)
      root.addSubview(box)
      func corners(_ color: UIColor) -> [Bool] {
        let picture = stage.window.snapshot()
        return [(2, 2), (97, 2), (2, 97), (97, 97)].map { picture.color(x: $0, y: $1) == color }
      }
      #expect(corners(.white) == [true, false, false, true])
      #expect(corners(.red) == [false, true, true, false])
      // What is in it is cut in the same way, and the border goes around.
      box.addSubview(inner)
      #expect(corners(.blue) == [true, true, true, true])
      box.clipsToBounds = true
      #expect(corners(.blue) == [false, true, true, false])
      box.layer.borderWidth = 10
      box.layer.borderColor = UIColor.green.cgColor
      #expect(corners(.green) == [false, true, true, false])
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 50, y: 5) == .green && picture.color(x: 50, y: 50) == .blue)
      box.layer.maskedCorners = []
      #expect(corners(.green) == [true, true, true, true])
    }
  }

  @Test func aBorderThatIsWiderThanHalfOfABoxWithOneRoundCornerFillsIt() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      stage.window.backgroundColor = .white
      let box = view(Rect(0, 0, 100, 100), .red)
      box.layer.cornerRadius = 40
      box.layer.maskedCorners = [.layerMinXMinYCorner]
      box.layer.borderWidth = 60
      box.layer.borderColor = UIColor.green.cgColor
      root.addSubview(box)
      let picture = stage.window.snapshot()
      for (x, y) in [(50, 50), (97, 2), (97, 97), (45, 58)] { #expect(picture.color(x: x, y: y) == .green) }
      #expect(picture.color(x: 2, y: 2) == .white)
    }
  }
}
