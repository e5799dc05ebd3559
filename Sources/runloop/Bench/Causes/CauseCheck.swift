import BenchmarkKit
import LinuxSystem
import RunLoopCore

/// `runloop bench --check-causes N`: makes a callout late on purpose, N times by each cause, and counts how often that one is
/// named.
enum CauseCheck {
  /// A provoked cause, and its expected name.
  static let injections:
    [(name: String, cause: OutlierCause, make: @Sendable (Int) throws -> any Injection)] = [
      ("a thread of real-time priority on the same processor", .preemption, { try PreemptingThread(on: $0) }),
      ("a callout that takes 10 ms", .ownTurn, { _ in SlowCallout() }),
      ("pages given back by madvise", .pageFault, { _ in MissingPages() }),
      ("SIGSTOP, and SIGCONT 80 ms later", .stop, { _ in try StoppingProcess() }),
      ("a control group of 1 ms in each 50 ms", .throttle, { _ in try ThrottledGroup() }),
    ]

  /// How late a callout is made, in nanoseconds: long beside what else the machine does.
  static let length: UInt64 = 10_000_000

  /// Makes the program do only this: not for people.
  static let argument = "--provoke-causes"

  /// In a process of its own: a shell that sees its child stopped would take the terminal back.
  static func runChild(_ count: Int) -> Never {
    do { exit(ToolProcess.wait(for: try ToolProcess.startAgain(["bench", argument, "\(count)"]))) } catch {
      Tool.fail("bench: --check-causes: \(error)")
    }
  }

  static func run(_ count: Int) -> Never {
    var isBad = false
    let processors = Processors.allowed
    let home = processors[processors.count - 1]
    for (name, cause, make) in injections {
      do {
        let result = try check(count, home, make)
        let share = Double(result.named[cause]) / Double(Swift.max(1, result.late)) * 100
        let others = result.named.bySize.filter { $0.cause != cause }.map {
          "\($0.cause.name) \($0.nanoseconds)"
        }
        let rest = others.isEmpty ? "" : "; instead: " + others.joined(separator: ", ")
        Tool.write(
          "\(cause.name): \(result.named[cause]) of \(result.late) (\(Quantity.fixed(share, 0))%), by \(name)\(rest)\n",
          to: 1)
        if result.late < count || share < 95 { isBad = true }
      } catch { Tool.write("skipped: \(cause.name), by \(name): \(error)\n", to: 1) }
    }
    exit(isBad ? 1 : 0)
  }

  /// How many callouts were late, and how many of them by which cause.
  private static func check(
    _ count: Int, _ home: Int, _ make: (Int) throws -> any Injection
  ) throws -> (late: Int, named: CauseParts) {
    let injection = try make(home)
    defer { injection.end() }
    let watch = CauseWatch()
    return try onThread(home) {
      // Ordinary programs have no say then; throttling is for ordinary threads alone.
      if injection.isRealtime { _ = linux_set_realtime(0, 10) }
      try injection.prepare()
      let loop = RunLoop.current
      var (late, attempts, named) = (0, 0, CauseParts())
      while late < count, attempts < 5 * count + 5 {
        attempts += 1
        let trial = LateTrial(loop, injection, watch)
        trial.run()
        // What came in time after all is no outlier; and where something held up the start, nothing is known of the rest.
        guard trial.isSound, let (latency, diagnosis) = watch.lastDiagnosis, latency >= 1_000_000 else {
          continue
        }
        late += 1
        named[diagnosis.main] += 1
      }
      return (late, named)
    }
  }
}

/// One callout that is made late: a timer, a few milliseconds ahead.
private final class LateTrial: @unchecked Sendable {
  private let loop: RunLoop
  private let injection: any Injection
  private let watch: CauseWatch
  private var timers: [RunLoop.Timer] = []
  /// Whether the first callout came long before the second one was due.
  private(set) var isSound = false

  init(_ loop: RunLoop, _ injection: any Injection, _ watch: CauseWatch) {
    (self.loop, self.injection, self.watch) = (loop, injection, watch)
  }

  func run() {
    let start = RunLoop.Instant.now.nanoseconds
    let date = start + 1_000_000 + injection.lead
    // A callout in time first, whose counters are the baseline.
    add(at: start + 1_000_000) { [unowned(unsafe) self] in
      isSound = MonotonicTime.now < UInt64(date) - 5_000_000
      watch.called(MonotonicTime.now, intended: MonotonicTime.now - 1)
      injection.begin(date: UInt64(date))
    }
    if injection.isCallout {
      add(at: date - 100_000) { [unowned(unsafe) self] in
        injection.work(until: UInt64(date) + CauseCheck.length)
      }
    }
    add(at: date) { [unowned(unsafe) self] in
      watch.called(MonotonicTime.now, intended: UInt64(date))
      loop.stop()
    }
    loop.run()
    for timer in timers { timer.invalidate() }
  }

  private func add(at date: Int64, _ body: @escaping @Sendable () -> Void) {
    let timer = RunLoop.Timer(at: .init(nanoseconds: date)) { _ in body() }
    loop.add(timer)
    timers.append(timer)
  }
}
