import BenchmarkKit
import TestHarness
import Testing

/// What `runloop bench` measures. Nothing is said of how long anything takes.
@Suite("runloop bench", .hangLimit, .serialized)
struct BenchRunTests {
  /// Every workload, and how many processors it needs.
  static let workloads = [
    "wake", "pingpong", "post", "self-post", "main-queue", "source0", "turn", "modes", "timer-churn",
    "timer-reschedule", "timer-new", "timer-once", "timer-fire", "timer-lateness", "pipes", "echo-one-cpu",
    "hit-test", "touches", "touch-latency", "touch-load", "scroll", "input", "tool-startup", "memory",
  ]

  @Test("measures every workload, and its JSON has figures that can be")
  func everything() throws {
    let run = try ToolRun(["bench", "--quick", "--json"])
    #expect(run.status == 0, "\(run.errors)")
    let report = try Report(json: run.output)
    #expect(run.errors.isEmpty, "\(run.errors)")
    #expect(
      Self.workloads.filter { name in
        !report.results.contains { $0.workload == name }
          && !report.unmeasured.contains { $0.workload == name }
      } == [])
    for row in report.unmeasured { #expect(row.reason.contains("only processor"), "\(row.note)") }
    for result in report.results {
      #expect(result.median > 0 && result.min > 0, "\(result.identity)")
      let order =
        [result.min] + [result.p50, result.p90, result.p99, result.p999].compactMap(\.self) + [result.max]
      #expect(order == order.sorted(), "\(result.identity)")
      #expect(result.hasLatencies == (result.histogram != nil) && result.values.count == result.rounds)
      #expect(result.samples == result.histogram?.count ?? UInt64(result.rounds), "\(result.identity)")
      let unit = ["memory": "bytes", "touch-load": "%"][result.workload] ?? "ns"
      #expect(result.rounds > 0 && result.unit == unit)
    }
    expectOneOperation(report)
  }

  /// Figures of one operation, by bounds that are far from what any machine gives and near to what another number of operations would.
  private func expectOneOperation(_ report: Report) {
    func median(_ subject: String) -> Double? { report.results.first { $0.subject == subject }?.median }
    for (of, range) in [
      ("timer", 60.0...500), ("source", 60...1_000), ("block", 30...500), ("loop", 500...200_000),
    ] {
      #expect(median("memory of=\(of)").map(range.contains) == true, "memory of=\(of)")
    }
    for (many, one) in [
      ("echo-one-cpu connections=64 size=64", "echo-one-cpu connections=1 size=64"),
      ("main-queue", "self-post ports=0"), ("modes kind=switch", "turn observers=0 called=no"),
      ("pipes pipes=1000 active=100", "pipes pipes=100 active=1"),
    ] {
      guard let many = median(many), let one = median(one) else { continue }
      #expect(many < 20 * one && many > one / 20, "\(many) and \(one)")
    }
  }

  @Test("measures a workload with the parameters that it is given, and writes all forms of the result")
  func oneWorkload() throws {
    let json = try TemporaryFile()
    let csv = try TemporaryFile()
    let page = try TemporaryFile()
    let run = try ToolRun([
      "bench", "--quick", "--json=\(json.path)", "--csv=\(csv.path)", "--html", page.path,
      "timer-churn:pending=50,between=3,where=outside",
      "pipes:pipes=5,active=2", "turn",
    ])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let report = try Report(json: json.text)
    #expect(
      report.results.map(\.subject) == [
        "timer-churn pending=50 between=3 where=outside", "pipes pipes=5 active=2",
        "turn observers=0 called=no",
        "turn observers=1 called=yes", "turn observers=6 called=yes", "turn observers=6 called=no",
        "turn observers=16 called=yes", "turn observers=64 called=yes",
      ])
    #expect(run.output.contains("timer-churn") && run.output.contains("clock source"))
    #expect(try csv.text.hasPrefix("workload,parameters,"))
    #expect(try page.text.contains("<h2>timer-churn</h2>"))
  }

  @Test("compares with an older run")
  func comparing() throws {
    let json = try TemporaryFile()
    let older = try ToolRun(["bench", "--quick", "--json=\(json.path)", "self-post"])
    #expect(older.status == 0, "\(older.errors)")
    let run = try ToolRun([
      "bench", "--quick", "--compare", json.path, "self-post", "turn:observers=2,called=yes",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.contains("verdict")
        && run.output.contains("only in the new run: turn observers=2 called=yes")
        && run.output.contains("which one of each can not show"))
  }

  @Test("lists its workloads, each with its parameters, and helps")
  func list() throws {
    let run = try ToolRun(["bench", "--list"])
    #expect(run.status == 0)
    let names = run.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
    #expect(names == Self.workloads)
    #expect(run.output.contains("    pending: 1000, 100000, 1000000 ("))
    let help = try ToolRun(["bench", "--help"])
    let codes = ["0    done", "1    an error", "2    the arguments", "3    --fail-on", "130  Ctrl-C"]
    for line in codes.map({ "  \($0)" }) {
      #expect(help.output.contains("\n\(line)"), "\(line)")
    }
    #expect(help.status == 0 && help.output.hasPrefix("usage: runloop bench"))
  }
}
