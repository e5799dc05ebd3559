import HIDEvents

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
