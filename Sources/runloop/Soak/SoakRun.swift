import BenchmarkKit
import LinuxSystem
import RunLoopCore
import StallMonitoring

/// A soak: the main loop begins things, and a second loop has most of the work.
final class SoakRun: @unchecked Sendable {
  /// How long pending work may take to end before a check.
  private static let patience = Duration.seconds(30)

  private let settings: SoakSettings
  private let loop = RunLoop.main
  private let worker: LoopThread
  private let folder: String
  private var dice: Dice
  private let blocks = SoakAccount("blocks posted", "run")
  private let timers = SoakAccount("timers added", "fired or removed")
  private let repetitions = SoakAccount("repetitions of timers expected", "done")
  private let signals = SoakAccount("signals sent", "received")
  private let traffic: SoakTraffic
  private let processes = SoakProcesses()
  private let stalls: SoakStalls
  private var ledger: SoakLedger
  private var checks = 0
  private var isInterrupted = false
  /// Memory that is lost on purpose.
  private var lost: [[UInt8]] = []

  /// - Returns: the status of the process.
  static func run(_ settings: SoakSettings) -> Int32 {
    do {
      // Before other threads are made, which inherit the signal mask.
      let ending = try endingSignals()
      let run = try SoakRun(settings)
      defer { withExtendedLifetime(ending) { run.end() } }
      ending.run = run
      return try run.goOn()
    } catch {
      Tool.write("runloop: soak: \(error)\n", to: 2)
      return 1
    }
  }

  private init(_ settings: SoakSettings) throws {
    self.settings = settings
    dice = Dice(seed: settings.seed &* 0x9E37_79B9_7F4A_7C15 | 1)
    let folder = try TemporaryFolder.make("runloop-soak")
    self.folder = folder
    worker = LoopThread(on: nil) { $0.label = "soak" }
    let worker = worker
    let leaks = settings.defect == .descriptor
    traffic = try worker.loop.performAndWait {
      Result { try SoakTraffic(in: folder, on: worker.loop, leaks: leaks) }
    }.get()
    stalls = SoakStalls(in: folder)
    try stalls.start(worker.loop)
    ledger = SoakLedger([
      blocks, timers, repetitions, traffic.connections, traffic.accepted, traffic.bytes, processes.children,
      processes.forks, signals,
    ])
  }

  private func end() {
    try? worker.loop.performAndWait { [traffic] in traffic.end() }
    worker.end()
    stalls.end()
    rmdir(folder)
  }

  // MARK: Signals

  /// The signal source of the whole run.
  private final class Ending: @unchecked Sendable {
    var source: RunLoop.SignalSource?
    weak var run: SoakRun?
  }

  private static func endingSignals() throws -> Ending {
    let ending = Ending()
    let source = try RunLoop.SignalSource([SIGINT, SIGTERM, SIGUSR1], label: "soak signals") { signal in
      guard signal.number != SIGUSR1 else {
        ending.run?.signals.end()
        return .rearm
      }
      // The second one does not wait for the check.
      if ending.run?.isInterrupted ?? true { exit(128 + signal.number) }
      ending.run?.isInterrupted = true
      RunLoop.main.stop()
      return .rearm
    }
    try RunLoop.main.add(source, to: .common)
    ending.source = source
    return ending
  }

  // MARK: Load

  private func goOn() throws -> Int32 {
    let start = RunLoop.Instant.now
    let end = start.advanced(by: .seconds(settings.seconds))
    // As many as there would be if each came in time: what was missed while the process was stopped is made up for.
    let leastChecks = Int((Double(settings.seconds) / settings.check).rounded(.up))
    // One of each, so that the first check knows what each needs.
    for kind in Self.kinds { try begin(kind) }
    while true {
      let due = min(end, start.advanced(by: .seconds(settings.check * Double(checks + 1))))
      // Some work between checks, even when the previous one was late.
      repeat {
        try begin(Self.kinds[roll(Self.kinds.count)])
        loop.run(for: .milliseconds(1 + roll(32)))
      } while !isInterrupted && RunLoop.Instant.now < due
      let resources = settle()
      let problems = check(resources, at: start.duration(to: .now))
      guard problems.isEmpty else { return conclude(problems, start) }
      if isInterrupted || RunLoop.Instant.now >= end && checks >= leastChecks { return conclude([], start) }
    }
  }

  private enum Kind { case blocks, timer, repeating, connection, signal, child, fork, stall }
  private static let kinds =
    Array(repeating: Kind.blocks, count: 36) + Array(repeating: .timer, count: 24)
    + Array(repeating: .repeating, count: 6) + Array(repeating: .connection, count: 24)
    + [.signal, .signal, .signal, .signal, .child, .child, .fork, .stall]

  private func roll(_ bound: Int) -> Int { dice.roll(below: bound) }

  private func begin(_ kind: Kind) throws {
    switch kind {
    case .blocks: post(1 + roll(8))
    case .timer: addTimer(milliseconds: roll(200), isRemoved: roll(4) == 0)
    case .repeating: addRepeating(every: 1 + roll(20), times: 1 + roll(5))
    case .connection: try traffic.connect(sending: 1 + roll(4096), on: loop)
    case .signal:
      // Pending signals of one number are delivered once: begins other work instead.
      guard signals.isBalanced else { return try begin(Self.kinds[roll(Self.kinds.count)]) }
      signals.begin()
      kill(getpid(), SIGUSR1)
    case .child: try startChild(code: Int32(roll(100)), isKilled: roll(3) == 0)
    case .fork: try processes.fork(on: loop)
    case .stall: stalls.stall(worker.loop, milliseconds: 40 + roll(60))
    }
  }

  /// Posts blocks, each of which posts another one back.
  private func post(_ count: Int) {
    let (blocks, loop) = (blocks, loop)
    for _ in 0..<count {
      blocks.begin(2)
      if settings.defect == .block, roll(100) == 0 { continue }
      worker.loop.post {
        blocks.end()
        loop.post { blocks.end() }
      }
    }
    if settings.defect == .memory { lost.append([UInt8](repeating: 1, count: 1_000_000)) }
  }

  private func addTimer(milliseconds: Int, isRemoved: Bool) {
    let timers = timers
    timers.begin()
    if settings.defect == .timer, roll(20) == 0 { return }
    let timer = RunLoop.Timer(after: .milliseconds(milliseconds), label: "soak timer") { _ in timers.end() }
    worker.loop.add(timer)
    guard isRemoved else { return }
    worker.loop.add(
      RunLoop.Timer(after: .milliseconds(milliseconds / 2), label: "soak removal") { _ in
        guard timer.isValid else { return }
        timer.invalidate()
        timers.end()
      })
  }

  private func addRepeating(every milliseconds: Int, times: Int) {
    let repetitions = repetitions
    repetitions.begin(times)
    let done = SoakAccount("", "")
    let interval = Duration.milliseconds(milliseconds)
    worker.loop.add(
      RunLoop.Timer(after: interval, repeating: interval, label: "soak repetition") { timer in
        done.end()
        repetitions.end()
        if done.ended == times { timer.invalidate() }
      })
  }

  private func startChild(code: Int32, isKilled: Bool) throws {
    let wanted = settings.defect == .child && roll(4) == 0 ? code + 1 : code
    try processes.start(on: loop, code: code, wanted: wanted, isKilled: isKilled)
  }

  // MARK: Checks

  /// Begins nothing, and waits until everything has ended.
  ///
  /// - Returns: the resources then.
  private func settle() -> SoakResources {
    let begin = RunLoop.Instant.now
    func isWaiting(_ account: SoakAccount) -> Bool {
      // Work that is lost on purpose never completes.
      let patience = account === brokenAccount ? .seconds(1) : Self.patience
      return !account.isBalanced && begin.duration(to: .now) < patience
    }
    while ledger.accounts.contains(where: isWaiting) { loop.run(for: .milliseconds(5)) }
    // A stall in progress ends with a report; the monitor looks once more.
    try? worker.loop.performAndWait {}
    loop.run(for: .milliseconds(60))
    let end = RunLoop.Instant.now.advanced(by: .seconds(5))
    return ledger.settled(
      { .current },
      waiting: {
        loop.run(for: .milliseconds(20))
        return RunLoop.Instant.now < end
      })
  }

  /// The account that does not balance, since some of it is lost on purpose.
  private var brokenAccount: SoakAccount? {
    switch settings.defect {
    case .block: blocks
    case .timer: timers
    case .child: processes.children
    case .descriptor, .memory, nil: nil
    }
  }

  private func check(_ resources: SoakResources, at time: Duration) -> [String] {
    checks += 1
    let problems = ledger.problems(resources) + stalls.problems
    let seconds = String(Int(time / .seconds(1)))
    Tool.write(
      "\(String(repeating: " ", count: max(0, 6 - seconds.count)))\(seconds) s  \(resources.descriptors) descriptors, "
        + "heap \(resources.heap >> 10) KiB, resident \(resources.resident >> 10) KiB; \(blocks.ended) blocks, "
        + "\(timers.ended + repetitions.ended) timers, \(traffic.connections.ended) connections, "
        + "\(processes.children.ended) children, \(processes.forks.ended) forks, \(signals.ended) signals, "
        + stalls.summary + "\n", to: 1)
    return problems
  }

  private func conclude(_ problems: [String], _ start: RunLoop.Instant) -> Int32 {
    for problem in problems { Tool.write("does not balance: \(problem)\n", to: 1) }
    let seconds = max(start.duration(to: .now) / .seconds(1), 0.001)
    let share = Int((Double(ProcessorTime.ofProcess) / 1e9 / seconds * 1000).rounded())
    Tool.write(
      "soak of \(Int(seconds)) s with seed \(settings.seed): \(checks) checks, "
        + (problems.isEmpty ? "all balanced" : "the last one does not balance")
        + "; \(share / 10).\(share % 10) % of a processor\n", to: 1)
    return problems.isEmpty ? 0 : 1
  }
}
