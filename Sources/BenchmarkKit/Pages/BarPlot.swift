/// Medians as bars, with what the rounds spread over as a line across the end.
enum BarPlot {
  /// In pixels. A narrower window scrolls, since the text would be too small to read.
  static let width = 940
  private static let row = 22.0
  /// No letter is wider on the average, at the size of a plot's text.
  static let letter = 6.6
  /// Longer names end in an ellipsis: the table has them in full.
  private static let longestName = 55

  struct Bar {
    var name: String
    var result: Measurement
    var colour: Int
    /// Shown after the figure: a ratio.
    var remark: String

    /// What stands behind the bar.
    fileprivate var figure: String {
      let figure = Quantity.text(result.median, unit: result.unit)
      return remark.isEmpty ? figure : "\(figure)  \(remark)"
    }

    fileprivate var shownName: String {
      name.count > BarPlot.longestName ? "\(name.prefix(BarPlot.longestName - 1))…" : name
    }
  }

  /// Bars differ by factors often (1 timer, or a million), so that the axis is logarithmic when the largest is
  /// more than thirty times the smallest; then bars begin a bit below the smallest.
  static func plot(_ bars: [Bar]) -> Markup {
    let left = 16 + letter * Double(bars.map(\.shownName.count).max() ?? 0)
    let right = 12 + letter * Double(Swift.max(10, bars.map(\.figure.count).max() ?? 0))
    let medians = bars.map(\.result.median)
    let low = Swift.max(medians.min() ?? 0, 0.01)
    let high = Swift.max(bars.map(\.result.max).max() ?? 1, low)
    let isLogarithmic = (medians.max() ?? 1) > 30 * low
    let scale = Scale(
      isLogarithmic ? (low / 3)...high : 0...high, to: left...(Double(width) - right),
      logarithmic: isLogarithmic)
    let height = Double(bars.count) * row + 26
    var figure = Markup()
    figure.element(
      "svg", ["viewBox": "0 0 \(width) \(Int(height))", "role": "img", "aria-label": "bars"]
    ) { svg in
      for tick in scale.ticks(8) {
        let x = LatencyPlots.number(scale.place(tick))
        svg.empty(
          "line", ["class": "grid", "x1": x, "x2": x, "y1": "0", "y2": LatencyPlots.number(height - 24)])
        svg.element(
          "text", ["x": x, "y": LatencyPlots.number(height - 8), "text-anchor": "middle"],
          text: LatencyPlots.tickText(tick, unit: bars.first?.result.unit ?? "ns"))
      }
      for (index, bar) in bars.enumerated() { draw(bar, at: Double(index) * row, left, scale, &svg) }
    }
    return figure
  }

  private static func draw(_ bar: Bar, at y: Double, _ left: Double, _ scale: Scale, _ svg: inout Markup) {
    func number(_ value: Double) -> String { LatencyPlots.number(value) }
    let end = scale.place(bar.result.median)
    svg.element(
      "text", ["x": number(left - 8), "y": number(y + 15), "text-anchor": "end"], text: bar.shownName)
    svg.empty(
      "rect",
      [
        "class": "bar c\(bar.colour)", "x": number(left), "y": number(y + 3), "rx": "2",
        "width": number(Swift.max(1, end - left)), "height": number(row - 6),
      ])
    let low = scale.place(bar.result.min)
    let high = scale.place(bar.result.max)
    svg.empty(
      "path",
      [
        "class": "whisker",
        "d":
          "M\(number(low)) \(number(y + 7))v\(number(row - 14))m0 \(number(-(row - 14) / 2))H\(number(high))"
          + "m0 \(number(-(row - 14) / 2))v\(number(row - 14))",
      ])
    svg.element(
      "text", ["class": "figure", "x": number(Swift.max(end, high) + 6), "y": number(y + 15)],
      text: bar.figure)
  }
}
