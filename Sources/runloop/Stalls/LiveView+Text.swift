import BenchmarkKit
import LinuxSystem
import PlainText
import StallMonitoring

extension LiveView {
  /// A line a loop, for files and pipes.
  var lines: String {
    if rows.isEmpty { return "no loop is watched\n" }
    return rows.map { row in
      let text =
        "\(row.loop.label) thread=\(row.loop.thread) mode=\(row.loop.mode)"
        + " callouts/s=\(Quantity.digits(row.calloutsPerSecond)) waits/s=\(Quantity.digits(row.waitsPerSecond))"
        + " for=\(row.time.replacing(" ", with: ""))\(row.isStalled ? " stalled" : "") \(row.doing)"
      return text.plainLine + "\n"
    }.joined()
  }

  /// One object on one line.
  var json: String {
    let loops = rows.map { row -> JSON in
      .object([
        ("loop", .string(row.loop.label)), ("thread", .integer(row.loop.thread)),
        ("isMain", .bool(row.loop.isMain)), ("isForeign", .bool(row.loop.isForeign)),
        ("mode", .text(row.loop.mode)), ("activity", .string("\(row.loop.activity)")),
        ("calloutsPerSecond", .number(row.calloutsPerSecond)),
        ("waitsPerSecond", .number(row.waitsPerSecond)),
        ("for", .natural(row.duration)), ("isAtLeast", .bool(row.isAtLeast)),
        ("isStalled", .bool(row.isStalled)),
        ("callout", row.loop.callout.kind == .none ? .null : Self.json(row.loop.callout)),
        ("outerCallouts", .array(row.loop.outerCallouts.map(Self.json))),
      ])
    }
    let last = stalls.map { stall -> JSON in
      .object([
        ("id", .string(stall.id)), ("sentence", .string(stall.sentence)), ("goesOn", .bool(stall.goesOn)),
        ("duration", .natural(stall.duration)), ("cause", .string(stall.cause.rawValue)),
      ])
    }
    return JSON.object([
      ("schema", .integer(StallReport.schema)), ("process", .integer(process)),
      ("executable", .text(executable)),
      ("isAlive", .bool(isAlive)), ("threshold", threshold == 0 ? .null : .natural(threshold)),
      ("lookedAgo", lookedAgo.map { .natural($0) } ?? .null), ("loops", .array(loops)),
      ("stalls", .array(last)),
    ]).text
  }

  private static func json(_ callout: Callout) -> JSON {
    .object([
      ("kind", .string("\(callout.kind)")), ("label", .text(callout.label)), ("site", .text(callout.site)),
    ])
  }

  /// For a terminal of that size: drawn over the view before without clearing it, so that nothing flickers. No line is
  /// longer than the terminal is wide, nor are there more than it is high.
  func screen(_ size: TerminalSize, colours: Bool) -> String {
    func bold(_ text: String) -> String { colours ? "\u{1B}[1m\(text)\u{1B}[m" : text }
    func warning(_ text: String) -> String { colours ? "\u{1B}[1;31m\(text)\u{1B}[m" : text }
    func faint(_ text: String) -> String { colours ? "\u{1B}[2m\(text)\u{1B}[m" : text }
    var table = TextTable([
      ("loop", .left), ("thread", .right), ("mode", .left), ("callouts/s", .right), ("waits/s", .right),
      ("for", .right), ("does", .left),
    ])
    for row in rows {
      table.add([
        row.loop.label, "\(row.loop.thread)", row.loop.mode, Quantity.digits(row.calloutsPerSecond),
        Quantity.digits(row.waitsPerSecond), row.time, row.doing,
      ])
    }
    let name = executable.split(separator: "/").last.map(String.init) ?? executable
    let monitor =
      lookedAgo.map { "threshold \(StallReport.time(threshold)), looked \(StallReport.time($0)) ago" }
      ?? "no monitor has looked yet"
    var lines = [bold(size.clipped("\(name) (\(process)), \(monitor)")), ""]
    if rows.isEmpty {
      lines.append("no loop is watched")
    } else {
      let text = table.text.split(separator: "\n").map { size.clipped(String($0)) }
      lines.append(faint(text[0]))
      lines += zip(text.dropFirst(), rows).map { $1.isStalled ? warning($0) : $0 }
    }
    lines.append("")
    if stalls.isEmpty {
      lines.append(faint(size.clipped("no stalls on record")))
    } else {
      lines.append(faint(size.clipped("last stalls; 'runloop stalls show ID' says more")))
      for stall in stalls {
        let text = StallText.wrapped(
          "\(stall.id)  \(stall.sentence)".plainLine, width: max(20, size.columns - 2))
        let parts = text.split(separator: "\n").enumerated().map { size.clipped(($0 > 0 ? "  " : "") + $1) }
        lines += stall.goesOn ? parts.map(warning) : parts
      }
    }
    // Over what was there, and what was below it is taken away.
    return "\u{1B}[H" + lines.prefix(max(1, size.rows - 1)).map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J"
  }
}

struct TerminalSize {
  var columns: Int
  var rows: Int

  /// The size of the terminal on standard output; 80 by 24 when it is not known.
  static var now: TerminalSize {
    var size = winsize()
    let isKnown = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    return isKnown
      ? TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row)) : TerminalSize(columns: 80, rows: 24)
  }

  /// As much of the text as fits, with `…` if it was cut, without control characters.
  func clipped(_ text: String) -> String {
    let plain = text.plainLine
    return plain.count <= columns ? plain : plain.prefix(max(0, columns - 1)) + "…"
  }
}
