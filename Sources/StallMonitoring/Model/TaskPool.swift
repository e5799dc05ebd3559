/// A monitor's view of the threads that run Swift's tasks.
enum TaskPool {
  /// A thread of the pool that waits inside a task.
  struct Worker: Equatable {
    var thread: Int32
    /// The time since which it has not run, as far as it was seen.
    var since: UInt64
  }

  /// The pool's name in reports, with this number of threads that all wait.
  static func label(_ count: Int) -> String {
    "\(labelStart)\(count == 1 ? "its only thread" : "all \(count) threads"))"
  }
  static let labelStart = "Swift's task pool ("

  /// "the loop 'main'", or the pool, which is no loop.
  static func subject(_ label: String) -> String {
    label.hasPrefix(labelStart) ? label : "the loop '\(label)'"
  }
}
