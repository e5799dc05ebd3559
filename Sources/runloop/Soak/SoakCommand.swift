import LinuxSystem

/// `runloop soak`: a loop under random load, and a ledger of what was begun and what came of it.
enum SoakCommand {
  static let usage = """
    usage: runloop soak [--seconds N | --hours N] [--check N] [--seed S] [--break WHAT]

    Drives timers, sockets, child processes, forks, signals, posted blocks and stalls at random rates on two loops, one of
    which a stall monitor watches. At each check nothing new is begun until all that was begun has ended; then the ledger must
    balance: blocks posted and run, timers added and fired or removed, connections opened and closed, children started and
    reaped, signals sent and received, stalls and reports. Descriptors must be those of the first check, and memory must not
    have grown. Prints a line for each check.

      --seconds N, --hours N
                      how long it runs (60 seconds)
      --check N       seconds from one check to the next: 60, or a quarter of a short run
      --seed S        another order of events; the same seed begins the same things (1)
      --break WHAT    does something wrong on purpose, to see that the ledger notices: descriptor, block, timer, memory,
                      child

    Ends by itself, or on Ctrl-C after one more check. With status 0; 1 after the first check that does not balance; 2 when the
    call is wrong.
    """

  static func run(_ all: [String]) -> Never {
    do throws(SoakSettings.Wrong) {
      if all.contains("--help") || all.contains("-h") {
        print(usage)
        exit(0)
      }
      let settings = try SoakSettings(all)
      exit(SoakRun.run(settings))
    } catch {
      Tool.fail("soak: \(error.description)")
    }
  }
}

/// The words after `runloop soak`.
struct SoakSettings {
  struct Wrong: Error {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// What is done wrong on purpose.
  enum Defect: String, CaseIterable {
    case descriptor, block, timer, memory, child
  }

  var seconds = 60
  var seed: UInt64 = 1
  var defect: Defect?
  private var wantedCheck: Double?

  /// Seconds from one check to the next.
  var check: Double {
    if let wantedCheck { return wantedCheck }
    return seconds >= 240 ? 60 : Double(seconds) / 4
  }

  private static let options = ["--seconds", "--hours", "--check", "--seed", "--break"]

  init(_ all: [String]) throws(Wrong) {
    var rest = CallWords(all)
    while let word = rest.next() {
      guard Self.options.contains(word) else { throw Wrong(rest.unknown(Self.options)) }
      guard let value = rest.value() else { throw Wrong("\(word) needs a value") }
      try set(word, value)
    }
  }

  private mutating func set(_ option: String, _ value: String) throws(Wrong) {
    switch option {
    case "--seconds": seconds = try Self.number(value, option, 1...31_536_000)
    case "--hours": seconds = try Self.number(value, option, 1...8_760) * 3_600
    case "--check":
      guard let number = Double(value), (0.1...86_400).contains(number) else {
        throw Wrong("--check is a number of seconds from 0.1 to 86400, not '\(value)'")
      }
      wantedCheck = number
    case "--seed": seed = UInt64(try Self.number(value, option, 0...Int.max))
    default:
      guard let defect = Defect(rawValue: value) else {
        let known = Defect.allCases.map(\.rawValue)
        throw Wrong(
          "--break does not know '\(value)'\(Likeness.question(value, known)); it takes \(known.joined(separator: ", "))"
        )
      }
      self.defect = defect
    }
  }

  private static func number(_ text: String, _ option: String, _ range: ClosedRange<Int>) throws(Wrong) -> Int
  {
    guard let number = Int(text), range.contains(number) else {
      throw Wrong(
        "\(option) is a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }
}
