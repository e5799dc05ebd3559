package import RunLoopCore

package import class RunLoopCore.RunLoop

/// What happened, in order. From any thread.
package final class Log: @unchecked Sendable {
  private let lock = FutexLock()
  private var stored: [String] = []
  /// A callout that should not be called at all may be called a million times, and Swift Testing compares what was logged
  /// with what was expected line by line, in time that grows with the square of the difference: for hours.
  private static let most = 4_000

  package init() {}

  package func callAsFunction(_ line: String) {
    lock.withLock {
      if stored.count < Self.most { stored.append(line) }
      if stored.count == Self.most { stored[Self.most - 1] = "… and more" }
    }
  }

  package var lines: [String] { lock.withLock { stored } }
  package var count: Int { lock.withLock { stored.count } }

  /// The lines so far, which are removed.
  package func take() -> [String] {
    lock.withLock {
      defer { stored = [] }
      return stored
    }
  }

  /// Writes down the activities of a mode by their usual short names.
  @discardableResult
  package func watch(
    _ loop: RunLoop, _ mode: RunLoop.Mode = .default, _ activities: RunLoop.Activity = .all, order: Int = 0
  ) -> RunLoop.Observer {
    let observer = RunLoop.Observer(activities: activities, order: order, label: "log") {
      self($0.shortName)
    }
    loop.add(observer, to: mode)
    return observer
  }
}

extension RunLoop.Activity {
  package var shortName: String {
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
