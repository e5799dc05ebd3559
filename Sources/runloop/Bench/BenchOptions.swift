import BenchmarkKit
import LinuxSystem

/// What `runloop bench` was asked for.
struct BenchOptions {
  /// A workload with the variants that were chosen.
  struct Choice {
    var workload: Workload
    var variants: [Workload.Variant]
  }

  enum Target: Equatable {
    case standardOutput
    case file(String)
  }

  var choices: [Choice] = []
  var rounds = 7
  /// The time for each workload.
  var seconds = 3.0
  var json: Target?
  var csv: Target?
  var html: String?
  var compare: String?
  var isQuick = false
  /// How many operations of one workload are run, with nothing around them.
  var once: Int?
  var thresholds: String?
  var rewritesThresholds = false
  /// Whether the bars of what is measured decide on the status.
  var judgesBars = false
  /// The folder of percentile distributions.
  var hgrm: String?
  /// Two programs in turn, in place of one run.
  var pairs: PairOptions?
  /// The workloads as they were written.
  var words: [String] = []
  /// Stops at the first latency beyond it, in nanoseconds.
  var breakAt: UInt64?
  var settings = LatencySettings()
  /// Runs one workload for this number of nanoseconds, with a line each second.
  var soak: UInt64?
  var usesCyclictest = false
  /// How many times each cause is provoked, to see whether it is named.
  var checksCauses: Int?
  var wantsList = false
  var wantsHelp = false

  static let known =
    "--rounds N, --time SECONDS, --json[=FILE], --csv[=FILE], --html FILE, --hgrm DIR, --compare OLD.json, --ab OTHER, --aa[=N], --pairs N, --counts, --fail-on slower[:PERCENT], --break-at TIME, --check-causes N, --soak TIME, --cyclictest, --realtime, --timer-slack TIME, --dma-latency MICROSECONDS, --cpus LIST, --quick, --bars, --once N, --thresholds FILE, --rewrite, --list, --help"

  init(_ arguments: [String]) throws(WrongCall) {
    var rest = CallWords(arguments)
    var names: [String] = []
    var pairing = PairOptions.Words()
    while let word = rest.next() {
      guard word.hasPrefix("-") else {
        names.append(word)
        continue
      }
      func value(_ wanted: String) throws(WrongCall) -> String {
        guard let value = rest.value() else { throw WrongCall("\(word) needs \(wanted)") }
        return value
      }
      func number<Number: LosslessStringConvertible & Comparable>(
        _ wanted: String, in range: ClosedRange<Number>
      ) throws(WrongCall) -> Number {
        let text = try value(wanted)
        guard let number = Number(text), range.contains(number) else {
          throw WrongCall("\(word) needs \(wanted), not '\(text)'")
        }
        return number
      }
      func flag() throws(WrongCall) -> Bool {
        if let excess = rest.excess { throw WrongCall(excess) }
        return true
      }
      func target() throws(WrongCall) -> Target {
        guard let attached = rest.attached else { return .standardOutput }
        guard !attached.isEmpty else { throw WrongCall("\(word)= needs a file's name") }
        return .file(attached)
      }
      switch word {
      case "--once": once = try number("a whole number from 1 to 1000000000", in: 1...1_000_000_000)
      case "--thresholds": thresholds = try value("a file of thresholds")
      case "--rewrite": rewritesThresholds = try flag()
      case "--check-causes": checksCauses = try number("a whole number from 1 to 10000", in: 1...10_000)
      case "--break-at": breakAt = try Self.duration(word, value("a time such as 500us"))
      case "--realtime": settings.isRealtime = try flag()
      case "--timer-slack": settings.timerSlack = try Self.duration(word, value("a time such as 1ns"))
      case "--dma-latency":
        settings.wakeLatency = try number(
          "a whole number of microseconds from 0 to 1000000", in: 0...1_000_000)
      case "--cpus": settings.processors = try Self.processors(value("numbers of processors such as 0,2-3"))
      case "--soak": soak = try Self.duration(word, value("a time such as 10s or 3600s"))
      case "--cyclictest": usesCyclictest = try flag()
      case "--json": json = try target()
      case "--csv": csv = try target()
      case "--html": html = try value("a file's name")
      case "--hgrm": hgrm = try value("a folder's name")
      case "--compare": compare = try value("the file of an older run's --json")
      case "--ab": pairing.other = try value("another binary of this program, or a git revision")
      case "--aa":
        pairing.comparisons =
          try rest.attached == nil ? 20 : number("a whole number from 1 to 1000", in: 1...1000)
      case "--pairs": pairing.pairs = try number("a whole number from 4 to 200", in: 4...200)
      case "--fail-on": pairing.failure = try value("slower or slower:PERCENT")
      case "--counts": pairing.counts = try flag()
      case "--rounds":
        rounds = try number("a whole number from 1 to 1000", in: 1...1000)
        pairing.rounds = rounds
      case "--time":
        seconds = try number("a number of seconds from 0.001 to 3600, for each workload", in: 0.001...3600)
        pairing.seconds = seconds
      case "--quick": isQuick = try flag()
      case "--bars": judgesBars = try flag()
      case "--list": wantsList = try flag()
      case "--help": wantsHelp = try flag()
      default: throw WrongCall("unknown option '\(word)'; there are: \(Self.known)")
      }
    }
    if json == .standardOutput, csv == .standardOutput {
      throw WrongCall(
        "--json and --csv can not both go to standard output; give one of them a file: --csv=FILE")
    }
    if rewritesThresholds, thresholds == nil { throw WrongCall("--rewrite needs --thresholds FILE") }
    if thresholds != nil, let name = names.first {
      throw WrongCall("--thresholds counts what its file says, and takes no workload; leave '\(name)' out")
    }
    if once != nil, names.count != 1 { throw WrongCall("--once needs one workload") }
    if isQuick {
      rounds = min(rounds, 2)
      seconds = min(seconds, 0.02)
    }
    for name in names { choices.append(try Self.choice(name)) }
    dropRepetitions()
    words = names
    try OutputFile.checkDifferent(files, "two forms of the result")
    if let hgrm,
      let name = files.first(where: { $0.hasSuffix(".hgrm") && OutputFile.isDirectly($0, in: hgrm) })
    {
      throw WrongCall("\(name) is among the files of --hgrm \(hgrm); give it another name or folder")
    }
    if choices.isEmpty {
      choices = Workload.all.map { Choice(workload: $0, variants: $0.variants) }
    }
    try checkBars(named: !names.isEmpty)
    try checkBreak(named: !names.isEmpty)
    try chooseLongRun(named: !names.isEmpty)
    if isQuick, names.isEmpty {
      for index in choices.indices { choices[index].variants = choices[index].variants.filter(\.isSmall) }
    }
    pairs = try PairOptions(pairing, self)
  }

  /// The files that are written.
  var files: [String] {
    [json, csv, html.map { .file($0) }].compactMap {
      if case .file(let name)? = $0 { name } else { nil }
    }
  }

  /// How many measurements there are to make.
  var count: Int { choices.reduce(0) { $0 + $1.variants.count } }

  /// Drops duplicates.
  private mutating func dropRepetitions() {
    var seen: Set<String> = []
    for index in choices.indices {
      let name = choices[index].workload.name
      choices[index].variants.removeAll { !seen.insert(Measurement(name, $0, values: []).subject).inserted }
    }
    choices.removeAll { $0.variants.isEmpty }
  }

  /// A word such as `timer-churn` or `pipes:pipes=100,active=10`.
  static func choice(_ word: String) throws(WrongCall) -> Choice {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let workload = Workload.all.first(where: { $0.name == parts[0] }) else {
      let names = Workload.all.map(\.name).joined(separator: ", ")
      throw WrongCall("unknown workload '\(parts[0])'; there are: \(names)")
    }
    guard parts.count > 1 else { return Choice(workload: workload, variants: workload.variants) }
    var variants = workload.variants
    for setting in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
      let sides = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      guard sides.count == 2 else {
        throw WrongCall("'\(word)': expected NAME=VALUE after the colon, not '\(setting)'")
      }
      guard let parameter = workload.parameters.first(where: { $0.name == sides[0] }) else {
        let names = workload.parameters.map(\.name)
        throw WrongCall(
          "\(workload.name) has no parameter '\(sides[0])'; "
            + (names.isEmpty ? "it has none" : "there are: \(names.joined(separator: ", "))"))
      }
      guard let value = parameter.value(from: sides[1]) else {
        throw WrongCall("\(workload.name): '\(parameter.name)' is \(parameter.wanted), not '\(sides[1])'")
      }
      for variant in variants.indices {
        for place in variants[variant].indices where variants[variant][place].name == parameter.name {
          variants[variant][place].value = value
        }
      }
    }
    // Variants that differed in what was set are one now.
    var unique: [Workload.Variant] = []
    for variant in variants where !unique.contains(variant) { unique.append(variant) }
    // Other parameters of a variant may not go with what was set.
    let possible = unique.filter { workload.refusal($0) == nil }
    if possible.isEmpty, let refusal = unique.lazy.compactMap(workload.refusal).first {
      throw WrongCall("\(workload.name): \(refusal)")
    }
    return Choice(workload: workload, variants: possible)
  }
}
