import LinuxSystem
import Synchronization
import TestHarness

import class RunLoopCore.RunLoop

/// What happened, in order. From any thread.
final class Log: Sendable {
  private let storage = Locked<[String]>([])
  /// A callout that should not be called at all may be called a million times, and Swift Testing compares what was logged
  /// with what was expected line by line, in time that grows with the square of the difference: for hours.
  private static let most = 4_000

  init() {}

  func callAsFunction(_ line: String) {
    storage.withLock { lines in
      if lines.count < Self.most { lines.append(line) }
      if lines.count == Self.most { lines[Self.most - 1] = "… and more" }
    }
  }

  var lines: [String] { storage.withLock { $0 } }
  var count: Int { storage.withLock { $0.count } }

  /// The lines so far, which are forgotten.
  func take() -> [String] {
    storage.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }

  /// Writes down the activities of a mode by their usual short names.
  @discardableResult
  func watch(
    _ loop: RunLoop, _ mode: RunLoop.Mode = .default, _ activities: RunLoop.Activity = .all
  ) -> RunLoop.Observer {
    let observer = RunLoop.Observer(activities: activities, label: "log") { self($0.shortName) }
    loop.add(observer, to: mode)
    return observer
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

/// A number that callouts change.
final class Counter: Sendable {
  private let storage = Atomic<Int>(0)

  var value: Int { storage.load(ordering: .sequentiallyConsistent) }

  /// The number after adding one.
  @discardableResult
  func increment() -> Int { storage.add(1, ordering: .sequentiallyConsistent).newValue }
}

/// A place for something that a callout needs and that is made after it.
final class Box<Value: Sendable>: Sendable {
  private let storage: Locked<Value?>

  init(_ value: Value? = nil) {
    storage = Locked(value)
  }

  var value: Value? {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }
}

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
