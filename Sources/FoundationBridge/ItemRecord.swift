internal import CFoundationHooks
internal import RunLoopCore
import Synchronization

/// A source, timer or observer of CF's, and ours behind it.
///
/// It is in the table from the object's creation to its deallocation. So a function that CF calls with an object, to which its
/// caller has a reference, may use the record without retaining it. An invalid item is served by CF's object itself.
class ItemRecord: @unchecked Sendable {
  /// CF's object, unretained.
  let object: cf_object
  /// Guards `loops`, and makes the item invalid.
  private let lock = FutexLock()
  /// The loops that retain the object, each once.
  @exclusivity(unchecked) private var loops: [LoopRecord] = []
  private let references = ReferenceCounts()

  static let table = SideTable<ItemRecord>()
  /// The table, for functions that are called often: without a look at whether it was made. Set before the first function is served.
  @exclusivity(unchecked) nonisolated(unsafe) private static var borrowedTable:
    Unmanaged<SideTable<ItemRecord>>!

  static func makeTable() { borrowedTable = .passUnretained(table) }

  init(_ object: cf_object) {
    self.object = object
  }

  /// The record of a valid item, for a caller with a reference to the object, which it keeps during its use of the record.
  @inline(__always)
  static func borrow<Record: ItemRecord>(_ object: cf_object) -> Unmanaged<Record>? {
    // The table has objects of CF's by their addresses, and functions that take one kind get that kind.
    guard let record = borrowedTable._withUnsafeGuaranteedRef({ $0.borrow(object) }) else { return nil }
    return record._withUnsafeGuaranteedRef {
      // A final class: its type is looked at, and nothing else.
      type(of: $0) == Record.self && $0.references.isValid
    } ? Unmanaged<Record>.fromOpaque(record.toOpaque()) : nil
  }

  /// As `borrow`, for functions that may call out: the record is retained.
  static func find<Record: ItemRecord>(_ object: cf_object) -> Record? {
    let record: Unmanaged<Record>? = borrow(object)
    return record?.takeUnretainedValue()
  }

  /// Whether the loop has the item in a mode, or among its common items.
  func isKept(by loop: RunLoop) -> Bool { false }

  /// Takes our item out of everything, and releases its closures.
  func invalidateItem() {}

  // MARK: What loops retain

  /// Has the loop retain the object while the item is in it. After each change; the caller has a reference to the object.
  func settle(in record: LoopRecord) {
    let leaves = lock.withLock { () -> Bool in
      let isKept = references.isValid && isKept(by: record.loop)
      let index = loops.firstIndex { $0 === record }
      if isKept == (index != nil) { return false }
      if let index {
        loops.remove(at: index)
        return record.remove(self)
      }
      loops.append(record)
      record.enter(self)
      CoreFoundation.retain(object)
      references.addLoop()
      return false
    }
    if leaves { giveUpReference() }
  }

  /// The loop's thread ends, and with it the loop's reference to the object.
  func leave(_ record: LoopRecord) {
    lock.withLock { loops.removeAll { $0 === record } }
    giveUpReference()
  }

  /// Releases a loop's reference now, or when the calls that rely on it have returned. May deallocate the object.
  private func giveUpReference() {
    if references.removeLoop() { CoreFoundation.release(object) }
  }

  // MARK: Calls

  /// What keeps the object during a callout.
  enum Hold {
    /// The reference of a loop that has the item: it is not released before the call has returned.
    case loops
    /// A reference of the call's own.
    case own
  }

  /// Keeps the object for a callout; nil when it is invalid, or another thread is deallocating it.
  @inline(__always)
  func beginCall() -> Hold? {
    references.beginCall() ? .loops : retainForCall()
  }

  @inline(never)
  private func retainForCall() -> Hold? {
    lock.withLock { references.isValid && CoreFoundation.retainIfAlive(object) } ? .own : nil
  }

  /// The callout has returned. May deallocate the object.
  @inline(__always)
  func endCall(_ hold: Hold) {
    if hold == .own { return CoreFoundation.release(object) }
    if references.endCall() { releaseOwed() }
  }

  @inline(never)
  private func releaseOwed() {
    for _ in 0..<references.takeOwed() { CoreFoundation.release(object) }
  }

  // MARK: The end

  /// Makes the item of an object invalid, and with it the object.
  ///
  /// - Parameter mark: the toolchain's function, which marks the object, and releases what a timer's or observer's context has.
  static func invalidate(_ object: cf_object, first: Bool, marking mark: (cf_object) -> Void) {
    // The object's deallocation calls this too. No loop retains it then, and the address is free after that.
    if CoreFoundation.retainIfAlive(object) {
      if let record = table.borrow(object)?.takeUnretainedValue() {
        record.invalidate(first: first, marking: mark)
      } else {
        mark(object)
      }
      CoreFoundation.release(object)
    } else if let record = table.remove(object) {
      record.invalidate(first: first, marking: mark)
    } else {
      mark(object)
    }
  }

  private func invalidate(first: Bool, marking mark: (cf_object) -> Void) {
    let left = lock.withLock { () -> [LoopRecord] in
      references.makeInvalid()
      defer { loops = [] }
      return loops
    }
    if first { mark(object) }
    invalidateItem()
    if !first { mark(object) }
    for record in left where record.remove(self) { giveUpReference() }
  }
}
