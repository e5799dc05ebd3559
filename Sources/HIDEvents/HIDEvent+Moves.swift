/// Events that may be dropped or coalesced: a step of a movement that continues.
extension HIDEvent {
  /// Whether the event begins and ends nothing, so that a later one supersedes it.
  public var onlyMoves: Bool {
    switch payload {
    case .digitizer(let contacts): contacts.allSatisfy(\.isMove)
    case .pointer(let pointer): pointer.phase == .moved
    case .acceleration: true
    case .key, .remoteControl, .system, .proximity, .orientation: false
    }
  }

  /// Whether this event, right after the other one, can replace both: the same contacts, or the pointer, moved further.
  public func sumsUp(_ other: HIDEvent) -> Bool {
    switch (payload, other.payload) {
    case (.digitizer(let new), .digitizer(let old)):
      guard new.count == old.count, !new.isEmpty else { return false }
      for index in new.indices {
        guard new[index].isMove, old[index].isMove, new[index].identity == old[index].identity,
          new[index].buttons == old[index].buttons
        else {
          return false
        }
      }
      return true
    case (.pointer(let new), .pointer(let old)): return new.phase == .moved && old.phase == .moved
    default: return false
    }
  }
}

extension HIDEvent.Contact {
  fileprivate var isMove: Bool { phase == .moved || phase == .stationary }
}
