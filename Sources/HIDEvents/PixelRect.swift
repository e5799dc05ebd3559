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
  @inlinable
  public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// A rectangle from its upper left pixel and its size. Edges saturate at the largest and the smallest number.
  @inlinable
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(minX: x, minY: y, maxX: Self.sum(x, width), maxY: Self.sum(y, height))
  }

  @inlinable
  static func sum(_ edge: Int, _ length: Int) -> Int {
    let (sum, isTooLarge) = edge.addingReportingOverflow(length)
    return isTooLarge ? (length > 0 ? .max : .min) : sum
  }

  /// The distance between two edges; 0 when they are in the wrong order. Saturates.
  @inlinable
  static func length(_ least: Int, _ most: Int) -> Int {
    let (length, isTooLarge) = most.subtractingReportingOverflow(least)
    return most <= least ? 0 : isTooLarge ? .max : length
  }

  /// No pixels.
  public static let empty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// A length in pixels; 0 when the edges are in the wrong order.
  @inlinable
  public var width: Int { Self.length(minX, maxX) }
  /// A length in pixels; 0 when the edges are in the wrong order.
  @inlinable
  public var height: Int { Self.length(minY, maxY) }
  /// How many pixels it has. Saturates.
  @inlinable
  public var area: Int {
    let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
    return isTooLarge ? .max : area
  }
  /// Whether it has no pixels.
  @inlinable
  public var isEmpty: Bool { maxX <= minX || maxY <= minY }

  /// Whether it contains all of the other one's pixels.
  @inlinable
  public func contains(_ other: PixelRect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Whether they have a pixel in common.
  @inlinable
  public func intersects(_ other: PixelRect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// What both have in common; empty when that is nothing.
  @inlinable
  public func intersection(_ other: PixelRect) -> PixelRect {
    let both = PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
    return both.isEmpty ? .empty : both
  }

  /// The smallest that holds both; an empty one adds nothing.
  @inlinable
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  @inlinable
  package func insetBy(_ distance: Int) -> PixelRect {
    PixelRect(
      minX: Self.sum(minX, distance), minY: Self.sum(minY, distance), maxX: Self.sum(maxX, -distance),
      maxY: Self.sum(maxY, -distance))
  }

  /// The part inside a picture of this size; nil if that is empty.
  package func within(_ width: Int, _ height: Int) -> PixelRect? {
    let part = intersection(PixelRect(minX: 0, minY: 0, maxX: width, maxY: height))
    return part.isEmpty ? nil : part
  }

  @inlinable
  package func moved(_ x: Int, _ y: Int) -> PixelRect {
    PixelRect(
      minX: Self.sum(minX, x), minY: Self.sum(minY, y), maxX: Self.sum(maxX, x), maxY: Self.sum(maxY, y))
  }

  public var description: String { "(\(minX) \(minY); \(width) \(height))" }
}
