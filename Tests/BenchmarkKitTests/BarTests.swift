import TestHarness
import Testing

@testable import BenchmarkKit

/// A bar is judged by the figures of the run at hand, and by nothing else.
@Suite("A bar", .hangLimit)
struct BarTests {
  private static func report(_ figures: [(subject: String, loop: String, value: Double)]) -> Report {
    Report(
      machine: .current,
      results: figures.map { Measurement($0.subject, loop: $0.loop, values: [$0.value]) })
  }

  private let report = Self.report([
    ("hop", "ours", 110), ("hop", "floor", 100), ("hop", "slow", 300), ("hop", "odd", 50),
    ("turn", "ours", 100),
    ("busy turn", "ours", 160), ("even", "ours", 100), ("even", "floor", 100),
  ])

  @Test("of a ratio is reached up to its limit, and missed past it")
  func ratio() {
    let just = Bar.ratio("", "hop", of: "floor", atMost: 1.1)
    #expect(just.verdict(report, of: "ours") == .reached("1.10 × floor"))
    #expect(
      Bar.ratio("", "hop", of: "floor", atMost: 1.09).verdict(report, of: "ours") == .missed("1.10 × floor"))
    #expect(
      Bar.ratio("", "busy turn", to: "turn", atMost: 1.5).verdict(report, of: "ours")
        == .missed("1.60 × that"))
  }

  @Test("of being ahead is against the best other loop, and a draw is not ahead")
  func ahead() {
    let all = Bar.ahead("", "hop")
    #expect(all.verdict(report, of: "ours") == .missed("2.20 × the best other, odd"))
    #expect(all.verdict(report, of: "odd") == .reached("0.50 × the best other, floor"))
    #expect(
      Bar.ahead("", "hop", except: ["odd", "floor"]).verdict(report, of: "ours")
        == .reached("0.37 × the best other, slow"))
    #expect(Bar.ahead("", "hop", of: "slow").verdict(report, of: "ours") == .reached("0.37 × slow"))
    #expect(Bar.ahead("", "even").verdict(report, of: "ours") == .missed("1.00 × the best other, floor"))
    #expect(Bar.ahead("", "even", of: "floor").verdict(report, of: "ours") == .missed("1.00 × floor"))
  }

  @Test("of a figure, and of what one of several adds to it, is in the figure's unit")
  func figures() {
    #expect(Bar.atMost("", "turn", 100, unit: "ns").verdict(report, of: "ours") == .reached("100 ns"))
    #expect(Bar.atMost("", "turn", 99, unit: "ns").verdict(report, of: "ours") == .missed("100 ns"))
    func each(_ limit: Double) -> Bar {
      .each("", of: 6, in: "busy turn", without: "turn", atMost: limit, unit: "ns")
    }
    #expect(each(10).verdict(report, of: "ours") == .reached("10.0 ns"))
    #expect(each(9).verdict(report, of: "ours") == .missed("10.0 ns"))
  }

  @Test("of a run of one loop needs no loop's name")
  func oneLoop() {
    let report = Report(
      machine: .current, results: [Measurement("input", [.init("cpus", "free")], values: [3, 4, 90])])
    let bar = Bar.atMost("in time", "input cpus=free", 4, unit: "ns")
    #expect(
      bar.verdict(report) == .reached("4.00 ns") && report.table(of: [bar]).contains("reached  in time"))
    #expect(Bar.atMost("", "input cpus=free", 3.9, unit: "ns").verdict(report) == .missed("4.00 ns"))
    #expect(bar.verdict(report, of: "ours") == .unknown("input cpus=free"))
  }

  @Test("of which a figure is missing is neither reached nor missed, and says what it needs")
  func missing() {
    let bars: [Bar] = [
      .ratio("a", "hop", of: "none", atMost: 1), .ratio("b", "hop", to: "none", atMost: 1),
      .ahead("c", "turn"),
      .ahead("d", "none", of: "floor"), .atMost("e", "none", 1, unit: "ns"),
      .each("f", of: 1, in: "none", without: "turn", atMost: 1, unit: "ns"),
    ]
    for bar in bars {
      guard case .unknown = bar.verdict(report, of: "ours") else {
        Issue.record("\(bar.text) is judged without its figures")
        continue
      }
    }
    let lines = report.table(of: bars + [.ahead("g", "hop", of: "slow")], for: "ours").split(separator: "\n")
    #expect(lines[1] == "not measured  a    needs hop of none")
    #expect(lines.last == "reached       g    0.37 × slow")
  }
}
