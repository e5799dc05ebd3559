import TestHarness
import Testing

@testable import StallMonitoring

/// Loops of another process, which are only looked at from time to time.
@Suite(.hangLimit) struct ForeignWatchTests {
  private typealias Step = SimulatedProcess.Step

  private func simulate(
    _ steps: [Step], to end: Double = 5, counts: Bool = true, records: Bool = false, milliseconds: Int = 250
  ) -> ForeignSimulation {
    let simulation = ForeignSimulation(milliseconds: milliseconds)
    simulation.process.countsPasses = counts
    simulation.process.recordsWaits = records
    simulation.process.thread(1, steps)
    simulation.run(to: end)
    return simulation
  }

  @Test("Work of more than the threshold is a stall, whatever it does", arguments: [true, false])
  func work(_ counts: Bool) throws {
    for kind in 0..<3 {
      let steps: [[Step]] = [[.work(0.4)], [.sleep(0.4)], [.work(0.1), .sleep(0.3)]]
      let monitor = simulate([.wait(1)] + steps[kind] + [.wait(1)], counts: counts)
      // One that works first, and waits then, is proven only where passes are counted.
      let isProven = counts || kind < 2
      try #require(monitor.stalls.count == (isProven || kind == 2 ? 1 : 0), "\(kind)")
      let stall = try #require(monitor.stalls.first)
      #expect(abs(stall.begin - 1) < (isProven ? 0.08 : 0.12), "\(kind) \(stall)")
      #expect(abs(stall.begin + stall.length - 1.4) < 0.051, "\(kind) \(stall)")
    }
  }

  @Test func aStallIsFoundSoon() throws {
    let simulation = ForeignSimulation()
    simulation.process.thread(1, [.wait(1), .sleep(2)])
    simulation.run(to: 1.35)
    #expect(simulation.sink.began.count == 1 && simulation.sink.ended.isEmpty)
    #expect(simulation.sink.began.first?.kind == .mainThreadStall)
  }

  @Test("Two pieces of work with a short wait between them are none", arguments: [true, false])
  func twoPieces(_ counts: Bool) {
    // Waits that no look sees, at any place between two looks.
    for offset in 0..<20 {
      let steps: [Step] = [
        .wait(1 + Double(offset) * 0.0013), .work(0.18), .wait(0.0005), .work(0.18), .wait(1),
      ]
      #expect(simulate(steps, counts: counts).stalls.isEmpty, "\(offset)")
      let asleep: [Step] = [.wait(1 + Double(offset) * 0.0013), .sleep(0.18), .wait(0.0005), .sleep(0.18)]
      #expect(simulate(asleep, counts: counts).stalls.isEmpty, "\(offset)")
    }
  }

  @Test func aLoopThatIsNeverWithoutEventsDoesNotStall() {
    // Its waits return at once, and give no processor up.
    let busy = Array(repeating: [Step.work(0.03), .wait(0)], count: 60).flatMap(\.self)
    let monitor = simulate([.wait(1)] + busy + [.wait(1)])
    #expect(
      monitor.stalls.isEmpty, "\(monitor.sink.ended.map { ($0.kind, $0.found, $0.started, $0.lastSeen) })")
  }

  @Test func timesThatAreRecordedAreExact() throws {
    // After a wait that blocks, and in the middle of waits that return at once; what it does next may be anything.
    let busy = Array(repeating: [Step.work(0.0031), .wait(0)], count: 100).flatMap(\.self)
    for offset in 0..<20 {
      let first = 1 + Double(offset) * 0.0037
      for next in [
        [Step.wait(1)], [.wait(0.0002), .work(0.1), .wait(1)], [.wait(0.01), .work(0.1), .wait(1)],
        [.wait(0)] + busy,
      ] {
        for work in [[Step.work(0.4)], [.sleep(0.4)], [.work(0.1), .sleep(0.3)]] {
          let stalls = simulate([.wait(first)] + work + next, records: true).stalls
          try #require(stalls.count == 1, "\(offset) \(stalls)")
          #expect(abs(stalls[0].begin - first) < 0.001 && abs(stalls[0].length - 0.4) < 0.001, "\(stalls)")
        }
      }
      // Begun and ended between waits that do not block, and other work followed before the next look.
      let between = simulate([.wait(first)] + busy + [.work(0.4017), .wait(0)] + busy, records: true).stalls
      try #require(between.count == 1, "\(offset) \(between)")
      #expect(
        abs(between[0].begin - first - 0.31) < 0.001 && abs(between[0].length - 0.4017) < 0.001,
        "\(between)")
    }
    #expect(simulate([.wait(1)] + busy + busy + busy + [.wait(1)], records: true).stalls.isEmpty)
  }

  @Test func aBusyLoopIsCountedForAnInstantAndLookedAtAsAnIdleOne() {
    let busy = Array(repeating: [Step.work(0.0004), .wait(0)], count: 12_500).flatMap(\.self)
    let monitor = simulate([.wait(1)] + busy + [.wait(1)], to: 6)
    #expect(monitor.stalls.isEmpty)
    // Of five seconds: a thousandth of a second after each pause of the threshold.
    let counted = Double(monitor.process.countedTime) / 1e9
    #expect((0.01...0.03).contains(counted), "\(counted)")
    // Of one thread, twenty a second; one more for each time that it is counted, and one before it.
    #expect(monitor.process.looks <= 6 * 20 + 5 * 2 * 4 + 12, "\(monitor.process.looks)")
  }

  @Test func aBusyLoopThatBlocksBrieflyIsLookedAtAsAnIdleOne() {
    // Its switches alone prove at each look that what it does is another piece of work.
    let busy = Array(repeating: [Step.work(0.0004), .wait(0.00001)], count: 12_200).flatMap(\.self)
    let monitor = simulate([.wait(1)] + busy + [.wait(1)], to: 6, counts: false)
    #expect(monitor.stalls.isEmpty)
    // Twenty a second; another one soon after each look that finds it waiting.
    #expect((100...180).contains(monitor.process.looks), "\(monitor.process.looks)")
    // A stall is found none the less.
    let stalls = simulate([.wait(1)] + busy.prefix(2000) + [.sleep(0.4)] + busy.prefix(2000), counts: false)
      .stalls
    #expect(stalls.count == 1 && stalls.allSatisfy { abs($0.length - 0.4) < 0.08 }, "\(stalls)")
  }

  @Test func aWaitBeforeTheCountingIsNotTakenForWork() {
    // It returns at once, before its passes are counted: what is proven begins after it.
    #expect(simulate([.wait(1), .work(0.009), .wait(0), .work(0.244), .wait(1)]).stalls.isEmpty)
  }

  @Test func aStallOfALoopThatNeverBlocksIsFound() {
    let busy = Array(repeating: [Step.work(0.03), .wait(0)], count: 30).flatMap(\.self)
    let monitor = simulate([.wait(1)] + busy + [.work(0.9), .wait(0)] + busy + [.wait(1)])
    #expect(monitor.stalls.count == 1)
    // It is counted again after a pause of the threshold at most.
    for stall in monitor.stalls {
      #expect((1.87...2.2).contains(stall.begin) && abs(stall.begin + stall.length - 2.8) < 0.05, "\(stall)")
    }
  }

  @Test("Work of many short waits is one piece where passes are counted", arguments: [true, false])
  func manyWaits(_ counts: Bool) {
    let steps = Array(repeating: [Step.work(0.002), .sleep(0.003)], count: 120).flatMap(\.self)
    let monitor = simulate([.wait(1)] + steps + [.wait(1)], counts: counts)
    // Without, it may have waited for events meanwhile: nothing is claimed.
    #expect(monitor.stalls.count == (counts ? 1 : 0))
    for stall in monitor.stalls { #expect(stall.length > 0.45 && stall.length < 0.65, "\(stall)") }
  }

  @Test func anIdleProcessCostsFewLooksAndHasNoStalls() {
    let monitor = simulate([], to: 600)
    #expect(monitor.stalls.isEmpty && monitor.sink.began.isEmpty)
    // Twenty a second, and the list of threads twice a second.
    #expect(monitor.process.looks <= 600 * 23)
  }

  @Test func aWaitForOneDescriptorInsideOfWorkIsPartOfIt() throws {
    let monitor = simulate([.wait(1), .work(0.01), .waitForOne(0.5), .wait(1)])
    #expect(monitor.stalls.count == 1)
    // A loop that knows no other wait waits so for its events.
    let single = simulate(
      Array(repeating: [Step.waitForOne(0.5), .work(0.01)], count: 8).flatMap(\.self), to: 4)
    #expect(single.stalls.isEmpty)
  }

  @Test func aMainThreadThatSleepsOnAConditionIsALoop() {
    let steps = Array(repeating: [Step.futex(0.3), .work(0.02)], count: 10).flatMap(\.self)
    let monitor = simulate(steps + [.futex(0.3), .work(0.6), .futex(0.3)], to: 4.7)
    #expect(monitor.stalls.count == 1 && monitor.stalls.allSatisfy { $0.length > 0.5 && $0.length < 0.66 })
  }

  @Test func aStoppedProcessDoesNotStall() {
    #expect(simulate([.wait(1), .work(0.1), .stop(2), .work(0.1), .wait(1)]).stalls.isEmpty)
  }

  @Test func threadsThatServeNoEventsAreNoLoops() {
    let simulation = ForeignSimulation()
    simulation.process.thread(1, [.work(1), .futex(2), .work(1), .sleep(1)], thenEnds: false)
    simulation.process.thread(2, [.work(2), .sleep(2)], thenEnds: false)
    simulation.process.thread(3, [.wait(1.2), .sleep(1), .wait(2)], thenEnds: true)
    simulation.run(to: 4)
    // The third one is seen to wait, twice; the first two are not, and are not charged with their work.
    #expect(simulation.sink.ended.map(\.thread) == [3])
    #expect(simulation.sink.ended.first?.kind == .stall && simulation.sink.ended.first?.loop == "worker 3")
    #expect(simulation.watch.loops == [3])
  }

  @Test func aThreadThatIsNamedIsWatchedAtOnceAndAlone() {
    let simulation = ForeignSimulation(thread: 2)
    simulation.process.thread(1, [.wait(0.5), .sleep(2)])
    simulation.process.thread(2, [.futex(3)])
    simulation.run(to: 1)
    #expect(simulation.sink.began.map(\.thread) == [2])
  }

  @Test func theEndOfTheProcessLeavesTheStallOpen() {
    let simulation = ForeignSimulation()
    simulation.process.thread(1, [.wait(1), .sleep(1)], thenEnds: true)
    simulation.run(to: 5)
    #expect(simulation.hasEnded && simulation.sink.began.count == 1 && simulation.sink.ended.isEmpty)
  }

  @Test("Work of a thread in whose place another one waits is none of a loop", arguments: [7, 8] as [Int32])
  func turns(_ other: Int32) {
    let simulation = ForeignSimulation()
    // As runtimes with several threads do it: one of them waits, the others work or are parked.
    simulation.process.thread(1, [.waitAt(7, 1), .sleep(1.5), .waitAt(7, 1), .sleep(0.01)])
    simulation.process.thread(2, [.futex(1.05), .waitAt(other, 1.4), .sleep(0.02), .waitAt(other, 3)])
    simulation.run(to: 5)
    // At a descriptor of its own it does not.
    #expect(simulation.sink.began.map(\.thread) == (other == 7 ? [] : [1]))
  }

  @Test func aThreadThatWorksWhileNoOtherWaitsInItsPlaceStalls() {
    let simulation = ForeignSimulation()
    simulation.process.thread(1, [.waitAt(7, 1), .sleep(0.6), .waitAt(7, 1)])
    simulation.process.thread(2, [.waitAt(7, 0.9), .sleep(0.02), .futex(3)])
    simulation.run(to: 4)
    #expect(simulation.sink.ended.map(\.thread) == [1])
    // It has relieved the second one, too.
    #expect(simulation.sink.ended.allSatisfy { $0.duration > 500_000_000 })
  }

  @Test func aWaitForOtherDescriptorsInsideOfWorkIsPartOfIt() {
    let idle = Array(repeating: [Step.waitAt(7, 0.2), .work(0.01)], count: 5).flatMap(\.self)
    // A child's output, as two pipes.
    #expect(simulate(idle + [.work(0.02), .innerWait(9, 0.5), .waitAt(7, 1)]).stalls.count == 1)
    // A loop inside of the loop waits for what the loop waits for.
    #expect(simulate(idle + [.work(0.02), .innerWait(7, 0.5), .waitAt(7, 1)]).stalls.isEmpty)
    #expect(simulate(idle + [.work(0.02), .innerWait(6, 0.5), .waitAt(7, 1)]).stalls.isEmpty)
    // What was seen once or twice is no loop's place yet.
    let early = simulate([.waitAt(7, 0.2), .work(0.02), .innerWait(9, 2), .work(0.02), .innerWait(9, 2)])
    #expect(early.sink.began.isEmpty)
  }

  @Test func aLoopWithASingleDescriptorStaysOneAfterAWaitForSeveralInsideOfItsWork() {
    let idle = Array(repeating: [Step.waitAtOne(7, 0.2), .work(0.01)], count: 5).flatMap(\.self)
    let monitor = simulate(idle + [.innerWait(9, 0.5), .waitAtOne(7, 1)] + idle, to: 4)
    #expect(monitor.stalls.count == 1 && monitor.sink.began.count == 1)
  }

  @Test func aLoopThatWaitsInTwoPlacesDoesNotStallForLong() {
    let idle = Array(repeating: [Step.waitAt(7, 0.2), .work(0.01)], count: 5).flatMap(\.self)
    let turns = Array(repeating: [Step.waitAt(7, 0.2), .innerWait(9, 0.5), .work(0.01)], count: 30).flatMap(
      \.self)
    // The second place is known after five times.
    #expect((1...5).contains(simulate(idle + turns, to: 20).sink.began.count))
  }

  @Test func aLoopWhoseDescriptorIsClosedHasEnded() {
    let idle = Array(repeating: [Step.waitAt(7, 0.2), .work(0.01)], count: 5).flatMap(\.self)
    let simulation = ForeignSimulation()
    simulation.process.closes[7] = 1.05
    simulation.process.thread(1, idle + [.work(0.1), .innerWait(9, 3)])
    simulation.run(to: 4)
    #expect(simulation.sink.began.isEmpty)
  }

  @Test func aProgramThatHasMovedOnToAnotherLoopDoesNotStall() {
    let idle = Array(repeating: [Step.waitAt(7, 0.2), .work(0.01)], count: 5).flatMap(\.self)
    let next = Array(repeating: [Step.innerWait(9, 0.4), .work(0.01)], count: 60).flatMap(\.self)
    let simulation = simulate(idle + next, to: 26)
    // The first seconds of the other loop are taken for work of the first one, no more.
    #expect(simulation.stalls.count <= 1 && simulation.stalls.allSatisfy { $0.length < 7 })
    #expect(simulation.sink.began.count == simulation.stalls.count)
  }

  @Test func aProgramThatHasMovedOnToEverOtherDescriptorsDoesNotStall() {
    let idle = Array(repeating: [Step.waitAt(7, 0.2), .work(0.01)], count: 5).flatMap(\.self)
    // No set of them returns often enough to be known as a place of the loop.
    let next = (0..<40).flatMap { [Step.innerWait(Int32(9 + $0), 0.4), .work(0.01)] }
    let simulation = simulate(idle + next, to: 17)
    #expect(simulation.stalls.count <= 1 && simulation.stalls.allSatisfy { $0.length < 7 })
    #expect(simulation.sink.began.count == simulation.stalls.count)
  }

  @Test func threadsOfAProgramWhoseRuntimeServesEventsAreNoLoops() {
    let simulation = ForeignSimulation(watchesAll: false)
    simulation.process.thread(1, [.wait(1), .sleep(1), .wait(1)])
    simulation.run(to: 3)
    #expect(simulation.sink.began.isEmpty && simulation.watch.loops.isEmpty && !simulation.hasEnded)
  }

  @Test func whatIsSeenOfCallsDistinguishesWaitsFromWork() {
    func call(_ number: Int, _ arguments: [UInt]) -> EventWait? {
      EventWait(
        ThreadReading.SystemCall(number: number, arguments: arguments, stackPointer: 1, programCounter: 9))
    }
    #if arch(x86_64)
      #expect(call(232, [3, 1, 1, 1, 0, 0]) == EventWait(kind: .set, returnAddress: 9, call: 232))
      #expect(call(7, [1, 1, 100, 0, 0, 0])?.kind == .one && call(7, [1, 3, 100, 0, 0, 0])?.kind == .many)
      #expect(call(7, [1, 0, 100, 0, 0, 0]) == nil && call(23, [0, 0, 0, 0, 1, 0]) == nil)
      #expect(call(23, [5, 1, 0, 0, 0, 0])?.kind == .many && call(35, [1, 0, 0, 0, 0, 0]) == nil)
    #endif
    #expect(EventWait(channel: "ep_poll")?.kind == .set && EventWait(channel: "futex_do_wait") == nil)
    #expect(EventWait(channel: "poll_schedule_timeout.constprop.0")?.kind == .many)
    #expect(EventWait(channel: "hrtimer_nanosleep") == nil && EventWait(channel: "") != nil)
  }

  @Test func switchesAreReadPastANameThatLooksLikeThem() {
    let text = "Name:\tx\nvoluntary_ctxt_switches:\t42\nnonvoluntary_ctxt_switches:\t7\n"
    #expect(Array(text.utf8).withUnsafeBytes { LinuxForeignSource.switches(in: $0) } == 42)
  }
}
