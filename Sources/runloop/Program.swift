/// `runloop`: the library's tool.
@main
enum Program {
  static let usage = """
    usage: runloop COMMAND [ARGUMENTS]

      bench [WORKLOAD…]   measure loops: latencies, throughput, memory
      demo NAME           show the libraries at work: touches, stall, canvas, controls
      foundation COMMAND  start a program with Foundation on this library's loop
      router              route input devices' events to applications
      soak                a loop under random load for minutes or days, with a ledger that must balance
      stalls COMMAND      stalls of loops: watch a process, read reports, try the monitor
      trace [FILE]        run a scenario on a loop and print its callouts (FILE missing or -: standard input)
      ui PID              the elements that a program shows, used by label: tap, set, do, wait
      help                this text
      --version           the version of this tool and its libraries

    'runloop COMMAND --help' explains a command. Each ends with status 1 when its output can not be written.
    """

  static func main() {
    StandardOutput.reserve()
    StandardOutput.checkAtTheEnd()
    var arguments = Array(CommandLine.arguments.dropFirst())
    if CommandLine.arguments.isEmpty {
      Tool.fail("the words of the call are not known: they are read from /proc, which is not mounted")
    }
    guard !arguments.isEmpty else { Tool.fail("no command\n\(usage)") }
    let command = arguments.removeFirst()
    if let place = RawWords.firstChanged(butLast: passedOn(arguments, of: command)) {
      Tool.fail(
        "word \(place) of the call is no UTF-8: '\(CommandLine.arguments[place])' is another name; a link can have one that is"
      )
    }
    switch command {
    case "bench": BenchCommand.run(arguments)
    case "demo": DemoCommand.run(arguments)
    case "foundation": FoundationCommand.run(arguments)
    case "router": RouterCommand.run(arguments)
    case "soak": SoakCommand.run(arguments)
    case "stalls": StallsCommand.run(arguments)
    case "trace": TraceCommand.run(arguments)
    case "ui": UICommand.run(arguments)
    case "help", "--help", "-h": print(usage)
    case "--version": print("runloop \(Tool.version)")
    default:
      Tool.fail(
        "unknown command '\(command)'; there are: bench, demo, foundation, router, soak, stalls, trace, ui, help, --version"
      )
    }
  }

  /// How many of the last words another program may get as they are.
  private static func passedOn(_ words: [String], of command: String) -> Int {
    switch (command, words.first) {
    case ("foundation", _): words.count
    case ("stalls", "attach"):
      words.firstIndex(of: AttachCommand.launch).map { words.endIndex - $0 - 1 } ?? 0
    default: 0
    }
  }
}
