import BenchmarkKit
import TestHarness
import Testing

@testable import runloop

/// Bars of rows, and what `runloop bench --bars` does when one is missed.
@Suite("Bars of runloop bench", .hangLimit, .serialized)
struct BarToolTests {
  private static let row = "input:cpus=free,until=picture"

  private func run(late milliseconds: String? = nil) throws -> ToolRun {
    try ToolRun(
      ["bench", "--rounds", "3", "--time", "0.4", "--bars", Self.row],
      shell: milliseconds.map { "export \(InputBars.variable)=\($0)" } ?? "true")
  }

  private func line(_ run: ToolRun) -> Substring? {
    run.output.split(separator: "\n").first { $0.contains(InputBars.all[0].text) }
  }

  /// Of three tries one: other tests work meanwhile.
  @Test("A touch is in the picture in time")
  func reached() throws {
    var run = try run()
    for _ in 0..<2 where run.status == 3 { run = try self.run() }
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.output) \(run.errors)")
    #expect(line(run)?.hasPrefix("reached  ") == true, "\(run.output)")
  }

  @Test(
    "A picture that comes an interval of a display later misses its bar, at 60 a second and at 120",
    arguments: ["16.7", "8.3"])
  func missed(_ milliseconds: String) throws {
    let run = try run(late: milliseconds)
    #expect(run.status == 3 && run.errors.isEmpty, "\(run.output) \(run.errors)")
    #expect(line(run)?.hasPrefix("MISSED  ") == true, "\(run.output)")
  }

  @Test("Every bar is of a row that its workload has, and only workloads with bars are judged")
  func rows() throws {
    for workload in Workload.all where !workload.bars.isEmpty {
      let report = Report(
        machine: .current,
        results: workload.variants.map { Measurement(workload.name, $0, values: [1]) })
      for bar in workload.bars {
        guard case .reached = bar.verdict(report) else {
          Issue.record("\(bar.text): \(bar.verdict(report))")
          continue
        }
      }
    }
    #expect(try BenchOptions(["--bars"]).choices.map(\.workload.name) == ["input"])
    for (words, reason) in [
      (["--bars", "turn"], "--bars judges input; leave 'turn' out"),
      (["--bars", "--ab", "x", "input"], "--bars does not go with --ab"),
    ] {
      #expect {
        try BenchOptions(words)
      } throws: { "\($0)" == reason }
    }
  }
}
