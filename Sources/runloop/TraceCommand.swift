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

    A scenario has a statement in each line, and # begins a comment. Sources, ports, timers and observers may have an
    order; without one it is 0:

      name WORDS                     what the scenario is called
      tags WORDS                     what it belongs to
      thread main|worker             the thread of the loop; without it a worker
      loop NAME                      a loop of another thread, which does not run
      source NAME… [order N]         items
      port NAME… [order N]
      block NAME…
      timer NAME at TICK [every TICKS] [order N]
      observer NAME on ACTIVITY,…|all [once] [order N]
                                     entry, beforeTimers, beforeSources, beforeWaiting, afterWaiting, exit
      on NAME [ACTIVITY]: OPERATION; …
                                     what an item's callout does
      on NAME [ACTIVITY] #N-M: OPERATION; …
                                     what it does in the calls N to M; #N is one call, #N- all from N on
      bg TICK: OPERATION; …          what another thread does then
      OPERATION; …                   what the thread of the loop does

    The operations. A MODE is default, common or a word of your own; MODE@LOOP is that of a declared loop:

      add ITEM MODE                  adds an item
      remove ITEM MODE               removes it
      contains ITEM MODE             prints whether the mode has it
      invalidate ITEM                invalidates it
      valid ITEM                     prints whether it is valid
      signal ITEM                    signals a source or port
      release ITEM                   drops the scenario's reference to an item
      perform BLOCK MODE,MODE        enqueues a block for one mode or more
      dispatch BLOCK                 enqueues a block on the main queue
      fire TIMER at TICK             moves a timer's date; also: after TICKS, past, never
      firedate TIMER                 prints it
      nextfire MODE                  prints the first date of the mode's timers
      addcommon MODE                 makes a mode a common one
      mode                           prints the mode that runs
      modes                          prints the modes of the loop
      waiting                        prints whether the loop is asleep
      run MODE TICKS [handled]       runs the loop; with 'handled' until it has handled a source
      runforever                     runs it until it is stopped
      wakeup [LOOP]                  wakes a loop
      stop [LOOP]                    stops its run
      exitloop LOOP                  ends the thread of a declared loop
      sleep TICKS                    blocks the thread
      print WORD                     prints a word

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
