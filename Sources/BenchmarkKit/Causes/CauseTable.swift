import PlainText

/// The causes of many latencies, by how long these were: for each step of an eighth of a doubling, how many there were,
/// and how their time was divided.
public struct CauseTable: Sendable, Equatable {
  /// Latencies that are about equally long.
  public struct Step: Sendable, Equatable {
    /// Latencies in this step, with a diagnosis or without.
    public var count: UInt64 = 0
    /// How many had a cause as their largest part.
    public var mains = CauseParts()
    /// The time of the diagnosed latencies, in nanoseconds by cause, all of them added up.
    public var parts = CauseParts()
  }

  /// The causes beyond a percentile.
  public struct Tail: Sendable, Equatable {
    /// The percentile that the tail begins at: 99 for the slowest hundredth.
    public var percent: Double
    /// The latency at the percentile.
    public var beyond: Double
    /// Latencies in the tail. Steps are taken whole, so it may be more than the percentile's part.
    public var count: UInt64
    /// The nanoseconds of the tail's diagnosed latencies, by cause.
    public var parts: CauseParts
  }

  /// The fewest latencies beyond a percentile that are significant.
  public static let leastCount: UInt64 = 10
  static let stepsPerDoubling = 8
  private(set) var steps: [Step]
  /// Which readings were made, what they cost, and which could not be made.
  public var notes: [String]

  /// An empty table.
  public init(notes: [String] = []) {
    steps = Array(repeating: Step(), count: 64 * Self.stepsPerDoubling)
    self.notes = notes
  }

  /// All latencies that were recorded, including those too short for a diagnosis.
  public var count: UInt64 { steps.reduce(0) { $0 + $1.count } }

  static func step(of latency: UInt64) -> Int {
    let latency = Swift.max(1, latency)
    let power = 63 - latency.leadingZeroBitCount
    let fraction = power >= 3 ? Int((latency >> UInt64(power - 3)) & 7) : 0
    return power * stepsPerDoubling + fraction
  }

  /// The shortest latency of a step.
  static func bound(_ step: Int) -> UInt64 {
    let (power, fraction) = (UInt64(step / stepsPerDoubling), UInt64(step % stepsPerDoubling))
    guard power >= 3 else { return 1 << power }
    return (8 + fraction) << (power - 3)
  }

  /// Records a latency, in nanoseconds, with its diagnosis.
  public mutating func record(_ latency: UInt64, _ diagnosis: OutlierDiagnosis) {
    let step = Self.step(of: latency)
    steps[step].count += 1
    steps[step].mains[diagnosis.main] += 1
    steps[step].parts.add(diagnosis.parts)
  }

  /// A latency that is too short to be of interest.
  public mutating func record(_ latency: UInt64) { steps[Self.step(of: latency)].count += 1 }

  /// Adds another table's latencies to this one's. The notes stay as they are.
  public mutating func merge(_ other: CauseTable) {
    for index in steps.indices {
      steps[index].count += other.steps[index].count
      steps[index].mains.add(other.steps[index].mains)
      steps[index].parts.add(other.steps[index].parts)
    }
  }

  /// The steps that are not empty, with their bounds, from a latency on.
  func filled(from latency: UInt64 = 0) -> [(bounds: Range<UInt64>, step: Step)] {
    let first = Self.step(of: latency)
    return steps.indices.filter { $0 >= first && steps[$0].count > 0 }.map {
      (Self.bound($0)..<Swift.max(Self.bound($0) + 1, Self.bound($0 + 1)), steps[$0])
    }
  }

  /// How the time beyond each percentile was divided; percentiles with too few latencies beyond are left out.
  public func tails(_ percents: [Double] = [90, 99, 99.9, 99.99]) -> [Tail] {
    let count = count
    return percents.compactMap { percent in
      let wanted = UInt64((Double(count) * (100 - percent) / 100).rounded(.down))
      guard wanted >= Self.leastCount else { return nil }
      var (taken, parts, beyond) = (UInt64(0), CauseParts(), UInt64(0))
      // Whole steps, from the longest latencies on.
      for index in steps.indices.reversed() where steps[index].count > 0 && taken < wanted {
        taken += steps[index].count
        parts.add(steps[index].parts)
        beyond = Self.bound(index)
      }
      return Tail(percent: percent, beyond: Double(beyond), count: taken, parts: parts)
    }
  }
}

extension CauseTable.Tail {
  /// "beyond p99 (from 52 µs on, 31 latencies): preemption 80%, halt exit 20%".
  public var text: String {
    let sum = Double(Swift.max(1, parts.sum))
    let shares = parts.bySize.compactMap { cause, part -> String? in
      let share = Double(part) / sum * 100
      return share < 0.5 ? nil : "\(cause.name) \(Quantity.fixed(share, 0))%"
    }
    return
      "beyond p\(Self.digits(percent)) (from \(Quantity.text(beyond, unit: "ns")) on, \(count) latencies): "
      + shares.joined(separator: ", ")
  }

  static func digits(_ percent: Double) -> String {
    percent == percent.rounded() ? Quantity.fixed(percent, 0) : "\(percent)"
  }
}

extension CauseTable {
  /// The table as a member of a result's JSON.
  var json: JSON {
    func parts(_ parts: CauseParts) -> JSON {
      .object(parts.bySize.map { ($0.cause.name, .figure(Double($0.nanoseconds))) })
    }
    return .object([
      (
        "tails",
        .array(
          tails().map {
            .object([
              ("percentile", .figure($0.percent)), ("from", .figure($0.beyond)),
              ("count", .figure(Double($0.count))), ("parts", parts($0.parts)),
            ])
          })
      ),
      ("notes", .array(notes.map { .string($0) })),
    ])
  }
}

extension Report {
  /// The causes of the latencies' tails, a line for each percentile, and what was read for them. Empty without any.
  public var causesText: String {
    var (text, notes) = ("", [String]())
    for result in results {
      guard let tails = result.causes?.tails(), !tails.isEmpty else { continue }
      text += "\(result.identity.plainLine)\n" + tails.map { "  \($0.text)\n" }.joined()
      // The cost of a reading varies.
      for note in result.causes?.notes ?? []
      where !notes.contains(where: { $0.prefix(30) == note.prefix(30) }) {
        notes.append(note)
      }
    }
    guard !text.isEmpty else { return "" }
    return "Causes of late callouts, by their share of the time beyond a percentile:\n\(text)"
      + notes.map { "  (\($0))\n" }.joined()
  }
}
