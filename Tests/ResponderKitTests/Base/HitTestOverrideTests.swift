import LinuxSystem
import ResponderKit
import TestHarness
import Testing

/// The articles' overrides of `hitTest` and `point(inside:)`.
@Suite(.hangLimit) struct HitTestOverrideTests {
  private final class RoundView: UIView {
    override func point(inside point: Point, with event: UIEvent?) -> Bool {
      let middle = Point(frame.size.width / 2, frame.size.height / 2)
      return point.distance(to: middle) <= frame.size.width / 2
    }
  }

  @Test("S004-4") func aRoundViewIsHitInItsCircleOnly() {
    onStage { stage in
      let white = stage.show(UIView(frame: UIScreen.main.bounds))
      let round = RoundView(frame: Rect(100, 100, 80, 80))
      white.addSubview(round)
      #expect(white.hitTest(Point(101, 101), with: nil) === white)
      #expect(white.hitTest(Point(140, 140), with: nil) === round)
      // The edge belongs to it.
      #expect(white.hitTest(Point(180, 140), with: nil) === round)
      #expect(white.hitTest(Point(180.001, 140), with: nil) === white)
    }
  }

  @Test("S000-17") func insetsMoveTheEdgesWhereAViewIsHit() {
    onStage { stage in
      let white = stage.show(UIView(frame: UIScreen.main.bounds))
      let parent = UIView(frame: Rect(100, 100, 100, 100))
      let view = UIView(frame: Rect(40, 40, 20, 20))
      white.addSubview(parent)
      parent.addSubview(view)
      let hit = { (x: Double, y: Double) in white.hitTest(Point(x, y), with: nil) }
      #expect(hit(135, 135) === parent)
      // Negative insets make it larger.
      view.hitTestEdgeInsets = EdgeInsets(-10)
      #expect(hit(135, 135) === view)
      #expect(hit(130, 130) === view)
      #expect(hit(170, 169) === parent)
      // Positive ones make it smaller.
      view.hitTestEdgeInsets = EdgeInsets(5)
      #expect(hit(142, 150) === parent)
      #expect(hit(150, 150) === view)
      // Zero is the bounds again.
      view.hitTestEdgeInsets = .zero
      #expect(hit(142, 150) === view)
      // It is not hit outside of its superview, however large.
      view.hitTestEdgeInsets = EdgeInsets(-500)
      #expect(hit(101, 101) === view)
      #expect(hit(99, 99) === white)
    }
  }

  private final class LargerView: UIView {
    override func point(inside point: Point, with event: UIEvent?) -> Bool {
      bounds.insetBy(dx: -20, dy: -20).contains(point)
    }
  }

  @Test("S004-5") func aButtonCanBeHitTwentyPointsAround() {
    onStage { stage in
      let white = stage.show(UIView(frame: UIScreen.main.bounds))
      let button = LargerView(frame: Rect(100, 100, 60, 40))
      white.addSubview(button)
      #expect(button.point(inside: Point(-20, -20), with: nil))
      #expect(!button.point(inside: Point(80, 60), with: nil))
      #expect(white.hitTest(Point(80, 80), with: nil) === button)
      #expect(white.hitTest(Point(180, 160), with: nil) === white)
    }
  }

  /// Article 002's way: subviews first, then whether the point is inside.
  private final class ChildrenFirstView: UIView {
    override func hitTest(_ point: Point, with event: UIEvent?) -> UIView? {
      for child in subviews where child.isUserInteractionEnabled && !child.isHidden && child.alpha >= 0.01 {
        if let hit = child.hitTest(child.convert(point, from: self), with: event) { return hit }
      }
      return self.point(inside: point, with: event) ? self : nil
    }
  }

  /// Article 004's way: inside is where a subview is. Its own bounds count no more.
  private final class WhereChildrenAreView: UIView {
    override func point(inside point: Point, with event: UIEvent?) -> Bool {
      subviews.contains { $0.frame.contains(point) }
    }
  }

  @Test("S002-5, S004-6") func twoWaysToHitASubviewOutsideOfItsSuperview() {
    onStage { stage in
      let white = stage.show(UIView(frame: UIScreen.main.bounds))
      func put<View: UIView>(_ parent: View) -> (View, UIView) {
        for old in white.subviews { old.removeFromSuperview() }
        let kid = UIView(frame: Rect(90, 90, 60, 60))
        white.addSubview(parent)
        parent.addSubview(kid)
        return (parent, kid)
      }
      let frame = Rect(50, 50, 100, 100)
      let (plain, _) = put(UIView(frame: frame))
      #expect(white.hitTest(Point(160, 160), with: nil) === white)
      #expect(white.hitTest(Point(60, 60), with: nil) === plain)
      let (first, firstKid) = put(ChildrenFirstView(frame: frame))
      #expect(white.hitTest(Point(160, 160), with: nil) === firstKid)
      #expect(white.hitTest(Point(60, 60), with: nil) === first)
      let (_, secondKid) = put(WhereChildrenAreView(frame: frame))
      #expect(white.hitTest(Point(160, 160), with: nil) === secondKid)
      #expect(white.hitTest(Point(60, 60), with: nil) === white)
    }
  }

  /// Lets through what hits nothing in it.
  private final class PassingView: UIView {
    override func hitTest(_ point: Point, with event: UIEvent?) -> UIView? {
      let hit = super.hitTest(point, with: event)
      return hit === self ? nil : hit
    }
  }

  @Test("S004-7: by hitTest") func aCoveringViewLetsWhatLiesBelowBeHit() {
    onStage { stage in
      let white = stage.show(UIView(frame: UIScreen.main.bounds))
      let below = UIView(frame: Rect(0, 0, 100, 100))
      let cover = PassingView(frame: Rect(0, 0, 200, 200))
      let inCover = UIView(frame: Rect(10, 10, 20, 20))
      white.addSubview(below)
      white.addSubview(cover)
      cover.addSubview(inCover)
      #expect(white.hitTest(Point(50, 50), with: nil) === below)
      #expect(white.hitTest(Point(15, 15), with: nil) === inCover)
      #expect(white.hitTest(Point(150, 150), with: nil) === white)
    }
  }

  /// Is there only where a control of its own is.
  private final class CoveringView: UIView {
    override func point(inside point: Point, with event: UIEvent?) -> Bool {
      subviews.contains { $0 is UIControl && $0.frame.contains(point) }
    }
  }

  @Test("S004-7: by pointInside") func aCoveringViewIsThereOnlyWhereItsControlsAre() {
    onStage { stage in
      let white = stage.show(UIView(frame: UIScreen.main.bounds))
      let below = UIButton(frame: Rect(0, 0, 200, 200))
      let cover = CoveringView(frame: Rect(0, 0, 200, 200))
      let control = UIButton(frame: Rect(10, 10, 20, 20))
      white.addSubview(below)
      white.addSubview(cover)
      cover.addSubview(UIView(frame: Rect(100, 100, 20, 20)))
      cover.addSubview(control)
      #expect(white.hitTest(Point(15, 15), with: nil) === control)
      // Its own area, and a subview that is no control, let the button below be hit.
      #expect(white.hitTest(Point(50, 50), with: nil) === below)
      #expect(white.hitTest(Point(105, 105), with: nil) === below)
      var pressed: [String] = []
      below.onEvent(.touchUpInside) { _ in pressed.append("below") }
      control.onEvent(.touchUpInside) { _ in pressed.append("control") }
      stage.tap(105, 105)
      stage.tap(15, 15, after: 1000)
      #expect(pressed == ["below", "control"])
    }
  }

  @Test("S004-8") func aSubviewOfAButtonTakesItsTouchesUnlessItTakesNone() {
    onStage { stage in
      let white = stage.show(UIView(frame: UIScreen.main.bounds))
      let button = UIView(frame: Rect(0, 0, 100, 40))
      let picture = UIView(frame: Rect(10, 10, 20, 20))
      white.addSubview(button)
      button.addSubview(picture)
      #expect(white.hitTest(Point(15, 15), with: nil) === picture)
      picture.isUserInteractionEnabled = false
      #expect(white.hitTest(Point(15, 15), with: nil) === button)
    }
  }

  /// A class that overrides nothing may say so, and is judged without being called; its subclass still is called.
  @Test func declaredClassesAreJudgedByTheirPlaceAndTheirSubclassesAreCalled() {
    class Plain: UIView {}
    final class Picky: Plain {
      override func point(inside point: Point, with event: UIEvent?) -> Bool { false }
    }
    HitTesting.declareStandard(Plain.self)
    onStage { stage in
      let white = stage.show(UIView(frame: UIScreen.main.bounds))
      let plain = Plain(frame: Rect(0, 0, 10, 10))
      white.addSubview(plain)
      #expect(white.hitTest(Point(5, 5), with: nil) === plain)
      white.addSubview(Picky(frame: Rect(0, 0, 10, 10)))
      #expect(white.hitTest(Point(5, 5), with: nil) === plain)
    }
  }
}
