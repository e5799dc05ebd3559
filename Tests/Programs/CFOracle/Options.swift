/// How scenarios are driven: the command line's options, which a batch repeats for each scenario.
struct Options: Sendable {
  var isVirtual = true
  var showsTime = true
  /// Milliseconds a tick.
  var tick = 100.0
  var budget = 4000
  /// Seconds of real time after which a scenario hangs.
  var patience: UInt32 = 60
  /// Microseconds: wake-ups are late by less than this.
  var latency = 0.0
  var seed: UInt32 = 1
  /// Nanoseconds of virtual time for a clock read; `nil` for the usual cost.
  var readCost: UInt64?
  /// Microseconds: moments of the scenario nearer than this are ties.
  var tie = 0.0
  /// Where items lie in memory; 0 leaves it to the allocator.
  var scatter: UInt32 = 0
  var isBatch = false
  /// What is not an option.
  var files: [String] = []

  struct Failure: Error {
    let reason: String
  }

  static let usage = """
    usage: cforacle [OPTION...] FILE|-      drives the real CFRunLoop by a scenario and prints the trace
           cforacle --batch                 many: 'LENGTH [OPTION...]', newline, scenario on standard input;
                                            'ENDING TIES LENGTH', newline, trace on standard output
      --virtual|--real  --tick=MS  --no-time  --budget=LINES  --hang=SECONDS
      --latency=US --seed=N  --read-cost=NS  --tie=US  --scatter=N    perturbations
    """

  /// `--name=value` or `--name value`.
  init(_ words: [String]) throws(Failure) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        files.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1).map { String($0) }
      switch parts[0] {
      case "--real": isVirtual = false
      case "--virtual": isVirtual = true
      case "--no-time": showsTime = false
      case "--batch": isBatch = true
      case "--tick": tick = try Self.number(parts, &rest)
      case "--latency": latency = try Self.number(parts, &rest)
      case "--tie": tie = try Self.number(parts, &rest)
      case "--budget": budget = Int(try Self.number(parts, &rest))
      case "--hang": patience = UInt32(try Self.number(parts, &rest))
      case "--seed": seed = UInt32(try Self.number(parts, &rest))
      case "--scatter": scatter = UInt32(try Self.number(parts, &rest))
      case "--read-cost": readCost = UInt64(try Self.number(parts, &rest))
      default: throw Failure(reason: "unknown option \(word)")
      }
    }
    guard tick > 0 else { throw Failure(reason: "a tick must take time") }
  }

  private static func number(_ parts: [String], _ rest: inout ArraySlice<String>) throws(Failure) -> Double {
    guard let text = parts.count == 2 ? parts[1] : rest.popFirst(), let number = Double(text),
      (0...1e9).contains(number)
    else { throw Failure(reason: "\(parts[0]) needs a number") }
    return number
  }
}
