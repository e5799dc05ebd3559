import TestSupport

/// Reports its deallocation: captured by a closure, it reports when the closure was released.
final class Canary: Sendable {
  private let log: Log
  private let line: String

  init(_ log: Log, _ line: String) {
    self.log = log
    self.line = line
  }

  /// Keeps the canary in a closure.
  func sing() {}

  deinit { log(line) }
}
