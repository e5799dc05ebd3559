/// Sorts many due timers into the order of firing.
///
/// A heap yields them one by one at O(log n) each, mostly cache misses. Taken together, they are radix-sorted by digits of
/// 11 bits, least significant first: as many passes as the spans of their times and sequences need, usually four.
struct DueTimers: ~Copyable {
  struct Entry {
    var time: Nanoseconds
    var sequence: UInt64
    var timer: Unmanaged<RunLoop.Timer>
  }

  private static let digitBits: UInt64 = 11
  private static let digits = 1 << Int(digitBits)

  private(set) var entries: UnsafeMutableBufferPointer<Entry>
  private(set) var count = 0

  /// - Parameter most: how many there can be.
  init(most: Int) {
    entries = .allocate(capacity: most)
  }

  deinit {
    entries.deallocate()
  }

  @inline(__always)
  mutating func append(_ entry: Entry) {
    entries.initializeElement(at: count, to: entry)
    count += 1
  }

  mutating func sort() {
    guard count > 1 else { return }
    var spare = UnsafeMutableBufferPointer<Entry>.allocate(capacity: count)
    sort(by: { $0.sequence }, &spare)
    sort(by: { $0.time }, &spare)
    spare.deallocate()
  }

  @inline(__always)
  private mutating func sort(by key: (Entry) -> UInt64, _ spare: inout UnsafeMutableBufferPointer<Entry>) {
    var least = UInt64.max
    var most: UInt64 = 0
    for index in 0..<count {
      least = min(least, key(entries[index]))
      most = max(most, key(entries[index]))
    }
    var shift: UInt64 = 0
    while shift < 64, (most - least) >> shift != 0 {
      withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.digits) { places in
        places.initialize(repeating: 0)
        for index in 0..<count { places[Self.digit(key(entries[index]) - least, shift)] += 1 }
        var place = 0
        for digit in 0..<Self.digits {
          let number = places[digit]
          places[digit] = place
          place += number
        }
        for index in 0..<count {
          let digit = Self.digit(key(entries[index]) - least, shift)
          spare.initializeElement(at: places[digit], to: entries[index])
          places[digit] += 1
        }
      }
      swap(&entries, &spare)
      shift += Self.digitBits
    }
  }

  @inline(__always)
  private static func digit(_ key: UInt64, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: (key >> shift) & UInt64(digits - 1))
  }
}

extension TimerQueue {
  /// Removes all due timers, in the order of firing, and marks them as listed in a batch.
  mutating func takeDue(_ now: Nanoseconds, into due: inout TimerList) {
    var taken = 0
    while firstTime <= now {
      if refreshesFirst() { continue }
      // 32 due timers suggest very many.
      if taken == 32, takeManyDue(now, into: &due) { return }
      let timer = self[0].timer
      timer._withUnsafeGuaranteedRef {
        $0.flags.insert(.isInBatch)
        remove($0)
      }
      due.append(timer)
      taken += 1
    }
  }

  /// Takes nothing and returns false when few are due: taking them one by one is cheaper then.
  private mutating func takeManyDue(_ now: Nanoseconds, into due: inout TimerList) -> Bool {
    let number = countDue(now)
    guard number > 64, number * 8 > count else { return false }
    var found = DueTimers(most: number)
    takeOut { entry in
      guard entry.time <= now else { return false }
      return entry.timer._withUnsafeGuaranteedRef { timer in
        if timer.flags.contains(.hasLeft) {
          timer.flags.remove(.hasLeft)
          timer.setAddress = nil
          timer.queueIndex = -1
          return true
        }
        guard timer.fireTime <= now else {
          entry = Self.newEntry(timer)
          return false
        }
        timer.queueIndex = -1
        timer.flags.insert(.isInBatch)
        found.append(DueTimers.Entry(time: timer.fireTime, sequence: timer.sequence, timer: entry.timer))
        return true
      }
    }
    found.sort()
    // Fewer than entries were found, when timers had been moved or had left.
    due.reserve(due.count + found.count)
    for index in 0..<found.count { due.append(found.entries[index].timer) }
    return true
  }

  /// Upper bound of the number of due timers, whose entries are all at the top of the heap: of one of them and those below it.
  private func countDue(_ now: Nanoseconds, below node: Int = 0) -> Int {
    var number = 1
    let first = 4 * node + 1
    for child in first..<max(min(first + 4, count), first) where self[child].time <= now {
      number += countDue(now, below: child)
    }
    return number
  }
}
