/// Timers in contiguous memory that the list owns, not retained.
///
/// An array would do; but the first array of a type costs a process more than making the loop, since the
/// runtime instantiates the type then.
struct TimerList: ~Copyable {
  private var timers = UnsafeMutableBufferPointer<Unmanaged<RunLoop.Timer>>(start: nil, count: 0)
  private(set) var count = 0

  deinit {
    timers.deallocate()
  }

  @inline(__always)
  subscript(index: Int) -> Unmanaged<RunLoop.Timer> { timers[index] }

  /// Empties the list, and keeps memory for a turn's usual number.
  mutating func removeAll() {
    count = 0
    guard timers.count > 64 else { return }
    timers.deallocate()
    timers = UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  /// Removes a timer, and keeps the order of the others.
  mutating func remove(at index: Int) {
    for later in index + 1..<max(count, index + 1) { timers[later - 1] = timers[later] }
    count -= 1
  }

  mutating func append(_ timer: Unmanaged<RunLoop.Timer>) {
    if count == timers.count { reserve(max(8, count * 2)) }
    timers.initializeElement(at: count, to: timer)
    count += 1
  }

  /// Makes room for that many timers.
  mutating func reserve(_ capacity: Int) {
    guard capacity > timers.count else { return }
    let room = UnsafeMutableBufferPointer<Unmanaged<RunLoop.Timer>>.allocate(capacity: capacity)
    _ = room.moveInitialize(fromContentsOf: timers[..<count])
    timers.deallocate()
    timers = room
  }

  /// Sorts the timers into the order of firing.
  mutating func sort() {
    timers[..<count].sort { $0.takeUnretainedValue().isDue(before: $1.takeUnretainedValue()) }
  }
}
