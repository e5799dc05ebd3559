import Synchronization

/// The appointments of a simulated clock, as a heap: by time, and in the order of arming among equals.
struct Agenda {
  private struct Entry {
    let time: Nanoseconds
    let arming: UInt64
    let appointment: SimulatedClock.Appointment

    var isStale: Bool { appointment.arming.load(ordering: .relaxed) != arming }

    func isBefore(_ other: Entry) -> Bool { (time, arming) < (other.time, other.arming) }
  }

  private var entries: [Entry] = []
  private var armings: UInt64 = 0
  /// Number of appointments, and of stale entries.
  var count: Int { entries.count }
  /// Stale appointments that were removed from `entries`, until they are released without a lock.
  var dropped: [SimulatedClock.Appointment] = []
  /// Size that triggers the next sweep of stale entries.
  private var limit = 16

  mutating func insert(_ appointment: SimulatedClock.Appointment, at time: Nanoseconds) {
    armings += 1
    appointment.arming.store(armings, ordering: .sequentiallyConsistent)
    if entries.count >= limit { sweep() }
    entries.append(Entry(time: time, arming: armings, appointment: appointment))
    siftUp(from: entries.count - 1)
  }

  /// The first appointment that is not later than `end`, and its time.
  mutating func removeFirst(until end: Nanoseconds) -> (Nanoseconds, SimulatedClock.Appointment)? {
    while let first = entries.first, first.time <= end {
      let last = entries.removeLast()
      if !entries.isEmpty {
        entries[0] = last
        siftDown(from: 0)
      }
      let current = first.appointment.arming.compareExchange(
        expected: first.arming, desired: 0, ordering: .sequentiallyConsistent)
      if current.exchanged { return (first.time, first.appointment) }
      dropped.append(first.appointment)
    }
    return nil
  }

  private mutating func sweep() {
    // Each is looked at once: another thread may cancel it meanwhile.
    var kept: [Entry] = []
    for entry in entries {
      if entry.isStale { dropped.append(entry.appointment) } else { kept.append(entry) }
    }
    entries = kept
    limit = entries.count * 2 + 16
    for index in stride(from: entries.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    while index > 0, entries[index].isBefore(entries[(index - 1) / 2]) {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func siftDown(from start: Int) {
    var index = start
    while 2 * index + 1 < entries.count {
      var child = 2 * index + 1
      if child + 1 < entries.count, entries[child + 1].isBefore(entries[child]) { child += 1 }
      guard entries[child].isBefore(entries[index]) else { return }
      entries.swapAt(index, child)
      index = child
    }
  }
}
