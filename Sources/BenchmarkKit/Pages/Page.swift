extension Report {
  /// The report as a self-contained page: no network, no scripts, light or dark by the reader's preference.
  ///
  /// - Parameters:
  ///   - title: the page's title.
  ///   - baseline: as for `table`.
  public func html(title: String = "Benchmarks", baseline: String? = nil) -> String {
    var page = Markup()
    page.element("html", ["lang": "en"]) { html in
      html.element("head") { head in
        head.empty("meta", ["charset": "utf-8"])
        head.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        head.element("title", text: title)
        head.element("style", text: PageStyle.sheet)
      }
      html.element("body") { body in
        body.element("h1", text: title)
        body.append(machineTable)
        body.append(Self.legendList)
        for workload in workloads { body.append(section(workload, baseline)) }
      }
    }
    return "<!DOCTYPE html>\n\(page.text)"
  }

  /// Each workload once, by first appearance.
  private var workloads: [String] {
    var seen: [String] = []
    for row in rows where !seen.contains(row.workload) { seen.append(row.workload) }
    return seen
  }

  private static var legendList: Markup {
    var markup = Markup()
    markup.element("dl", ["class": "note"]) { list in
      for line in legend
        + [
          ("bars", "end at the median; their lines reach from the fastest round to the slowest"),
          ("curves", "show every single latency"),
        ]
      {
        list.element("dt", text: line.term)
        list.element("dd", text: line.meaning)
      }
    }
    return markup
  }

  private var machineTable: Markup {
    var markup = Markup()
    markup.element("table", ["class": "machine"]) { table in
      for (name, value) in [
        ("Processor", machine.processor),
        ("Processors allowed", machine.processors.map(String.init).joined(separator: ", ")),
        ("Governor", machine.governor), ("Kernel", machine.kernel), ("Clock source", machine.clockSource),
        ("Load before", machine.load), ("Swift", "\(machine.swift), \(machine.build) build"),
      ] {
        table.element("tr") { row in
          row.element("th", text: name)
          row.element("td", text: value)
        }
      }
    }
    return markup
  }

  // MARK: A workload

  private func section(_ workload: String, _ baseline: String?) -> Markup {
    let results = results.filter { $0.workload == workload }
    var markup = Markup()
    markup.element("section") { section in
      section.element("h2", text: workload)
      let bars = results.filter { !$0.hasLatencies }
      // One scale is for one unit.
      for unit in Set(bars.map(\.unit)).sorted() {
        section.element("div", ["class": "wide"]) {
          $0.append(BarPlot.plot(self.bars(bars.filter { $0.unit == unit }, baseline)))
        }
      }
      let curves = self.curves(results)
      if !curves.isEmpty { section.append(latencies(curves)) }
      section.append(causeFigures(results))
      if !results.isEmpty {
        section.element("details", results.count <= 8 ? ["open": "open"] : [:]) { details in
          details.element("summary", text: "Figures")
          details.append(figures(results, baseline))
        }
      }
      for row in unmeasured where row.workload == workload {
        section.element("p", ["class": "note"], text: "\(row.subject): \(row.note)")
      }
    }
    return markup
  }

  /// A colour per loop where loops are compared, else one for all.
  private func bars(_ results: [Measurement], _ baseline: String?) -> [BarPlot.Bar] {
    var loops: [String] = []
    for loop in self.results.compactMap(\.loop) where !loops.contains(loop) { loops.append(loop) }
    return results.map { result in
      let name = [result.loop, result.parameterText.isEmpty ? nil : result.parameterText].compactMap(\.self)
      let ratio = ratio(of: result, to: baseline).map { "× \(Quantity.fixed($0, 2))" }
      return BarPlot.Bar(
        name: name.isEmpty ? result.workload : name.joined(separator: "  "), result: result,
        colour: (result.loop.flatMap { loops.firstIndex(of: $0) } ?? 0) % PageStyle.colours,
        remark: ratio ?? "")
    }
  }

  private func curves(_ results: [Measurement]) -> [LatencyPlots.Curve] {
    let measured = results.filter { $0.histogram?.isEmpty == false }
    return measured.enumerated().compactMap { index, result in
      guard let histogram = result.histogram else { return nil }
      let name = [result.loop, result.parameterText].compactMap(\.self).filter { !$0.isEmpty }
      return LatencyPlots.Curve(
        name: name.isEmpty ? result.workload : name.joined(separator: "  "), histogram: histogram,
        colour: index % PageStyle.colours)
    }
  }

  private func latencies(_ curves: [LatencyPlots.Curve]) -> Markup {
    var markup = Markup()
    markup.element("div", ["class": "plots"]) { plots in
      for (caption, plot) in [
        ("How often each latency occurs", LatencyPlots.histogram(curves)),
        ("How many are at most so long", LatencyPlots.distribution(curves)),
      ] {
        plots.element("figure") { figure in
          figure.element("figcaption", text: caption)
          figure.append(plot)
        }
      }
    }
    markup.element("p", ["class": "legend"]) { legend in
      for curve in curves {
        legend.element("span", ["class": "key k\(curve.colour)"], text: curve.name)
      }
    }
    return markup
  }

  private func figures(_ results: [Measurement], _ baseline: String?) -> Markup {
    let hasLoops = results.contains { $0.loop != nil }
    let hasLatencies = results.contains { $0.hasLatencies }
    var markup = Markup()
    markup.element("div", ["class": "wide"]) {
      $0.element("table") { table in
        table.element("tr") { row in
          for title in ["parameters"] + (hasLoops ? ["loop"] : []) + ["time", "median", "±"]
            + (baseline != nil ? ["ratio"] : [])
            + ["min"] + (hasLatencies ? ["p90", "p99", "p99.9"] : []) + ["max"]
            + (hasLatencies ? ["samples"] : [])
          {
            row.element("th", text: title)
          }
        }
        for result in results {
          func text(_ value: Double) -> String { Quantity.text(value, unit: result.unit) }
          table.element("tr") { row in
            row.element("td", ["class": "name"], text: result.parameterText)
            if hasLoops { row.element("td", ["class": "name"], text: result.loop ?? "") }
            let tail =
              hasLatencies ? result.tail.map { result.hasLatencies ? $0.value.map(text) ?? "" : "" } : []
            for cell in [result.clock?.word ?? "", text(result.median), Self.spreadText(result)]
              + (baseline != nil ? [ratioText(of: result, to: baseline)] : []) + [text(result.min)] + tail + [
                text(result.max)
              ] + (hasLatencies ? [result.hasLatencies ? String(result.samples) : ""] : [])
            {
              row.element("td", text: cell)
            }
          }
        }
      }
    }
    return markup
  }
}
