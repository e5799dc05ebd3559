import HIDEvents
import Synchronization

/// Input events that wait for the application, first in, first out. Filled by any thread, emptied by the application's.
///
/// Bounded: frames that only move the same contacts become one, and when it is full, the oldest of those goes. Events that
/// begin or end something are never dropped; whoever reads from a channel stops reading while `isFull`.
final class EventQueue: Sendable {
  struct Entry: Sendable {
    var event: HIDEvent
    /// Events that are summed up in this one, oldest first.
    var earlier: [HIDEvent] = []
  }

  static let capacity = 1024
  /// How many samples an event sums up; beyond, the oldest go.
  static let mostSamples = 64

  fileprivate struct State {
    /// `entries[first...]` wait.
    var entries: [Entry] = []
    var first = 0
    var dropped = 0
    var mayDrop = 0
  }

  private let state = Mutex(State())

  /// Puts an event behind the others.
  func append(_ event: HIDEvent) {
    state.withLock { state in
      if state.first < state.entries.count, event.sumsUp(state.entries[state.entries.count - 1].event) {
        state.sumUp(event)
        return
      }
      if state.entries.count - state.first >= Self.capacity { state.makeRoom() }
      state.entries.append(Entry(event: event))
      if event.onlyMoves { state.mayDrop += 1 }
    }
  }

  /// The event that has waited longest.
  func take() -> Entry? {
    state.withLock { state in
      guard state.first < state.entries.count else { return nil }
      let entry = state.entries[state.first]
      state.first += 1
      if entry.event.onlyMoves { state.mayDrop -= 1 }
      if state.first == state.entries.count {
        state.entries.removeAll(keepingCapacity: state.entries.capacity <= 4 * Self.capacity)
        state.first = 0
      } else if state.first >= Self.capacity {
        state.entries.removeFirst(state.first)
        state.first = 0
      }
      return entry
    }
  }

  var count: Int { state.withLock { $0.entries.count - $0.first } }
  var isEmpty: Bool { count == 0 }
  /// Nothing could be dropped for another event.
  var isFull: Bool { state.withLock { $0.entries.count - $0.first >= Self.capacity && $0.mayDrop == 0 } }

  /// How many were dropped since the last time.
  func takeDropped() -> Int {
    state.withLock { state in
      defer { state.dropped = 0 }
      return state.dropped
    }
  }
}

extension EventQueue.State {
  /// The last entry stands for this event too.
  fileprivate mutating func sumUp(_ event: HIDEvent) {
    let last = entries.count - 1
    if case .digitizer = event.payload {
      if entries[last].earlier.count >= EventQueue.mostSamples {
        entries[last].earlier.removeFirst()
        dropped += 1
      }
      entries[last].earlier.append(entries[last].event)
    }
    entries[last].event = event
  }

  fileprivate mutating func makeRoom() {
    guard mayDrop > 0, let index = entries[first...].firstIndex(where: { $0.event.onlyMoves }) else {
      return
    }
    entries.remove(at: index)
    mayDrop -= 1
    dropped += 1
  }
}
