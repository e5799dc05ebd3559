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
}
