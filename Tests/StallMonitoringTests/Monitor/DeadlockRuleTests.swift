import TestHarness
import Testing

@testable import StallMonitoring

/// What is done once in a stall that lasts: a deadlock is reported, and the stacks of all threads are taken.
@Suite(.hangLimit) struct DeadlockRuleTests {
  /// Loops of the threads 1 and 2, each in one callout from 1 s on, and in a deadlock with each other.
  private func deadlock(
    loops: Int = 1, seconds: Double = 30, _ change: @escaping (inout StallMonitor.Settings) -> Void = { _ in }
  ) -> Simulation {
    let simulation = Simulation(change)
    for number in 1...loops {
      var scenario = LoopScenario.waiting
      scenario.callout("stuck \(number)", at: 1 + Double(number) / 10, for: seconds)
      simulation.play(scenario, label: "loop \(number)", thread: Int32(number), isMain: number == 1)
    }
    var links = [WaitChain.Link(thread: 1), WaitChain.Link(thread: 2)]
    for index in links.indices { (links[index].object, links[index].place) = (.pthreadMutex, UInt64(index)) }
    let world = simulation.world
    world.whileSampling = {
      // Seen from the thread that is looked at.
      let isFirst = world.sampled.last == 1
      var chain = WaitChain(links: isFirst ? links : [links[1], links[0]], circle: 0)
      (chain.isDeadlock, chain.since, chain.seen) = (true, simulation.time(1.2), world.now)
      world.diagnosis.chain = chain
      world.diagnosis.cause = .lock
    }
    return simulation
  }

  @Test func aDeadlockIsReportedOnceAfterSomeSeconds() throws {
    let simulation = deadlock()
    simulation.run(to: 3.1)
    #expect(simulation.delegate.deadlocks.isEmpty)
    simulation.run(to: 3.6)
    let found = try #require(simulation.delegate.deadlocks.first)
    #expect(!found.hasEnded && found.diagnosis.chain?.isDeadlock == true)
    simulation.run(to: 28)
    #expect(simulation.delegate.deadlocks.count == 1)
  }

  @Test func allItsThreadsReportItOnce() {
    let simulation = deadlock(loops: 2)
    simulation.run(to: 20)
    #expect(simulation.sink.began.count == 2 && simulation.delegate.deadlocks.count == 1)
  }

  @Test func aCircleThatMayOpenIsNotReported() {
    let simulation = deadlock()
    let look = simulation.world.whileSampling
    simulation.world.whileSampling = {
      look()
      simulation.world.diagnosis.chain?.isDeadlock = false
    }
    simulation.run(to: 20)
    #expect(simulation.delegate.deadlocks.isEmpty && simulation.sink.began.count == 1)
  }

  @Test func aDeadlockThatIsNotSeenAnyMoreIsNotReported() {
    let simulation = deadlock()
    let look = simulation.world.whileSampling
    simulation.world.whileSampling = {
      if simulation.world.now < simulation.time(3) { look() }
    }
    simulation.run(to: 20)
    #expect(simulation.delegate.deadlocks.isEmpty)
  }

  /// The same stall as others that were held back: what does not end is worth a report.
  @Test func aDeadlockIsReportedWhereItsStallWasHeldBack() {
    let simulation = Simulation()
    var scenario = LoopScenario.waiting
    for time in [1.0, 10] { scenario.callout("slow", at: time, for: 8) }
    scenario.callout("slow", at: 19, for: 30)
    simulation.play(scenario)
    let world = simulation.world
    var link = WaitChain.Link(thread: 1)
    link.object = .mutex
    simulation.at(19) {
      world.whileSampling = {
        world.diagnosis.chain = WaitChain(links: [link], circle: 0)
        world.diagnosis.chain?.isDeadlock = true
        world.diagnosis.chain?.since = simulation.time(19.3)
        world.diagnosis.chain?.seen = world.now
      }
    }
    simulation.run(to: 20.5)
    #expect(simulation.delegate.filtered.map(\.verdict) == [.repeated])
    simulation.run(to: 23)
    #expect(simulation.delegate.deadlocks.map(\.verdict) == [.reported])
    #expect(simulation.reported.wentOn.contains { $0.diagnosis.chain?.isDeadlock == true })
  }

  @Test func theStacksOfAllThreadsAreTakenOnce() throws {
    let simulation = deadlock { $0.allStacksAfter = .seconds(5) }
    simulation.run(to: 20)
    let times = simulation.world.allStacksTaken.map(simulation.seconds)
    #expect(times.count == 1 && times[0] >= 6.1 && times[0] < 6.6)
    #expect(simulation.reported.wentOn.last?.threadStacks.first?.threads == [7, 8])
    let never = deadlock { $0.allStacksAfter = nil }
    never.run(to: 25)
    #expect(never.world.allStacksTaken.isEmpty)
    let short = deadlock(seconds: 4) { $0.allStacksAfter = .seconds(5) }
    short.run(to: 25)
    #expect(short.world.allStacksTaken.isEmpty)
  }
}
