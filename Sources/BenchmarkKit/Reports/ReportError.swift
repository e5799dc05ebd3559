import PlainText

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
    public let column: Int
  }

  init(_ problem: String, at position: Position? = nil) {
    // It may quote the text, which may contain control characters.
    self.problem = problem.plainLine
    self.position = position
  }

  init(_ error: JSONError) {
    self.init(error.problem, at: .init(line: error.line, column: error.column))
  }

  public var description: String {
    position.map { "line \($0.line), column \($0.column): \(problem)" } ?? problem
  }
}
