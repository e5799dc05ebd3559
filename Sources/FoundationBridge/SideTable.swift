internal import CFoundationHooks
internal import RunLoopCore
import Synchronization

/// Finds the record behind an object of CF's, by its address. For any thread.
///
/// Records are retained as long as they are in the table. A reader that knows that its record stays there takes no lock: the
/// version shows whether slots were moved while it looked.
final class SideTable<Record: AnyObject>: @unchecked Sendable {
  private let lock = FutexLock()
  /// Odd while slots are being moved. Written with the lock held.
  private let version = Atomic<UInt>(0)
  /// The address of the slots. Written with the lock held.
  private let address: Atomic<UInt>
  // Guarded by the lock.
  @exclusivity(unchecked) private var count = 0
  /// Slots that were too few, kept for readers that may still look at them. All together are smaller than the present ones.
  @exclusivity(unchecked) private var outgrown: [Slots] = []

  init() { address = Atomic(Slots(capacity: 64).address) }

  deinit {
    let slots = slots
    for index in 0..<slots.capacity { reference(slots.record(at: index))?.release() }
    for slots in outgrown + [slots] { slots.deallocate() }
  }

  /// The record of an object, retained.
  subscript(_ object: UnsafeRawPointer) -> Record? {
    lock.lock()
    defer { lock.unlock() }
    // Retained here, under the lock: another thread may take it out right after.
    return referenceInside(object).map { $0.retain().takeRetainedValue() }
  }

  /// The record of an object that stays in the table during the call, and while the result is used.
  @inline(__always)
  func borrow(_ object: UnsafeRawPointer) -> Unmanaged<Record>? {
    let before = version.load(ordering: .acquiring)
    let slots = slots
    let record = slots.record(at: slots.index(of: UInt(bitPattern: object)))
    if record != 0, before & 1 == 0, version.load(ordering: .acquiring) == before { return reference(record) }
    return borrowWithLock(object)
  }

  @inline(never)
  private func borrowWithLock(_ object: UnsafeRawPointer) -> Unmanaged<Record>? {
    lock.withLock { referenceInside(object) }
  }

  /// Enters a record, in place of the one of an object that had the address before.
  func enter(_ record: Record, for object: UnsafeRawPointer) {
    let key = UInt(bitPattern: object)
    lock.lock()
    if count * 2 >= slots.capacity { grow() }
    let slots = slots
    let index = slots.index(of: key)
    let old = reference(slots.record(at: index))
    if old == nil { count += 1 }
    slots.set(key, UInt(bitPattern: Unmanaged.passRetained(record).toOpaque()), at: index)
    lock.unlock()
    old?.release()
  }

  /// Takes a record out; nil when there is none.
  func remove(_ object: UnsafeRawPointer) -> Record? {
    lock.lock()
    defer { lock.unlock() }
    let slots = slots
    let index = slots.index(of: UInt(bitPattern: object))
    guard let record = reference(slots.record(at: index)) else { return nil }
    let before = version.load(ordering: .relaxed)
    version.store(before &+ 1, ordering: .relaxed)
    slots.clear(index)
    version.store(before &+ 2, ordering: .releasing)
    count -= 1
    return record.takeRetainedValue()
  }

  /// All records, unordered.
  var all: [Record] {
    lock.withLock {
      let slots = slots
      return (0..<slots.capacity).compactMap { reference(slots.record(at: $0))?.retain().takeRetainedValue() }
    }
  }

  /// Around a fork, so that no other thread holds the lock in the child.
  func lockForFork() { lock.lock() }
  func unlockInParent() { lock.unlock() }
  func unlockInCopy() { lock.reset() }

  // MARK: Inside

  @inline(__always)
  private var slots: Slots { Slots(at: address.load(ordering: .acquiring)) }

  @inline(__always)
  private func reference(_ record: UInt) -> Unmanaged<Record>? {
    UnsafeRawPointer(bitPattern: record).map { .fromOpaque($0) }
  }

  private func referenceInside(_ object: UnsafeRawPointer) -> Unmanaged<Record>? {
    let slots = slots
    return reference(slots.record(at: slots.index(of: UInt(bitPattern: object))))
  }

  private func grow() {
    let old = slots
    let new = Slots(capacity: old.capacity * 2)
    for index in 0..<old.capacity where old.record(at: index) != 0 {
      new.set(old.key(at: index), old.record(at: index), at: new.index(of: old.key(at: index)))
    }
    outgrown.append(old)
    address.store(new.address, ordering: .releasing)
  }
}

/// Pairs of a key and a record's address, with open addressing: a key is in the first slot from its own that is not another's.
private struct Slots {
  /// The capacity less one, a mask; then the pairs.
  private let words: UnsafeMutablePointer<Atomic<UInt>>

  init(capacity: Int) {
    words = .allocate(capacity: 1 + 2 * capacity)
    for index in 0...2 * capacity {
      (words + index).initialize(to: Atomic(index == 0 ? UInt(capacity - 1) : 0))
    }
  }

  @inline(__always)
  init(at address: UInt) {
    // The address of such words.
    words = UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped
  }

  func deallocate() {
    words.deinitialize(count: 1 + 2 * capacity)
    words.deallocate()
  }

  var address: UInt { UInt(bitPattern: words) }

  @inline(__always)
  private var mask: Int { Int(bitPattern: words.pointee.load(ordering: .relaxed)) }

  var capacity: Int { mask + 1 }

  @inline(__always)
  func key(at index: Int) -> UInt { (words + (1 + 2 * index)).pointee.load(ordering: .acquiring) }

  /// The record's address, or 0.
  @inline(__always)
  func record(at index: Int) -> UInt { (words + (2 + 2 * index)).pointee.load(ordering: .acquiring) }

  @inline(__always)
  private func home(of key: UInt) -> Int {
    // The low bits of addresses are equal; the multiplication brings the others up.
    Int(truncatingIfNeeded: ((key >> 4) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
  }

  /// The key's slot, or the free one where it belongs.
  @inline(__always)
  func index(of key: UInt) -> Int {
    var index = home(of: key)
    while true {
      let found = self.key(at: index)
      if found == key || found == 0 { return index }
      index = (index &+ 1) & mask
    }
  }

  /// The record first: a reader that finds the key finds its record.
  func set(_ key: UInt, _ record: UInt, at index: Int) {
    (words + (2 + 2 * index)).pointee.store(record, ordering: .releasing)
    (words + (1 + 2 * index)).pointee.store(key, ordering: .releasing)
  }

  /// Empties a slot. Pairs behind it that came past it move up.
  func clear(_ index: Int) {
    var hole = index
    var next = index
    while true {
      next = (next + 1) & mask
      let key = key(at: next)
      if key == 0 { break }
      if (next &- home(of: key)) & mask >= (next &- hole) & mask {
        set(key, record(at: next), at: hole)
        hole = next
      }
    }
    (words + (1 + 2 * hole)).pointee.store(0, ordering: .releasing)
    (words + (2 + 2 * hole)).pointee.store(0, ordering: .releasing)
  }
}
