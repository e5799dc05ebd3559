import LinuxSystem
import PlainText
import StallMonitoring
import Synchronization

/// `runloop stalls attach`
enum AttachCommand {
  /// The option behind which the words of a program stand, which need not be UTF-8.
  static let launch = "--launch"

  static let usage = """
    usage: runloop stalls attach PID… [OPTIONS]
           runloop stalls attach --name NAME [OPTIONS]
           runloop stalls attach --cgroup PATH [OPTIONS]
           runloop stalls attach [OPTIONS] --launch COMMAND…

    Finds stalls of any program, in any language, from outside: its main thread, and every thread that waits for events
    (epoll, poll, select, io_uring). The time between two such waits is a piece of work; one that takes longer than the
    threshold is a stall. Nothing in the program is changed; a thread that computes is stopped for some microseconds for each
    of its stacks. Reports are like those of any monitor: 'list', 'show', 'flame', 'merge' and 'export' read them.

      --threshold MS   what counts as a stall (250)
      --thread TID     this thread only, even if it has not waited for events yet: for a program that is stuck now
      --exact          the kernel records when waits begin and end, where it permits that: the times of stalls are exact.
                       Meanwhile each system call of the machine takes some tens of nanoseconds longer
      --seconds N      end the watch after this time (when the processes end, or with ctrl-C)
      --name NAME      all processes of a program of this name, also those that start later
      --cgroup PATH    all processes of a control group and the groups in it, also those that start later: a folder below
                       /sys/fs/cgroup, or the path that /proc/PID/cgroup shows
      --launch …       start the program with the arguments that follow
      --json           each stall that has ended as an object on a line of its own

    Ends with status 0; 1 when no thread can be watched.
    """

  static func run(_ arguments: StallArguments) throws -> Int32 {
    var arguments = arguments
    let command = arguments.takeCommand(behind: launch)
    try arguments.parse(
      options: ["--threshold", "--thread", "--seconds", "--name", "--cgroup"], flags: ["--json", "--exact"],
      usage: usage
    )
    let seconds = try arguments.number("--seconds", in: 1...10_000_000, default: 0)
    var settings = StallMonitor.Settings()
    settings.threshold = .milliseconds(try arguments.number("--threshold", in: 4...86_400_000, default: 250))
    settings.rarestRepeat = 1
    settings.dailyLimit = 1_000_000
    settings.reports = .folder(arguments.folder.path)
    let numbers = try arguments.words.map {
      Int32(try StallArguments.number($0, in: 1...Int(Int32.max), for: "PID"))
    }
    let search = try search(arguments)
    if let command {
      guard !command.isEmpty, numbers.isEmpty, search == nil else {
        throw WrongCall("--launch takes a command, and no PID, --name or --cgroup")
      }
    } else if numbers.isEmpty == (search == nil) {
      throw WrongCall("it takes numbers of processes, or --name, or --cgroup, or --launch")
    }
    let thread =
      arguments.value("--thread") == nil
      ? nil : Int32(try arguments.number("--thread", in: 1...Int(Int32.max), default: 0))
    if thread != nil, numbers.count != 1 {
      throw WrongCall("--thread is a thread of one process: it takes one PID")
    }
    let round = AttachRound(
      settings: settings, thread: thread, search: search, recordsWaits: arguments.has("--exact"),
      printer: AttachPrinter(isJSON: arguments.has("--json")))
    if let command { try round.launch(RawWords.lastBytes(command.count)) }
    for number in numbers { round.attach(number) }
    return round.run(seconds: seconds)
  }

  private static func search(_ arguments: StallArguments) throws -> ProcessSearch? {
    let name = arguments.value("--name")
    guard let path = arguments.value("--cgroup") else { return name.map { .name($0) } }
    guard name == nil else { throw WrongCall("--name and --cgroup exclude each other") }
    guard let folder = ControlGroupFolder.find(path) else {
      throw WrongCall(
        "there is no control group '\(path)': --cgroup takes a folder with a file cgroup.procs, or a path below /sys/fs/cgroup"
      )
    }
    return .group(folder)
  }
}

/// The processes that one call of `attach` watches.
final class AttachRound {
  private let settings: StallMonitor.Settings
  private let thread: Int32?
  private let search: ProcessSearch?
  private let recordsWaits: Bool
  private let printer: AttachPrinter
  private var attached: [AttachedProcess] = []
  private var child: LaunchedProgram?
  /// Processes that were refused, or have ended: not to be tried again.
  private var tried: Set<Int32> = []
  private var remarked: Set<Int32> = []
  /// How often other programs are looked for: of the name, or in the place of the present one.
  private static let searchInterval: UInt64 = 500_000_000

  init(
    settings: StallMonitor.Settings, thread: Int32?, search: ProcessSearch?, recordsWaits: Bool,
    printer: AttachPrinter
  ) {
    self.recordsWaits = recordsWaits
    self.settings = settings
    self.thread = thread
    self.search = search
    self.printer = printer
    EndSignals.block()
  }

  func launch(_ command: [[UInt8]]) throws {
    let program = try LaunchedProgram(command)
    child = program
    attach(program.process)
  }

  func attach(_ number: Int32) {
    guard tried.insert(number).inserted else { return }
    do {
      let process = try AttachedProcess(
        number, thread: thread, settings: settings, recordsWaits: recordsWaits, began: printer.began,
        deadlocked: printer.deadlocked, ended: printer.ended)
      attached.append(process)
      printer.say(introduction(process))
    } catch {
      printer.warn("\(error)")
    }
  }

  private func introduction(_ process: AttachedProcess) -> String {
    var lines = [
      "watching \(process.process), \(process.program): work of more than "
        + "\(StallReport.time(UInt64(settings.threshold / .nanoseconds(1)))) without a wait for events is a stall"
    ]
    let access = process.access
    if !access.loops.isEmpty {
      lines.append("  no thread of it is watched but one that --thread names: \(access.loops)")
    }
    if !access.calls.isEmpty {
      lines.append("  calls are not known, waits only by the kernel's functions: \(access.calls)")
    }
    if !access.stacks.isEmpty { lines.append("  no stacks of running code: \(access.stacks)") }
    if !access.passes.isEmpty {
      lines.append("  a loop that never blocks may be taken for one long piece of work: \(access.passes)")
      if recordsWaits { lines.append("  times are not exact, for the same reason") }
    }
    return lines.joined(separator: "\n")
  }

  func run(seconds: Int) -> Int32 {
    let start = monotonicNow()
    let end = seconds > 0 ? start + UInt64(seconds) * 1_000_000_000 : .max
    var nextSearch = start
    var next: [Int32: UInt64] = [:]
    var hasWatched = !attached.isEmpty
    while true {
      let now = monotonicNow()
      if let search, now >= nextSearch {
        guard let found = search.processes else { break }
        for number in found { attach(number) }
        hasWatched = hasWatched || !attached.isEmpty
        if !hasWatched, case .name(let name) = search {
          printer.warn("no process of the name '\(name)' can be watched")
          return 1
        }
      }
      for process in attached where next[process.process] ?? 0 <= now {
        next[process.process] = process.look() ?? 0
        if next[process.process] == 0 { finish(process) }
        remark(process, now - start)
      }
      if now >= nextSearch {
        for process in attached where process.isReplaced { attachAnew(process) }
        nextSearch = now + Self.searchInterval
      }
      if attached.isEmpty, search == nil { break }
      // Standard output is closed: the watch ends as by ctrl-C, and its reports are whole.
      if !StandardOutput.isWhole { break }
      if now >= end { break }
      let due = attached.compactMap { next[$0.process] }.min() ?? .max
      if let signal = EndSignals.wait(until: min(due, end, nextSearch)) {
        child?.pass(signal)
        break
      }
    }
    for process in attached {
      process.end()
      if let failure = process.failure { printer.warn("\(failure)") }
    }
    printer.finish()
    return hasWatched ? 0 : 1
  }

  private func finish(_ process: AttachedProcess) {
    attached.removeAll { $0 === process }
    let how = child.flatMap { $0.process == process.process ? $0.ending : nil } ?? "has ended"
    printer.say("process \(process.process) \(how)")
    if let failure = process.failure { printer.warn("\(failure)") }
  }

  /// The process runs another program, which has reports of its own.
  private func attachAnew(_ process: AttachedProcess) {
    process.end()
    attached.removeAll { $0 === process }
    tried.remove(process.process)
    attach(process.process)
  }

  /// After a second, once: the main thread is no loop so far.
  private func remark(_ process: AttachedProcess, _ time: UInt64) {
    guard time > 1_000_000_000, thread == nil, !remarked.contains(process.process) else { return }
    remarked.insert(process.process)
    guard let doing = process.unknownMain else { return }
    printer.say(
      "the main thread of \(process.process) \(doing), and has not waited for events yet; "
        + "if that is the stall: --thread \(process.process)")
  }
}

/// What `attach` writes. Names are looked up on a thread of its own: a large program has many, and the watch must not wait.
final class AttachPrinter: Sendable {
  private let isJSON: Bool
  private let state = Mutex(State())

  private struct State {
    var waiting: [(record: UInt64, path: String, hasEnded: Bool)] = []
    var isAtWork = false
  }

  init(isJSON: Bool) { self.isJSON = isJSON }

  /// Names of programs and functions are of other origin. To standard output a line is written as it is.
  func say(_ text: String) {
    for line in text.split(separator: "\n") { Tool.write(String(line).plainLine + "\n", to: isJSON ? 2 : 1) }
  }

  /// On one line: a program's name may have a line end.
  func warn(_ text: String) { Tool.write("runloop: stalls attach: \(text)".plainLine + "\n", to: 2) }

  @Sendable func began(_ record: StallRecord, path: String?) {
    let call = record.diagnosis.systemCall
    say(
      "the loop '\(record.loop)' has been held up for \(StallReport.time(record.duration))"
        + "\(call.isEmpty ? "" : ", now in \(call)") …")
  }

  @Sendable func ended(_ record: StallRecord, path: String?) { queue(record, path, hasEnded: true) }

  /// A line at once: a deadlock does not end.
  @Sendable func deadlocked(_ record: StallRecord, path: String?) { queue(record, path, hasEnded: false) }

  private func queue(_ record: StallRecord, _ path: String?, hasEnded: Bool) {
    guard let path else { return }
    let isFirst = state.withLock { state in
      state.waiting.append((record.id, path, hasEnded))
      defer { state.isAtWork = true }
      return !state.isAtWork
    }
    if isFirst { ThreadStart.detached { [self] in work() } }
  }

  private func work() {
    while let next = next() { write(next.record, in: next.path, hasEnded: next.hasEnded) }
  }

  private func next() -> (record: UInt64, path: String, hasEnded: Bool)? {
    state.withLock { state in
      if state.waiting.isEmpty { state.isAtWork = false }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
  }

  /// Waits until all is written.
  func finish() { while state.withLock({ $0.isAtWork }) { usleep(2_000) } }

  private func write(_ number: UInt64, in path: String, hasEnded: Bool) {
    guard let run = try? StallRun(path: path), let record = run.records.first(where: { $0.id == number })
    else { return }
    let report = StallReport(record, of: run)
    if isJSON, hasEnded {
      Tool.write(report.json + "\n", to: 1)
    } else {
      say("\(report.begun) UTC, stall \(report.shortID): \(report.sentence)")
    }
  }
}
