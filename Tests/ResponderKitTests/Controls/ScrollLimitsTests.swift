import TestHarness
import Testing

@testable import ResponderKit

/// How far the motion of a scroll view goes beyond its content.
@Suite(.hangLimit) struct ScrollLimitsTests {
  /// The offsets of a page that is left at the last page's place, with a velocity away from the content.
  private func offsets(bounces: Bool) -> [Double] {
    let motion = ScrollMotion(
      from: Point(2700, 0), velocity: Point(2000, 0), to: Point(2700, 0),
      Deceleration(rate: 0.998, slowest: 10), range: (0...2700, 0...0), bounces: bounces, stiffness: 20,
      turnDuration: 0.4, turnsPage: true)
    return (0...100).map { motion.place(at: Double($0) * 0.005).offset.x }
  }

  @Test func aPageStaysWithinTheContentUnlessItBounces() throws {
    #expect(offsets(bounces: false).allSatisfy { (0...2700).contains($0) })
    #expect(try #require(offsets(bounces: true).max()) > 2710)
  }
}
