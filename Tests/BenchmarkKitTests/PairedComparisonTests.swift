import LinuxSystem
import PlainText
import TestHarness
import Testing

@testable import BenchmarkKit

@Suite("A comparison of two programs by processes in turn", .hangLimit)
struct PairedComparisonTests {
  /// A report for each process, with a row for each of several workloads.
  private func reports(_ rows: [String: [Double]], unit: String = "ns") -> [Report] {
    let count = rows.values.map(\.count).max() ?? 0
    return (0..<count).map { process in
      var report = Report(machine: someMachine)
      for (name, values) in rows.sorted(by: { $0.key < $1.key }) {
        if process < values.count {
          report.results.append(Measurement(name, [.init("n", 1)], unit: unit, values: [values[process]]))
        } else {
          report.unmeasured.append(
            Unmeasured(name, [.init("n", 1)], reason: "too busy", place: report.results.count))
        }
      }
      return report
    }
  }

  private func values(_ base: Double, _ count: Int = 10) -> [Double] {
    (0..<count).map { base * (1 + Double($0 * 7 % count) / 1000) }
  }

  @Test("says slower, faster or the same, with the ratio, its interval and the values that it rests on")
  func verdicts() throws {
    let first = reports(["a": values(100), "b": values(100), "c": values(100)])
    let second = reports(["a": values(105), "b": values(90), "c": values(100)])
    let comparison = PairedComparison(first, second)
    #expect(comparison.processes == 10 && comparison.without.isEmpty)
    #expect(comparison.rows.map(\.verdict) == [.slower, .faster, .same])
    #expect(comparison.rows.map(\.subject) == ["a n=1", "b n=1", "c n=1"])
    let row = comparison.rows[0]
    #expect(abs(row.percent - 5) < 1e-9 && row.interval.contains(1.05) && row.interval.lowerBound > 1.04)
    #expect(row.first == values(100) && row.second == values(105))
    // Two of three rows are as improbable.
    #expect(abs(row.adjusted - 1.5 * row.probability) < 1e-15)
    #expect(comparison.rows[2].probability == 1 && comparison.rows[2].adjusted == 1)
    #expect(comparison.different.map(\.workload) == ["a", "b"])
  }

  @Test("takes turns: A B B A, and again")
  func turns() {
    #expect((0..<12).map { PairedComparison.firstRuns(at: $0) ? "A" : "B" }.joined() == "ABBAABBAABBA")
  }

  @Test("calls nothing different that differs by less than a percent, however sure it is")
  func leastDifference() {
    func verdict(_ factor: Double) -> PairedComparison.Verdict? {
      PairedComparison(
        reports(["a": values(100).map { 100 + ($0 - 100) / 1000 }]),
        reports(["a": values(100).map { (100 + ($0 - 100) / 1000) * factor }])
      ).rows.first?.verdict
    }
    #expect(verdict(1.009) == .same && verdict(0.991) == .same)
    #expect(verdict(1.011) == .slower && verdict(0.989) == .faster)
    #expect(PairedComparison.verdict(1.5, 0.0101) == .same && PairedComparison.verdict(1.5, 0.01) == .slower)
  }

  @Test("has no verdict on what fewer than four processes measured, and says why")
  func without() {
    let comparison = PairedComparison(
      reports(["a": values(100), "b": values(100)]),
      reports(["a": values(100), "b": [100, 100, 100]]))
    #expect(comparison.rows.map(\.workload) == ["a"])
    #expect(comparison.without.map(\.note) == ["not measured: in 3 of 10 processes only: too busy"])
    #expect(comparison.table(("A", "B")).contains("in 3 of 10 processes only: too busy"))
    let none = PairedComparison(
      reports(["a": values(1)]), reports(["b": values(1)], unit: "bytes"))
    #expect(none.rows.isEmpty && none.without.count == 2)
    #expect(PairedComparison([], []).table(("A", "B")) == "the two programs have no workload in common\n")
    let some = PairedComparison(reports(["a": values(9, 4)]), reports(["a": values(9, 4)]))
    #expect(some.rows.count == 1)
  }

  @Test("fails for rows that are slower, by as much as was asked for")
  func failing() {
    let comparison = PairedComparison(
      reports(["a": values(100), "b": values(100), "c": values(100)]),
      reports(["a": values(104), "b": values(110), "c": values(80)]))
    #expect(comparison.slower(byPercent: 0).map(\.workload) == ["a", "b"])
    #expect(comparison.slower(byPercent: 5).map(\.workload) == ["b"])
    #expect(comparison.slower(byPercent: 10.5).isEmpty)
  }

  @Test("of figures that are always the same is right: bytes that grew are more, and others the same")
  func constants() {
    func figures(_ value: Double) -> [Report] {
      reports(["m": Array(repeating: value, count: 10)], unit: "bytes")
    }
    let more = PairedComparison(figures(96), figures(112))
    #expect(more.rows.first?.verdict == .slower && more.table(("A", "B")).contains("  more\n"))
    #expect(PairedComparison(figures(96), figures(96)).rows.first?.verdict == .same)
    #expect(PairedComparison(figures(0), figures(0)).rows.first?.ratio == 1)
  }

  @Test("has a table with difference, interval and verdict, and JSON with the values")
  func forms() throws {
    let comparison = PairedComparison(reports(["a": values(100)]), reports(["a": values(107)]))
    let counts = [
      "a n=1": PairedComparison.Counts([("instructions", 500, 530), ("calls", 1, 1.001), ("x", nil, 2)])
    ]
    let lines = comparison.table(("A", "B"), counts: counts).split(separator: "\n")
    #expect(lines[0].contains(" verdict ") && lines[0].contains("instructions") && lines[0].contains("calls"))
    #expect(lines[1].contains("+7.0%") && lines[1].contains("slower") && lines[1].contains("500.00 → 530.00"))
    #expect(lines[1].contains("1.00") && !lines[1].contains("1.00 →"))
    #expect(comparison.method.contains("Hochberg") && comparison.method.contains("10 processes of each"))
    let value = try JSON(parsing: Array(comparison.json.utf8), deepest: 10)
    guard case .array(let rows)? = value["rows"] else { return #expect(Bool(false)) }
    #expect(rows.count == 1 && rows[0]["verdict"]?.textValue == "slower")
    guard case .array(let first)? = rows[0]["first"] else { return #expect(Bool(false)) }
    #expect(first.count == 10)
    #expect(value["processes"]?.count == 10 && value["errorRate"]?.decimal == 0.01)
  }

  @Test("of a program with itself counts false verdicts, by row, with the largest rate that they allow")
  func falseVerdicts() {
    var rates = FalseVerdicts()
    #expect(rates.rate == 0 && rates.count == 0)
    rates.add(
      PairedComparison(
        reports(["a": values(100), "b": values(5)]), reports(["a": values(100), "b": values(5)])))
    rates.add(
      PairedComparison(
        reports(["a": values(100), "b": values(5)]), reports(["a": values(107), "b": values(5)])))
    #expect(rates.comparisons == 2 && rates.rows == 4 && rates.count == 1 && rates.rate == 0.25)
    let text = rates.text(pairs: 10)
    #expect(
      text.contains("1 false verdicts in 4 rows, 25.00 %") && text.contains("  a n=1: 1 of 2\n"), "\(text)")
    #expect(text.contains("at most 75.14 %"))
    // Of the values 100 to 100.9 the median distance from their median is 0.25.
    #expect(text.contains("noise between processes: 0.37 %; a difference of 5 % is found"), "\(text)")
    #expect(text.contains("with --pairs 6\n"))
  }

  @Test("of a program with itself are equal to others with the same verdicts and the same noise")
  func equalVerdicts() {
    func rates(_ step: Double) -> FalseVerdicts {
      let rows = reports(["a": (0..<10).map { 100 + step * Double($0 * 7 % 10) }])
      var rates = FalseVerdicts()
      rates.add(PairedComparison(rows, rows))
      return rates
    }
    #expect(rates(0.1) == rates(0.1))
    #expect(rates(0.1).count == 0 && rates(2).count == 0 && rates(0.1) != rates(2))
  }
}

/// Processes as machines make them: each with its own layout, some in another state of the machine, some disturbed; on a machine
/// that becomes slower and quicker again meanwhile.
@Suite("Verdicts of simulated processes", .hangLimit)
struct SimulatedVerdictTests {
  private struct Machine {
    var dice: Dice
    var processes = 0

    /// - Parameter factors: of each row's time.
    mutating func process(_ factors: [Double]) -> Report {
      processes += 1
      let weather =
        1 + 0.01 * sin(Double(processes) / 7) + (dice.roll(below: 12) == 0 ? 0.06 * dice.part() : 0)
      var report = Report(machine: someMachine)
      for (row, factor) in factors.enumerated() {
        let layout = exp(0.01 * dice.gaussian()) * (dice.roll(below: 4) == 0 ? 1.015 : 1)
        let disturbed = dice.roll(below: 20) == 0 ? 1 + 0.2 * dice.part() : 1
        let value = 100 * factor * weather * layout * disturbed
        report.results.append(Measurement("row", [.init("n", row)], values: [value]))
      }
      return report
    }

    /// Two programs in turn, A B B A.
    mutating func comparison(_ first: [Double], _ second: [Double], pairs: Int) -> PairedComparison {
      var reports: ([Report], [Report]) = ([], [])
      for place in 0..<2 * pairs {
        if PairedComparison.firstRuns(at: place) {
          reports.0.append(process(first))
        } else {
          reports.1.append(process(second))
        }
      }
      return PairedComparison(reports.0, reports.1)
    }
  }

  @Test("The same program twice: at most one row in a hundred is called different, over twenty comparisons")
  func same() {
    var machine = Machine(dice: Dice(seed: 3))
    var rates = FalseVerdicts()
    let factors = [Double](repeating: 1, count: 40)
    for _ in 0..<20 { rates.add(machine.comparison(factors, factors, pairs: 10)) }
    #expect(rates.rows == 800 && rates.rate <= 0.01, "\(rates.text(pairs: 10))")
  }

  @Test("Of one row alone, too, over five hundred comparisons")
  func sameRow() {
    var machine = Machine(dice: Dice(seed: 4))
    var rates = FalseVerdicts()
    for _ in 0..<500 { rates.add(machine.comparison([1], [1], pairs: 8)) }
    #expect(rates.rate <= 0.016, "\(rates.text(pairs: 8))")
  }

  @Test("With five percent more in some rows, 95 of 100 comparisons call those slower, and no others")
  func slower() {
    var machine = Machine(dice: Dice(seed: 5))
    let same = [Double](repeating: 1, count: 30)
    let slower = (0..<30).map { $0 < 6 ? 1.05 : 1 }
    var found = 0, wrong = 0
    for _ in 0..<20 {
      let comparison = machine.comparison(same, slower, pairs: 16)
      found += comparison.rows[..<6].count { $0.verdict == .slower }
      wrong += comparison.rows[6...].count { $0.verdict != .same }
    }
    #expect(found >= 114, "\(found) of 120")
    #expect(wrong <= 4, "\(wrong) of 480")
  }
}
