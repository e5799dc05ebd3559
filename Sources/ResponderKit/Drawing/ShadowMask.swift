import LinuxSystem

/// How dark a rectangle's blurred shadow is at each place: a Gaussian over a rectangle with round corners, as a table of a quarter of it.
/// The other quarters are its mirror images.
struct ShadowMask {
  struct Key: Hashable {
    var size: Size
    var cornerRadius: Double
    /// The Gaussian's standard deviation, above 0.
    var deviation: Double

    /// Farther than this from the rectangle there is no shadow: what is left out is less than half of a 255th.
    static let reach = 3.0
  }

  private let size: Size
  private let deviation: Double
  private let spacing: Double
  private let columns: Int
  private let values: [Float]

  /// No side of the table has more steps; a large corner with a small blur is taken in steps as wide as the blur.
  private static let mostSteps = 96.0

  init(_ key: Key) {
    size = key.size
    deviation = key.deviation
    // Farther inside, the nearest corner and edges are all that counts.
    let inner = key.cornerRadius + Key.reach * deviation
    let (width, height) = (min(size.width / 2, inner), min(size.height / 2, inner))
    let outer = Key.reach * deviation
    spacing = max(deviation / 3, (max(width, height) + outer) / Self.mostSteps)
    columns = Int(((width + outer) / spacing).rounded(.up)) + 1
    let rows = Int(((height + outer) / spacing).rounded(.up)) + 1
    var values: [Float] = []
    values.reserveCapacity(columns * rows)
    for row in 0..<rows {
      let y = min(Double(row) * spacing - outer, height)
      let slices = Self.slices(key, y)
      for column in 0..<columns {
        let x = min(Double(column) * spacing - outer, width)
        var sum = 0.0
        for slice in slices {
          let (left, right) = (slice.inset - x, size.width - slice.inset - x)
          sum += slice.weight * (Self.share(right / deviation) - Self.share(left / deviation))
        }
        values.append(Float(min(max(sum, 0), 1)))
      }
    }
    self.values = values
  }

  /// Slices of the rectangle around a height, with how much each counts there, and how far its ends are from the rectangle's sides.
  private static func slices(_ key: Key, _ y: Double) -> [(weight: Double, inset: Double)] {
    let count = 32
    let height = key.size.height
    let radius = min(key.cornerRadius, key.size.width / 2, height / 2)
    let reach = Key.reach * key.deviation
    let whole = share(Key.reach) - share(-Key.reach)
    return (0..<count).compactMap { index in
      let from = max(y - reach + 2 * reach * Double(index) / Double(count), 0)
      let to = min(y - reach + 2 * reach * Double(index + 1) / Double(count), height)
      guard to > from else { return nil }
      // What lies beyond the reach is counted as if it were like the rest.
      let weight = (share((to - y) / key.deviation) - share((from - y) / key.deviation)) / whole
      let middle = (from + to) / 2
      let depth = radius - min(middle, height - middle)
      return (weight, depth > 0 ? radius - max(radius * radius - depth * depth, 0).squareRoot() : 0)
    }
  }

  /// How much of a Gaussian lies below a value.
  private static func share(_ value: Double) -> Double { 0.5 * (1 + erf(value * 0.5.squareRoot())) }

  /// - Parameters:
  ///   - x: from the rectangle's left edge.
  ///   - y: from its upper edge.
  @inline(__always)
  func value(_ x: Double, _ y: Double) -> Double {
    let reach = Key.reach * deviation
    let column = (min(x, size.width - x) + reach) / spacing
    let row = (min(y, size.height - y) + reach) / spacing
    guard column >= 0, row >= 0 else { return 0 }
    let rows = values.count / columns
    let (left, top) = (min(Int(column), columns - 1), min(Int(row), rows - 1))
    let (right, bottom) = (min(left + 1, columns - 1), min(top + 1, rows - 1))
    let (partX, partY) = (min(column - Double(left), 1), min(row - Double(top), 1))
    return values.withUnsafeBufferPointer { values in
      func mix(_ line: Int) -> Double {
        let first = Double(values[line * columns + left])
        return first + (Double(values[line * columns + right]) - first) * partX
      }
      let upper = mix(top)
      return upper + (mix(bottom) - upper) * partY
    }
  }
}

/// Shadows that were computed, so that a picture that is drawn again does not compute them again.
struct ShadowCache {
  private var masks: [ShadowMask.Key: ShadowMask] = [:]
  private static let most = 64

  mutating func mask(_ key: ShadowMask.Key) -> ShadowMask {
    if let mask = masks[key] { return mask }
    if masks.count >= Self.most { masks.removeAll(keepingCapacity: true) }
    let mask = ShadowMask(key)
    masks[key] = mask
    return mask
  }
}
