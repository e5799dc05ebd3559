import LinuxSystem

/// Threads that run Swift's tasks, recognized by their stacks: libdispatch began them, and a blocked one has a task's job on it.
struct PoolThreads {
  private struct KnownThread {
    let watched: WatchedThread
    /// When the wait began.
    var since: UInt64
    var isInTask: Bool
  }

  private var known: [Int32: KnownThread] = [:]
  /// Threads outside the pool: a thread's first function never changes.
  private var others: Set<Int32> = []
  /// Limit, since each holds descriptors.
  private static let mostThreads = 64
  private static let mostOthers = 4_096

  /// - Parameters:
  ///   - threads: the threads of the process that are not watched.
  ///   - look: nil when the thread is not blocked.
  ///   - frames: the names of functions on a stack, leaf first.
  mutating func blocked(
    of threads: [Int32], sampler: SignalSampler, look: (WatchedThread) -> StackSample?,
    frames: (StackSample) -> [String]
  ) -> [TaskPool.Worker] {
    let present = Set(threads)
    known = known.filter { present.contains($0.key) }
    others.formIntersection(present)
    var workers: [TaskPool.Worker] = []
    for thread in threads where !others.contains(thread) {
      guard known[thread] != nil || known.count < Self.mostThreads else { continue }
      let watched = known[thread]?.watched ?? WatchedThread(visiting: thread, sampler: sampler)
      guard let stack = look(watched), let standing = watched.standing else { continue }
      if known[thread]?.since != standing.since {
        guard stack.isComplete else { continue }
        let names = frames(stack)
        guard names.contains(where: Self.isWorker) else {
          if others.count < Self.mostOthers { others.insert(thread) }
          continue
        }
        known[thread] = KnownThread(
          watched: watched, since: standing.since, isInTask: names.contains(where: Self.isJob))
      }
      if known[thread]?.isInTask == true {
        workers.append(TaskPool.Worker(thread: thread, since: standing.since))
      }
    }
    return workers
  }

  private static func isWorker(_ name: String) -> Bool {
    name.hasPrefix("_dispatch_worker_thread") || name.hasPrefix("_dispatch_root_queue_drain")
  }

  private static func isJob(_ name: String) -> Bool {
    name.contains("runJobInEstablishedExecutorContext") || name.hasPrefix("swift_job_run")
  }
}

extension LinuxWorld {
  func blockedTaskThreads() -> [TaskPool.Worker] {
    let all = ThreadFiles.threads(of: process) ?? []
    let own = linux_gettid()
    return pool.blocked(
      of: all.filter { $0 != own && watchedThread($0) == nil }, sampler: signals,
      look: { sampler.sampleIfBlocked($0) }, frames: functionNames)
  }

  private func functionNames(_ stack: StackSample) -> [String] {
    functions(on: stack, most: .max).compactMap(\.name)
  }

  /// The functions on a stack, the innermost first; without a name where none is known.
  func functions(on stack: StackSample, most: Int) -> [(name: String?, address: UInt)] {
    var record = StallRecord()
    record.samples = [stack]
    let names = names(of: record).names
    return stack.addresses.prefix(most).enumerated().map { index, address in
      // A return address may be the first of the next function.
      let place = index == 0 ? address : address &- 1
      return (names.function(at: place)?.name, place)
    }
  }
}
