import HIDEvents

/// Events that a client has not taken yet, because its channel is full.
///
/// Up to a limit all are queued. Beyond it, events that only move are coalesced or dropped, the oldest first; events that begin
/// or end something are queued up to twice the limit.
struct Outbox {
  static let summingUpFrom = 2048
  static let most = 4096

  private var entries: [HIDEvent] = []
  private var first = 0
  /// Number of queued events that only move.
  private var moves = 0
  /// Number of coalesced and dropped moves.
  private(set) var summedUp: UInt64 = 0

  var count: Int { entries.count - first }
  var isEmpty: Bool { count == 0 }
  var next: HIDEvent? { isEmpty ? nil : entries[first] }

  /// False when there is no room, and no queued event may be dropped.
  mutating func append(_ event: HIDEvent) -> Bool {
    if count >= Self.summingUpFrom {
      if event.sumsUp(entries[entries.count - 1]) {
        entries[entries.count - 1] = event
        summedUp += 1
        return true
      }
      if moves > 0, let index = entries[first...].firstIndex(where: \.onlyMoves) {
        entries.remove(at: index)
        moves -= 1
        summedUp += 1
      } else if count >= Self.most {
        return false
      }
    }
    entries.append(event)
    if event.onlyMoves { moves += 1 }
    return true
  }

  mutating func removeFirst() {
    if entries[first].onlyMoves { moves -= 1 }
    first += 1
    if first == entries.count {
      entries.removeAll(keepingCapacity: entries.capacity <= 64)
      first = 0
    } else if first >= 512 {
      entries.removeFirst(first)
      first = 0
    }
  }

  /// Empties the outbox, and returns the number of events.
  mutating func removeAll() -> Int {
    defer {
      entries = []
      first = 0
      moves = 0
    }
    return count
  }
}
