/// A part of a picture, in pixels.
public struct PicturePart: Hashable, Sendable {
  /// The left edge.
  public var x: Int
  /// The upper edge.
  public var y: Int
  /// A length in pixels.
  public var width: Int
  /// A length in pixels.
  public var height: Int

  /// A part with its upper left corner and size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The part inside a picture of this size; nil if that is empty.
  func within(_ width: Int, _ height: Int) -> PicturePart? {
    let (left, top) = (max(x, 0), max(y, 0))
    let (right, bottom) = (
      min(x.addingReportingOverflow(self.width).partialValue, width),
      min(y.addingReportingOverflow(self.height).partialValue, height)
    )
    guard self.width > 0, self.height > 0, left < right, top < bottom else { return nil }
    return PicturePart(x: left, y: top, width: right - left, height: bottom - top)
  }

  func moved(_ x: Int, _ y: Int) -> PicturePart {
    PicturePart(x: self.x + x, y: self.y + y, width: width, height: height)
  }

  func contains(_ other: PicturePart) -> Bool {
    x <= other.x && y <= other.y && x + width >= other.x + other.width && y + height >= other.y + other.height
  }

  /// What both have; nil if that is nothing.
  func intersection(_ other: PicturePart) -> PicturePart? {
    moved(-other.x, -other.y).within(other.width, other.height)?.moved(other.x, other.y)
  }
}

/// The parts in which a copy lags behind its picture.
struct MissedParts {
  /// The number of parts beyond which the whole picture is copied.
  private static let most = 64

  private let all: PicturePart
  private var parts: [PicturePart] = []

  /// No parts of a picture of this size.
  init(width: Int, height: Int) { all = PicturePart(x: 0, y: 0, width: width, height: height) }

  /// Adds a changed part, cut to the picture.
  mutating func add(_ part: PicturePart) {
    guard let part = part.within(all.width, all.height) else { return }
    if parts.count < Self.most { parts.append(part) } else { addAll() }
  }

  /// Marks the whole picture as changed.
  mutating func addAll() { parts = [all] }

  /// Removes and returns the parts, for copying.
  mutating func take() -> [PicturePart] {
    defer { parts.removeAll(keepingCapacity: true) }
    return parts
  }
}
