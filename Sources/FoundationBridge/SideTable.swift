internal import CFoundationHooks
internal import RunLoopCore

/// What stands behind an object of CF's, by its address. For any thread.
///
/// Records are retained as long as they are in the table. Addresses come again: who makes an object enters it anew.
final class SideTable<Record: AnyObject>: @unchecked Sendable {
  private let lock = FutexLock()
  // Guarded by the lock: open addressing, the next free slot is a key's.
  @exclusivity(unchecked) private var keys: UnsafeMutablePointer<UInt>
  @exclusivity(unchecked) private var records: UnsafeMutablePointer<Unmanaged<Record>?>
  @exclusivity(unchecked) private var capacity = 64
  @exclusivity(unchecked) private var count = 0

  init() {
    keys = .allocate(capacity: capacity)
    keys.initialize(repeating: 0, count: capacity)
    records = .allocate(capacity: capacity)
    records.initialize(repeating: nil, count: capacity)
  }

  deinit {
    for slot in 0..<capacity { records[slot]?.release() }
    keys.deallocate()
    records.deallocate()
  }

  @inline(__always)
  subscript(_ object: UnsafeRawPointer) -> Record? {
    lock.lock()
    defer { lock.unlock() }
    // Retained here, under the lock: another thread may take it out right after.
    return records[slot(of: UInt(bitPattern: object))].map { $0.retain().takeRetainedValue() }
  }

  /// Enters a record, in place of the one of an object that had the address before.
  func enter(_ record: Record, for object: UnsafeRawPointer) {
    let key = UInt(bitPattern: object)
    lock.lock()
    if count * 2 >= capacity { grow() }
    let slot = slot(of: key)
    let old = records[slot]
    if old == nil { count += 1 }
    keys[slot] = key
    records[slot] = .passRetained(record)
    lock.unlock()
    old?.release()
  }

  /// Takes a record out; nil when there is none.
  func remove(_ object: UnsafeRawPointer) -> Record? {
    lock.lock()
    defer { lock.unlock() }
    var hole = slot(of: UInt(bitPattern: object))
    guard let record = records[hole] else { return nil }
    // Those behind it that came past this slot move up.
    var next = hole
    while true {
      next = (next + 1) & (capacity - 1)
      if records[next] == nil { break }
      let home = home(of: keys[next])
      if (next &- home) & (capacity - 1) >= (next &- hole) & (capacity - 1) {
        keys[hole] = keys[next]
        records[hole] = records[next]
        hole = next
      }
    }
    keys[hole] = 0
    records[hole] = nil
    count -= 1
    return record.takeRetainedValue()
  }

  /// All records, unordered.
  var all: [Record] {
    lock.withLock { (0..<capacity).compactMap { records[$0].map { $0.retain().takeRetainedValue() } } }
  }

  /// Around a fork, so that no other thread holds the lock in the child.
  func lockForFork() { lock.lock() }
  func unlockInParent() { lock.unlock() }
  func unlockInCopy() { lock.reset() }

  // MARK: Inside, with the lock held

  @inline(__always)
  private func home(of key: UInt) -> Int {
    // The low bits of addresses are equal; the multiplication brings the others up.
    Int(truncatingIfNeeded: ((key >> 4) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (capacity - 1)
  }

  /// The key's slot, or the free one where it belongs.
  @inline(__always)
  private func slot(of key: UInt) -> Int {
    var slot = home(of: key)
    while records[slot] != nil, keys[slot] != key { slot = (slot + 1) & (capacity - 1) }
    return slot
  }

  private func grow() {
    let (oldKeys, oldRecords, oldCapacity) = (keys, records, capacity)
    capacity *= 2
    keys = .allocate(capacity: capacity)
    keys.initialize(repeating: 0, count: capacity)
    records = .allocate(capacity: capacity)
    records.initialize(repeating: nil, count: capacity)
    for old in 0..<oldCapacity {
      guard let record = oldRecords[old] else { continue }
      let slot = slot(of: oldKeys[old])
      keys[slot] = oldKeys[old]
      records[slot] = record
    }
    oldKeys.deallocate()
    oldRecords.deallocate()
  }
}
