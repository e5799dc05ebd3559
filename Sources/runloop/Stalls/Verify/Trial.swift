import LinuxSystem
import RunLoopCore
import StallMonitoring

/// The monitor's report of one injected cause.
struct Judgement {
  var truth: Truth
  /// Nil when nothing was found.
  var record: StallRecord?
  var isCauseRight = false
  /// By the kernel's count, not by the monitor's word.
  var wasStarved = false
  var isCalloutRight = false
  var isStackRight = false
  var isOwnerRight = false
  /// The fault of its sentence; nil when there is none.
  var fault: String?
}

/// Injects known causes among ordinary work, round after round, and gathers what was reported.
final class Trial: @unchecked Sendable {
  struct Plan {
    var rounds: Int
    var threshold: UInt64
    var injectors: [Injector]
    /// Ordinary callouts before each cause.
    var ordinary = 50
    /// Stalls of this threshold, too: WeChat's.
    var longThreshold: UInt64 = 2_000_000_000
    var longRounds: Int
  }

  struct Result {
    var judgements: [Judgement]
    /// Reported, and nothing behind it.
    var falseOnes: [StallRecord]
    /// Not injected, and real all the same.
    var realOnes: [StallRecord]
    /// Told to be starved while they were.
    var starvedOnes: [StallRecord]
    /// Of those: sentences that say something else.
    var faults: [String] = []
  }

  let plan: Plan
  private let monitored: MonitoredLoop
  private let monitorThreads: [Int32]
  private var records: [UInt64: StallRecord] = [:]
  private var run: StallRun?
  /// The causes injected under the long threshold.
  private(set) var longLabels: Set<String> = []
  private(set) var cost = MonitorCost()
  /// Processor time of one sleep of a thread that does nothing else.
  private(set) var oneSleep: UInt64 = 0
  private(set) var log: [Truth] = []
  let place: InjectionPlace
  private let progress: (String) -> Void

  init(_ plan: Plan, folder: String, progress: @escaping (String) -> Void) throws {
    self.plan = plan
    self.progress = progress
    place = try InjectionPlace()
    if plan.injectors.contains(where: { $0.name == "major-faults" }) { try place.makeBigFile() }
    let before = Set(Self.threads)
    monitored = try MonitoredLoop(threshold: Int(plan.threshold / 1_000_000), folder: folder)
    monitorThreads = Self.threads.filter { !before.contains($0) }
  }

  var degradations: [String: String] { monitored.monitor.degradations }

  /// On the main thread.
  func go() throws {
    let loop = InjectionLoop(place)
    loop.run { [self] loop in
      let before = MonitorCost(of: monitorThreads)
      for round in 0..<plan.rounds {
        for injector in plan.injectors {
          progress("round \(round + 1) of \(plan.rounds): \(injector.name)")
          for number in 0..<plan.ordinary - 2 {
            loop.ordinary(microseconds: UInt64.random(in: 0...3000) | UInt64(number & 1))
          }
          // Near the threshold, and below it.
          loop.ordinary(microseconds: plan.threshold * 4 / 10_000)
          loop.ordinary(microseconds: plan.threshold * 7 / 10_000)
          loop.inject(injector, for: time(of: injector))
        }
        gather()
      }
      cost = MonitorCost(of: monitorThreads).since(before)
      injectLong(loop)
      usleep(100_000)
      oneSleep = MonitorCost.ofOneSleep()
    }
    log = loop.log
    let last = try monitored.finish()
    take(last)
    place.removeFiles()
  }

  private func time(of injector: Injector) -> UInt64 {
    switch injector.expectation {
    // From one and a half thresholds on, all have to be found.
    case .stall:
      // Of two halves the first one has a stack only when it is longer than the threshold.
      UInt64.random(in: plan.threshold * (injector.name == "halves" ? 40 : 16) / 10...plan.threshold * 6)
    case .freeze: 700_000_000
    case .starvation: 1_200_000_000
    case .nothing: injector.name == "burst" ? 600_000_000 : 1_000_000_000
    }
  }

  private func injectLong(_ loop: InjectionLoop) {
    guard plan.longRounds > 0, let sleep = Injector.stalls.first(where: { $0.name == "sleep" }) else {
      return
    }
    try? monitored.monitor.setThreshold(.nanoseconds(Int64(plan.longThreshold)))
    for round in 0..<plan.longRounds {
      progress("threshold \(StallReport.time(plan.longThreshold)): \(round + 1) of \(plan.longRounds)")
      for _ in 0..<20 { loop.ordinary(microseconds: 1000) }
      loop.inject(sleep, for: plan.longThreshold + 300_000_000)
      if let label = loop.log.last?.label { longLabels.insert(label) }
    }
  }

  // MARK: What was reported

  private func gather() { if let run = try? monitored.run() { take(run) } }

  private func take(_ run: StallRun) {
    self.run = run
    for record in run.records { records[record.id] = record }
  }

  /// How each injected stall was judged, and the reports that nothing stands behind.
  func judge() -> Result {
    TrialEvidence(log: log, records: Array(records.values), run: run, threshold: plan.threshold).judge()
  }

  // MARK: The monitor's processor time

  private static var threads: [Int32] {
    (try? Folder.numbers(in: "/proc/self/task")) ?? []
  }
}
