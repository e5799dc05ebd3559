import BenchmarkKit
import LinuxSystem
import TestHarness
import Testing

@testable import LoopWorkloads

/// What each workload calls of a loop, which is what its figure is the time of.
@Suite("Calls of workloads", .hangLimit, .serialized)
struct WorkloadCallTests {
  private typealias Record = RecordingLoop.Record

  private static let (first, last) = (Processors.allowed[0], Processors.allowed[Processors.allowed.count - 1])

  /// What is called by a workload that is prepared, and then runs so many operations; and what is left when it has finished.
  private func calls(
    _ kind: WorkloadKind, _ variant: WorkloadKind.Variant, _ count: Int, rounds: Int = 1, other: Int = first
  ) throws -> Record {
    RecordingLoop.reset()
    let work = kind.work(
      RecordingLoop.self, kind.parameters(variant, cpu: Self.last, other: other))
    try work.prepare()
    for _ in 0..<rounds { _ = work.run(count, nil) }
    let record = RecordingLoop.record
    #expect(!record.watches.contains(where: RecordingLoop.isReadable), "\(kind): bytes are left")
    work.finish()
    let rest = RecordingLoop.record
    #expect(rest.sources == 0 && rest.pending == 0 && rest.watches.isEmpty, "\(kind): \(rest)")
    return record
  }

  @Test("are a wake-up for each hop or latency, of a loop on the processor that the row names")
  func wakeUps() throws {
    #expect(try calls(.pingpong, [.init("cpus", 1)], 10)["ring"] == 10)
    for (kind, cpus, home) in [(WorkloadKind.wake, 2, Self.first), (.wake, 1, Self.last)] {
      let record = try calls(kind, [.init("cpus", cpus)], 3)
      #expect(record["ring"] == 3 && record.homes.last == [home])
    }
  }

  @Test("are so many blocks from so many threads, of which the last one of each burst is waited for")
  func posts() throws {
    func posts(_ producers: Int, _ burst: Int, cpus: Int = 1) throws -> Record {
      try calls(
        .post, [.init("producers", producers), .init("cpus", cpus), .init("burst", burst)], 24)
    }
    let burst = try posts(2, 4)
    #expect(burst.blocks == ["NumberedBlock": 18, "LastOfBurst": 6] && burst.posters == [[Self.last]])
    #expect(try posts(3, 0).blocks == ["NumberedBlock": 24])
    #expect(try posts(1, 1, cpus: 2).posters == [[Self.first]])
    let chain = try calls(.selfPost, [.init("ports", 3)], 10, rounds: 2)
    #expect(chain["post"] == 20 && chain.watches.count == 3)
  }

  @Test("are a signal for each turn of sources, and turns beside observers of either kind")
  func turns() throws {
    let sources = try calls(.source0, [.init("sources", 4)], 12)
    // One source keeps the loop's run going.
    #expect(sources["signal"] == 12 && sources.sources == 5)
    for (word, isCalled) in [("yes", true), ("no", false)] {
      let turns = try calls(.turn, [.init("observers", 6), .init("called", .text(word))], 7)
      #expect(turns["turn"] == 7 && turns["observer"] == 6 && turns.observersAreCalled == isCalled)
    }
  }

  @Test("are what the row says of timers that pend, whose number stays the same")
  func pendingTimers() throws {
    for place in ["inside", "outside"] {
      let side = Measurement.Parameter("where", .text(place))
      let renewed = try calls(.timerChurn, [.init("pending", 50), .init("between", 0), side], 20)
      #expect(renewed["renew"] == 20 && renewed["move"] == 0 && renewed.pending == 50)
      let moved = try calls(.timerReschedule, [.init("pending", 50), side], 20)
      #expect(moved["move"] == 20 && moved["renew"] == 0 && moved.pending == 50)
      let between = try calls(
        .timerChurn, [.init("pending", 50), .init("between", 4), side], 20, rounds: 2)
      #expect(between["restart"] == 40 && between["cancel"] == 44 && between.pending == 50)
      #expect(between.ages == Array(repeating: 4, count: 40), "\(between.ages)")
      // The loop has a turn every thousand requests.
      let new = try calls(.timerNew, [.init("pending", 20), side], 2_500)
      #expect(new["one-shot"] == 2_520 && new["end timer"] == 2_500 && new.pending == 20)
      #expect(new["turn"] + new["ring"] == 3)
    }
  }

  @Test("are timers that all fire, each once")
  func firing() throws {
    let once = try calls(.timerOnce, [.init("timers", 10)], 30)
    #expect(once["one-shot"] == 30 && once["fired"] == 30)
    let again = try calls(.timerFire, [.init("timers", 10)], 30)
    #expect(again["start"] == 10 && again["restart"] == 30 && again["fired"] == 30)
  }

  @Test("are an event for each byte, which begin far from each other and leave none behind")
  func pipes() throws {
    let record = try calls(.pipes, [.init("pipes", 6), .init("active", 3)], 12, rounds: 2)
    #expect(record["event"] == 24 && record.readableAtFirst == [0, 2, 4])
  }

  /// Memory is the process's: in one of its own.
  @Test("take memory for timers alone, and not for the list of them")
  func memory() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      RecordingLoop.reset(timersAreOne: true)
      var parameters = WorkloadParameters(cpu: 0, otherCPU: 0)
      parameters.size = 2_000
      let work = LoopWork(TimerMemory<RecordingLoop>(parameters))
      try work.prepare()
      let bytes = work.run(2_000, nil)
      precondition(abs(bytes) < 4_096, "\(bytes)")
      work.finish()
    }
  }
}
