import RunLoopCore

import class RunLoopCore.RunLoop

/// What happened, in order. One thread's.
final class Log: @unchecked Sendable {
  private(set) var lines: [String] = []

  func callAsFunction(_ line: String) { lines.append(line) }

  /// The lines so far, which are forgotten.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  /// Writes down the activities of a mode by their usual short names.
  func watch(_ loop: RunLoop, _ mode: RunLoop.Mode = .default, order: Int = 0) {
    loop.add(
      RunLoop.Observer(activities: .all, order: order, label: "log") { [self] in self($0.shortName) },
      to: mode)
  }
}

extension RunLoop.Activity {
  var shortName: String {
    switch self {
    case .entry: "En"
    case .beforeTimers: "BT"
    case .beforeSources: "BS"
    case .beforeWaiting: "BW"
    case .afterWaiting: "AW"
    case .exit: "Ex"
    default: "?\(rawValue)"
    }
  }
}
