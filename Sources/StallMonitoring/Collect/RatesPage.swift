import PlainText

/// The rates as a self-contained page: no network, no script, light or dark by the reader's preference.
public enum RatesPage {
  /// The most rows of the table, and the most rows with a plot.
  private static let mostRows = 200
  private static let mostPlots = 12

  /// The page's HTML. `title` may be any text: it is escaped.
  public static func html(of rates: StallRates, title: String) -> String {
    let stalls = rates.rows.reduce(UInt64(0)) { $0.saturatingAdding($1.total.stalls) }
    let changes = [StallRates.Change.new, .worse, .better, .gone].compactMap { change -> String? in
      let count = rates.rows.count { $0.change == change }
      return count > 0 ? "\(count) \(change.rawValue)" : nil
    }
    let sentence =
      "\(stalls) stalls of \(rates.rows.count) kinds on \(rates.hostCount) hosts"
      + (changes.isEmpty ? "." : ": in the newest builds \(changes.joined(separator: ", ")).")
    return """
      \(FlamePage.head(title, style: style))
      <body>
      <h1>\(title.escapedForHTML)</h1>
      <p>\(sentence.escapedForHTML)</p>
      \(section("Stalls by day", dayPlot(rates)))
      \(rates.builds.map { section("\($0.program): all stalls by build", buildPlot($0.builds)) }.joined(separator: "\n"))
      <h2>Kinds of stalls</h2>
      \(table(rates))
      \(rates.rows.prefix(mostPlots).map { section(heading($0), details($0) + buildPlot($0.builds) + hostPlot($0)) }
        .joined(separator: "\n"))
      </body>
      </html>

      """
  }

  private static func section(_ title: String, _ body: String) -> String {
    body.isEmpty ? "" : "<section><h2>\(title.escapedForHTML)</h2>\n\(body)</section>"
  }

  private static func heading(_ row: StallRates.Row) -> String {
    row.example.path.last ?? (row.example.callout.isEmpty ? row.fingerprint : row.example.callout)
  }

  private static func details(_ row: StallRates.Row) -> String {
    let path = row.example.path.map(\.escapedForHTML).joined(separator: " → ")
    return """
      <p><span class="tag \(row.change.rawValue)">\(row.change.rawValue)</span> \(row.program.escapedForHTML), \
      \(row.example.callout.escapedForHTML), \(row.example.cause.escapedForHTML); longest \
      \(StallReport.time(row.example.duration)), as \(row.example.id.escapedForHTML)</p>
      <p class="path">\(path)</p>

      """
  }

  private static func table(_ rates: StallRates) -> String {
    let rows = rates.rows.prefix(mostRows).map { row in
      """
      <tr><td><span class="tag \(row.change.rawValue)">\(row.change.rawValue)</span></td>\
      <td class="number">\(row.total.stalls)</td><td class="number">\(row.total.text.escapedForHTML)</td>\
      <td class="number">\(StallReport.time(row.time))</td>\
      <td class="number">\(StallReport.time(row.example.duration))</td><td>\(row.program.escapedForHTML)</td>\
      <td>\(row.example.cause.escapedForHTML)</td><td>\(row.example.callout.escapedForHTML)</td>\
      <td>\((row.example.path.last ?? "").escapedForHTML)</td><td class="mark">\(row.fingerprint.escapedForHTML)</td></tr>
      """
    }
    let rest = rates.rows.count > mostRows ? "<p>and \(rates.rows.count - mostRows) more</p>" : ""
    return """
      <table><thead><tr><th>newest build</th><th>stalls</th><th>rate</th><th>together</th><th>longest</th>\
      <th>program</th><th>cause</th><th>callout</th><th>in</th><th>fingerprint</th></tr></thead>
      <tbody>\(rows.joined(separator: "\n"))</tbody></table>\(rest)
      """
  }

  // MARK: Plots

  private struct Bar {
    var name: String
    var value: Double
    var text: String
  }

  private static func buildPlot(_ builds: [(name: String, exposure: StallRates.Exposure)]) -> String {
    let isTimed = builds.allSatisfy { $0.exposure.watched > 0 }
    return plot(
      builds.suffix(30).map { name, exposure in
        let value = isTimed ? exposure.perHour ?? 0 : exposure.perRun
        let rate = StallRates.Exposure.digits(value) + (isTimed ? " an hour" : " a run")
        return Bar(
          name: name.isEmpty ? "unknown build" : name, value: value,
          text: "\(rate); \(exposure.stalls) in \(exposure.runs) runs")
      })
  }

  private static func hostPlot(_ row: StallRates.Row) -> String {
    plot(
      row.hosts.prefix(10).map { name, exposure in
        Bar(
          name: name.isEmpty ? "unknown host" : name, value: exposure.perHour ?? exposure.perRun,
          text: "\(exposure.text); \(exposure.stalls) in \(exposure.runs) runs")
      })
  }

  private static func dayPlot(_ rates: StallRates) -> String {
    plot(rates.days.suffix(60).map { Bar(name: $0.day, value: Double($0.stalls), text: "\($0.stalls)") })
  }

  private static let rowHeight = 20
  private static let left = 240
  private static let longest = 460.0

  private static func plot(_ bars: [Bar]) -> String {
    guard !bars.isEmpty else { return "" }
    let most = bars.map(\.value).max() ?? 0
    let lines = bars.enumerated().map { index, bar -> String in
      let y = index * rowHeight
      let width = most > 0 ? max(bar.value / most * longest, bar.value > 0 ? 1 : 0) : 0
      let name = bar.name.count > 34 ? bar.name.prefix(33) + "…" : bar.name[...]
      return """
        <text class="name" x="\(left - 8)" y="\(y + 14)">\(String(name).escapedForHTML)</text>\
        <rect x="\(left)" y="\(y + 3)" width="\(tenths(width))" height="14"/>\
        <text x="\(left + Int(width) + 6)" y="\(y + 14)">\(bar.text.escapedForHTML)</text>
        """
    }
    return """
      <svg viewBox="0 0 960 \(bars.count * rowHeight)" role="img" aria-label="bars">\(lines.joined(separator: "\n"))</svg>

      """
  }

  private static func tenths(_ value: Double) -> String {
    let whole = Int((value * 10).rounded())
    return "\(whole / 10).\(whole % 10)"
  }

  private static let style = """
    :root{color-scheme:light dark;--bar:#3b6fb6;--line:#8884}
    @media(prefers-color-scheme:dark){:root{--bar:#7aa7e8}}
    body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem}
    h1{font-size:1.4rem}h2{font-size:1.05rem;margin:1.6rem 0 .4rem;overflow-wrap:anywhere}
    table{border-collapse:collapse;font-size:13px;display:block;overflow-x:auto}
    th,td{padding:.2rem .6rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
    .number{text-align:right;white-space:nowrap}.mark,.path{font-family:ui-monospace,monospace;font-size:12px}
    .path{overflow-wrap:anywhere}
    svg{width:100%;max-width:60rem;height:auto}svg text{font-size:12px;fill:currentColor}
    svg .name{text-anchor:end}svg rect{fill:var(--bar);rx:2px}
    .tag{border-radius:3px;padding:0 .4em;background:#8883}.tag.new,.tag.worse{background:#c33;color:#fff}
    .tag.gone,.tag.better{background:#2a7;color:#fff}
    """
}
