/// The activity of the loop's thread from the counters before a callout to those after it, in pieces without gaps.
struct ThreadTimeline {
  enum State: Equatable {
    /// On a processor.
    case running
    /// Blocked in the kernel, until something wakes it.
    case asleep
    /// Ready to run, without a processor. `moved`: it went on, on another one.
    case waiting(moved: Bool)
  }

  struct Piece: Equatable {
    var span: Range<UInt64>
    var state: State
  }

  private(set) var pieces: [Piece] = []

  /// Nil without a record of switches.
  init?(_ sample: LatencySample) {
    guard let events = sample.events else { return nil }
    let own = events.filter {
      switch $0.kind {
      case .arrival(sample.thread), .departure: true
      default: false
      }
    }
    // The counters are read by the thread itself, which therefore runs then.
    var since = sample.before.time
    var leave: (event: ProcessorEvent, isPreempted: Bool)?
    for event in own where event.time >= sample.before.time && event.time < sample.after.time {
      if case .departure(let isPreempted) = event.kind {
        guard leave == nil else { continue }
        add(since, event.time, .running)
        leave = (event, isPreempted)
      } else if let left = leave {
        let moved = left.event.processor != event.processor
        add(since, event.time, left.isPreempted ? .waiting(moved: moved) : .asleep)
        leave = nil
      } else {
        continue
      }
      since = Swift.max(since, event.time)
    }
    // A departure without a return was not one: the thread reads the counters.
    add(since, sample.after.time, .running)
    splitSleeps(sample)
  }

  /// Nothing when the end is not behind the start: records of interrupts may be a little out of order.
  private mutating func add(_ start: UInt64, _ end: UInt64, _ state: State) {
    if start < end { pieces.append(Piece(span: start..<end, state: state)) }
  }

  /// The end of a sleep is a wait for the processor, as long as the run delay that preemptions do not explain.
  private mutating func splitSleeps(_ sample: LatencySample) {
    var preempted: UInt64 = 0
    for piece in pieces {
      if case .waiting = piece.state { preempted += piece.length }
    }
    var rest = sample.growth(\.runDelay)
    rest = rest > preempted ? rest - preempted : 0
    for index in pieces.indices.reversed() where pieces[index].state == .asleep && rest > 0 {
      let span = pieces[index].span
      let wait = Swift.min(rest, pieces[index].length)
      rest -= wait
      let wake = span.upperBound - wait
      let moved = sample.before.processor != sample.after.processor
      pieces.replaceSubrange(
        index...index,
        with: [
          Piece(span: span.lowerBound..<wake, state: .asleep),
          Piece(span: wake..<span.upperBound, state: .waiting(moved: moved)),
        ].filter { !$0.span.isEmpty })
    }
  }
}

extension ThreadTimeline.Piece {
  var length: UInt64 { span.upperBound - span.lowerBound }
}

extension Range<UInt64> {
  /// How long two spans overlap.
  func overlap(_ other: Range<UInt64>) -> UInt64 {
    let both = clamped(to: other)
    return both.upperBound - both.lowerBound
  }
}
