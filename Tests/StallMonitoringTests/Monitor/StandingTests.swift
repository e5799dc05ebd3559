import TestHarness
import Testing

@testable import StallMonitoring

/// What the monitor makes of its own lateness.
@Suite(.hangLimit) struct StandingTests {
  private static let second: UInt64 = 1_000_000_000
  private static let millisecond: UInt64 = 1_000_000

  /// A pass of no length, planned to be followed by one after 50 ms; that one comes late by so much.
  private func verdict(
    late: UInt64, poll: UInt64 = 50 * millisecond, _ meanwhile: (SimulatedWorld) -> Void = { _ in }
  ) -> StandingWatch.Verdict {
    let world = SimulatedWorld()
    var watch = StandingWatch(world)
    _ = watch.look(world.now, poll: poll)
    watch.plan(world.now + poll, began: world.now, ended: world.now)
    world.now += poll + late
    meanwhile(world)
    return watch.look(world.now, poll: poll)
  }

  @Test func whatABusyMachinesTimersAreLateByIsNothing() {
    #expect(verdict(late: 0) == .none && verdict(late: 10 * Self.millisecond) == .none)
  }

  @Test func aLittleMoreIsTakenOffAndNotReported() {
    #expect(verdict(late: 11 * Self.millisecond) == .faltered(duration: 11 * Self.millisecond))
    // Up to three periods, and 50 ms at least.
    #expect(verdict(late: 150 * Self.millisecond) == .faltered(duration: 150 * Self.millisecond))
    for poll in [1, 4, 12] as [UInt64] {
      let poll = poll * Self.millisecond
      #expect(verdict(late: 50 * Self.millisecond, poll: poll) == .faltered(duration: 50 * Self.millisecond))
      guard case .stood = verdict(late: 51 * Self.millisecond, poll: poll) else {
        Issue.record("it was not frozen for 51 ms with looks every \(poll) ns")
        continue
      }
    }
  }

  @Test func aFrozenProcessIsReported() {
    guard case .stood(let duration, let leftOut, _, let why) = verdict(late: 2 * Self.second) else {
      Issue.record("it was not frozen")
      return
    }
    #expect(
      duration == 2 * Self.second && leftOut == 2 * Self.second + 50 * Self.millisecond && why == "stopped")
  }

  @Test func whatMostlyWaitedForAProcessorIsStarvedAndTheRestIsFrozen() {
    #expect(verdict(late: Self.second) { $0.ownQueueTime += Self.second } == .starved)
    #expect(verdict(late: Self.second) { $0.ownQueueTime += Self.second / 2 } == .starved)
    // A process that is stopped and goes on waits a little for a processor then.
    for queued in [1, Self.second / 4, Self.second / 2 - 1] {
      guard case .stood = verdict(late: Self.second, { $0.ownQueueTime += queued }) else {
        Issue.record("\(queued) ns in the queue make it starved")
        continue
      }
    }
    // Too short to be reported, and not frozen.
    #expect(verdict(late: 40 * Self.millisecond) { $0.ownQueueTime += 40 * Self.millisecond } == .none)
  }

  @Test func timeInTheQueueBeforeTheLastPassDoesNotCount() {
    let world = SimulatedWorld()
    world.ownQueueTime = 50 * Self.second
    var watch = StandingWatch(world)
    for _ in 0..<3 {
      world.now += 50 * Self.millisecond
      world.ownQueueTime += 10 * Self.second
      _ = watch.look(world.now, poll: 50 * Self.millisecond)
      watch.plan(world.now + 50 * Self.millisecond, began: world.now, ended: world.now)
    }
    world.now += Self.second
    guard case .stood = watch.look(world.now, poll: 50 * Self.millisecond) else {
      Issue.record("it was not frozen")
      return
    }
  }

  @Test func aPassThatWorkedOrWaitedForAProcessorIsNoSignOfAnything() {
    func afterPass(of length: UInt64, worked: UInt64, queued: UInt64) -> StandingWatch.Verdict {
      let world = SimulatedWorld()
      var watch = StandingWatch(world)
      let began = world.now
      _ = watch.look(began, poll: 50 * Self.millisecond)
      world.now += length
      world.ownProcessorTime += worked
      world.ownQueueTime += queued
      watch.plan(began + 50 * Self.millisecond, began: began, ended: world.now)
      // What was planned lies in the past: the next pass comes at once.
      return watch.look(world.now, poll: 50 * Self.millisecond)
    }
    #expect(afterPass(of: Self.second, worked: Self.second, queued: 0) == .none)
    #expect(afterPass(of: Self.second, worked: 0, queued: Self.second) == .none)
    #expect(afterPass(of: Self.second, worked: Self.second / 2, queued: Self.second / 2) == .none)
    // It may wait for the stacks of running threads.
    #expect(afterPass(of: 80 * Self.millisecond, worked: 0, queued: 0) == .none)
    guard case .stood = afterPass(of: Self.second, worked: Self.second / 10, queued: 0) else {
      Issue.record("it was not frozen in the middle of a pass")
      return
    }
  }

  @Test func aSuspendedMachineIsReportedOnce() {
    let world = SimulatedWorld()
    var watch = StandingWatch(world)
    world.suspendedTime += 5_000_000
    #expect(watch.look(world.now, poll: 1) == .none)
    world.suspendedTime += 3 * Self.second
    #expect(watch.look(world.now, poll: 1) == .suspended(duration: 3 * Self.second, began: world.now))
    #expect(watch.look(world.now, poll: 1) == .none)
  }

  @Test func aSleepWithoutAnEndIsNeverTooLong() {
    let world = SimulatedWorld()
    var watch = StandingWatch(world)
    watch.plan(world.now + 1, began: world.now, ended: world.now)
    watch.park()
    world.now += 1000 * Self.second
    #expect(watch.look(world.now, poll: 1) == .none)
  }
}
