import ResponderKit
import Testing

@Suite struct SkeletonTests {
  @Test func rectHoldsItsLesserEdges() {
    #expect(Rect(0, 0, 1, 1).contains(Point(0, 0)))
  }
}
