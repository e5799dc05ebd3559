import RunLoopCore
import TestHarness
import Testing

@testable import StallMonitoring

/// Was wrong: a monitor that got no processor for a moment took its process for stopped, and a stall that began then was reported a tenth
/// too short, as if its beginning were known.
@Suite(.hangLimit) struct LateMonitorTests {
  private static let millisecond: UInt64 = 1_000_000

  /// The monitor looks every 25 ms and comes late by 87, in which no time in the queue is counted.
  private func verdict(threads: Int, ran: UInt64) -> StandingWatch.Verdict {
    let world = SimulatedWorld()
    world.threadCount = threads
    world.processTime = 5_000 * Self.millisecond
    var watch = StandingWatch(world)
    _ = watch.look(world.now, poll: 25 * Self.millisecond)
    watch.plan(world.now + 25 * Self.millisecond, began: world.now, ended: world.now)
    world.now += (25 + 87) * Self.millisecond
    world.processTime += ran * Self.millisecond
    return watch.look(world.now, poll: 25 * Self.millisecond)
  }

  @Test func aProcessWhoseThreadsRanWasNotFrozen() {
    #expect(verdict(threads: 2, ran: 112) == .starved && verdict(threads: 1, ran: 47) == .starved)
    // What could have run before it was stopped.
    for (threads, ran) in [(2, 50), (2, 71), (1, 25), (1, 46), (9, 71)] as [(Int, UInt64)] {
      guard case .stood = verdict(threads: threads, ran: ran) else {
        Issue.record("\(threads) threads that ran for \(ran) ms did not stand")
        continue
      }
    }
  }

  /// Was wrong: a process that had just come into a group with a quota, and was throttled, was said to have been frozen.
  @Test func aQuotaThatTheProcessHasJustComeUnderIsLookedFor() {
    func verdict(_ throttled: UInt64) -> StandingWatch.Verdict {
      let world = SimulatedWorld()
      var watch = StandingWatch(world)
      _ = watch.look(world.now, poll: 25 * Self.millisecond)
      watch.plan(world.now + 25 * Self.millisecond, began: world.now, ended: world.now)
      world.now += (25 + 87) * Self.millisecond
      world.whileLookingForQuota = { [unowned world] in world.throttledTime += throttled * Self.millisecond }
      return watch.look(world.now, poll: 25 * Self.millisecond)
    }
    #expect(verdict(60) == .starved)
    guard case .stood = verdict(40) else {
      Issue.record("40 ms of 87 are the quota's")
      return
    }
    // All of it is since the process was last seen without one; or it is not.
    #expect(
      GroupQuota.ofOthers(80, since: 1_000, 1_100) == 0
        && GroupQuota.ofOthers(101, since: 1_000, 1_100) == 101)
    #expect(
      GroupQuota.ofOthers(80, since: nil, 1_100) == 80 && GroupQuota.ofOthers(80, since: 1_200, 1_100) == 80)
  }

  /// It is too short to report. Still, time in which others used the processor is not subtracted from the work as if the process had been stopped.
  @Test func aShortTimeWithoutAQuotaIsNoStop() {
    func verdict(_ throttled: UInt64) -> StandingWatch.Verdict {
      let world = SimulatedWorld()
      var watch = StandingWatch(world)
      _ = watch.look(world.now, poll: 25 * Self.millisecond)
      watch.plan(world.now + 25 * Self.millisecond, began: world.now, ended: world.now)
      world.now += (25 + 40) * Self.millisecond
      world.throttledTime += throttled * Self.millisecond
      return watch.look(world.now, poll: 25 * Self.millisecond)
    }
    #expect(verdict(20) == .none && verdict(19) == .faltered(duration: 40 * Self.millisecond))
  }

  /// Was wrong: the time in a group that a process had left, and that was removed then, was lost.
  @Test func theTimeInAGroupThatIsGoneStays() {
    #expect(GroupQuota.total(5, 900, atLookup: 100, latest: 0) == 805)
    #expect(GroupQuota.total(5, 0, atLookup: 100, latest: 805) == 805)
    #expect(GroupQuota.total(805, 30, atLookup: 0, latest: 805) == 835)
  }

  /// Work that a heartbeat reports, which has no times, begins while the monitor comes late.
  private func told(late: @escaping (Simulation) -> Void) throws -> StallRecord {
    let simulation = Simulation { $0.threshold = .milliseconds(100) }
    let heartbeat = Heartbeat("pool")
    let work = Heartbeat.Work("work")
    simulation.core.add(WatchedLoop(.heartbeat(heartbeat), label: "pool", thread: 2))
    simulation.at(0.5) { [unowned simulation] in
      heartbeat.begin(work)
      late(simulation)
    }
    simulation.at(1) { heartbeat.end() }
    simulation.run(to: 3)
    return try #require(simulation.sink.ended.first)
  }

  private func starve(_ simulation: Simulation) {
    simulation.world.ownQueueTime += 300 * Self.millisecond
    simulation.stand(0.3)
  }

  @Test func aBeginningThatIsNotKnownMakesAStallAtLeastSoLong() throws {
    let late = try told(late: starve)
    #expect(
      late.isAtLeast && late.duration > 450 * Self.millisecond && late.duration < 800 * Self.millisecond)
    #expect(StallReport.of(late).sentence.contains("was held up for at least "))
    #expect(StallReport.of(late).json.contains("\"isAtLeast\":true"))
    let inTime = try told { _ in }
    #expect(!inTime.isAtLeast && !StallReport.of(inTime).sentence.contains("at least"))
  }

  @Test func ofAStoppedProcessTheStallIsAtLeastWhatWasSeenOfIt() throws {
    let stopped = try told { $0.stand(0.3) }
    #expect(stopped.isAtLeast && stopped.duration < 530 * Self.millisecond)
  }

  /// A loop that says when it began to work.
  @Test func aBeginningThatTheLoopHasReportedIsKnownAllTheSame() throws {
    for isCounted in [true, false] {
      let simulation = Simulation { $0.threshold = .milliseconds(100) }
      var scenario = LoopScenario.waiting
      // A monitor that looks anyway is not woken by the slow one.
      for step in 0..<20 { scenario.callout("short", at: 0.5 + 0.01 * Double(step), for: 0.001) }
      scenario.callout("slow", at: 0.71, for: 0.5)
      simulation.play(scenario)
      simulation.at(0.7101) {
        // Counted as time in the queue, or not; but its threads ran.
        if isCounted {
          simulation.world.ownQueueTime += 300 * Self.millisecond
        } else {
          simulation.world.processTime += 325 * Self.millisecond
        }
        simulation.stand(0.3)
      }
      simulation.run(to: 3)
      let record = try #require(simulation.sink.ended.first)
      #expect(!record.isAtLeast && record.started == simulation.time(0.71))
      #expect(record.duration / 1_000 == 800_000 && simulation.sink.froze.isEmpty, "\(record.duration)")
    }
  }
}
