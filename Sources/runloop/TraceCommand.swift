import LinuxSystem
import PlainText
import Scenarios

/// `runloop trace`: what a loop does in a scenario.
enum TraceCommand {
  static let usage = """
    usage: runloop trace [--real-time] [--tick MS] [--arm-all-ports] [--dispatch] [--budget LINES] [FILE]

    Runs the scenario in FILE, or on standard input, on a loop and prints one line per callout:
    TIME [WHO] EVENT, the time in ticks since the start, WHO the number of nested runs, or another thread.
    Time is simulated: the trace is printed at once, and is equal in each run.

      --real-time      on the real clock
      --tick MS        the length of a tick under --real-time, in milliseconds (100)
      --arm-all-ports  arm the timer ports of modes that do not run, too, as a program's loop does; without it
                       they are armed where CFRunLoop arms them, so that traces are equal (the difference
                       other-mode-port)
      --dispatch       'dispatch' sends blocks to DispatchQueue.main, which the main loop serves, instead of
                       the library's own main queue
      --budget LINES   stop after this number of lines (4000), or with more than 200 runs inside one another

    A scenario has a statement in each line, and # begins a comment:

      source NAME…, port NAME…, block NAME…      items
      timer NAME at TICK [every TICKS]
      observer NAME on ACTIVITY,…|all [once]     entry, beforeTimers, beforeSources, beforeWaiting, afterWaiting, exit
      on NAME [ACTIVITY]: OPERATION; …           what an item's callout does
      bg TICK: OPERATION; …                      what another thread does then
      OPERATION; …                               what the thread of the loop does: add ITEM MODE, remove ITEM MODE,
                                                 signal ITEM, perform BLOCK MODE, fire TIMER at TICK, invalidate ITEM,
                                                 wakeup, stop, sleep TICKS, print WORD, run MODE TICKS

    This one fires a timer that signals a source:

      source work
      timer t at 1 every 2
      on t: signal work
      add work default; add t default
      run default 4

    Ends with status 0 after 'end', 2 when the scenario or the arguments are wrong, 3 after BUDGET, 4 after DEADLOCK
    (the loop would never wake), 5 after HANG (no end after a minute of real time).
    """

  private struct Options {
    var isRealTime = false
    var armsAllPorts = false
    var usesDispatch = false
    /// Milliseconds.
    var tick = 100.0
    var budget = 4000
    var file = "-"
  }

  static func run(_ arguments: [String]) -> Never {
    let options = parse(arguments)
    let text = contents(of: options.file)
    let scenario: Scenario
    do { scenario = try ScenarioParser.parse(text) } catch {
      Tool.fail("\(name(options.file)): \(error)")
    }
    watch()
    let time: any ScenarioTime =
      options.isRealTime
      ? RealTime(armsPortsAsCFRunLoop: !options.armsAllPorts)
      : SimulatedTime(armsPortsAsCFRunLoop: !options.armsAllPorts)
    let backend = LoopBackend(time, usesDispatch: options.usesDispatch)
    drive(scenario, on: backend, options)
  }

  private static func drive(_ scenario: Scenario, on backend: some ScenarioBackend, _ options: Options)
    -> Never
  {
    let driver = ScenarioDriver(
      scenario, on: backend, tick: options.tick / 1000, options: .init(budget: options.budget),
      sink: { Tool.write($0.plainLine + "\n", to: 1) },
      ended: { _exit(StandardOutput.isWhole ? status(of: $0) : 1) })
    switch scenario.thread {
    case .main: driver.run()
    case .worker: ScenarioThread { driver.run() }.join()
    }
    _exit(0)
  }

  private static func status(of ending: ScenarioEnding) -> Int32 {
    switch ending {
    case .end: 0
    case .budget: 3
    case .deadlock: 4
    case .hang: 5
    }
  }

  /// A scenario that never ends in real time is reported after a minute; one that is merely long is not.
  private static func watch() {
    signal(SIGALRM) { _ in
      Tool.write("HANG\n", to: 1)
      _exit(5)
    }
    alarm(60)
  }

  // MARK: Arguments

  private static func parse(_ arguments: [String]) -> Options {
    var options = Options()
    var words = CallWords(arguments)
    var files: [String] = []
    func flag() -> Bool {
      if let excess = words.excess { Tool.fail("trace: \(excess)") }
      return true
    }
    while let word = words.next() {
      switch word {
      case "--help":
        _ = flag()
        print(usage)
        exit(0)
      case "--real-time": options.isRealTime = flag()
      case "--arm-all-ports": options.armsAllPorts = flag()
      case "--dispatch": options.usesDispatch = flag()
      case "--tick":
        options.tick = number(in: &words, "a number of milliseconds from 1 to 10000") {
          Double($0).flatMap { (1...10000).contains($0) ? $0 : nil }
        }
      case "--budget":
        options.budget = number(in: &words, "a number of lines from 1 to 1000000") {
          Int($0).flatMap { (1...1_000_000).contains($0) ? $0 : nil }
        }
      case _ where word.hasPrefix("-") && word != "-":
        Tool.fail(
          "trace: unknown option '\(word)'; there are: --real-time, --tick MS, --arm-all-ports,"
            + " --dispatch, --budget LINES, --help")
      default: files.append(word)
      }
    }
    if files.count > 1 { Tool.fail("trace: one scenario at a time, not \(files.count)") }
    if let file = files.first { options.file = file }
    return options
  }

  private static func number<Value>(
    in words: inout CallWords, _ wanted: String, _ read: (String) -> Value?
  ) -> Value {
    let option = words.option
    guard let word = words.value() else { Tool.fail("trace: \(option) needs \(wanted)") }
    guard let value = read(word) else { Tool.fail("trace: \(option) needs \(wanted), not '\(word)'") }
    return value
  }

  // MARK: Input

  private static func name(_ file: String) -> String { file == "-" ? "standard input" : file }

  /// Larger than any scenario: a device could be read without end.
  private static let largestScenario = 16 << 20

  private static func contents(of file: String) -> String {
    let descriptor = file == "-" ? 0 : open(file, O_RDONLY)
    guard descriptor >= 0 else {
      Tool.fail("trace: cannot read \(file): \(Errno.last)")
    }
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try ByteTransfer.readToEnd(descriptor, limit: largestScenario + 1, expecting: 65536)
    } catch {
      Tool.fail("trace: cannot read \(name(file)): \(error)")
    }
    if bytes.count > largestScenario {
      Tool.fail("trace: \(name(file)) is larger than \(largestScenario >> 20) MiB, which no scenario is")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
