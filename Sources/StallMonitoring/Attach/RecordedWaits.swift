/// When a thread's waits for events began and ended, as its process or the kernel recorded it.
struct RecordedWaits: Equatable {
  /// The first that began since the last time that was asked.
  var firstBegin: UInt64?
  /// Of all, the last begin and the last end; 0 for none.
  var lastBegin: UInt64 = 0
  var lastEnd: UInt64 = 0

  /// When the work began that continues; nil where it waits, or no end was recorded.
  var workBegin: UInt64? { lastEnd > 0 && lastEnd >= lastBegin ? lastEnd : nil }

  mutating func began(_ time: UInt64) {
    if firstBegin == nil { firstBegin = time }
    lastBegin = max(lastBegin, time)
  }

  mutating func ended(_ time: UInt64) { lastEnd = max(lastEnd, time) }

  /// Moves what was before a moment to it.
  mutating func clamp(to time: UInt64) {
    firstBegin = firstBegin.map { max($0, time) }
    if workBegin != nil { lastEnd = max(lastEnd, time) }
  }

  /// What a rule says happened, with the recorded times in place of those that a look can know.
  func exact(_ change: ForeignThread.Change) -> ForeignThread.Change {
    switch change {
    case .none: .none
    case .began(let time): .began(workBegin ?? time)
    // It was at work at the last look: that ended with the first wait since.
    case .ended(let time): .ended(firstBegin ?? time)
    case .restarted(let time): firstBegin == nil ? change : .restarted(workBegin ?? time)
    }
  }
}
