import BenchmarkKit
import Foundation
import TestHarness
import Testing

@Suite(
  "A page of runloop bench, in Chromium", .hangLimit,
  .enabled(if: PageLook.isPossible, "apt install chromium"))
struct PageInABrowserTests {
  @Test("fits into narrow and wide windows, light and dark, and has the figures of the JSON")
  func fits() throws {
    let (page, json) = (try TemporaryFile(), try TemporaryFile())
    let run = try ToolRun([
      "bench", "--quick", "--html=\(page.path)", "--json=\(json.path)", "timer-lateness", "wake", "self-post",
      "turn",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let report = try Report(json: json.text)
    try #require(report.results.count > 8)
    for width in [400, 1200] {
      for isDark in [false, true] {
        let look = try PageLook(of: page.text, width: width, isDark: isDark)
        let setting = "\(width) pixels, \(isDark ? "dark" : "light")"
        #expect(look.width == Double(width))
        #expect(look.pageWidth <= look.width, "\(setting)")
        #expect(look.outside == [], "\(setting)")
        #expect(look.lowestText >= 7, "\(setting)")
        #expect(
          isDark ? look.ground < 64 && look.text > 192 : look.ground > 192 && look.text < 64, "\(setting)")
        for result in report.results { expectFigures(of: result, in: look, setting) }
      }
    }
  }

  private func expectFigures(of result: BenchmarkKit.Measurement, in look: PageLook, _ setting: String) {
    let rows = look.sections.first { $0.title == result.workload }?.rows ?? []
    let titles = rows.first ?? []
    guard let row = rows.first(where: { $0.first == result.parameterText }) else {
      Issue.record("\(setting): \(result.subject) is not on the page")
      return
    }
    let values = ["median": result.median, "min": result.min, "max": result.max]
    for (title, value) in values {
      let cell = titles.firstIndex(of: title).flatMap { row.count > $0 ? row[$0] : nil }
      let shown = cell.flatMap(nanoseconds) ?? -1
      let isRight = abs(shown - value) <= 0.01 * value + 0.01
      #expect(isRight, "\(setting): \(result.subject): \(title) is \(value), and the page says \(row)")
    }
  }

  /// The time that is written so, read without the tool's own functions.
  private func nanoseconds(_ text: String) -> Double? {
    let words = text.split(separator: " ")
    let units = ["ns": 1.0, "µs": 1e3, "ms": 1e6, "s": 1e9]
    guard words.count == 2, let number = Double(words[0]), let unit = units[String(words[1])] else {
      return nil
    }
    return number * unit
  }
}
