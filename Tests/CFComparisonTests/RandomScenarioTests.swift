import LinuxSystem
import ScenarioModel
import Scenarios
import Synchronization
import TestHarness
import Testing

extension CFComparison {
  /// Random scenarios on both loops and both models.
  ///
  /// `MAINSPRING_SCENARIOS` is how many (210); `MAINSPRING_SEED` is the first seed (1), or `date` for another
  /// one each time. A seed says all about its scenario, so a failure is repeated with its seed and one scenario.
  @Suite(.hangLimit) struct RandomScenarios {
    @Test func areAsTheModelsSay() async throws {
      let plan = Plan()
      print("random scenarios: \(plan.count) from seed \(plan.firstSeed)")
      let start = ContinuousClock.now
      let search = Search()
      let seeds = (0..<plan.count).map { plan.firstSeed &+ UInt64($0) }
      let reports = try await Workers.map(seeds, isOver: { search.hasEnough }) { seed, machines in
        RandomScenario(seed: seed).report(machines, search)
      }
      let done = reports.compactMap(\.self)
      for failure in done.flatMap(\.failures) { Issue.record(Comment(rawValue: failure)) }
      let time = ContinuousClock.now - start
      for comparison in Comparison.allCases {
        let verdicts = done.compactMap { $0.verdicts[comparison] }
        print(
          "  \(comparison.rawValue): \(verdicts.count { $0 == .equal }) equal,"
            + " \(verdicts.count { $0 == .tie }) with ties")
      }
      print("  in \(Int(time / .seconds(1))) s")
      #expect(search.hasEnough || done.count == plan.count)
      // Ties must stay the exception, or nothing is compared.
      let compared = done.count { $0.verdicts[.mainspring] == .equal && $0.verdicts[.cfRunLoop] == .equal }
      #expect(compared >= done.count * 3 / 4 || done.contains { !$0.failures.isEmpty })
    }

    @Test func oneSeedGivesOneScenario() {
      let texts = (1...24).map { RandomScenario(seed: $0).scenario.description }
      #expect(texts == (1...24).map { RandomScenario(seed: $0).scenario.description })
      #expect(Set(texts).count == 24)
    }
  }
}

/// How many, and from where.
private struct Plan {
  var count = 210
  var firstSeed: UInt64 = 1

  init() {
    if let text = Self.environment("MAINSPRING_SCENARIOS"), let number = Int(text), number > 0 {
      count = number
    }
    if let text = Self.environment("MAINSPRING_SEED") {
      firstSeed = text == "date" ? UInt64(time(nil)) &* 1000 : UInt64(text) ?? firstSeed
    }
  }

  private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// What a search may cost once something is found.
private final class Search: Sendable {
  private let failures = Mutex(0)

  /// More failures would say the same.
  var hasEnough: Bool { failures.withLock { $0 >= 5 } }

  /// Whether it is the first failure, which is shrunk.
  func isFirst() -> Bool {
    failures.withLock { count in
      count += 1
      return count == 1
    }
  }
}

private struct Report: Sendable {
  var verdicts: [Comparison: Comparison.Verdict] = [:]
  var failures: [String] = []
}

/// The scenario of a seed.
private struct RandomScenario {
  private static let kinds: [(options: ScenarioGenerator.Options, size: Int)] = [
    ([], 0), (.dense, 0), (.ports, 0), (.threads, 0), ([.ports, .threads], 0), (.main, 0),
    ([.main, .threads], 0), (.loops, 0), ([.dense, .ports], 0), ([.dense, .threads], 0), (.coarse, 0),
    ([.dense, .ports, .threads, .main, .loops], 0), ([.loops, .threads, .ports], 0), ([], 1),
    ([.ports, .threads], 2), (.dense, 3), ([.main, .ports, .dense], 0), ([.threads], 6),
    ([.ports, .threads, .main, .loops], 4), ([.dense, .loops], 0), ([.coarse, .dense, .main], 0),
  ]

  let seed: UInt64
  let scenario: Scenario
  private let kind: String

  init(seed: UInt64) {
    self.seed = seed
    let (options, size) = Self.kinds[Int(seed % UInt64(Self.kinds.count))]
    let names = ScenarioGenerator.Options.named.filter { options.contains($0.option) }.map(\.name)
    kind = (names.isEmpty ? ["plain"] : names).joined(separator: " ") + (size > 0 ? ", size \(size)" : "")
    scenario = ScenarioGenerator.generate(seed: seed, options: options, size: size)
  }

  /// Each kind has its turn of what is not done for all.
  private var comparisons: [Comparison] {
    seed / UInt64(Self.kinds.count) % 3 == 0 ? Comparison.allCases : [.cfRunLoop, .mainspring]
  }

  func report(_ machines: Machines, _ search: Search) -> Report {
    var report = Report()
    for comparison in comparisons {
      let verdict = comparison.verdict(on: scenario, machines)
      report.verdicts[comparison] = verdict
      guard case .different(let difference) = verdict else { continue }
      report.failures.append(failure(comparison, difference, machines, isFirst: search.isFirst()))
    }
    return report
  }

  private func failure(
    _ comparison: Comparison, _ difference: String, _ machines: Machines, isFirst: Bool
  ) -> String {
    let head = """
      seed \(seed) (\(kind)); again: MAINSPRING_SEED=\(seed) MAINSPRING_SCENARIOS=1
      \(difference)
      """
    guard isFirst else { return head }
    let deadline = ContinuousClock.now + .seconds(50)
    let shrunk = ScenarioShrinker().shrink(scenario) { candidate in
      if ContinuousClock.now < deadline, case .different = comparison.verdict(on: candidate, machines) {
        return true
      }
      return false
    }
    guard case .different(let smallest) = comparison.verdict(on: shrunk, machines) else { return head }
    return "\(head)\nshrunk:\n\(shrunk.description)\n\(smallest)"
  }

}
