import TestHarness
import Testing

@testable import BenchmarkKit

/// The warm-up before the first round, and the progress that is reported between rounds.
@Suite("A warm-up", .hangLimit)
struct WarmUpTests {
  @Test("ends before the first round; what is told after a round is that round's latencies")
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

  /// Of three tries one: something else may disturb the second measurement, too.
  @Test("that something disturbs is repeated: a round would be much too short")
  func disturbance() throws {
    var repetitions: [Int] = []
    for _ in 0..<3 where (repetitions.last ?? 0) < 40 {
      var isDisturbed = false
      let contestant = Contestant("") { count in
        repetitions.append(count)
        var length = UInt64(count) * 20_000
        if count == 10, !isDisturbed { (isDisturbed, length) = (true, 5_000_000) }
        let end = MonotonicTime.now + length
        while MonotonicTime.now < end {}
        return length
      }
      _ = try Rounds(1, timePerRound: 4_000_000).run(contestant)
    }
    // 200 take four milliseconds.
    #expect((repetitions.last ?? 0) >= 40, "\(repetitions)")
  }
}
