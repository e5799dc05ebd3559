internal import CFoundationHooks
internal import RunLoopCore

/// A source, timer or observer of CF's, and ours behind it.
///
/// It is in the table from the object's creation until it is invalidated, which its deallocation does at the latest. What is
/// left after that is served by the object itself: it is invalid.
class ItemRecord: @unchecked Sendable {
  /// CF's object, unretained.
  let object: cf_object
  private let lock = FutexLock()
  /// Guarded by the lock.
  @exclusivity(unchecked) private var isValid = true
  /// The loops that retain the object, each once. Guarded by the lock.
  @exclusivity(unchecked) private var loops: [LoopRecord] = []

  static let table = SideTable<ItemRecord>()

  init(_ object: cf_object) {
    self.object = object
  }

  @inline(__always)
  static func find<Record: ItemRecord>(_ object: cf_object) -> Record? {
    // The table has objects of CF's by their addresses, and functions that take one kind get that kind.
    guard let record = table[object] else { return nil }
    // A final class: its type is looked at, and nothing else.
    return type(of: record) == Record.self ? unsafeDowncast(record, to: Record.self) : nil
  }

  /// Whether the loop has the item in a mode, or among its common items.
  func isKept(by loop: RunLoop) -> Bool { false }

  /// Takes our item out of everything, and lets its closures go.
  func invalidateItem() {}

  // MARK: What loops retain

  /// Has the loop retain the object while the item is in it. After each change; the caller has a reference to the object.
  func settle(in record: LoopRecord) {
    let leaves = lock.withLock { () -> Bool in
      let isKept = isValid && isKept(by: record.loop)
      let index = loops.firstIndex { $0 === record }
      if isKept == (index != nil) { return false }
      if let index {
        loops.remove(at: index)
        return record.remove(self)
      }
      loops.append(record)
      record.enter(self)
      CoreFoundation.retain(object)
      return false
    }
    if leaves { CoreFoundation.release(object) }
  }

  /// The loop's thread ends.
  func forget(_ record: LoopRecord) {
    lock.withLock { loops.removeAll { $0 === record } }
  }

  // MARK: Calls

  /// Retains the object for a callout; false when it is invalid, or another thread is deallocating it.
  @inline(__always)
  func hold() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return isValid && CoreFoundation.retainIfAlive(object)
  }

  /// Makes the item invalid, and with it CF's object.
  ///
  /// The object's deallocation calls this, too: then no loop retains it.
  ///
  /// - Parameter real: the toolchain's function, which marks the object, and releases what a timer's or observer's context has.
  func invalidate(marking real: (cf_object) -> Void, first: Bool) {
    let left = lock.withLock { () -> [LoopRecord] in
      isValid = false
      defer { loops = [] }
      return loops
    }
    if first { real(object) }
    invalidateItem()
    if !first { real(object) }
    for record in left where record.remove(self) { CoreFoundation.release(object) }
  }
}
