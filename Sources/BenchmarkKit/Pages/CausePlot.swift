import LinuxSystem

/// The tail of the latencies, coloured by cause.
enum CausePlot {
  /// A column for each step of the latencies, from the median on: as high as there are many in it, by the square root, so that a
  /// few are still seen; divided by main causes.
  static func plot(_ table: CauseTable) -> Markup {
    let steps = table.filled(from: median(table))
    let (width, height) = (LatencyPlots.width, LatencyPlots.height)
    let (left, right) = (LatencyPlots.left, LatencyPlots.right)
    let (top, bottom) = (LatencyPlots.top, LatencyPlots.bottom)
    let low = Double(Swift.max(1, steps.first?.bounds.lowerBound ?? 1))
    let high = Double(steps.last?.bounds.upperBound ?? 2)
    let across = Scale(low...Swift.max(low, high), to: left...(width - right), logarithmic: true)
    let most = Double(steps.map(\.step.count).max() ?? 1)
    let up = Scale(0...most.squareRoot(), to: top...(height - bottom), upward: true)
    var figure = Markup()
    figure.element(
      "svg", ["viewBox": "0 0 \(Int(width)) \(Int(height))", "role": "img", "aria-label": "causes"]
    ) {
      svg in
      for part in [1.0, 0.25, 0.04] where most * part >= 1 {
        let place = up.place((most * part).squareRoot())
        let y = LatencyPlots.number(place)
        svg.empty(
          "line",
          [
            "class": "grid", "x1": LatencyPlots.number(left), "x2": LatencyPlots.number(width - right),
            "y1": y, "y2": y,
          ])
        svg.element(
          "text",
          ["x": LatencyPlots.number(left - 6), "y": LatencyPlots.number(place + 4), "text-anchor": "end"],
          text: Quantity.fixed(most * part, 0))
      }
      for (bounds, step) in steps { column(&svg, bounds, step, across, up) }
      for tick in across.ticks(6) {
        svg.element(
          "text",
          [
            "x": LatencyPlots.number(across.place(tick)), "y": LatencyPlots.number(height - bottom + 16),
            "text-anchor": "middle",
          ],
          text: LatencyPlots.tickText(tick))
      }
    }
    return figure
  }

  private static func column(
    _ svg: inout Markup, _ bounds: Range<UInt64>, _ step: CauseTable.Step, _ across: Scale, _ up: Scale
  ) {
    let known = Double(step.mains.sum)
    guard known > 0 else { return }
    let (begin, end) = (across.place(Double(bounds.lowerBound)), across.place(Double(bounds.upperBound)))
    var foot = up.place(0)
    let height = foot - up.place(Double(step.count).squareRoot())
    for (cause, count) in step.mains.bySize {
      let part = height * Double(count) / known
      svg.element(
        "rect",
        [
          "class": "bar c\(cause.rawValue)", "x": LatencyPlots.number(begin),
          "y": LatencyPlots.number(foot - part), "height": LatencyPlots.number(part),
          "width": LatencyPlots.number(Swift.max(0.5, end - begin - 0.5)),
        ]
      ) { rect in
        rect.element(
          "title",
          text:
            "\(LatencyPlots.tickText(Double(bounds.lowerBound))): \(count) of \(step.count) by \(cause.name)")
      }
      foot -= part
    }
  }

  /// The causes that the plot shows.
  static func legend(_ table: CauseTable) -> Markup {
    var mains = CauseParts()
    for (_, step) in table.filled(from: median(table)) { mains.add(step.mains) }
    var markup = Markup()
    markup.element("p", ["class": "legend"]) { legend in
      for (cause, count) in mains.bySize {
        legend.element("span", ["class": "key k\(cause.rawValue)"], text: "\(cause.name) (\(count))")
      }
    }
    return markup
  }

  private static func median(_ table: CauseTable) -> UInt64 {
    var (seen, half) = (UInt64(0), table.count / 2)
    half += 1
    for (bounds, step) in table.filled() {
      seen += step.count
      if seen >= half { return bounds.lowerBound }
    }
    return 0
  }
}

extension Report {
  /// For each result with causes: its tail, and the shares beyond each percentile as text.
  func causeFigures(_ results: [Measurement]) -> Markup {
    var markup = Markup()
    let measured = results.compactMap { result in result.causes.map { (result, $0) } }.filter {
      $0.1.count > 0
    }
    guard !measured.isEmpty else { return markup }
    markup.element("div", ["class": "plots"]) { plots in
      for (result, table) in measured {
        plots.element("figure") { figure in
          let name = result.parameterText.isEmpty ? result.workload : result.parameterText
          figure.element("figcaption", text: "What the slower half waited for most: \(name)")
          figure.append(CausePlot.plot(table))
          figure.append(CausePlot.legend(table))
          for tail in table.tails() { figure.element("p", ["class": "note"], text: tail.text) }
        }
      }
    }
    return markup
  }
}
