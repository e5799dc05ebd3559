import HIDEvents
import RunLoopCore

/// A closure of the application's thread among its input events.
final class QueuedWork: @unchecked Sendable {
  let perform: () -> Void
  init(_ perform: @escaping () -> Void) { self.perform = perform }
}

/// Input events that wait for the application, first in, first out. Filled by any thread, emptied by the application's.
///
/// Bounded: frames that only move the same contacts become one, and when it is full, the oldest of those goes. Events that
/// begin or end something are never dropped; a reader of a channel stops while `isFull`.
///
/// What lists an event needs comes back with `recycle`, so that fingers that move cost no memory.
final class EventQueue: @unchecked Sendable {
  struct Entry: Sendable {
    var event: HIDEvent
    /// Events that are summed up in this one, oldest first.
    var earlier: [HIDEvent] = []
    /// The number of the hosted window that it happened in; 0: on the screen.
    var host: UInt32 = 0
    /// What is done in place of the event.
    fileprivate(set) var work: QueuedWork?

    /// Stands where an entry was taken from.
    fileprivate static let none = Entry(event: HIDEvent(timestamp: 0, .remoteControl(.play)))
  }

  static let capacity = 1024
  /// The most samples of an event, its own included; the oldest are dropped first.
  static let mostSamples = 64
  /// How many empty lists are kept.
  private static let mostSpares = 32

  // The lock guards all that follows.
  private let lock = FutexLock()
  /// `entries[first...]` wait.
  private var entries: [Entry] = []
  private var first = 0
  private var dropped = 0
  private var mayDrop = 0
  private var spareLists: [[HIDEvent]] = []
  private var spareContacts: [[HIDEvent.Contact]] = []
  /// A sender that waits until half of the queue is free.
  private var waiter: (@Sendable () -> Void)?

  private var waiting: Int { entries.count - first }

  /// Puts an event behind the others.
  func append(_ event: HIDEvent, host: UInt32 = 0) {
    lock.withLock {
      if let last = waiting > 0 ? entries.count - 1 : nil, entries[last].host == host,
        event.sumsUp(entries[last].event)
      {
        return sumUp(event)
      }
      if waiting >= Self.capacity { makeRoom() }
      entries.append(Entry(event: event, host: host))
      if event.onlyMoves { mayDrop += 1 }
    }
  }

  /// Puts something else that is done in the events' order behind the others.
  func append(_ work: QueuedWork) {
    lock.withLock {
      var entry = Entry.none
      entry.work = work
      entries.append(entry)
    }
  }

  /// The event that has waited longest.
  func take() -> Entry? {
    let (entry, caller) = lock.withLock { () -> (Entry?, (@Sendable () -> Void)?) in
      guard first < entries.count else { return (nil, takeWaiter()) }
      var entry = Entry.none
      swap(&entry, &entries[first])
      first += 1
      if entry.event.onlyMoves { mayDrop -= 1 }
      if first == entries.count {
        entries.removeAll(keepingCapacity: entries.capacity <= 4 * Self.capacity)
        first = 0
      } else if first >= Self.capacity {
        entries.removeFirst(first)
        first = 0
      }
      return (entry, takeWaiter())
    }
    caller?()
    return entry
  }

  var count: Int { lock.withLock { waiting } }
  var isEmpty: Bool { count == 0 }
  /// Nothing could be dropped for another event.
  var isFull: Bool { lock.withLock { waiting >= Self.capacity && mayDrop == 0 } }

  /// How many were dropped since the last time.
  func takeDropped() -> Int {
    lock.withLock {
      defer { dropped = 0 }
      return dropped
    }
  }

  // MARK: Room

  /// Calls the closure once when half of the queue is free: at once, or by the thread that empties it.
  func whenThereIsRoom(_ body: @escaping @Sendable () -> Void) {
    let isNow = lock.withLock {
      if waiting <= Self.capacity / 2 { return true }
      waiter = body
      return false
    }
    if isNow { body() }
  }

  private func takeWaiter() -> (@Sendable () -> Void)? {
    guard waiter != nil, waiting <= Self.capacity / 2 else { return nil }
    return waiter.take()
  }

  // MARK: Lists that are used again

  /// The application has done with the entry.
  func recycle(_ entry: consuming Entry) {
    var lists: [HIDEvent] = []
    swap(&lists, &entry.earlier)
    entry.work = nil
    let contacts = Self.contacts(of: entry.event)
    entry.event = Entry.none.event
    lock.withLock {
      for event in lists { keep(Self.contacts(of: event)) }
      lists.removeAll(keepingCapacity: true)
      if lists.capacity > 0, spareLists.count < Self.mostSpares { spareLists.append(lists) }
      keep(contacts)
    }
  }

  /// A list for an event that is about to be read; empty, and with room if one came back.
  func takeContacts() -> [HIDEvent.Contact] { lock.withLock { spareContacts.popLast() ?? [] } }

  private func keep(_ contacts: [HIDEvent.Contact]) {
    // Not the large ones: they are not fingers, but mistakes.
    if (1...64).contains(contacts.capacity), spareContacts.count < Self.mostSpares {
      spareContacts.append(contacts)
    }
  }

  private static func contacts(of event: HIDEvent) -> [HIDEvent.Contact] {
    if case .digitizer(let contacts) = event.payload { contacts } else { [] }
  }

  // MARK: Less of them

  /// The last entry stands for this event too.
  private func sumUp(_ event: HIDEvent) {
    let last = entries.count - 1
    if case .digitizer = event.payload {
      if entries[last].earlier.capacity == 0 { entries[last].earlier = spareLists.popLast() ?? [] }
      if entries[last].earlier.count >= Self.mostSamples - 1 {
        entries[last].earlier.removeFirst()
        dropped += 1
      }
      entries[last].earlier.append(entries[last].event)
    }
    entries[last].event = event
  }

  private func makeRoom() {
    guard mayDrop > 0, let index = entries[first...].firstIndex(where: { $0.event.onlyMoves }) else {
      return
    }
    entries.remove(at: index)
    mayDrop -= 1
    dropped += 1
  }
}
