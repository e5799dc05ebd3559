/// Jobs that wait for a thread, by priority.
///
/// Invariant: `count` is that of all three lists.
struct JobQueue {
  /// Jobs in the order in which they were enqueued.
  private struct List {
    private var jobs: [UnownedJob] = []
    /// The first place that was not taken.
    private var start = 0

    @inline(__always)
    mutating func append(_ job: UnownedJob) { jobs.append(job) }

    @inline(__always)
    mutating func popFirst() -> UnownedJob? {
      guard start < jobs.count else { return nil }
      let job = jobs[start]
      start += 1
      if start == jobs.count {
        // The memory of a long queue is freed.
        jobs.removeAll(keepingCapacity: jobs.capacity <= 4096)
        start = 0
      } else if start >= 1024, start >= jobs.count / 2 {
        jobs.removeFirst(start)
        start = 0
      }
      return job
    }
  }

  /// Every 16th job is taken from the lowest priority that waits, so that it does not starve.
  static var lowestOf: Int { 16 }

  // Three properties instead of an array: no bounds are checked when a job is appended or taken.
  private var high = List()
  private var middle = List()
  private var low = List()
  private(set) var count = 0
  private var taken = 0

  /// - Parameter priority: that of `TaskPriority`, in three classes: user-initiated and above, utility and below, and the rest.
  @inline(__always)
  mutating func append(_ job: UnownedJob, priority: UInt8) {
    count += 1
    if priority >= TaskPriority.userInitiated.rawValue {
      high.append(job)
    } else if priority > TaskPriority.utility.rawValue || priority == 0 {
      middle.append(job)
    } else {
      low.append(job)
    }
  }

  @inline(__always)
  mutating func popFirst() -> UnownedJob? {
    if count == 0 { return nil }
    count -= 1
    taken &+= 1
    if taken % Self.lowestOf == 0 { return low.popFirst() ?? middle.popFirst() ?? high.popFirst() }
    return high.popFirst() ?? middle.popFirst() ?? low.popFirst()
  }

  /// Removes the more urgent half of the jobs, rounded up, for another thread.
  mutating func takeHalf() -> JobQueue {
    var half = JobQueue()
    let wanted = (count + 1) / 2
    while half.count < wanted {
      if let job = high.popFirst() {
        half.high.append(job)
      } else if let job = middle.popFirst() {
        half.middle.append(job)
      } else if let job = low.popFirst() {
        half.low.append(job)
      }
      half.count += 1
    }
    count -= wanted
    return half
  }

  /// Appends the jobs of another queue.
  mutating func append(contentsOf other: consuming JobQueue) {
    count += other.count
    while let job = other.high.popFirst() { high.append(job) }
    while let job = other.middle.popFirst() { middle.append(job) }
    while let job = other.low.popFirst() { low.append(job) }
  }
}
