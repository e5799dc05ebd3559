import PlainText
import TestHarness
import Testing

@testable import BenchmarkKit

@Suite("Rows of a report", .hangLimit)
struct ReportRowTests {
  @Test("are all in its tables, whatever place a file gives them, and a failure stays one")
  func places() throws {
    var report = Report(machine: someMachine, results: [Measurement("turn", values: [1])])
    report.unmeasured = [
      Unmeasured("before", reason: "a", isFailure: true, place: -3),
      Unmeasured("behind", reason: "b", place: 99), Unmeasured("first", reason: "c", place: 0),
    ]
    let read = try Report(json: report.json)
    #expect(read.unmeasured == report.unmeasured && read.unmeasured[0].note == "failed: a")
    let names = report.table().split(separator: "\n").dropFirst().map { $0.prefix { $0 != " " } }
    #expect(names == ["before", "first", "turn", "behind"])
  }

  @Test("have the causes of their latencies")
  func causes() {
    var table = CauseTable(notes: ["read: something"])
    table.record(1_000)
    var outcome = Contestant.Outcome(name: "a", values: [1])
    outcome.causes = table
    #expect(outcome.measurement("wake").causes == table)
  }

  @Test("are explained in lines that are no longer than the width")
  func wrapping() {
    #expect(Report.wrapped("aaa bbb cc", to: 7) == ["aaa bbb", "cc"])
    #expect(Report.wrapped("aaa bbb cc", to: 6) == ["aaa", "bbb cc"])
    #expect(Report.wrapped("aaa bbb cc", to: 5) == ["aaa", "bbb", "cc"])
    #expect(Report.wrapped("longer bb", to: 3) == ["longer", "bb"])
  }
}

/// The words of a comparison of two programs.
@Suite("A table of two programs", .hangLimit)
struct PairedTextTests {
  private func reports(_ unit: String, _ values: [Double]) -> [Report] {
    values.map { Report(machine: someMachine, results: [Measurement("m", unit: unit, values: [$0])]) }
  }

  @Test("has a sign before a growth alone, and a limit in place of a probability that would be 0")
  func figures() {
    #expect(PairedComparison.percentText(1.0004) == "0.0%" && PairedComparison.percentText(1) == "0.0%")
    #expect(PairedComparison.percentText(1.01) == "+1.0%" && PairedComparison.percentText(0.99) == "-1.0%")
    let values = (0..<12).map { 100 + Double($0) / 100 }
    let comparison = PairedComparison(reports("bytes", values), reports("bytes", values.map { $0 / 2 }))
    let table = comparison.table(("A", "B"))
    #expect(table.contains(" <0.0001  less\n"), "\(table)")
  }

  @Test("has the figures of both, in the table and in JSON, of as many processes as have a counterpart")
  func both() throws {
    let comparison = PairedComparison(
      reports("ns", [100, 101, 102, 103]), reports("ns", [207, 208, 209, 210, 211]))
    #expect(comparison.processes == 4)
    #expect(comparison.table(("A", "B")).contains("  102 ns  209 ns  "))
    let value = try JSON(parsing: Array(comparison.json.utf8), deepest: 10)
    guard case .array(let rows)? = value["rows"] else { return #expect(Bool(false)) }
    #expect(rows[0]["first"]?.text == "[100,101,102,103]")
    #expect(rows[0]["second"]?.text == "[207,208,209,210,211]")
    #expect(rows[0]["unit"]?.text == #""ns""# && rows[0]["ratio"]?.decimal ?? 0 > 2)
  }

  @Test("calls times faster and slower, and other figures less and more")
  func words() {
    for (unit, less, more) in [("ns", "faster", "slower"), ("bytes", "less", "more")] {
      #expect(PairedComparison.word(.faster, unit: unit) == less)
      #expect(PairedComparison.word(.slower, unit: unit) == more)
    }
  }

  @Test("says why nothing could be compared")
  func nothing() {
    let few = reports("ns", [1, 2])
    let table = PairedComparison(few, few).table(("A", "B"))
    #expect(table.contains("not measured: ") && !table.contains("in common"), "\(table)")
  }
}
