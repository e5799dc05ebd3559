import BenchmarkKit

/// What `--ab` and `--aa` were asked for.
struct PairOptions {
  enum Task {
    /// Another binary of this program, or a git revision.
    case against(String)
    /// The number of comparisons of this program with itself.
    case itself(comparisons: Int)
  }

  /// The options as they were given; nil: not given.
  struct Words {
    var other: String?
    var comparisons: Int?
    var pairs: Int?
    var failure: String?
    var counts = false
    var rounds: Int?
    var seconds: Double?
  }

  let task: Task
  /// How many processes of each program.
  let pairs: Int
  /// The rounds in each process.
  let rounds: Int
  let seconds: Double
  let counts: Bool
  /// The percentage from which a slower row fails; nil: none does.
  let slowerBy: Double?

  /// Nil when one run was asked for, and not two programs.
  init?(_ words: Words, _ options: BenchOptions) throws(WrongCall) {
    switch (words.other, words.comparisons) {
    case (nil, nil):
      let lonely = [
        ("--pairs", words.pairs != nil), ("--counts", words.counts), ("--fail-on", words.failure != nil),
      ]
      if let option = lonely.first(where: \.1) { throw .init("\(option.0) needs --ab OTHER") }
      return nil
    case (.some, .some): throw .init("--ab and --aa are two different questions; give one of them")
    case (let other?, nil): task = .against(other)
    case (nil, let comparisons?):
      task = .itself(comparisons: comparisons)
      if words.counts || words.failure != nil || options.json != nil {
        throw .init("--aa counts false verdicts, and takes no --counts, --fail-on or --json")
      }
    }
    let others: [(String, Bool)] = [
      ("--csv", options.csv != nil), ("--html", options.html != nil), ("--hgrm", options.hgrm != nil),
      ("--compare", options.compare != nil), ("--once", options.once != nil),
      ("--thresholds", options.thresholds != nil), ("--bars", options.judgesBars),
    ]
    let name = words.other == nil ? "--aa" : "--ab"
    if let option = others.first(where: \.1) { throw .init("\(option.0) does not go with \(name)") }

    let rows = max(1, options.count)
    let fewest = ErrorRates.fewestPairs(rows: rows, errorRate: PairedComparison.errorRate)
    pairs = words.pairs ?? max(16, fewest)
    if pairs < fewest {
      throw .init(
        "\(pairs) processes of each program can not tell \(rows) rows apart with at most "
          + "\(Int(PairedComparison.errorRate * 100)) % false verdicts; give --pairs \(fewest), or fewer workloads"
      )
    }
    rounds = options.isQuick ? options.rounds : words.rounds ?? 3
    seconds = options.isQuick ? options.seconds : words.seconds ?? 0.5
    counts = words.counts
    slowerBy = try words.failure.map { text throws(WrongCall) in try Self.percent(text) }
  }

  /// `slower` or `slower:5`.
  private static func percent(_ text: String) throws(WrongCall) -> Double {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0] == "slower" else { throw .init("--fail-on needs slower or slower:PERCENT, not '\(text)'") }
    guard parts.count > 1 else { return 0 }
    guard let percent = Double(parts[1]), (0...10_000).contains(percent) else {
      throw .init("--fail-on slower: needs a number of percent from 0 to 10000, not '\(parts[1])'")
    }
    return percent
  }

  /// What each process is asked for.
  func arguments(_ options: BenchOptions) -> [String] {
    ["bench", "--json", "--rounds", "\(rounds)", "--time", "\(seconds)"]
      + (options.isQuick ? ["--quick"] : [])
      + options.words
  }
}
