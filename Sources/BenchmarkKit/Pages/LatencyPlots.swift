import LinuxSystem

/// Latencies as curves: how often each occurs, and how many are below it.
enum LatencyPlots {
  static let width = 460.0
  static let height = 250.0
  static let left = 60.0
  /// Room for the half of a tick's text that is right of the last value.
  static let right = 26.0
  static let top = 12.0
  static let bottom = 30.0

  struct Curve {
    var name: String
    var histogram: Histogram
    /// Which of the colours.
    var colour: Int
  }

  private static func latencyScale(_ curves: [Curve]) -> Scale {
    let low = curves.map { Double(Swift.max(1, $0.histogram.percentile(0.1))) }.min() ?? 1
    let high = curves.map { Double(Swift.max(1, $0.histogram.max)) }.max() ?? 1
    return Scale(low...Swift.max(low, high), to: left...(width - right), logarithmic: true)
  }

  // MARK: Histogram

  /// The share of the latencies in each of many equal steps of the logarithm; the tail that few are in stays visible,
  /// since shares are drawn by their square root.
  static func histogram(_ curves: [Curve]) -> Markup {
    let across = latencyScale(curves)
    let bins = 72
    let shares = curves.map { portions(of: $0.histogram, across, bins) }
    let highest = shares.joined().max() ?? 1
    let up = Scale(0...(Swift.max(highest, 1e-9).squareRoot()), to: top...(height - bottom), upward: true)
    return plot("histogram", across) { plot in
      for part in [1.0, 0.25, 0.04] {
        let value = part * highest
        gridLine(&plot, at: up.place(value.squareRoot()), "\(Quantity.digits(value * 100))%")
      }
      for (curve, shares) in zip(curves, shares) {
        var path = "M\(number(left)) \(number(up.place(0)))"
        let step = (width - right - left) / Double(bins)
        for (bin, share) in shares.enumerated() {
          let y = number(up.place(share.squareRoot()))
          path += "L\(number(left + Double(bin) * step)) \(y)L\(number(left + Double(bin + 1) * step)) \(y)"
        }
        path += "L\(number(width - right)) \(number(up.place(0)))Z"
        plot.empty("path", ["class": "area c\(curve.colour)", "d": path])
      }
    }
  }

  private static func portions(of histogram: Histogram, _ across: Scale, _ bins: Int) -> [Double] {
    var shares = Array(repeating: 0.0, count: bins)
    let width = across.pixels.upperBound - across.pixels.lowerBound
    for step in histogram.steps {
      // A wide bucket is spread over the bins that it covers.
      let first = bin(Double(step.values.lowerBound)), last = bin(Double(step.values.upperBound) + 1)
      for bin in first...Swift.max(first, last) {
        shares[bin] += Double(step.count) / Double(last - first + 1) / Double(histogram.count)
      }
    }
    func bin(_ value: Double) -> Int {
      Swift.min(bins - 1, Int((across.place(value) - across.pixels.lowerBound) / width * Double(bins)))
    }
    return shares
  }

  // MARK: Distribution

  /// How many latencies are at most so long. Each step upward is a tenth of what was left: 90 %, 99 %, 99.9 %, …: as
  /// far as there are values to tell.
  static func distribution(_ curves: [Curve]) -> Markup {
    let across = latencyScale(curves)
    let most = Double(curves.map(\.histogram.count).max() ?? 1)
    let nines = Swift.min(5, Swift.max(1, log10(Swift.max(10, most))))
    let up = Scale(0...nines, to: top...(height - bottom), upward: true)
    return plot("distribution", across) { plot in
      for (value, name) in [
        (0.0, "0%"), (0.30103, "50%"), (1, "90%"), (2, "99%"), (3, "99.9%"), (4, "99.99%"), (5, "99.999%"),
      ] where value <= nines {
        gridLine(&plot, at: up.place(value), name)
      }
      for curve in curves {
        var path = "M\(number(across.place(Double(curve.histogram.min)))) \(number(up.place(0)))"
        var lastPlace = ""
        for step in curve.histogram.steps {
          let rest = 1 - Double(step.upToHere) / Double(curve.histogram.count)
          let y = rest > 0 ? Swift.min(nines, -log10(rest)) : nines
          let place = "L\(number(across.place(Double(step.values.upperBound)))) \(number(up.place(y)))"
          if place != lastPlace { path += place }
          lastPlace = place
        }
        plot.empty("path", ["class": "line c\(curve.colour)", "d": path])
      }
    }
  }

  // MARK: Axes

  private static func plot(_ name: String, _ across: Scale, _ content: (inout Markup) -> Void) -> Markup {
    var figure = Markup()
    figure.element("svg", ["viewBox": "0 0 \(Int(width)) \(Int(height))", "role": "img", "aria-label": name])
    { svg in
      content(&svg)
      for tick in across.ticks(6) {
        let x = across.place(tick)
        svg.empty(
          "line",
          [
            "class": "grid", "x1": number(x), "x2": number(x), "y1": number(top),
            "y2": number(height - bottom),
          ])
        svg.element(
          "text", ["x": number(x), "y": number(height - bottom + 16), "text-anchor": "middle"],
          text: tickText(tick))
      }
    }
    return figure
  }

  private static func gridLine(_ plot: inout Markup, at y: Double, _ name: String) {
    plot.empty(
      "line",
      ["class": "grid", "x1": number(left), "x2": number(width - right), "y1": number(y), "y2": number(y)])
    plot.element("text", ["x": number(left - 6), "y": number(y + 4), "text-anchor": "end"], text: name)
  }

  static func tickText(_ value: Double, unit: String = "ns") -> String {
    let text = Quantity.text(value, unit: unit)
    // Ticks are round: "1.00 µs" is "1 µs".
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[0].contains(".") else { return text }
    var digits = parts[0]
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    return "\(digits) \(parts[1])"
  }

  /// To a tenth of a pixel.
  static func number(_ value: Double) -> String { Quantity.fixed(value, 1) }
}
