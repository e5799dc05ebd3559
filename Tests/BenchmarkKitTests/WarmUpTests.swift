import TestHarness
import Testing

@testable import BenchmarkKit

/// The warm-up before the first round, and the progress that is reported between rounds.
@Suite("A warm-up", .hangLimit)
struct WarmUpTests {
  @Test("ends before the first round; after each round its own latencies are reported")
  func order() throws {
    let log = Locked<[String]>([])
    func note(_ text: String) { log.withLock { $0.append(text) } }
    let contestants = ["a", "b"].map { name in
      Contestant(name, limit: 4) { repetitions, latencies in
        if repetitions == 4 { log.withLock { $0.append(name) } }
        for value in 1...repetitions { latencies.record(UInt64(value)) }
      }
    }
    var rounds = Rounds(2, timePerRound: 1_000_000_000)
    rounds.afterWarmUp = { log.withLock { $0.append("warm") } }
    rounds.afterRound = { name, latencies in log.withLock { $0.append("\(name): \(latencies.count)") } }
    let outcomes = try rounds.run(contestants)
    #expect(
      log.value == ["a", "b", "warm"] + ["a", "a: 4", "b", "b: 4"] + ["b", "b: 4", "a", "a: 4"])
    #expect(outcomes.map { $0.latencies?.count } == [8, 8])
  }

  @Test("that something disturbs is repeated: a round would be much too short")
  func disturbance() throws {
    let (clock, counts) = (Locked<UInt64>(0), Locked<[Int]>([]))
    let contestant = Contestant("") { count in
      let isDisturbed = count == 10 && !counts.value.contains(10)
      counts.withLock { $0.append(count) }
      let length: UInt64 = isDisturbed ? 5_000_000 : UInt64(count) * 20_000
      clock.withLock { $0 += length }
      return length
    }
    var rounds = Rounds(1, timePerRound: 4_000_000)
    rounds.now = { clock.value }
    _ = try rounds.run(contestant)
    #expect(counts.value.prefix(3) == [1, 10, 10])
    #expect(counts.value.last == 200, "\(counts.value)")
  }

  @Test("that takes no time by the clock counts as the shortest time")
  func noTime() throws {
    let counts = Locked<[Int]>([])
    let contestant = Contestant("") { count in
      counts.withLock { $0.append(count) }
      return 1
    }
    var rounds = Rounds(1, timePerRound: 1)
    rounds.now = { 7 }
    _ = try rounds.run(contestant)
    #expect(!counts.value.isEmpty && counts.value.allSatisfy { $0 == 1 }, "\(counts.value)")
  }
}
