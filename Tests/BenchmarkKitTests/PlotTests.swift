import TestHarness
import Testing

@testable import BenchmarkKit

/// What a reader takes from the plots of a page.
@Suite("Plots", .hangLimit)
struct PlotTests {
  private func bars(_ values: [Double]..., unit: String = "ns") -> String {
    let bars = values.map {
      BarPlot.Bar(name: "a", result: Measurement("w", unit: unit, values: $0), colour: 0, remark: "")
    }
    return BarPlot.plot(bars).text
  }

  /// The widths of the bars in pixels.
  private func widths(_ text: String) -> [Double] {
    text.matches(of: /width="([0-9.]+)"/).compactMap { Double($0.1) }
  }

  @Test("of bars are in proportion up to a factor of thirty, with room for the slowest round")
  func proportions() {
    let four = widths(bars([100, 100, 100], [400, 400, 400]))
    #expect(four.count == 2 && abs(four[1] / four[0] - 4) < 0.01)
    let hundred = widths(bars([1, 1, 1], [100, 100, 100]))
    #expect(hundred.count == 2 && hundred[1] / hundred[0] < 10)
    let slow = widths(bars([250, 250, 1000]))
    let full = widths(bars([1000, 1000, 1000]))
    #expect(slow.count == 1 && abs(full[0] / slow[0] - 4) < 0.01)
  }

  @Test("of bars have ticks of the figures' unit, with all digits of whole numbers")
  func ticks() {
    let bytes = bars([300, 300, 300], unit: "bytes")
    #expect(bytes.contains(" bytes</text>") && !bytes.contains(" ns</text>"))
    #expect(LatencyPlots.tickText(100) == "100 ns" && LatencyPlots.tickText(2_000) == "2 µs")
    #expect(LatencyPlots.tickText(1_500) == "1.5 µs" && LatencyPlots.tickText(20_000_000) == "20 ms")
  }

  /// The least and the greatest x that the texts of a plot reach, if each letter has the width that plots count with.
  private func reach(_ text: String) -> ClosedRange<Double> {
    let texts = text.matches(of: /<text [^>]*?(?:text-anchor="([a-z]+)" )?x="([0-9.]+)"[^>]*>([^<]*)</)
    let ends = texts.map { match in
      let (x, width) = (Double(match.2) ?? -1, BarPlot.letter * Double(match.3.count))
      let start = match.1 == "end" ? x - width : match.1 == "middle" ? x - width / 2 : x
      return start...(start + width)
    }
    return (ends.map(\.lowerBound).min() ?? -1)...(ends.map(\.upperBound).max() ?? -1)
  }

  @Test(
    "have room for all of their texts, wherever the last tick is",
    arguments: [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8])
  func room(power: Double) {
    for factor in [1.0, 1.02, 1.5, 1.99, 2.01, 3, 4.9, 5.1, 9.9] {
      let value = factor * power
      var histogram = Histogram()
      for part in [1, 3, 20, 400] { histogram.record(UInt64(value) / UInt64(part)) }
      var table = CauseTable()
      for part in [1, 3, 20, 400] {
        table.record(UInt64(value) / UInt64(part), diagnosis(UInt64(value) / UInt64(part), stopped: false))
      }
      let curve = LatencyPlots.Curve(name: "a", histogram: histogram, colour: 0)
      for text in [
        LatencyPlots.histogram([curve]).text, LatencyPlots.distribution([curve]).text,
        CausePlot.plot(table).text,
      ] {
        let reach = reach(text)
        #expect(reach.lowerBound >= 0 && reach.upperBound <= LatencyPlots.width, "\(value): \(reach)")
      }
      let long = BarPlot.Bar(
        name: String(repeating: "name ", count: Int(factor * 6)),
        result: Measurement("w", values: [value, value, value / 50]), colour: 0, remark: "× 12345")
      let reach = reach(BarPlot.plot([long]).text)
      #expect(reach.lowerBound >= 0 && reach.upperBound <= Double(BarPlot.width), "\(value): \(reach)")
    }
  }

  private func diagnosis(_ latency: UInt64, stopped: Bool) -> OutlierDiagnosis {
    var sample = LatencySample(
      intended: 1_000, called: 1_000 + latency, before: .init(time: 0), after: .init(time: 2_000 + latency))
    if stopped { sample.continued = sample.called }
    return OutlierDiagnosis(sample)
  }

  @Test("of causes have a column for each step of the slower half alone, its parts on top of each other")
  func columns() {
    var table = CauseTable()
    for _ in 0..<40 { table.record(100, diagnosis(100, stopped: false)) }
    for _ in 0..<40 { table.record(10_000, diagnosis(10_000, stopped: true)) }
    for _ in 0..<20 { table.record(10_000, diagnosis(10_000, stopped: false)) }
    let rect = /class="bar c(\d+)" height="([0-9.]+)" width="[0-9.]+" x="[0-9.]+" y="([0-9.]+)"/
    let rects = CausePlot.plot(table).text.matches(of: rect)
    let causes = rects.map { Int($0.1) ?? -1 }
    #expect(causes == [OutlierCause.stop.rawValue, OutlierCause.haltExit.rawValue])
    let places = rects.map { (height: Double($0.2) ?? 0, top: Double($0.3) ?? 0) }
    guard places.count == 2 else { return }
    #expect(abs(places[0].height / places[1].height - 2) < 0.01)
    #expect(abs(places[1].top + places[1].height - places[0].top) < 0.2)
  }

  @Test("of latencies divide a wide bucket among the steps that it covers")
  func wideBuckets() {
    var histogram = Histogram()
    histogram.record(1, times: 10)
    histogram.record(1_000, times: 10)
    let text = LatencyPlots.histogram([.init(name: "a", histogram: histogram, colour: 0)]).text
    // Only the last step is as high as the plot.
    #expect(text.matches(of: /[0-9] 12\.0[LZ]/).count == 2, "\(text)")
  }

  @Test("are the same text in each run: attributes have an order")
  func attributes() {
    var markup = Markup()
    let names = ["width", "class", "y", "x", "rx", "height", "d", "id"]
    markup.empty("rect", Dictionary(uniqueKeysWithValues: names.map { ($0, "<") }))
    let words = names.sorted().map { "\($0)=\"&lt;\"" }.joined(separator: " ")
    #expect(markup.text == "<rect \(words)/>\n")
  }

  @Test("of two units have a scale each, and the eleventh curve has the colour of the first")
  func sections() {
    var report = Report(
      machine: someMachine,
      results: [
        Measurement("memory", [.init("of", 1)], values: [5]),
        Measurement("memory", [.init("of", 2)], unit: "bytes", values: [96]),
      ])
    let two = report.html()
    #expect(two.matches(of: /aria-label="bars"/).count == 2 && two.matches(of: /class="bar c/).count == 2)
    var one = Histogram()
    one.record(5)
    report.results += (0..<11).map { Measurement("wake", [.init("n", $0)], values: [5], latencies: one) }
    report.unmeasured = [Unmeasured("echo", reason: "no network", place: 1)]
    let page = report.html()
    #expect(page.matches(of: /class="line c0"/).count == 2 && !page.contains("c10\""))
    #expect(page.matches(of: /no network/).count == 1)
  }
}
