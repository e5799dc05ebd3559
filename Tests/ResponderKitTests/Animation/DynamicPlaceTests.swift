import TestHarness
import Testing

@testable import ResponderKit

/// Bodies that are near enough to touch.
@Suite(.hangLimit) struct DynamicPlaceTests {
  @Test func whatMayTouchIsFoundAmongMany() {
    var random = ParticleRandom(1, 2, 3)
    for _ in 0..<50 {
      let places = (0..<30).map { _ in
        let body = DynamicBody()
        body.place = Point(random.next() * 100, random.next() * 100)
        return DynamicPlace(body, .circle(body.place, random.next() * 12), step: 0, margin: 1)
      }
      let wanted = places.indices.map { index in
        (0..<index).filter { places[$0].mayTouch(places[index]) }
      }
      #expect(DynamicPlace.neighbours(places) == wanted)
    }
    let lost = DynamicPlace(DynamicBody(), .circle(Point(.nan, 0), 1), step: 0, margin: 1)
    #expect(DynamicPlace.neighbours([lost, lost]) == [[], []])
  }

  @Test func aPathsShapeIsWhatGoesAroundItsPoints() {
    let corners = [Point(-50, -50), Point(50, -50), Point(50, 50), Point(-50, 50)]
    let hull = DynamicShape.hull(corners + [.zero, Point(0, 50), Point(20, -10), Point(.nan, 0)])
    #expect(hull == .polygon(corners))
    #expect(DynamicShape.hull([.zero, Point(1, 1), Point(2, 2)]) == nil)
    let (box, circle) = (DynamicShape.box(Size(200, 100)), DynamicShape.ellipse(Size(100, 100)))
    #expect(box.measures.area == 20_000 && abs(box.measures.inertia - 50_000 / 12) < 1e-6)
    #expect(circle == .circle(radius: 50) && circle.measures.inertia == 1250)
  }
}
