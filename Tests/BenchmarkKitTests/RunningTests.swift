import TestHarness
import Testing

@testable import BenchmarkKit

@Suite("Rounds", .hangLimit)
struct RoundsTests {
  private struct Failure: Error {}

  @Test("begin with another contestant each time, and give a value each")
  func rotation() throws {
    var order = ""
    let contestants = ["a", "b", "c"].map { name in
      Contestant(name, operations: 2, limit: 5) { repetitions in
        if repetitions == 5 { order += name }
        return UInt64(repetitions) * 20
      }
    }
    let outcomes = try Rounds(3, timePerRound: 1_000_000_000).run(contestants)
    // Each contestant's warm-up ends with as many repetitions as it allows.
    #expect(order == "abc" + "abc" + "bca" + "cab")
    #expect(outcomes.map(\.name) == ["a", "b", "c"])
    #expect(outcomes.map(\.values) == Array(repeating: [10, 10, 10], count: 3))
    #expect(outcomes.allSatisfy { $0.latencies == nil })
  }

  @Test("of latencies take the median of each, and keep all")
  func latencies() throws {
    let contestant = Contestant("", limit: 10) { repetitions, latencies in
      for value in 1...repetitions { latencies.record(UInt64(value)) }
    }
    let outcome = try Rounds(4, timePerRound: 1_000_000_000).run(contestant)
    #expect(outcome.values == [5, 5, 5, 5])
    #expect(outcome.latencies?.count == 40)
    let measurement = outcome.measurement("wake")
    #expect(measurement.median == 5 && measurement.max == 10 && measurement.hasLatencies)
  }

  @Test("are three at most of what takes several times as long as a round at its first repetition")
  func longOnes() throws {
    var calls: [Int] = []
    let slow = Contestant("slow") { repetitions in
      calls.append(repetitions)
      let end = MonotonicTime.now + 5_000_000
      while MonotonicTime.now < end {}
      return 7
    }
    let outcome = try Rounds(9, timePerRound: 1_000_000).run(slow)
    #expect(outcome.values == [7, 7, 7] && calls == [1, 1, 1, 1])
  }

  @Test("share the time that is given with the warm-up")
  func timePerRound() {
    #expect(Rounds(4, within: 1).timePerRound == 200_000_000 && Rounds(4, within: 1).count == 4)
    #expect(Rounds(0, within: 1).count == 1 && Rounds(0, within: 1).timePerRound == 500_000_000)
    #expect(Rounds(3, within: -1).timePerRound == 1)
  }

  @Test("hand on what a contestant throws")
  func failure() {
    #expect(throws: Failure.self) {
      try Rounds(2, timePerRound: 1).run(Contestant("", throughput: { _ in throw Failure() }))
    }
  }

  @Test("have a median that one bad round does not move")
  func statistics() {
    #expect(Statistics.median([5, 1, 1000]) == 5)
    #expect(Statistics.median([4, 2]) == 3)
    #expect(Statistics.medianAbsoluteDeviation([10, 11, 9, 500]) == 1)
    #expect(Statistics.percentile(90, of: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) == 9)
  }
}

@Suite("A machine", .hangLimit)
struct MachineTests {
  @Test("says what it is")
  func header() {
    let machine = Machine.current
    #expect(!machine.processor.isEmpty && !machine.processors.isEmpty)
    #expect(machine.kernel.hasPrefix("Linux "))
    #expect(machine.header.contains(machine.kernel))
  }

  @Test("keeps a thread on the processor that it was given, and lets it go again")
  func pinning() {
    let before = Processors.allowed
    for processor in before {
      PinnedThread.run(on: processor) {
        #expect(Processors.allowed == [processor])
        #expect(Processors.current == processor)
      }
      Processors.pinned(to: processor) { #expect(Processors.allowed == [processor]) }
    }
    #expect(Processors.allowed == before)
  }
}

@Suite("Dice", .hangLimit)
struct DiceTests {
  @Test("roll every number below the bound about equally often, and the same in each run")
  func even() {
    var dice = Dice()
    var counts = Array(repeating: 0, count: 10)
    for _ in 0..<10_000 { counts[dice.roll(below: 10)] += 1 }
    #expect(counts.allSatisfy { (850...1150).contains($0) }, "\(counts)")
    var large = Dice()
    #expect((0..<100).contains { _ in large.roll(below: 1 << 32) > 3 << 30 })
    var one = Dice(seed: 7)
    var other = Dice(seed: 7)
    for _ in 0..<100 { #expect(one.roll(below: 1000) == other.roll(below: 1000)) }
  }
}
