import HIDEvents

/// Finds how much of each pixel an outline covers: exact areas, summed up row by row.
///
/// What it finds for a pixel does not depend on the part that is asked for: a picture that is drawn in parts is the same
/// as one that is drawn at once.
final class Rasterizer {
  private var areas: [Float] = []
  private var coverage: [UInt8] = []
  private var moved: [Point] = []

  /// Calls `row` for each row of `clip` that the outline touches: y, the first x, the coverage from there on, how many.
  ///
  /// - Parameter bounds: the whole picture's; `clip` is in it.
  func fill(
    _ outline: Outline, _ transform: AffineTransform, bounds: PixelRect, clip: PixelRect,
    _ row: (_ y: Int, _ x: Int, _ coverage: UnsafePointer<UInt8>, _ count: Int) -> Void
  ) {
    guard let box = place(outline, transform) else { return }
    let left = max(box.minX, bounds.minX)
    let right = min(box.maxX, clip.maxX)
    let (top, bottom) = (max(box.minY, clip.minY), min(box.maxY, clip.maxY))
    let first = max(left, clip.minX)
    guard right > first, bottom > top else { return }
    let width = right - left
    let stride = width + 2
    let size = stride * (bottom - top)
    if areas.count < size { areas = [Float](repeating: 0, count: size) }
    if coverage.count < width { coverage = [UInt8](repeating: 0, count: width) }
    areas.withUnsafeMutableBufferPointer { areas in
      guard let areas = areas.baseAddress else { return }
      areas.update(repeating: 0, count: size)
      addEdges(outline, areas, stride, left, width, top, bottom)
      coverage.withUnsafeMutableBufferPointer { coverage in
        guard let coverage = coverage.baseAddress else { return }
        for y in top..<bottom {
          let sums = areas + (y - top) * stride
          var sum: Float = 0
          if outline.isEvenOdd {
            for x in 0..<width {
              sum += sums[x]
              // How far from the nearest even number: 1 is inside.
              coverage[x] = UInt8(min(abs(sum - 2 * (sum / 2).rounded()), 1) * 255 + 0.5)
            }
          } else {
            for x in 0..<width {
              sum += sums[x]
              coverage[x] = UInt8(min(abs(sum), 1) * 255 + 0.5)
            }
          }
          row(y, first, coverage + (first - left), right - first)
        }
      }
    }
    // A large one is not kept.
    if areas.count > 1 << 22 { areas = [] }
  }

  /// Transforms the points; the box around them, or nil when there is nothing to draw.
  private func place(_ outline: Outline, _ transform: AffineTransform) -> PixelRect? {
    moved.removeAll(keepingCapacity: true)
    guard !outline.isEmpty else { return nil }
    var (minX, minY) = (Double.infinity, Double.infinity)
    var (maxX, maxY) = (-Double.infinity, -Double.infinity)
    for point in outline.points {
      let point = point.applying(transform)
      guard point.isFinite else { return nil }
      minX = min(minX, point.x)
      maxX = max(maxX, point.x)
      minY = min(minY, point.y)
      maxY = max(maxY, point.y)
      moved.append(point)
    }
    return PixelRect(around: Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY))
  }

  private func addEdges(
    _ outline: Outline, _ areas: UnsafeMutablePointer<Float>, _ stride: Int, _ left: Int, _ width: Int,
    _ top: Int, _ bottom: Int
  ) {
    moved.withUnsafeBufferPointer { points in
      for (index, start) in outline.starts.enumerated() {
        let end = outline.end(ofPolygon: index)
        guard end - start > 2 else { continue }
        var last = points[end - 1]
        for point in points[start..<end] {
          addEdge(last, point, areas, stride, Double(left), width, top, bottom)
          last = point
        }
      }
    }
  }

  private func addEdge(
    _ from: Point, _ to: Point, _ areas: UnsafeMutablePointer<Float>, _ stride: Int, _ left: Double,
    _ width: Int, _ top: Int, _ bottom: Int
  ) {
    guard from.y != to.y else { return }
    let isDown = from.y < to.y
    let (upper, lower) = isDown ? (from, to) : (to, from)
    guard upper.y < Double(bottom), lower.y > Double(top) else { return }
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    let first = upper.y <= Double(top) ? top : Int(upper.y)
    let end = lower.y >= Double(bottom) ? bottom : Int(lower.y.rounded(.up))
    for y in first..<max(first, end) {
      let (low, high) = (max(Double(y), upper.y), min(Double(y + 1), lower.y))
      let height = high - low
      guard height > 0 else { continue }
      let x0 = upper.x + (low - upper.y) * slope - left
      let x1 = upper.x + (high - upper.y) * slope - left
      Self.addToRow(
        areas + (y - top) * stride, isDown ? height : -height, min(x0, x1), max(x0, x1), width)
    }
  }

  /// A piece of an edge that stays in a row: what is right of it is covered by `height`.
  @inline(__always)
  private static func addToRow(
    _ row: UnsafeMutablePointer<Float>, _ height: Double, _ low: Double, _ high: Double, _ width: Int
  ) {
    if high <= 0 {
      row[0] += Float(height)
      return
    }
    guard low < Double(width) else { return }
    if low >= 0, high <= low.rounded(.down) + 1 {
      let cell = Int(low)
      let share = (low + high) / 2 - Double(cell)
      row[cell] += Float(height * (1 - share))
      row[cell + 1] += Float(height * share)
      return
    }
    let perX = height / (high - low)
    var cell = 0
    if low < 0 { row[0] += Float(-low * perX) } else { cell = Int(low) }
    while cell < width, Double(cell) < high {
      let (from, to) = (max(low, Double(cell)), min(high, Double(cell + 1)))
      let part = (to - from) * perX
      let share = (from + to) / 2 - Double(cell)
      row[cell] += Float(part * (1 - share))
      row[cell + 1] += Float(part * share)
      cell += 1
    }
  }
}
