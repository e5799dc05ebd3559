/// A file of thresholds: a line each, comments after `#`.
///
///     timer-churn:pending=1000,between=0,where=inside operations=2000 instructions=278.0 calls=0.000 # late places
///
/// `unsteady` in the place of a figure: it differs from run to run and is not held.
public struct ThresholdFile: Sendable, Equatable {
  /// A line of the file. Lines without a threshold are kept as they are.
  public enum Line: Sendable, Equatable {
    /// A threshold, whose line is written in columns.
    case threshold(Threshold)
    /// An empty line or a comment.
    case text(String)
  }

  /// The file's lines, without the last line's end.
  public var lines: [Line]

  /// The thresholds among the lines, in their order.
  public var thresholds: [Threshold] {
    lines.compactMap { if case .threshold(let threshold) = $0 { threshold } else { nil } }
  }

  /// A line that is not a threshold, by its number, from 1.
  public struct Malformed: Error, Equatable, CustomStringConvertible {
    /// The line's number, from 1.
    public let line: Int
    /// The expected contents of the line.
    public let reason: String

    public var description: String { "line \(line): \(reason)" }
  }

  /// Reads a file's text. A workload that is listed twice is an error, too.
  public init(_ text: String) throws(Malformed) {
    lines = []
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    // The empty line after the file's last line end.
    if rows.last == "" { rows.removeLast() }
    var seen: Set<String> = []
    for (index, row) in rows.enumerated() {
      guard let first = row.first(where: { !$0.isWhitespace }), first != "#" else {
        lines.append(.text(String(row)))
        continue
      }
      let threshold = try Self.threshold(row, index + 1)
      guard seen.insert(threshold.workload).inserted else {
        throw Malformed(line: index + 1, reason: "\(threshold.workload) is there twice; remove one")
      }
      lines.append(.threshold(threshold))
    }
  }

  private static func threshold(_ row: Substring, _ number: Int) throws(Malformed) -> Threshold {
    let sides = row.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let words = sides[0].split(whereSeparator: \.isWhitespace)
    let names = ["operations", "instructions", "calls"]
    guard words.count == 4 else {
      throw Malformed(
        line: number, reason: "expected WORKLOAD \(names.map { "\($0)=N" }.joined(separator: " "))")
    }
    var values: [Double?] = []
    for (word, name) in zip(words.dropFirst(), names) {
      guard word.hasPrefix("\(name)=") else {
        throw Malformed(line: number, reason: "expected \(name)=N, not '\(word)'")
      }
      let text = word.dropFirst(name.count + 1)
      let value = Double(text)
      guard text == "unsteady" || value.map({ $0 >= 0 && $0.isFinite }) == true else {
        throw Malformed(
          line: number, reason: "'\(name)' is a number of 0 or more, or unsteady, not '\(text)'")
      }
      values.append(value)
    }
    guard let operations = values[0].flatMap({ Int(exactly: $0) }), (1...100_000_000).contains(operations)
    else {
      throw Malformed(line: number, reason: "'operations' is a whole number from 1 to 100000000")
    }
    let remark = sides.count > 1 ? sides[1].trimmed : ""
    return Threshold(
      workload: String(words[0]), operations: operations, instructions: values[1], calls: values[2],
      remark: remark)
  }

  /// The file's text, with figures in columns.
  public var text: String {
    let thresholds = thresholds
    let width = thresholds.map(\.workload.count).max() ?? 0
    var text = ""
    for line in lines {
      switch line {
      case .text(let row): text += "\(row)\n"
      case .threshold(let threshold):
        var columns = [threshold.workload.padded(to: width)]
        columns.append("operations=\(threshold.operations)".padded(to: 17))
        columns.append("instructions=\(Self.figure(threshold.instructions, 1))".padded(to: 21))
        columns.append("calls=\(Self.figure(threshold.calls, 3))".padded(to: 14))
        if !threshold.remark.isEmpty { columns.append("# \(threshold.remark)") }
        let row = columns.joined(separator: " ")
        text += String(row.reversed().drop { $0 == " " }.reversed()) + "\n"
      }
    }
    return text
  }

  private static func figure(_ value: Double?, _ places: Int) -> String {
    value.map { Quantity.fixed($0, places) } ?? "unsteady"
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    let head = drop { $0.isWhitespace }
    return String(head.reversed().drop { $0.isWhitespace }.reversed())
  }

  fileprivate func padded(to width: Int) -> String {
    String(self) + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
