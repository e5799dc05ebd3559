/// A direction in which an element scrolls: `down` shows what is below.
public enum UIAccessibilityScrollDirection: String, CaseIterable, Hashable, Sendable {
  /// Shows what is to the right of the part that is shown, or to the left of it.
  case right, left
  /// Shows what is above the part that is shown, or below it.
  case up, down

  /// As a command: `scroll-down`.
  var command: String { "scroll-\(rawValue)" }

  init?(command: String) {
    guard let direction = Self.allCases.first(where: { $0.command == command }) else { return nil }
    self = direction
  }
}
