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

  @Test("says when the machine was busy with something else")
  func busy() {
    var busy = someMachine
    busy.load = "1.5 0.1 0.1"
    #expect(busy.isBusy && !someMachine.isBusy)
    let comparison = Comparison(old: Report(machine: busy), new: Report(machine: someMachine))
    #expect(comparison.isDoubtful && comparison.table.contains("busy"))
    #expect(!Comparison(old: Report(machine: someMachine), new: Report(machine: someMachine)).isDoubtful)
  }
}
