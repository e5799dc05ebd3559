/// Why a text is not a scenario.
public struct ScenarioError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line at fault, from 1.
  public var line: Int
  public var reason: String

  public init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }

  public var description: String { "line \(line): \(reason)" }
}
