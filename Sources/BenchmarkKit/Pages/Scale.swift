import LinuxSystem

/// Puts values on a line of a plot: evenly, or by their logarithm.
struct Scale: Sendable {
  let values: ClosedRange<Double>
  let pixels: ClosedRange<Double>
  let isLogarithmic: Bool
  /// Whether larger values have smaller pixel numbers, as on a vertical axis.
  let isUpward: Bool

  init(
    _ values: ClosedRange<Double>, to pixels: ClosedRange<Double>, logarithmic: Bool = false,
    upward: Bool = false
  ) {
    isLogarithmic = logarithmic
    isUpward = upward
    self.pixels = pixels
    var low = values.lowerBound
    var high = values.upperBound
    if logarithmic {
      low = Swift.max(low, 0.001)
      high = Swift.max(high, low)
      if high < low * 1.5 {
        low /= 1.3
        high *= 1.3
      }
    } else if high <= low {
      high = low + 1
    }
    self.values = low...high
  }

  func place(_ value: Double) -> Double {
    let value = Swift.min(Swift.max(value, values.lowerBound), values.upperBound)
    let part =
      isLogarithmic
      ? log(value / values.lowerBound) / log(values.upperBound / values.lowerBound)
      : (value - values.lowerBound) / (values.upperBound - values.lowerBound)
    let width = pixels.upperBound - pixels.lowerBound
    return isUpward ? pixels.upperBound - part * width : pixels.lowerBound + part * width
  }

  /// Round values along the scale, at most about `count`.
  func ticks(_ count: Int) -> [Double] {
    isLogarithmic ? logarithmicTicks(count) : evenTicks(count)
  }

  private func logarithmicTicks(_ count: Int) -> [Double] {
    let first = Int(floor(log10(values.lowerBound)))
    let last = Int(ceil(log10(values.upperBound)))
    for steps in [[1.0, 2, 5], [1.0, 3], [1.0]] {
      let ticks = (first...last).flatMap { power in steps.map { $0 * pow(10, Double(power)) } }
        .filter { values.contains($0) }
      if ticks.count <= count { return ticks }
    }
    let powers = (first...last).map { pow(10, Double($0)) }.filter { values.contains($0) }
    let stride = powers.count / Swift.max(1, count) + 1
    return powers.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
  }

  private func evenTicks(_ count: Int) -> [Double] {
    let rough = (values.upperBound - values.lowerBound) / Double(Swift.max(1, count))
    let power = pow(10, floor(log10(rough)))
    let step = ([1.0, 2, 5, 10].first { $0 * power >= rough } ?? 10) * power
    var ticks: [Double] = []
    var tick = ceil(values.lowerBound / step) * step
    while tick <= values.upperBound + step * 1e-9 {
      ticks.append(tick)
      tick += step
    }
    return ticks
  }
}
