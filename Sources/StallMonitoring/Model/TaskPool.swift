/// The threads that run Swift's tasks, as a monitor sees them.
enum TaskPool {
  /// A thread of the pool that waits inside of a task.
  struct Worker: Equatable {
    var thread: Int32
    /// Since when it has not run, as far as it was seen.
    var since: UInt64
  }

  /// What the pool is called in reports, with so many threads that all wait.
  static func label(_ count: Int) -> String {
    "\(labelStart)\(count == 1 ? "its only thread" : "all \(count) threads"))"
  }
  static let labelStart = "Swift's task pool ("
}
