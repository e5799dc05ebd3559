import HIDEvents
import TestHarness
import Testing

@Suite("A rectangle of pixels", .hangLimit)
struct PixelRectTests {
  @Test("whose edges would be beyond the largest number ends there, and is cut to a picture as every other")
  func edges() {
    let far = PixelRect(x: .max, y: 0, width: .max, height: 5)
    #expect(far.maxX == .max && far.width == 0 && far.within(800, 480) == nil)
    #expect(
      PixelRect(x: -5, y: -5, width: .max, height: 15).within(8, 80)
        == PixelRect(x: 0, y: 0, width: 8, height: 10))
    #expect(PixelRect(x: .min, y: 0, width: -1, height: 1).isEmpty)
  }

  @Test(
    "is empty where a picture has no part of it",
    arguments: [(800, 0, 5, 5), (-5, -5, 5, 5), (0, 0, 0, 5), (9, 9, -3, 2)])
  func outside(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    #expect(PixelRect(x: x, y: y, width: width, height: height).within(800, 480) == nil)
  }

  @Test("keeps its size where it is moved to")
  func moved() {
    let part = PixelRect(x: 3, y: 4, width: 5, height: 6)
    #expect(part.moved(-3, 10) == PixelRect(x: 0, y: 14, width: 5, height: 6))
  }

  /// Its edges are a program's, or another process's.
  @Test func lengthsOfFarEdgesSaturate() {
    let all = PixelRect(minX: .min, minY: .min, maxX: .max, maxY: .max)
    #expect(all.width == .max && all.height == .max && all.area == .max)
    let row = PixelRect(minX: .min, minY: 3, maxX: .max, maxY: 4)
    #expect(row.width == .max && row.height == 1 && row.area == .max)
    let turned = PixelRect(minX: .max, minY: .max, maxX: .min, maxY: .min)
    #expect(turned.width == 0 && turned.height == 0 && turned.area == 0 && turned.isEmpty)
    #expect(PixelRect(minX: -1, minY: -2, maxX: .max - 1, maxY: 1).width == .max)
    #expect(PixelRect(minX: -1, minY: -2, maxX: 2, maxY: 1).area == 9)
    #expect("\(all)" == "(\(Int.min) \(Int.min); \(Int.max) \(Int.max))")
  }
}
