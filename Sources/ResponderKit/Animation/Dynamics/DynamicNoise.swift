import LinuxSystem

/// Numbers that look random and are the same each time.
enum DynamicNoise {
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// A vector with parts from -1 to 1, which changes little from a place to one near it.
  static func vector(_ place: Point, _ time: Double) -> Point {
    Point(value(place, time, seed: 1), value(place, time, seed: 2))
  }

  private static func value(_ place: Point, _ time: Double, seed: UInt64) -> Double {
    let parts = [place.x, place.y, time].map { part in
      let part = min(max(part, -1e9), 1e9)
      let floor = part.rounded(.down)
      let rest = part - floor
      return (Int(floor), rest * rest * (3 - 2 * rest))
    }
    var sum = 0.0
    // The corners of a cube around it.
    for corner in 0..<8 {
      var (code, weight) = (seed, 1.0)
      for (index, part) in parts.enumerated() {
        let isFar = corner >> index & 1
        code = mixed(code, UInt64(bitPattern: Int64(part.0 + isFar)))
        weight *= isFar == 1 ? part.1 : 1 - part.1
      }
      sum += weight * (Double(code >> 11) / Double(1 << 52) - 1)
    }
    return sum
  }

  private static func mixed(_ code: UInt64, _ part: UInt64) -> UInt64 {
    var code = (code ^ part) &* 0x9E37_79B9_7F4A_7C15
    code = (code ^ code >> 29) &* 0xBF58_476D_1CE4_E5B9
    return code ^ code >> 32
  }
}
