/// A thread of a process of this machine.
struct ThreadPlace: Hashable, Sendable {
  var process: Int32
  var thread: Int32
}

/// The wait of one thread, and the threads that could end it.
struct Wait: Sendable, Equatable {
  var object: WaitChain.Object
  var place: UInt64 = 0
  var isToWrite = false
  var hasTimeLimit = false
  var readers = 0
  /// The threads that could end it, each alone. Main threads first.
  var enders: [ThreadPlace] = []
  /// Whether all threads that could end it are known. A signal is not considered.
  var isComplete = false
  /// The waiter's run time and number of dispatches, both constant while it waits. Nil when not known.
  var ran: Ran?

  struct Ran: Sendable, Equatable {
    var time: UInt64
    var count: UInt64
  }
}

/// The waits that lead from one thread to others.
///
/// A waiting thread can continue when one of several others acts: the holder of a lock, or any thread of the processes that have
/// a pipe's other end. So a circle alone is no deadlock. Threads are stuck when every thread that could end their waits is stuck,
/// too.
struct WaitGraph: Sendable, Equatable {
  private(set) var waits: [ThreadPlace: Wait] = [:]

  /// Longer chains are truncated.
  static let mostLinks = 8
  /// Number of threads that are examined; further ones count as free.
  static let mostThreads = 512

  init() {}

  /// All waits that can be reached from a thread.
  init(from start: ThreadPlace, atMost limit: Int = mostThreads, wait: (ThreadPlace) -> Wait?) {
    var queue = [start]
    var known: Set = [start]
    var next = 0
    while next < queue.count {
      let thread = queue[next]
      next += 1
      guard let found = wait(thread) else { continue }
      waits[thread] = found
      for ender in found.enders where queue.count < limit && known.insert(ender).inserted {
        queue.append(ender)
      }
    }
  }

  /// The waits that a second look finds unchanged, of threads that have not run until its end: all of them lasted at the moment
  /// between the two looks.
  func confirmed(by wait: (ThreadPlace) -> Wait?, ran: (ThreadPlace) -> Wait.Ran?) -> WaitGraph {
    var graph = WaitGraph()
    graph.waits = waits.filter { thread, before in wait(thread) == before }
    // A holder that was read early may have run since, and taken the lock only then.
    graph.waits = graph.waits.filter { thread, before in before.ran == nil || ran(thread) == before.ran }
    return graph
  }

  /// Threads none of which can continue before another one of them does.
  var stuck: Set<ThreadPlace> {
    var stuck = Set(
      waits.filter { _, wait in
        wait.isComplete && !wait.hasTimeLimit && wait.ran != nil && !wait.enders.isEmpty
      }.keys)
    while true {
      let free = stuck.filter { thread in waits[thread]?.enders.contains { !stuck.contains($0) } ?? true }
      if free.isEmpty { return stuck }
      stuck.subtract(free)
    }
  }

  /// The chain from a thread on, each next one able to end the wait before it, and the index that the last one waits for, if any.
  func chain(from start: ThreadPlace) -> (threads: [ThreadPlace], circle: Int?, isDeadlock: Bool) {
    let stuck = stuck
    var threads = [start]
    while let last = threads.last, let next = next(after: last, in: threads, stuck) {
      if let circle = threads.firstIndex(of: next) {
        return (threads, circle, stuck.isSuperset(of: threads))
      }
      guard threads.count < Self.mostLinks else { break }
      threads.append(next)
    }
    return (threads, nil, false)
  }

  private func next(
    after thread: ThreadPlace, in chain: [ThreadPlace], _ stuck: Set<ThreadPlace>
  ) -> ThreadPlace? {
    guard let wait = waits[thread] else { return nil }
    if wait.enders.count == 1 { return wait.enders[0] }
    if stuck.contains(thread) { return wait.enders.first { chain.contains($0) } ?? wait.enders.first }
    // Any thread of its own process may be meant.
    return wait.enders.first { $0.process != thread.process }
  }
}
