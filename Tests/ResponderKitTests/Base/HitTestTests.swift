import ResponderKit
import TestHarness
import Testing

/// Hit testing: the rule, who is asked in which order, and the variants that are wrong.
@Suite(.hangLimit) struct HitTestTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var point: Point
    var answers: [String]
    var testDescription: String { name }
  }

  /// Answers of the variants A (and so UIKit's), B, B2, C.
  static let table = [
    Row(name: "red and blue", point: Point(150, 180), answers: ["blue", "red", "red", "red"]),
    Row(name: "blue only", point: Point(200, 240), answers: ["blue", "blue", "blue", "gray"]),
    Row(name: "red only", point: Point(60, 110), answers: ["red", "red", "red", "red"]),
    Row(name: "gray only", point: Point(55, 290), answers: ["gray", "gray", "gray", "gray"]),
    Row(name: "yellow", point: Point(100, 400), answers: ["yellow", "yellow", "yellow", "white"]),
    Row(name: "white", point: Point(10, 10), answers: ["white", "white", "white", "white"]),
    Row(name: "gray's greatest edge", point: Point(310, 150), answers: ["white", "white", "white", "white"]),
    Row(name: "gray's least edge", point: Point(50, 250), answers: ["gray", "gray", "gray", "gray"]),
  ]

  @Test("S003-2: the table of answers", arguments: table)
  func answers(row: Row) {
    onStage { stage in
      let white = stage.show(articleTree().white)
      #expect(white.hitTest(row.point, with: nil)?.label == row.answers[0])
      #expect(Variant.a(white, row.point)?.label == row.answers[0])
    }
  }

  /// Kept to show that these are not how it works: their answers are not the logged ones.
  @Test("Variants B, B2 and C give other answers", arguments: table)
  func wrongVariants(row: Row) {
    onStage { stage in
      let white = stage.show(articleTree().white)
      #expect(Variant.b(white, row.point)?.label == row.answers[1])
      #expect(Variant.b2(white, row.point)?.label == row.answers[2])
      #expect(Variant.c(white, row.point)?.label == row.answers[3])
    }
  }

  @Test("S000-16") func theFirstArticlesFigure() {
    onStage { stage in
      let log = stage.log
      let screen = UIScreen.main.bounds
      let white = TestView("white1", screen, log)
      let green = TestView("green2", Rect(0, 0, 390, 200), log)
      let orange = TestView("orange2", Rect(0, 300, 390, 400), log)
      let blue = TestView("blue3", Rect(10, 10, 100, 100), log)
      let red = TestView("red3", Rect(200, 10, 100, 100), log)
      let yellow = TestView("yellow4", Rect(10, 10, 20, 20), log)
      white.addSubview(green)
      white.addSubview(orange)
      orange.addSubview(blue)
      orange.addSubview(red)
      blue.addSubview(yellow)
      stage.show(white)
      #expect(stage.window.hitTest(Point(150, 600), with: nil) === orange)
      #expect(
        log.take()
          == ["white1", "orange2", "red3", "blue3"].flatMap {
            ["\($0) -[TestView hitTest:withEvent:]", "\($0) pointInside"]
          })
    }
  }

  @Test("S001-11") func laterSiblingsAreAskedFirst() {
    onStage { stage in
      let log = stage.log
      let a = TestView("A", UIScreen.main.bounds, log)
      let b = TestView("B", Rect(0, 0, 390, 400), log)
      let c = TestView("C", Rect(0, 200, 390, 400), log)
      let d = TestView("D", Rect(0, 0, 50, 50), log)
      let e = TestView("E", Rect(0, 0, 100, 100), log)
      let f = TestView("F", Rect(200, 0, 100, 100), log)
      a.addSubview(b)
      b.addSubview(d)
      a.addSubview(c)
      c.addSubview(e)
      c.addSubview(f)
      stage.show(a)
      #expect(stage.window.hitTest(Point(50, 250), with: nil) === e)
      #expect(
        log.take()
          == ["A", "C", "F", "E"].flatMap {
            ["\($0) -[TestView hitTest:withEvent:]", "\($0) pointInside"]
          })
    }
  }

  /// Contradicts variant B, in which the superview looks first.
  @Test("S000-13") func hitTestIsCalledOfAViewThatCanNotBeHit() {
    onStage { stage in
      let white = stage.show(TestView("white", UIScreen.main.bounds, stage.log))
      let hidden = TestView("hidden", Rect(0, 0, 10, 10), stage.log)
      hidden.isHidden = true
      white.addSubview(hidden)
      #expect(white.hitTest(Point(5, 5), with: nil) === white)
      #expect(stage.log.take().filter { $0.hasPrefix("hidden") } == ["hidden -[TestView hitTest:withEvent:]"])
      #expect(white.hitTest(Point(300, 300), with: nil) === white)
      #expect(stage.log.take().filter { $0.hasPrefix("hidden") } == ["hidden -[TestView hitTest:withEvent:]"])
    }
  }

  @Test("S000-14") func lesserEdgesAreInsideAndGreaterOnesAreNot() {
    onStage { _ in
      let view = UIView(frame: Rect(100, 100, 50, 40))
      for (point, isInside) in [
        (Point(0, 0), true), (Point(50, 0), false), (Point(0, 40), false), (Point(49.999, 39.999), true),
        (Point(-0.001, 0), false), (Point(.nan, 0), false), (Point(.infinity, 0), false),
      ] { #expect(view.point(inside: point, with: nil) == isInside, "\(point)") }
      #expect(!UIView().point(inside: .zero, with: nil))
    }
  }

  @Test("S000-15, S001-10, S004-3") func hiddenTransparentAndDisabledViewsAreNotHitWithAllThatIsInThem() {
    onStage { stage in
      let white = stage.show(UIView(frame: UIScreen.main.bounds))
      let box = UIView(frame: Rect(0, 0, 100, 100))
      let inner = UIView(frame: Rect(0, 0, 50, 50))
      white.addSubview(box)
      box.addSubview(inner)
      let hit = { white.hitTest(Point(10, 10), with: nil) }
      #expect(hit() === inner)
      box.isHidden = true
      #expect(hit() === white)
      box.isHidden = false
      box.isUserInteractionEnabled = false
      #expect(hit() === white)
      box.isUserInteractionEnabled = true
      box.alpha = 0
      #expect(hit() === white)
      box.alpha = 1
      #expect(hit() === inner)
      inner.isHidden = true
      #expect(hit() === box)
    }
  }

  /// One article says `alpha < 0.01`, the code of others `<= 0.01`: alpha is kept as a float, and both are right.
  @Test("S000-15: alpha of 0.01") func aHundredthIsNotEnoughAndALittleMoreIs() {
    onStage { stage in
      let white = stage.show(UIView(frame: UIScreen.main.bounds))
      let view = UIView(frame: Rect(0, 0, 100, 100))
      white.addSubview(view)
      for (alpha, isHit) in [
        (0.01, false), (0.009, false), (0.010001, true), (0.02, true), (0, false), (-1, false),
      ] {
        view.alpha = alpha
        #expect((white.hitTest(Point(1, 1), with: nil) === view) == isHit, "\(alpha)")
      }
    }
  }

  @Test("S000-18") func conversionsAreInverses() {
    onStage { stage in
      let (white, views) = articleTree()
      stage.show(white)
      let (gray, blue, yellow) = (views[1], views[3], views[4])
      let p = Point(3, 4)
      #expect(gray.convert(p, from: blue) == Point(83, 64))
      #expect(gray.convert(Point(83, 64), to: blue) == p)
      #expect(yellow.convert(p, to: blue) == Point(3 + 50 - 130, 4 + 360 - 160))
      #expect(blue.convert(yellow.convert(p, to: blue), to: yellow) == p)
      #expect(blue.convert(p, to: nil) == Point(133, 164))
      #expect(blue.convert(Point(133, 164), from: nil) == p)
      #expect(blue.convert(Rect(0, 0, 10, 20), to: white) == Rect(130, 160, 10, 20))
      #expect(blue.convert(Rect(130, 160, 10, 20), from: nil) == Rect(0, 0, 10, 20))
    }
  }

  @Test func aRotatedViewIsHitWhereItIsSeen() {
    onStage { stage in
      let white = stage.show(UIView(frame: UIScreen.main.bounds))
      let view = UIView(frame: Rect(50, 75, 100, 50))
      white.addSubview(view)
      view.transform = AffineTransform(rotationAngle: .pi / 2)
      let corner = view.convert(Point(0, 0), to: white)
      #expect(corner.distance(to: Point(125, 50)) < 1e-9)
      #expect(view.convert(corner, from: white).distance(to: .zero) < 1e-9)
      #expect(white.hitTest(Point(100, 55), with: nil) === view)
      #expect(white.hitTest(Point(60, 100), with: nil) === white)
      #expect(view.frame.insetBy(dx: -1e-9, dy: -1e-9).contains(Rect(75, 50, 50, 100)))
      #expect(view.bounds == Rect(0, 0, 100, 50))
    }
  }

  @Test func aViewScaledToNothingIsNotHit() {
    onStage { stage in
      let white = stage.show(UIView(frame: UIScreen.main.bounds))
      let view = UIView(frame: Rect(0, 0, 100, 100))
      white.addSubview(view)
      for transform in [
        AffineTransform(scaleX: 0, y: 0), AffineTransform(scaleX: 1, y: 0),
        AffineTransform(translationX: .nan, y: 0), AffineTransform(scaleX: .infinity, y: 1),
      ] {
        view.transform = transform
        #expect(white.hitTest(Point(50, 50), with: nil) === white)
      }
      view.transform = .identity
      #expect(white.hitTest(Point(50, 50), with: nil) === view)
      view.frame = Rect(.nan, 0, 100, 100)
      #expect(white.hitTest(Point(50, 50), with: nil) === white)
      view.frame = Rect(-.infinity, 0, .infinity, 100)
      #expect(white.hitTest(Point(50, 50), with: nil) === white)
    }
  }

  @Test func aBoundsOriginScrollsWhatIsInTheView() {
    onStage { stage in
      let white = stage.show(UIView(frame: UIScreen.main.bounds))
      let scrolled = UIView(frame: Rect(100, 100, 100, 100))
      let row = UIView(frame: Rect(0, 500, 100, 20))
      white.addSubview(scrolled)
      scrolled.addSubview(row)
      #expect(white.hitTest(Point(110, 110), with: nil) === scrolled)
      scrolled.bounds.origin.y = 490
      #expect(white.hitTest(Point(110, 112), with: nil) === row)
      #expect(white.hitTest(Point(110, 105), with: nil) === scrolled)
      #expect(scrolled.frame == Rect(100, 100, 100, 100))
      #expect(row.convert(Point.zero, to: white) == Point(100, 110))
    }
  }

  @Test func clippingHasNothingToDoWithHits() {
    onStage { stage in
      let white = stage.show(UIView(frame: UIScreen.main.bounds))
      let parent = UIView(frame: Rect(50, 50, 100, 100))
      let kid = UIView(frame: Rect(90, 90, 60, 60))
      white.addSubview(parent)
      parent.addSubview(kid)
      for clips in [false, true] {
        parent.clipsToBounds = clips
        #expect(white.hitTest(Point(145, 145), with: nil) === kid)
        #expect(white.hitTest(Point(160, 160), with: nil) === white)
      }
    }
  }

  @Test func aTreeOfAHundredThousandLevelsIsHitAndGoes() {
    onStage { stage in
      let white = stage.show(UIView(frame: UIScreen.main.bounds))
      var deepest = white
      for _ in 0..<100_000 {
        let view = UIView(frame: UIScreen.main.bounds)
        deepest.addSubview(view)
        deepest = view
      }
      #expect(stage.window.hitTest(Point(1, 1), with: nil) === deepest)
      // The frame lays all of it out, and lets go of the list.
      stage.wait(20)
      weak let last = deepest
      deepest = white
      for child in white.subviews { child.removeFromSuperview() }
      #expect(last == nil)
    }
  }
}
