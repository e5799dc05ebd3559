import TestHarness
import Testing

@testable import StallMonitoring

/// Swift's task pool whose threads all wait, on a simulated clock.
@Suite(.hangLimit) struct PoolWatchTests {
  private let world = SimulatedWorld()
  private let sink = RecordingSink()

  /// Runs the core's passes until a time, in seconds from the start.
  private func run(_ interval: Duration? = .milliseconds(100), to end: Double) -> MonitorCore {
    var settings = StallMonitor.Settings()
    settings.processorShare = nil
    settings.threshold = .milliseconds(250)
    settings.rarestRepeat = 1
    settings.poolInterval = interval
    let core = MonitorCore(world: world, settings: settings)
    core.countingSinks = [sink]
    let stop = world.now + UInt64(end * 1e9)
    while world.now < stop {
      let next = core.pass()
      if next == nil { core.unmark() }
      world.now = min(max(next ?? .max, world.now + 1), stop)
    }
    return core
  }

  /// Threads that wait, each from a time to another one, in seconds from now.
  private func waits(_ waits: [(thread: Int32, from: Double, to: Double)]) {
    let began = world.now
    func at(_ seconds: Double) -> UInt64 { began + UInt64(seconds * 1e9) }
    world.taskThreads = { now in
      waits.filter { at($0.from) <= now && now < at($0.to) }.map {
        .init(thread: $0.thread, since: at($0.from))
      }
    }
  }

  @Test func aPoolWhoseThreadsAllWaitStalls() throws {
    waits([(7, 1, 4), (8, 2, 2.6)])
    _ = run(to: 5)
    let stall = try #require(sink.ended.first)
    #expect(sink.ended.count == 1 && sink.began.count == 1)
    #expect(stall.loop == "Swift's task pool (all 2 threads)" && stall.thread == 8 && stall.kind == .stall)
    // From the moment on that the last one waits, until the first one goes on.
    #expect(abs(Double(stall.duration) - 0.6e9) < 0.051e9, "\(stall.duration)")
  }

  @Test func aPoolWithAThreadThatRunsDoesNotStall() {
    waits([(7, 1, 9)])
    _ = run(to: 10)
    // More threads than processors, of which one after the other goes on, are not stuck.
    var turns: [(thread: Int32, from: Double, to: Double)] = []
    for turn in 0..<90 {
      let begin = 0.1 * Double(turn)
      turns.append((Int32(10 + turn % 2), begin, begin + 0.15))
    }
    waits(turns)
    _ = run(to: 10)
    #expect(sink.began.isEmpty)
  }

  @Test func waitsShorterThanTheThresholdAreNoStall() {
    var turns: [(thread: Int32, from: Double, to: Double)] = []
    for turn in 0..<20 {
      let begin = 0.4 * Double(turn)
      turns += [(7, begin, begin + 0.2), (8, begin, begin + 0.2)]
    }
    waits(turns)
    _ = run(to: 9)
    #expect(sink.began.isEmpty)
  }

  @Test func theSecondStallIsOneOfItsOwn() {
    waits([(7, 1, 1.5), (8, 1, 1.5), (7, 1.6, 2.2), (8, 1.6, 2.2)])
    let core = run(to: 5)
    #expect(sink.ended.count == 2 && core.watches.isEmpty)
  }

  @Test func aPoolThatIsStuckIsLookedAtEachTime() {
    let core = run(nil, to: 0.1)
    let watch = PoolWatch(interval: 100_000_000)
    let now = world.now
    world.taskThreads = { $0 > now ? [] : [.init(thread: 7, since: now), .init(thread: 8, since: now)] }
    let next = watch.look(core, now)
    #expect(core.watches.count == 1 && next > now + 1)
    world.now += 1
    _ = watch.look(core, world.now)
    #expect(core.watches.isEmpty)
  }

  @Test func thePoolIsNotLookedAtWithoutTheWish() {
    waits([(7, 1, 4), (8, 1, 4)])
    _ = run(nil, to: 5)
    #expect(sink.began.isEmpty)
  }

  @Test func theSentenceNamesThePool() {
    var record = StallRecord()
    record.loop = TaskPool.label(2)
    record.kind = .stall
    record.lastSeen = 340_000_000
    record.hasEnded = true
    let run = StallRun(
      name: "x", path: "x", process: 77, executable: "/opt/app/feed", begun: 0, ending: .running, records: [],
      dropped: 0, torn: 0, lastCallouts: [], remarks: [], identity: .current, modules: [], moduleCounts: [:],
      wasExamined: false)
    let report = StallReport(record, of: run)
    #expect(report.sentence.hasPrefix("Swift's task pool (all 2 threads) was held up for 340 ms"))
    #expect(TaskPool.label(1) == "Swift's task pool (its only thread)")
  }
}
