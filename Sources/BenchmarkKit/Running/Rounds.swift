/// How contestants are measured: a warm-up that also finds how many repetitions a round needs, then several rounds.
///
/// Contestants take turns within a round, and each round begins with another one. So whatever the machine does
/// meanwhile (another process, a processor that gets hot, a neighbour on the host) meets all of them alike.
public struct Rounds: Sendable {
  /// Number of rounds; at most three when one repetition takes several times as long as a round should.
  public var count: Int
  /// Nanoseconds that a contestant's round takes at least, preparation included.
  public var timePerRound: UInt64
  /// Called between the warm-up and the first round.
  public var afterWarmUp: (@Sendable () -> Void)?
  /// Called after each round of a contestant, with the latencies of that round.
  public var afterRound: (@Sendable (_ contestant: String, Histogram) -> Void)?
  /// The clock of the warm-up.
  var now: @Sendable () -> UInt64 = { MonotonicTime.now }

  /// At least one round, of at least one nanosecond: lower values are raised.
  public init(_ count: Int, timePerRound: UInt64) {
    self.count = Swift.max(1, count)
    self.timePerRound = Swift.max(1, timePerRound)
  }

  /// `count` rounds within a time for each contestant; the warm-up takes the time of one more round.
  public init(_ count: Int, within seconds: Double) {
    // At most some centuries, which 64 bits can count; none for what is no number.
    let seconds = Swift.min(Swift.max(0, seconds), 1e10)
    self.init(count, timePerRound: UInt64(seconds * 1e9 / Double(Swift.max(1, count) + 1)))
  }

  /// Measures contestants against each other.
  ///
  /// - Parameters:
  ///   - subject: the text of the progress line.
  ///   - processor: where to keep the calling thread meanwhile.
  /// - Returns: an outcome per contestant, in their order.
  public func run(
    _ contestants: [Contestant], subject: String = "", on processor: Int? = nil, progress: Progress? = nil
  ) throws -> [Contestant.Outcome] {
    try Processors.pinned(to: processor) {
      var outcomes: [Contestant.Outcome] = []
      var repetitions: [Int] = []
      var rounds = Swift.max(1, count)
      for contestant in contestants {
        progress?.show("\(title(subject, contestant)): warming up")
        let (enough, isLong) = try calibrate(contestant)
        repetitions.append(enough)
        if isLong { rounds = Swift.min(rounds, 3) }
        outcomes.append(
          .init(name: contestant.name, values: [], latencies: contestant.recordsLatencies ? Histogram() : nil)
        )
      }
      afterWarmUp?()
      var latencies = Histogram()
      for round in 0..<rounds where round == 0 || !Interruption.isRequested {
        for place in contestants.indices {
          let index = (place + round) % contestants.count
          let contestant = contestants[index]
          progress?.show("\(title(subject, contestant)): round \(round + 1) of \(rounds)")
          latencies.removeAll()
          let time = try contestant.body(repetitions[index], &latencies)
          if contestant.recordsLatencies {
            outcomes[index].values.append(Double(latencies.percentile(50)))
            outcomes[index].latencies?.merge(latencies)
            afterRound?(contestant.name, latencies)
          } else {
            outcomes[index].values.append(
              Double(time) / Double(repetitions[index]) / contestant.operations)
          }
        }
      }
      progress?.clear()
      return outcomes
    }
  }

  /// Measures one contestant.
  public func run(
    _ contestant: Contestant, subject: String = "", on processor: Int? = nil, progress: Progress? = nil
  ) throws -> Contestant.Outcome {
    try run([contestant], subject: subject, on: processor, progress: progress)[0]
  }

  private func title(_ subject: String, _ contestant: Contestant) -> String {
    subject.isEmpty ? contestant.name : contestant.name.isEmpty ? subject : "\(subject) \(contestant.name)"
  }

  /// Finds how many repetitions fill a round, by running more and more of them: this is the warm-up as well.
  private func calibrate(_ contestant: Contestant) throws -> (repetitions: Int, isLong: Bool) {
    var repetitions = 1
    while true {
      var time = try wallTime(of: contestant, repetitions)
      if time >= timePerRound / 2, time / 4 < timePerRound {
        // Once more: something else may have had the processor meanwhile, and a round would be much too short.
        time = try Swift.min(time, wallTime(of: contestant, repetitions))
      }
      if time >= timePerRound / 2 || repetitions >= contestant.limit {
        let wanted = Double(repetitions) * Double(timePerRound) / Double(time)
        return (
          Self.whole(Swift.max(1, wanted.rounded()), atMost: contestant.limit),
          repetitions == 1 && time / 4 >= timePerRound
        )
      }
      let growth = Swift.min(10, Swift.max(1.5, Double(timePerRound) / Double(time)))
      repetitions = Self.whole((Double(repetitions) * growth).rounded(.up), atMost: contestant.limit)
    }
  }

  /// The limit of a body that takes no time at all is `Int.max`, which is less than its `Double`.
  private static func whole(_ value: Double, atMost limit: Int) -> Int {
    value < Double(limit) ? Int(value) : limit
  }

  private func wallTime(of contestant: Contestant, _ repetitions: Int) throws -> UInt64 {
    var latencies = Histogram()
    let start = now()
    _ = try contestant.body(repetitions, &latencies)
    return Swift.max(1, now() - start)
  }
}
