/// A JSON value, and its text. Objects keep the order of their members, so that the same report is the same text.
enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Sendable, Equatable {
    var name: String
    var value: JSONValue

    init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The first member of the name; nil when there is none, or this is no object.
  subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  // MARK: Writing

  /// On one line.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += Self.text(of: value)
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// Whole numbers without a point; what JSON has no word for is null.
  private static func text(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value == value.rounded(), abs(value) < 1e15 { return String(Int(value)) }
    return "\(value)"
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

/// Why a text is no JSON, or no report.
public struct ReportError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The error, and what was expected.
  public let problem: String
  /// The place, counted from 1; nil when the text is JSON but not a report.
  public let position: Position?

  /// A place in a text.
  public struct Position: Sendable, Equatable {
    /// Counted from 1.
    public let line: Int
    /// In bytes, counted from 1.
    /// In bytes.
    public let column: Int
  }

  init(_ problem: String, at position: Position? = nil) {
    // It may quote the text, which may contain control characters.
    self.problem = problem.plainLine
    self.position = position
  }

  public var description: String {
    position.map { "line \($0.line), column \($0.column): \(problem)" } ?? problem
  }
}
