import TestHarness
import Testing

@testable import BenchmarkKit

@Suite("A table on a terminal", .hangLimit)
struct TerminalTableTests {
  private var report: Report {
    var report = Report(
      machine: someMachine,
      results: [
        Measurement("turn", [.init("observers", 0)], values: [100, 100, 100]),
        Measurement("turn", [.init("observers", 64)], values: [400, 400, 400]),
        Measurement("alone", values: [5]),
      ])
    report.unmeasured = [Unmeasured("wake", reason: "\u{1B}[31m two processors", place: 3)]
    return report
  }

  private func plain(_ text: String) -> String {
    var plain = ""
    var isEscape = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" { isEscape = true }
      if !isEscape { plain.unicodeScalars.append(scalar) }
      if isEscape, scalar == "m" { isEscape = false }
    }
    return plain
  }

  @Test("has a bar for rows of one workload, and colours that take no room")
  func bars() {
    let coloured = report.table(on: Terminal(columns: 200, hasColours: true))
    let text = report.table(on: Terminal(columns: 200, hasColours: false))
    #expect(plain(coloured) == text && coloured.contains("\u{1B}[36m██\u{1B}[0m") && !text.contains("\u{1B}"))
    let lines = text.split(separator: "\n")
    #expect(lines[1].contains(" ██ ") && lines[2].contains(" ████████ ") && !lines[3].contains("█"))
    #expect(!lines[3].contains("▏"))
    // What a reason would have the terminal do is no escape.
    #expect(lines[4].hasSuffix("not measured: \u{FFFD}[31m two processors"))
  }

  @Test("has no bars where there is no room, and none in a file")
  func narrow() {
    #expect(report.table(on: Terminal(columns: 40, hasColours: false)) == report.table())
    #expect(!report.table().contains("█") && !report.table().contains("\u{1B}"))
  }

  @Test("draws bars in eighths of a column, and a bit for next to nothing")
  func eighths() {
    #expect(Report.bar(1) == "████████" && Report.bar(0) == "▏" && Report.bar(0.5) == "████")
    #expect(Report.bar(0.07) == "▌" && Report.bar(9.0 / 64) == "█▏" && Report.bar(3) == "████████")
  }

  @Test("says in plain words what its columns are")
  func legend() {
    let terms = Report.legend.map(\.term)
    for term in ["median", "±", "time", "pinned", "p90 …"] { #expect(terms.contains(term)) }
    let text = Report.legendText
    // The meanings stand below each other.
    let width = terms.map(\.count).max() ?? 0
    for line in Report.legend {
      let start = line.meaning.prefix { $0 != " " }
      let term = line.term + String(repeating: " ", count: width - line.term.count)
      #expect(text.contains("\(term)  \(start)"), "\(text)")
    }
    for word in ["cpu:", "elapsed:", "half of the rounds", "one processor", "fewer than ten samples"] {
      #expect(text.contains(word) && report.html().contains(word), "\(word)")
    }
    var report = report
    report.results[0].clock = .processor
    report.results[1].clock = .elapsed
    let lines = report.table().split(separator: "\n")
    #expect(lines[0].contains(" time ") && lines[1].contains(" cpu ") && lines[2].contains(" elapsed "))
    #expect(report.html().contains("<td>elapsed</td>"))
  }
}
