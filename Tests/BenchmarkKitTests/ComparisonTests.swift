import TestHarness
import Testing

@testable import BenchmarkKit

@Suite("A comparison of two runs", .hangLimit)
struct ComparisonTests {
  private func verdict(_ old: [Double], _ new: [Double]) -> Comparison.Verdict? {
    let old = Report(machine: someMachine, results: [Measurement("turn", values: old)])
    let new = Report(machine: someMachine, results: [Measurement("turn", values: new)])
    return Comparison(old: old, new: new).rows.first?.verdict
  }

  @Test("calls a difference one only when it is larger than the rounds' own")
  func verdicts() {
    #expect(verdict([100, 101, 99], [50, 51, 49]) == .faster)
    #expect(verdict([100, 101, 99], [200, 201, 199]) == .slower)
    #expect(verdict([100, 100, 100], [102, 102, 102]) == .same)
    #expect(verdict([100, 100, 100], [105, 105, 105]) == .slower)
    #expect(verdict([100, 60, 140], [120, 80, 160]) == .same)
    #expect(verdict([0, 0, 0], [10, 10, 10]) == .same)
  }

  @Test("takes what is alike in workload, parameters, loop and unit, and names the rest")
  func pairs() {
    let old = Report(
      machine: someMachine,
      results: [
        Measurement("turn", [.init("observers", 0)], values: [10]),
        Measurement("post", loop: "a", values: [10]),
      ])
    let new = Report(
      machine: someMachine,
      results: [
        Measurement("turn", [.init("observers", 1)], values: [10]),
        Measurement("post", loop: "a", values: [10]),
      ])
    let comparison = Comparison(old: old, new: new)
    #expect(comparison.rows.map(\.new.identity) == ["post (a)"])
    #expect(comparison.onlyNew.map(\.identity) == ["turn observers=1"])
    #expect(comparison.onlyOld.map(\.identity) == ["turn observers=0"])
    #expect(comparison.table.contains("only in the old run: turn observers=0"))
  }

  @Test("does not compare figures of different units or loops")
  func others() {
    let old = Report(
      machine: someMachine,
      results: [
        Measurement("memory", unit: "bytes", values: [96]), Measurement("post", loop: "a", values: [10]),
        Measurement("only", values: [1]),
      ])
    let new = Report(
      machine: someMachine,
      results: [
        Measurement("memory", unit: "ns", values: [96]), Measurement("post", loop: "b", values: [10]),
        Measurement("only", values: [1]),
      ])
    let comparison = Comparison(old: old, new: new)
    #expect(comparison.rows.map(\.new.identity) == ["only"])
    #expect(comparison.onlyNew.map(\.identity) == ["memory", "post (b)"])
    #expect(comparison.onlyOld.map(\.identity) == ["memory", "post (a)"])
  }

  @Test("calls times faster and slower, and other figures less and more")
  func words() {
    func table(_ unit: String, _ old: Double, _ new: Double) -> String {
      Comparison(
        old: Report(machine: someMachine, results: [Measurement("x", unit: unit, values: [old])]),
        new: Report(machine: someMachine, results: [Measurement("x", unit: unit, values: [new])])
      ).table
    }
    #expect(table("ns", 100, 50).contains("  faster?\n") && table("ns", 100, 200).contains("  slower?\n"))
    #expect(table("bytes", 100, 50).contains("  less?\n") && table("bytes", 100, 200).contains("  more?\n"))
    #expect(table("%", 100, 50).contains("  less?\n") && table("ns", 100, 100).contains("  same\n"))
    #expect(table("ns", 100, 150).contains("1.50  ±0.03"))
    // It is no verdict: the noise between processes is not known.
    #expect(table("ns", 100, 100).contains("bench --ab"))
    let reports = ["x", "y"].map { Report(machine: someMachine, results: [Measurement($0, values: [1])]) }
    let different = Comparison(old: reports[0], new: reports[1]).table
    #expect(different.hasPrefix("the two runs have no workload in common\n"))
    #expect(!different.contains("bench --ab"))
  }

  /// Was wrong: a file of another machine, or of another build, was compared without a word.
  @Test("says what was not alike in the two runs")
  func conditions() {
    var other = someMachine
    (other.processor, other.build) = ("Fast\u{1B}[31m", "debug")
    let result = [Measurement("turn", values: [10, 10, 10])]
    let old = Report(machine: other, results: result), new = Report(machine: someMachine, results: result)
    let comparison = Comparison(old: old, new: new)
    #expect(comparison.conditions.count == 2)
    #expect(comparison.table.contains("  build: debug, then \(someMachine.build)\n"), "\(comparison.table)")
    #expect(!comparison.table.contains("\u{1B}"))
    // Other work on the same machine is no other machine.
    other = someMachine
    other.load = "9.00 9.00 9.00"
    #expect(Comparison(old: Report(machine: other, results: result), new: new).conditions.isEmpty)
  }

  @Test("says when the machine was busy with something else")
  func busy() {
    var busy = someMachine
    busy.load = "1.5 0.1 0.1"
    #expect(busy.isBusy && !someMachine.isBusy)
    let comparison = Comparison(old: Report(machine: busy), new: Report(machine: someMachine))
    #expect(comparison.isDoubtful && comparison.table.contains("busy"))
    #expect(Comparison(old: Report(machine: someMachine), new: Report(machine: busy)).isDoubtful)
    #expect(!Comparison(old: Report(machine: someMachine), new: Report(machine: someMachine)).isDoubtful)
    // Half of the processors, exactly, are not more than half.
    busy.load = "1.0 5 5"
    #expect(!busy.isBusy)
    // Of three processors, half are one and a half.
    busy.processors = [0, 1, 2]
    busy.load = "1.5 5 5"
    #expect(!busy.isBusy)
    busy.load = "1.6 0 0"
    #expect(busy.isBusy)
    busy.load = "unknown"
    #expect(!busy.isBusy)
  }
}
