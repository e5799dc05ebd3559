/// WeChat's block monitor as it is, with its faults: small, by the numbered rules, for comparison with ours.
///
/// One thread's loop, the wall clock, microseconds as there. Only ever driven by `run`.
struct WeChatModel {
  struct Report: Equatable {
    var time: Double
    var blocked: Double
    /// The stack it thinks says most.
    var pointStack: [UInt]
    /// What it can say of the callout: nothing (F5).
    var callout: String?
    /// What it can say of why: nothing (F11).
    var cause: String?
    /// Threads that it stopped while it wrote (F10).
    var stoppedThreads = "all"
  }

  var threshold = 2.0
  var stackInterval = 0.05
  /// The stack at a time, leaf first.
  var stack: (Double) -> [UInt] = { _ in [0x5000, 0x4000] }

  private(set) var reports: [Report] = []
  /// When it looked.
  private(set) var checks: [Double] = []
  private(set) var filtered = 0

  private var isRunning = false
  private var start = 0.0
  private var wallOffset = 0.0
  private var now = 0.0
  private var ring: [[UInt]] = []
  private var repeats: [Int] = []
  private var lastReported: [UInt] = []
  private var interval = 0.0
  private var lastInterval = 0.0
  private var checkPeriod: Double { threshold / 2 }
  private var wall: Double { now + wallOffset }

  /// R4, R5.
  private mutating func happen(_ event: LoopScenario.Event) {
    switch event {
    case .entry: isRunning = true
    case .turn, .wake:
      if !isRunning { start = wall }
      isRunning = true
    case .wait:
      start = wall
      isRunning = false
    case .exit: isRunning = false
    case .wallStep(let seconds): wallOffset += seconds
    case .begin, .end, .freeze, .starve, .suspend: break
    }
  }

  private static func standing(_ event: LoopScenario.Event) -> Double {
    switch event {
    // gettimeofday counts them all.
    case .freeze(let seconds), .starve(let seconds), .suspend(let seconds): seconds
    default: 0
    }
  }

  /// R9–R29, over a scenario.
  mutating func run(_ scenario: LoopScenario, to end: Double) {
    interval = checkPeriod
    lastInterval = checkPeriod
    var events = scenario.ordered[...]
    var shift = 0.0
    func isOver(_ model: WeChatModel) -> Bool { model.now >= end + shift }
    // Sleeps: what the loop does meanwhile happens. Gives whether the round was too long to be true (R21).
    func sleep(_ seconds: Double, _ model: inout WeChatModel) {
      let wake = model.now + seconds
      while let next = events.first, next.time + shift <= wake {
        model.now = max(model.now, next.time + shift)
        model.happen(next.event)
        let stands = Self.standing(next.event)
        shift += stands
        model.now += stands
        events.removeFirst()
      }
      model.now = max(model.now, wake)
    }
    sleep(5, &self)
    while !isOver(self) {
      check()
      for _ in 0..<max(Int((interval / checkPeriod).rounded()), 1) where !isOver(self) {
        let began = wall
        for _ in 0..<Int((checkPeriod / stackInterval).rounded()) {
          sleep(stackInterval, &self)
          sample()
        }
        if wall - began > 10 {
          start = wall
          break
        }
      }
    }
  }

  /// R10, R22–R24.
  private mutating func check() {
    checks.append(now)
    guard isRunning, start != 0, start < wall, wall - start > threshold else {
      interval = checkPeriod
      lastInterval = checkPeriod
      lastReported = []
      return
    }
    let last = ring.last ?? []
    if !last.isEmpty, last == lastReported {
      (interval, lastInterval) = (interval + lastInterval, interval)
      filtered += 1
      return
    }
    interval = checkPeriod
    lastInterval = checkPeriod
    lastReported = last
    reports.append(Report(time: now, blocked: wall - start, pointStack: pointStack))
  }

  /// R20, R27.
  private mutating func sample() {
    let stack = stack(now)
    let isSame = stack.first != nil && stack.first == ring.last?.first
    repeats.append(isSame ? (repeats.last ?? 0) + 1 : 0)
    ring.append(stack)
    let capacity = Int((checkPeriod / stackInterval).rounded())
    if ring.count > capacity {
      ring.removeFirst()
      repeats.removeFirst()
    }
  }

  /// R28.
  private var pointStack: [UInt] {
    guard let most = repeats.max(), let index = repeats.lastIndex(of: most) else { return [] }
    return ring[index]
  }
}
