extension StallMetrics {
  /// Two formats of the same metrics. Node exporter's textfile collector reads the older one.
  public enum Format: Sendable {
    /// OpenMetrics 1.0.
    case openMetrics
    /// Prometheus's text format 0.0.4.
    case prometheus

    var contentType: String {
      switch self {
      case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
      case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
      }
    }
  }

  /// Upper limits of the buckets, nanoseconds.
  private static let limits: [UInt64] = [
    100_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000, 50_000_000, 100_000_000, 250_000_000,
    500_000_000, 1_000_000_000, 2_000_000_000, 5_000_000_000, 10_000_000_000, 60_000_000_000,
  ]

  /// The metrics as text.
  public func text(_ format: Format = .openMetrics) -> String {
    let now = now
    return withState { state in
      var page = MetricsText(format)
      Self.writeHistograms(state, to: &page)
      Self.writeHangs(state, now: now, to: &page)
      Self.writeCounts(state, to: &page)
      return page.finished
    }
  }

  /// Replaces the file atomically by the text, for collectors that read a folder of such files: its name
  /// should end with `.prom`.
  public func write(to path: String, format: Format = .prometheus) throws(StallMonitorError) {
    try FileBytes.replace(path, with: Array(text(format).utf8))
  }

  private static func writeHistograms(_ state: borrowing Numbers, to page: inout MetricsText) {
    let loops = state.loops.sorted { $0.key < $1.key }
    page.family(
      "mainspring_callout_seconds", .histogram, unit: "seconds", "Time of callouts that the monitor saw.")
    for (name, loop) in loops {
      for (kind, histogram) in loop.calloutTimes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        page.histogram(histogram, limits, [("loop", name), ("kind", "\(kind)")])
      }
    }
    page.family(
      "mainspring_burst_seconds", .histogram, unit: "seconds", "Time from one wait of a loop to the next.")
    for (name, loop) in loops where loop.burstTimes.count > 0 {
      page.histogram(loop.burstTimes, limits, [("loop", name)])
    }
    page.family(
      "mainspring_wake_lateness_seconds", .histogram, unit: "seconds", "How late timers were called.")
    for (name, loop) in loops where loop.lateness.count > 0 {
      page.histogram(loop.lateness, limits, [("loop", name)])
    }
  }

  private static func writeHangs(_ state: borrowing Numbers, now: UInt64, to page: inout MetricsText) {
    let loops = state.loops.sorted { $0.key < $1.key }
    page.family(
      "mainspring_hangs", .counter,
      "Callouts that took at least the class's time and less than the next one's.")
    for (name, loop) in loops {
      for (place, entry) in classes.enumerated() {
        page.counter([("loop", name), ("class", entry.name)], loop.hangs[place])
      }
    }
    page.family(
      "mainspring_hang_seconds", .counter, unit: "seconds", "Time of callouts of at least 250 ms.")
    for (name, loop) in loops { page.counter([("loop", name)], seconds: loop.hungTime) }
    page.family(
      "mainspring_hang_seconds_per_hour", .gauge,
      "Time of callouts of at least 250 ms that ended in the last hour.")
    for (name, loop) in loops { page.gauge([("loop", name)], seconds: loop.hangHour.total(at: now)) }
    page.family("mainspring_stalls_going_on", .gauge, "Stalls that have not ended.")
    for (name, loop) in loops { page.gauge([("loop", name)], UInt64(loop.goingOn)) }
    page.family("mainspring_stall_causes", .counter, "Findings by cause.")
    for (series, count) in state.causes.sorted(by: { $0.key < $1.key }) {
      page.counter([("loop", series.loop), ("cause", series.name)], count)
    }
    page.family("mainspring_findings", .counter, "Findings by kind.")
    for (series, count) in state.kinds.sorted(by: { $0.key < $1.key }) {
      page.counter([("loop", series.loop), ("kind", series.name)], count)
    }
  }

  private static func writeCounts(_ state: borrowing Numbers, to page: inout MetricsText) {
    page.family("mainspring_verdicts", .counter, "Findings that were reported, or suppressed by a rule.")
    for (verdict, count) in state.verdicts.sorted(by: { $0.key < $1.key }) {
      page.counter([("verdict", verdict)], count)
    }
    for (name, help, count) in [
      (
        "mainspring_stalls_suppressed", "Stalls not reported because they were like the last one.",
        state.suppressed
      ),
      (
        "mainspring_freezes", "Number of times that the whole process was frozen: stopped, frozen, debugged.",
        state.freezes
      ),
      ("mainspring_samples", "Stacks that were taken.", state.samples),
      (
        "mainspring_samples_without_stack", "Samples for which no stack could be had.",
        state.samplesWithoutStack
      ),
      ("mainspring_samples_dropped", "Stacks that were taken and had no room.", state.samplesDropped),
      ("mainspring_loops_left_out", "Numbers of loops that are counted as 'others'.", state.loopsLeftOut),
    ] {
      page.family(name, .counter, help)
      page.counter([], count)
    }
    page.family(
      "mainspring_frozen_seconds", .counter, unit: "seconds", "Time in which the whole process was frozen.")
    page.counter([], seconds: state.frozenTime)
  }
}
