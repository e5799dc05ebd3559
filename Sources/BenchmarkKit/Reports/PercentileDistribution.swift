import LinuxSystem

extension Histogram {
  /// The text of HdrHistogram's `outputPercentileDistribution`, which its plotters read: `.hgrm`.
  ///
  /// A line has a value, the part of the values that do not exceed it, their number, and 1/(1 - part). The parts lie closer
  /// towards 1: equally many ticks up to a half, up to three quarters, and so on. The last line, for all values, has no fourth
  /// number.
  ///
  /// - Parameters:
  ///   - unit: values are divided by this; three digits follow the point.
  ///   - ticks: how many lines each half of what is left has.
  public func percentileDistribution(unit: Double = 1000, ticks: Int = 5) -> String {
    var text =
      Self.column("Value", 12) + " " + Self.column("Percentile", 14) + " " + Self.column("TotalCount", 10)
      + " " + Self.column("1/(1-Percentile)", 14) + "\n\n"
    for line in percentileLines(ticks: Swift.max(1, ticks)) {
      text += Self.column(Quantity.fixed(Double(line.value) / unit, 3), 12)
      text += " " + Quantity.fixed(line.part, 12)
      text += " " + Self.column(String(line.count), 10)
      if line.part < 1 { text += " " + Self.column(Quantity.fixed(1 / (1 - line.part), 2), 14) }
      text += "\n"
    }
    func figure(_ value: Double) -> String { Self.column(Quantity.fixed(value / unit, 3), 12) }
    text += "#[Mean    = \(figure(mean)), StdDeviation   = \(figure(standardDeviation))]\n"
    text += "#[Max     = \(figure(Double(max))), Total count    = \(Self.column(String(count), 12))]\n"
    text +=
      "#[Buckets = \(Self.column(String(Self.valueBits - Self.pieceBits), 12)), "
      + "SubBuckets     = \(Self.column(String(2 << Self.pieceBits), 12))]\n"
    return text
  }

  /// How far the values lie from their mean: the root of the mean square. Of each bucket its middle.
  public var standardDeviation: Double {
    guard count > 0 else { return 0 }
    let squares = steps.reduce(0.0) { sum, step in
      let middle = (Double(step.values.lowerBound) + Double(step.values.upperBound)) / 2
      return sum + Double(step.count) * (middle - mean) * (middle - mean)
    }
    return (squares / Double(count)).squareRoot()
  }

  struct PercentileLine: Equatable {
    var value: UInt64
    /// From 0 to 1.
    var part: Double
    /// How many values are at most so large.
    var count: UInt64
  }

  /// HdrHistogram's iteration over percentiles.
  func percentileLines(ticks: Int) -> [PercentileLine] {
    var lines: [PercentileLine] = []
    var wanted = 0.0
    let last = steps.last
    for step in steps {
      let part = Double(step.upToHere) / Double(count)
      while wanted <= part, wanted < 1 {
        lines.append(.init(value: Swift.min(step.values.upperBound, max), part: wanted, count: step.upToHere))
        // The rest of the last bucket is the line of all values.
        if step == last { break }
        let halves = floor(log2(1 / (1 - wanted)) + 1e-9) + 1
        wanted += 1 / (Double(ticks) * exp2(halves))
      }
    }
    if count > 0 { lines.append(.init(value: max, part: 1, count: count)) }
    return lines
  }

  private static func column(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - text.count)) + text
  }
}

extension Report {
  /// The percentile distributions of all latencies, in microseconds, each with the name of a file: `wake,cpus=1.hgrm`.
  public var percentileDistributions: [(name: String, text: String)] {
    results.compactMap { result in
      result.histogram.map { (result.fileName + ".hgrm", $0.percentileDistribution()) }
    }
  }
}

extension Measurement {
  /// What is measured, in characters that a file's name may have everywhere.
  var fileName: String {
    let words = [workload] + (loop.map { [$0] } ?? []) + parameters.map(\.description)
    return String(
      words.joined(separator: ",").map { character in
        character.isASCII && (character.isLetter || character.isNumber || "-_=,.".contains(character))
          ? character : "_"
      })
  }
}
