/// A rectangle of whole pixels: the edges of the lesser coordinates belong to it, the others do not.
public struct PixelRect: Hashable, Sendable, CustomStringConvertible {
  /// The first column.
  public var minX: Int
  /// The first row, counted from the top.
  public var minY: Int
  /// The column behind the last one.
  public var maxX: Int
  /// The row behind the last one.
  public var maxY: Int

  /// A rectangle from the first column and row up to, not including, the last ones.
  public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// A rectangle from its upper left pixel and its size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  /// No pixels.
  public static let empty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// All pixels that the rectangle touches. Distant coordinates and NaN are clamped to a bound that no bitmap reaches.
  init(around rect: Rect) {
    self.init(
      minX: Self.whole(rect.minX.rounded(.down)), minY: Self.whole(rect.minY.rounded(.down)),
      maxX: Self.whole(rect.maxX.rounded(.up)), maxY: Self.whole(rect.maxY.rounded(.up)))
  }

  /// The nearest whole edges.
  init(rounding rect: Rect) {
    self.init(
      minX: Self.whole(rect.minX.rounded()), minY: Self.whole(rect.minY.rounded()),
      maxX: Self.whole(rect.maxX.rounded()), maxY: Self.whole(rect.maxY.rounded()))
  }

  /// The number without what is behind its point, within what pictures can have.
  static func whole(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(max(-1e6, min(1e6, value)))
  }

  /// A length in pixels; 0 when the edges are in the wrong order.
  public var width: Int { max(0, maxX - minX) }
  /// A length in pixels; 0 when the edges are in the wrong order.
  public var height: Int { max(0, maxY - minY) }
  /// How many pixels it has.
  public var area: Int { width * height }
  /// Whether it has no pixels.
  public var isEmpty: Bool { maxX <= minX || maxY <= minY }

  /// Whether it contains all of the other one's pixels.
  public func contains(_ other: PixelRect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Whether they have a pixel in common.
  public func intersects(_ other: PixelRect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// What both have in common; empty when that is nothing.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let both = PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
    return both.isEmpty ? .empty : both
  }

  /// The smallest that holds both; an empty one adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  func insetBy(_ distance: Int) -> PixelRect {
    PixelRect(minX: minX + distance, minY: minY + distance, maxX: maxX - distance, maxY: maxY - distance)
  }

  public var description: String { "(\(minX) \(minY); \(width) \(height))" }
}

/// The part of a picture that has to be drawn again: a few rectangles that together hold it.
struct Damage {
  static let most = 8
  private(set) var rects: [PixelRect] = []

  var isEmpty: Bool { rects.isEmpty }

  /// Rectangles that touch become one; when there are too many, those two do that waste least.
  mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    if rects.contains(where: { $0.contains(rect) }) { return }
    var merged = rect
    while let index = rects.firstIndex(where: { $0.intersects(merged) }) {
      merged = merged.union(rects.remove(at: index))
    }
    rects.append(merged)
    while rects.count > Self.most { mergeCheapest() }
  }

  private mutating func mergeCheapest() {
    var best = (waste: Int.max, first: 0, second: 1)
    for first in rects.indices {
      for second in rects.indices where second > first {
        let waste =
          rects[first].union(rects[second]).area - rects[first].area - rects[second].area
        if waste < best.waste { best = (waste, first, second) }
      }
    }
    let merged = rects[best.first].union(rects[best.second])
    rects.remove(at: best.second)
    rects.remove(at: best.first)
    add(merged)
  }
}
