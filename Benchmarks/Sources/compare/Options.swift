import Glibc

/// What the command line asks for.
struct Options {
  var workloads: [String] = []
  var loops: [String] = []
  var rounds: Int?
  var isQuick = false
  var isRealTime = false
  var countsSystemCalls = false
  var json: String?
  var html: String?
  /// One loop, one workload, once: for a profiler.
  var once: (loop: String, workload: String)?
  var count: Int?

  static let usage = """
    usage: compare [WORKLOAD…] [OPTION…]

    Times Mainspring's loop and others in one run, taking turns, on pinned processors.

    workloads (all, when none is named):
      \(Row.workloads.prefix(5).joined(separator: ", ")),
      \(Row.workloads.dropFirst(5).joined(separator: ", "))

    options:
      --rounds N           how often each is timed (default 5)
      --quick              two short rounds, without the longest workloads: a smoke test
      --loops A,B          only these, and Mainspring; all: \(Contender.all.map(\.name).joined(separator: ", "))
      --loop FILE          a loop from elsewhere, too: a shared object, as Docs/peers.md describes it
      --realtime           run before all other programs (root): for a machine that is not quiet
      --json FILE          write the figures (-: to standard output, and no table)
      --html FILE          write a page with plots
      --syscalls           count the system calls of a wake-up instead, with strace
      --once LOOP WORKLOAD [--count N]
                           run one loop's first line of a workload once, for a profiler
      --help               this text
    """

  init(_ arguments: [String]) {
    var rest = arguments[...]
    func value(_ option: String, _ what: String) -> String {
      guard let value = rest.popFirst() else { Self.fail("\(option) needs \(what)") }
      return value
    }
    func number(_ option: String, _ range: ClosedRange<Int>) -> Int {
      let text = value(option, "a number of \(range.lowerBound) to \(range.upperBound)")
      guard let number = Int(text), range.contains(number) else {
        Self.fail("\(option) \(text): a number of \(range.lowerBound) to \(range.upperBound) would be right")
      }
      return number
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h":
        print(Self.usage)
        exit(0)
      case "--quick": isQuick = true
      case "--realtime": isRealTime = true
      case "--syscalls": countsSystemCalls = true
      case "--rounds": rounds = number(argument, 1...1000)
      case "--count": count = number(argument, 1...100_000_000)
      case "--json": json = value(argument, "a file's name")
      case "--html": html = value(argument, "a file's name")
      case "--loops":
        loops = value(argument, "names of loops").split(separator: ",").map(String.init)
        for loop in loops { Self.check(loop: loop) }
      // Loaded by `Contender.all`.
      case "--loop": _ = value(argument, "the file of a shared object")
      case "--once":
        let loop = value(argument, "a loop and a workload")
        let workload = value(argument, "a loop and a workload")
        Self.check(loop: loop)
        Self.check(workload: workload)
        once = (loop, workload)
      case _ where argument.hasPrefix("-"): Self.fail("there is no option \(argument); see compare --help")
      default:
        Self.check(workload: argument)
        workloads.append(argument)
      }
    }
  }

  private static func check(workload: String) {
    guard !Row.workloads.contains(workload) else { return }
    fail("there is no workload '\(workload)'; there are: \(Row.workloads.joined(separator: ", "))")
  }

  private static func check(loop: String) {
    let names = Contender.all.map(\.name)
    guard !names.contains(loop) else { return }
    fail("there is no loop '\(loop)'; there are: \(names.joined(separator: ", "))")
  }

  /// Says what is wrong, and ends the process as a wrong call: with status 2.
  static func fail(_ reason: String) -> Never {
    var text = "compare: \(reason)\n"
    text.withUTF8 { bytes in _ = Glibc.write(2, bytes.baseAddress, bytes.count) }
    exit(2)
  }
}
