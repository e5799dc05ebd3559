import LinuxSystem

/// The timers with the same modes, by date: a four-ary heap of (time, timer) with the index inside the timer.
///
/// Invariant: a timer has at most one entry, in one queue, at `queueIndex`; the entry of a timer that is in the
/// queue's modes is never later than the timer's date. So nothing is due before `firstTime`.
///
/// An entry may be stale: its timer was given a later date, or has left. See TimerQueue+Stale.swift.
///
/// A node's four children lie side by side, so a level costs one cache line. Ties are resolved in favour of the timer whose
/// date was set first. The queue does not retain its timers. Guarded by the loop's lock.
struct TimerQueue: ~Copyable {
  struct Entry {
    /// The timer's date when the entry was made: its `entryTime`.
    var time: Nanoseconds
    var timer: Unmanaged<RunLoop.Timer>

    @inline(__always)
    func isBefore(_ other: Entry) -> Bool {
      if time != other.time { return time < other.time }
      return timer._withUnsafeGuaranteedRef { mine in
        other.timer._withUnsafeGuaranteedRef { mine.entrySequence < $0.entrySequence }
      }
    }
  }

  private var entries: UnsafeMutablePointer<Entry>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 0
    // Never read while the capacity is 0.
    entries = UnsafeMutablePointer(bitPattern: MemoryLayout<Entry>.alignment)!
  }

  deinit {
    if capacity > 0 { Self.deallocate(entries) }
  }

  /// Allocates entries so that a node's children begin at a cache line: the first entry is the last of its line.
  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Entry> {
    let size = MemoryLayout<Entry>.stride
    let isLarge = capacity * size >= hugePage
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: (capacity + 3) * size, alignment: isLarge ? hugePage : 4 * size)
    // In a large heap nearly every access is to another page: address translation would cost more than the access.
    if isLarge { linux_advise_huge_pages(memory, capacity * size) }
    return memory.bindMemory(to: Entry.self, capacity: capacity + 3) + 3
  }

  private static let hugePage = 2 << 20

  private static func deallocate(_ entries: UnsafeMutablePointer<Entry>) {
    UnsafeMutableRawPointer(entries - 3).deallocate()
  }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Entry { entries[index] }

  /// Lower bound of all dates; `never` when the queue is empty.
  @inline(__always)
  var firstTime: Nanoseconds { count == 0 ? .never : entries[0].time }

  /// Adds a timer that is in no queue, or has left this one.
  @inline(__always)
  mutating func insert(_ timer: RunLoop.Timer) {
    if timer.queueIndex < 0 { append(timer) } else { takeBack(timer) }
  }

  @inline(__always)
  private mutating func append(_ timer: RunLoop.Timer) {
    if count == capacity { grow() }
    count += 1
    siftUp(from: count - 1, Self.newEntry(timer))
  }

  /// Removes the timer's entry.
  mutating func remove(_ timer: RunLoop.Timer) {
    let index = Int(timer.queueIndex)
    timer.queueIndex = -1
    count -= 1
    if index == count { return }
    place(entries[count], near: index)
  }

  /// Sorts the entry of a timer whose date has changed.
  mutating func update(_ timer: RunLoop.Timer) {
    place(Self.newEntry(timer), near: Int(timer.queueIndex))
  }

  /// An entry for the timer's present date.
  @inline(__always)
  static func newEntry(_ timer: RunLoop.Timer) -> Entry {
    timer.entrySequence = timer.sequence
    timer.entryTime = timer.fireTime
    return Entry(time: timer.fireTime, timer: .passUnretained(timer))
  }

  /// Removes the entries for which `isTaken` returns true, and sorts the others, which it may change.
  mutating func takeOut(_ isTaken: (inout Entry) -> Bool) {
    var kept = 0
    for index in 0..<count {
      var entry = entries[index]
      if isTaken(&entry) { continue }
      entries[kept] = entry
      kept += 1
    }
    count = kept
    if kept == 0 { return }
    for index in stride(from: kept - 1, through: 0, by: -1) { siftDown(from: index, entries[index]) }
  }

  /// The latest time to wake, such that no timer's tolerance is exceeded and as many as possible share the wake.
  ///
  /// The wake must come before the earliest end of a window. Only timers that come before that end can have one
  /// that is still earlier, so a walk from the top sees few; it is cut off after 64 steps, which only makes the
  /// wake earlier than necessary.
  func latestWake() -> Nanoseconds {
    if count == 0 { return .never }
    let wake = latest(0)
    if wake == entries[0].time { return wake }
    // Not an array: that would be allocated before each sleep.
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.mostSteps + 1) { stack in
      latestWake(from: wake, stack)
    }
  }

  private static let mostSteps = 64

  private func latestWake(from first: Nanoseconds, _ stack: UnsafeMutableBufferPointer<Int>) -> Nanoseconds {
    var wake = first
    stack[0] = 0
    var depth = 1
    var steps = 0
    while depth > 0 {
      depth -= 1
      let node = stack[depth]
      for child in (4 * node + 1)..<max(min(4 * node + 5, count), 4 * node + 1)
      where entries[child].time < wake {
        steps += 1
        if steps > Self.mostSteps {
          wake = entries[child].time
        } else {
          wake = min(wake, latest(child))
          stack[depth] = child
          depth += 1
        }
      }
    }
    return wake
  }

  private func latest(_ index: Int) -> Nanoseconds {
    entries[index].timer._withUnsafeGuaranteedRef { $0.flags.contains(.hasLeft) ? .never : $0.latestFireTime }
  }

  private mutating func grow() {
    let capacity = max(8, capacity * 2)
    let entries = Self.allocate(capacity)
    if self.capacity > 0 {
      entries.moveInitialize(from: self.entries, count: count)
      Self.deallocate(self.entries)
    }
    self.entries = entries
    self.capacity = capacity
  }

  @inline(__always)
  private mutating func place(_ entry: Entry, near index: Int) {
    if index > 0, entry.isBefore(entries[(index - 1) >> 2]) {
      siftUp(from: index, entry)
    } else {
      siftDown(from: index, entry)
    }
  }

  @inline(__always)
  private mutating func put(_ entry: Entry, at index: Int) {
    entries[index] = entry
    entry.timer._withUnsafeGuaranteedRef { $0.queueIndex = Int32(truncatingIfNeeded: index) }
  }

  @inline(__always)
  private mutating func siftUp(from start: Int, _ entry: Entry) {
    var index = start
    while index > 0 {
      let parent = (index - 1) >> 2
      guard entry.isBefore(entries[parent]) else { break }
      put(entries[parent], at: index)
      index = parent
    }
    put(entry, at: index)
  }

  @inline(__always)
  private mutating func siftDown(from start: Int, _ entry: Entry) {
    var index = start
    while true {
      let first = 4 * index + 1
      if first >= count { break }
      var best = first
      var child = first + 1
      let end = min(first + 4, count)
      while child < end {
        if entries[child].isBefore(entries[best]) { best = child }
        child += 1
      }
      guard entries[best].isBefore(entry) else { break }
      put(entries[best], at: index)
      index = best
    }
    put(entry, at: index)
  }
}
