/// Numbers that look random and are the same each time.
enum DynamicNoise {
  /// A vector with parts from -1 to 1, which changes little from a place to one near it.
  static func vector(_ place: Point, _ time: Double) -> Point {
    Point(value(place, time, seed: 1), value(place, time, seed: 2))
  }

  private static func value(_ place: Point, _ time: Double, seed: UInt64) -> Double {
    let (x, y, z) = (Part(place.x), Part(place.y), Part(time))
    var sum = 0.0
    // The corners of a cube around it.
    for corner in 0..<8 {
      let (isRight, isLow, isLate) = (corner & 1, corner >> 1 & 1, corner >> 2)
      let code = mixed(mixed(mixed(seed, x.code(isRight)), y.code(isLow)), z.code(isLate))
      let weight = x.weight(isRight) * y.weight(isLow) * z.weight(isLate)
      sum += weight * (Double(code >> 11) / Double(1 << 52) - 1)
    }
    return sum
  }

  /// A number between two whole ones.
  private struct Part {
    private let whole: Int
    /// How near it is to the second one.
    private let rest: Double

    init(_ number: Double) {
      let number = min(max(number, -1e9), 1e9)
      let floor = number.rounded(.down)
      let rest = number - floor
      (whole, self.rest) = (Int(floor), rest * rest * (3 - 2 * rest))
    }

    /// - Parameter isFar: 1 for the second one, 0 for the first one.
    func code(_ isFar: Int) -> UInt64 { UInt64(bitPattern: Int64(whole + isFar)) }
    func weight(_ isFar: Int) -> Double { isFar == 1 ? rest : 1 - rest }
  }

  private static func mixed(_ code: UInt64, _ part: UInt64) -> UInt64 {
    var code = (code ^ part) &* 0x9E37_79B9_7F4A_7C15
    code = (code ^ code >> 29) &* 0xBF58_476D_1CE4_E5B9
    return code ^ code >> 32
  }
}
