/// A stall as text for an issue. All text from the program is in code blocks, so that none of it is markup.
enum Markdown {
  static func text(of report: StallReport) -> String {
    let record = report.record
    let origin = report.run.origin
    let facts: [(String, String)] = [
      ("stall", report.id), ("fingerprint", report.fingerprintText),
      ("program", "\(report.program)\(origin.version.isEmpty ? "" : " \(origin.version)")"),
      ("build", origin.buildID.hexadecimal), ("host", origin.host), ("container", origin.container),
      ("begun", WallTime.exact(record.startedNanoseconds)), ("time", report.time),
      ("loop", record.loop), ("callout", report.calloutText),
      ("cause", record.diagnosis.cause.rawValue), ("its time", report.sharesText),
    ]
    let width = facts.map(\.0.count).max() ?? 0
    let table = facts.filter { !$0.1.isEmpty }.map {
      $0.0 + String(repeating: " ", count: width - $0.0.count) + "  " + line($0.1)
    }
    var text = "## Stall\n\n" + block([line(report.sentence)]) + "\n" + block(table)
    text += "\n### Stack\n\n" + block(report.pointStack.map(frame))
    if !report.ownerStack.isEmpty {
      text += "\n### Stack of the lock's holder\n\n" + block(report.ownerStack.map(frame))
    }
    let heavy = report.tree.heaviestPath.map { "\(StallReport.time($0.weight))  \(frame($0.frame))" }
    if !heavy.isEmpty { text += "\n### Where most of the time went\n\n" + block(heavy) }
    return text
  }

  private static func frame(_ frame: CodeFrame) -> String {
    let module = frame.imageName.isEmpty ? "" : "  (\(frame.imageName))"
    return line("\(frame.shortName)\(frame.place.isEmpty ? "" : "  \(frame.place)")\(module)")
  }

  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  /// A code block with a fence that is longer than any in the text.
  private static func block(_ lines: [String]) -> String {
    var longest = 2
    for line in lines {
      var run = 0
      for character in line {
        run = character == "`" ? run + 1 : 0
        longest = max(longest, run)
      }
    }
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence)text\n\(lines.joined(separator: "\n"))\n\(fence)\n"
  }
}
