import HIDEvents

/// The parts in which a copy lags behind its picture.
struct MissedParts {
  /// The number of parts beyond which the whole picture is copied.
  private static let most = 64

  private let all: PixelRect
  private var parts: [PixelRect] = []

  /// No parts of a picture of this size.
  init(width: Int, height: Int) { all = PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Adds a changed part, cut to the picture.
  mutating func add(_ part: PixelRect) {
    guard let part = part.within(all.width, all.height) else { return }
    if parts.count < Self.most { parts.append(part) } else { addAll() }
  }

  /// Marks the whole picture as changed.
  mutating func addAll() { parts = [all] }

  /// Removes and returns the parts, for copying.
  mutating func take() -> [PixelRect] {
    defer { parts.removeAll(keepingCapacity: true) }
    return parts
  }
}
