/// What the heartbeat page of a dead process still tells.
enum LastWords {
  /// What each of its loops did last; empty when the page is gone, or is another process's.
  static func find(of identity: ProcessIdentity) -> [LastCallout] { [] }

  /// Removes the page: what it said is written down.
  static func forget(_ identity: ProcessIdentity) {}
}
