import TestHarness
import Testing

@testable import ResponderKit

/// The boxes of rectangles that are partly behind the eye.
@Suite(.hangLimit) struct PerspectiveBoxTests: TurnedViewTests {
  /// Turned so far that the view's left part is behind an eye that is near.
  private func views(_ degrees: Double) -> (root: UIView, card: UIView) {
    let (root, card) = (UIView(frame: Rect(0, 0, 400, 400)), UIView(frame: Rect(0, 100, 400, 200)))
    root.addSubview(card)
    card.layer.transform = turned(degrees, 0, 1, eye: 50)
    return (root, card)
  }

  @Test func theBoxIsThatOfThePartInFrontOfTheEye() {
    let (root, card) = views(60)
    let box = card.convert(card.bounds, to: root)
    #expect(box.isFinite && zip(box.corners, card.frame.corners).allSatisfy { $0.distance(to: $1) < 1e-6 })
    // A part that is in front of the eye as a whole has the box of its corners.
    let part = Rect(250, 20, 100, 50)
    let corners = part.corners.map { card.convert($0, to: root) }
    let seen = card.convert(part, to: root)
    #expect(corners.allSatisfy { abs($0.x - 200) < 200 && seen.insetBy(dx: -1e-6, dy: -1e-6).contains($0) })
    #expect(seen.width < 100 && seen == card.convert(part, to: nil) && seen == root.convert(part, from: card))
    // All of it contains what is seen of each part.
    #expect(box.minX <= seen.minX && box.maxX >= seen.maxX)
    // The far edge, which is seen, is an edge of the box.
    #expect(abs(box.maxX - card.convert(Point(400, 100), to: root).x) < 1e-6)
  }

  @Test func whatIsAllBehindTheEyeHasAnEmptyBox() {
    let (root, card) = views(60)
    let box = card.convert(Rect(0, 0, 60, 200), to: root)
    #expect(box.size == .zero && box.isFinite)
  }

  @Test func rectanglesOfViewsInAViewInSpaceAreCutThere() {
    let (root, card) = views(60)
    let inner = UIView(frame: Rect(0, 50, 400, 100))
    card.addSubview(inner)
    let (whole, part) = (card.convert(Rect(0, 50, 400, 100), to: root), inner.convert(inner.bounds, to: root))
    #expect(part == whole && inner.convert(inner.bounds, to: nil) == whole)
    #expect(root.convert(inner.bounds, from: inner) == whole)
    // And back: what is seen of a rectangle of the root in the card.
    let back = card.convert(Rect(150, 150, 100, 100), from: root)
    #expect(back.isFinite && card.convert(Rect(150, 150, 100, 100), from: nil) == back)
  }

  @Test func rectanglesOfViewsInThePlaneKeepTheirCorners() {
    let (root, view) = (UIView(frame: Rect(0, 0, 400, 400)), UIView(frame: Rect(10, 20, 100, 50)))
    root.addSubview(view)
    #expect(view.convert(Rect(1, 2, 3, 4), to: root) == Rect(11, 22, 3, 4))
    #expect(view.convert(Rect(1, 2, 3, 4), to: view) == Rect(1, 2, 3, 4))
    #expect(view.convert(Rect(11, 22, 3, 4), from: root) == Rect(1, 2, 3, 4))
    view.transform = AffineTransform(scaleX: 2, y: 2)
    #expect(view.convert(Rect(0, 0, 100, 50), to: root) == view.frame)
    let other = UIView(frame: Rect(100, 100, 10, 10))
    root.addSubview(other)
    #expect(view.convert(Rect(0, 0, 100, 50), to: other) == view.frame.offsetBy(dx: -100, dy: -100))
    for rect in [Rect(.nan, 0, 1, 1), Rect(.infinity, 0, 1, 1)] { _ = view.convert(rect, to: other) }
  }
}
