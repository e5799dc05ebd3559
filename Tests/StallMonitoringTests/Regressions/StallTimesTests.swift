import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import StallMonitoring

/// Was wrong: a stall of 300 ms was reported with 283 to 292: its beginning and its end were the middles between two looks.
@Suite(.hangLimit) struct StallTimesTests {
  private typealias Mark = HeartbeatLine.Mark
  private typealias Word = HeartbeatLine.Word

  /// At any place between two looks, and out of a long sleep of the monitor.
  @Test(arguments: [1.0, 1.0031, 1.0077, 1.0119, 100.0043])
  func theTimesOfAStallAreThoseOfTheLoopsWaits(_ begin: Double) throws {
    let simulation = Simulation { $0.threshold = .milliseconds(50) }
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: begin, for: 0.3)
    simulation.play(scenario)
    simulation.run(to: begin + 2)
    let record = try #require(simulation.sink.ended.first)
    #expect(record.started == simulation.time(begin) && record.lastSeen == simulation.time(begin + 0.3))
  }

  /// The wait after the stall is over before the monitor looks; what the loop does then does not move the end.
  @Test func whatComesRightAfterAStallDoesNotMoveItsEnd() throws {
    let simulation = Simulation { $0.threshold = .milliseconds(50) }
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1.001, for: 0.3)
    for step in 1...4 { scenario.callout("next", at: 1.301 + Double(step) / 500, for: 0.001) }
    simulation.play(scenario)
    simulation.run(to: 3)
    let record = try #require(simulation.sink.ended.first)
    #expect(record.started == simulation.time(1.001) && record.lastSeen == simulation.time(1.301))
    #expect(simulation.sink.ended.count == 1)
  }

  @Test func aBurstsTimesAreThoseOfTheWaits() throws {
    let simulation = Simulation()
    var scenario = LoopScenario.waiting
    scenario.at(1.0107, .wake)
    for index in 0..<20 {
      scenario.at(1.0107 + Double(index) * 0.1, .begin("short"))
      scenario.at(1.09 + Double(index) * 0.1, .end, .turn)
    }
    scenario.at(3.0333, .wait)
    simulation.play(scenario)
    simulation.run(to: 5)
    let record = try #require(simulation.sink.ended.first)
    #expect(record.kind == .busyBurst && record.started == simulation.time(1.0107))
    #expect(record.lastSeen == simulation.time(3.0333))
  }

  private func withLine(_ body: (HeartbeatLine) -> Void) {
    let memory = HeartbeatMemory()
    body(memory.line)
    withExtendedLifetime(memory) {}
  }

  @Test func aMarkedLoopReadsTheClockWhenItBeginsToWorkAndWhenAStallHasEnded() {
    withLine { line in
      func reads(_ body: () -> Void) -> Bool {
        line.store(0, Word.time)
        body()
        let time = line.load(Word.time)
        return time != 0 && line.load(Word.timeSequence) == line.load(Word.sequence)
          && UInt64(RunLoop.Instant.now.nanoseconds) - time < 60_000_000_000
      }
      var run: HeartbeatLine.Saved?
      #expect(!reads { run = line.beginRun(mode: 0) })
      line.add(marks: Mark.begins)
      #expect(!reads { line.beginWait() } && reads { line.endWait() })
      // Never in a callout, and never again and again for the same mark.
      #expect(!reads { line.enter(callout: 1, code: 1) } && !reads { line.leave() })
      #expect(line.load(Word.watcher) == Mark.begins)
      line.add(marks: Mark.ends)
      let rings = HeartbeatWatcher.ringCount
      #expect(reads { line.beginWait() } && HeartbeatWatcher.ringCount != rings)
      // Until the watcher asks again nothing comes in the place of that time.
      #expect(line.load(Word.watcher) == 0 && !reads { line.endWait() })
      line.add(marks: Mark.ends | Mark.begins)
      line.remove(marks: Mark.ends)
      #expect(line.load(Word.watcher) == Mark.begins)
      #expect(reads { if let run { line.endRun(run) } })
    }
  }

  @Test func aLoopIsAskedForTimesWhileItIsWatchedAndForItsEndWhileItStalls() {
    let simulation = Simulation()
    let memory = HeartbeatMemory()
    let heartbeat = Heartbeat("pool")
    simulation.core.add(WatchedLoop(.line(memory.line), label: "loop", thread: 1))
    simulation.core.add(WatchedLoop(.heartbeat(heartbeat), label: "pool", thread: 2))
    func marks() -> [UInt64] { [memory.line, heartbeat.line].map { $0.load(Word.watcher) & ~Mark.ring } }
    #expect(marks() == [Mark.begins, 0])
    simulation.at(0.5) {
      memory.line.enter(callout: UInt64(CalloutKind.timer.rawValue), code: 0)
      heartbeat.begin(Heartbeat.Work("work"))
    }
    simulation.run(to: 1)
    #expect(marks() == [Mark.begins | Mark.ends, Mark.ends])
    simulation.at(1.2) {
      memory.line.leave()
      heartbeat.end()
    }
    simulation.run(to: 2)
    #expect(marks() == [Mark.begins, 0] && simulation.sink.ended.count == 2)
    simulation.core.stopAll()
    #expect(marks() == [0, 0])
    withExtendedLifetime(memory) {}
  }

  /// A real loop and its source: exact but for what the loop does around the call.
  @Test func aRealStallIsTimedToTheMicrosecondsAroundItsCall() throws {
    let truth = Locked<[(began: UInt64, ended: UInt64)]>([])
    let records = Locked<[StallRecord]>([])
    let sink = EndedSink(records)
    /// Of each stall that was found: how far its times are from those of its call, in nanoseconds.
    @Sendable func errors() -> [UInt64] {
      let calls = truth.value
      return records.value.filter { $0.callout.label == "slow" }.compactMap { record in
        guard let call = calls.first(where: { $0.began < record.lastSeen && record.started < $0.ended })
        else { return nil }
        return max(
          distance(record.started, call.began), record.lastSeen - min(call.ended, record.lastSeen))
      }
    }
    @Sendable func distance(_ one: UInt64, _ other: UInt64) -> UInt64 { max(one, other) - min(one, other) }
    onFreshThread {
      let world = LinuxWorld()
      var settings = StallMonitor.Settings()
      settings.threshold = .milliseconds(20)
      let core = MonitorCore(world: world, settings: settings)
      core.countingSinks = [sink]
      let engine = MonitorEngine(core)
      let loop = RunLoop.current
      world.prepare(thread: loop.threadNumber)
      core.add(WatchedLoop(.loop(loop), label: "real", thread: loop.threadNumber))
      _ = engine.start()
      let source = RunLoop.Source(label: "slow") {
        let began = MonotonicTime.now
        MonotonicTime.sleep(nanoseconds: 60_000_000)
        truth.withLock { $0.append((began, MonotonicTime.now)) }
      }
      loop.add(source)
      // Without a processor at the right time the monitor finds no stall, or has not asked for the time when it began.
      for _ in 0..<60 where errors().count < 3 || !errors().contains(where: { $0 < 200_000 }) {
        _ = loop.run(for: .milliseconds(50))
        source.signal()
        _ = loop.run(for: .milliseconds(80))
      }
      engine.stop()
    }
    #expect(errors().count >= 3 && errors().contains { $0 < 200_000 }, "\(errors()) ns")
  }
}

/// Keeps the records of stalls that have ended.
private final class EndedSink: StallSink, @unchecked Sendable {
  private let records: Locked<[StallRecord]>

  init(_ records: Locked<[StallRecord]>) { self.records = records }

  func stallBegan(_ record: StallRecord) {}
  func stallWentOn(_ record: StallRecord) {}
  func stallEnded(_ record: StallRecord) { records.withLock { $0.append(record) } }
  func processFroze(at time: UInt64, for duration: UInt64, why: String) {}
  func loopWasSeen(
    _ loop: String, calloutTime: UInt64?, kind: CalloutKind, burstTime: UInt64?, wakeLateness: UInt64?
  ) {}
}
