/// The part of a stall's time that each look at its thread represents.
enum TimeClaims {
  /// - Parameter weights: the time around each look: from half way to the one before to half way to the next.
  /// - Returns: the same, except that the time before the first look, the longest without one, is shared by the first few, so that a
  ///   single untypical look does not represent half of a stall.
  static func of(_ weights: [UInt64]) -> [UInt64] {
    let few = weights.prefix(4).count
    guard few >= 3, weights[0] > weights[1] else { return weights }
    var claims = weights
    let part = (weights[0] - weights[1]) / UInt64(few)
    for index in 1..<few {
      let (sum, isTooLarge) = claims[index].addingReportingOverflow(part)
      claims[index] = isTooLarge ? .max : sum
    }
    claims[0] -= part * UInt64(few - 1)
    return claims
  }
}
