/// Times at which a thread's waits for events began and ended, recorded by its process or the kernel.
struct RecordedWaits: Equatable {
  /// The begin of the first wait since the last request.
  var firstBegin: UInt64?
  /// The last begin and the last end of any wait; 0 for none.
  var lastBegin: UInt64 = 0
  var lastEnd: UInt64 = 0

  /// When the present work began; nil while the thread waits, or when no end was recorded.
  var workBegin: UInt64? { lastEnd > 0 && lastEnd >= lastBegin ? lastEnd : nil }

  mutating func began(_ time: UInt64) {
    if firstBegin == nil { firstBegin = time }
    lastBegin = max(lastBegin, time)
  }

  mutating func ended(_ time: UInt64) { lastEnd = max(lastEnd, time) }

  /// Moves times before a moment to that moment.
  mutating func clamp(to time: UInt64) {
    firstBegin = firstBegin.map { max($0, time) }
    if workBegin != nil { lastEnd = max(lastEnd, time) }
  }

  /// A rule's change, with recorded times in place of the times of looks.
  func exact(_ change: ForeignThread.Change) -> ForeignThread.Change {
    switch change {
    case .none: .none
    case .began(let time): .began(workBegin ?? time)
    // The work at the last look ended with the first wait since.
    case .ended(let time): .ended(firstBegin ?? time)
    case .restarted(let time): firstBegin == nil ? change : .restarted(workBegin ?? time)
    }
  }
}
