import Synchronization

/// The present activity of a loop, for its watchers: a few words that only the loop's thread writes, with plain stores, and
/// that any thread or process may read at any time.
///
/// Every loop has a line, in memory of its own until it is watched and in a shared page from then on, so that a
/// callout needs no branch. The line never waits, and reads a clock only at the end of a wait or a run of a watched loop
/// (`Mark`). The layout is that of the shared page: the first 64 bytes are the line, the rest holds the callouts around the
/// one that is running.
package struct HeartbeatLine: @unchecked Sendable {
  /// The words of the line, in this order.
  package enum Word {
    /// Incremented at every beginning and end of a callout; odd inside one.
    package static let sequence = 0
    /// Kind (bits 0–7), number in `CalloutNames` (8–39), an observer's activity (40–63). Of a block, which has no number, the address
    /// of its file's name (8–55) and a mark: see `CalloutWords`.
    package static let callout = 1
    /// The address of the closure's code; of a block, its line in bits 48–62.
    package static let code = 2
    /// `Condition` (bits 0–7), depth of runs (8–15), mode in `CalloutNames` (16–31), how often it waited (32–63).
    package static let state = 3
    /// The last time that the loop read, and its sequence then.
    package static let time = 4
    package static let timeSequence = 5
    /// The delay of the last timers.
    package static let lateness = 6
    /// The requests of watchers, of `Mark`; 0: none.
    package static let watcher = 7
    /// The callout and the code of each callout around the present one, outermost first.
    package static let outer = 8
  }

  package enum Condition: UInt8, Sendable {
    case outside = 0
    case running = 1
    case waiting = 2
    /// The loop's thread has ended.
    case ended = 3
  }

  /// A watcher's request; the loop answers when it begins or ends a run or a wait, never in a callout.
  package enum Mark {
    /// Wake the watcher: see `HeartbeatWatcher`.
    package static let ring: UInt64 = 1
    /// Record when the loop's work begins: the loop reads the clock when it leaves a wait, and when a run begins or ends.
    package static let begins: UInt64 = 2
    /// Record when a stall ends: the loop also reads the clock, once, when it begins to wait, and wakes the watcher.
    package static let ends: UInt64 = 4
  }

  package static let wordCount = 24
  package static let deepest = 8

  package let words: UnsafeMutablePointer<Atomic<UInt64>>

  package init(at address: UnsafeMutableRawPointer) {
    words = address.assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  package var address: UInt { UInt(bitPattern: words) }

  @inline(__always)
  package func load(_ word: Int) -> UInt64 { (words + word).pointee.load(ordering: .relaxed) }

  @inline(__always)
  package func store(_ value: UInt64, _ word: Int) { (words + word).pointee.store(value, ordering: .relaxed) }

  // MARK: Marks

  /// Any thread: there may be several watchers.
  package func add(marks: UInt64) {
    let word = words + Word.watcher
    if word.pointee.load(ordering: .relaxed) & marks != marks {
      word.pointee.bitwiseOr(marks, ordering: .relaxed)
    }
  }

  package func remove(marks: UInt64) {
    (words + Word.watcher).pointee.bitwiseAnd(~marks, ordering: .relaxed)
  }

  // MARK: Callouts

  /// Stores the odd sequence last: a reader that sees it also sees the fields.
  @inline(__always)
  package func enter(callout: UInt64, code: UInt) {
    let sequence = load(Word.sequence)
    store(callout, Word.callout)
    store(UInt64(code), Word.code)
    // Odd in any case: a beat that was lost when the line moved to another page has no lasting effect.
    (words + Word.sequence).pointee.store((sequence &+ 1) | 1, ordering: .releasing)
  }

  @inline(__always)
  package func leave() {
    (words + Word.sequence).pointee.store((load(Word.sequence) | 1) &+ 1, ordering: .releasing)
  }

  @inline(__always)
  func enter(_ kind: RunLoop.CalloutKind, number: UInt32 = 0, activity: UInt32 = 0, code: UInt) {
    enter(callout: UInt64(kind.rawValue) | UInt64(number) << 8 | UInt64(activity) << 40, code: code)
  }

  @inline(__always)
  func enter(_ kind: RunLoop.CalloutKind, place: BlockPlace, code: UInt) {
    enter(
      callout: UInt64(kind.rawValue) | place.file << 8 | CalloutWords.placeMark,
      code: code | UInt(place.line) << CalloutWords.lineShift)
  }

  // MARK: Runs and waits

  private static let activityMask: UInt64 = 0xFF
  private static let depthUnit: UInt64 = 1 << 8
  private static let waitUnit: UInt64 = 1 << 32

  /// What a run that begins inside a callout restores when it ends.
  package struct Saved {
    var state: UInt64
    var sequence: UInt64
    var callout: UInt64
    var code: UInt64
  }

  @inline(__always)
  package func beginRun(mode: UInt16) -> Saved {
    let saved = Saved(
      state: load(Word.state), sequence: load(Word.sequence), callout: load(Word.callout),
      code: load(Word.code))
    let depth = (saved.state >> 8) & 0xFF
    if depth > 0 { beginInnerRun(saved, depth: Int(depth)) }
    // An outermost run is a fresh start; an inner one continues the work since the last wait.
    let waits = (saved.state >> 32) &+ (depth > 0 ? 0 : 1)
    setState(waits << 32 | UInt64(mode) << 16 | min(depth + 1, 255) << 8 | UInt64(Condition.running.rawValue))
    return saved
  }

  /// The callout around the run is recorded beside the line, and its time stops meanwhile.
  @inline(never)
  private func beginInnerRun(_ saved: Saved, depth: Int) {
    if depth <= Self.deepest {
      let isInside = saved.sequence & 1 == 1
      store(isInside ? saved.callout : 0, Word.outer + 2 * (depth - 1))
      store(isInside ? saved.code : 0, Word.outer + 2 * (depth - 1) + 1)
    }
    if saved.sequence & 1 == 1 { leave() }
  }

  @inline(__always)
  package func endRun(_ saved: Saved) {
    let waits = load(Word.state) >> 32
    setState(waits << 32 | saved.state & 0xFFFF_FFFF)
    // The callout around the run continues; for the watcher it is a new one.
    if saved.sequence & 1 == 1 { enter(callout: saved.callout, code: UInt(saved.code)) }
  }

  @inline(__always)
  package func beginWait() {
    if load(Word.watcher) >= Mark.ends { HeartbeatWatcher.answer(self) }
    let state = load(Word.state) &+ Self.waitUnit
    store(state & ~Self.activityMask | UInt64(Condition.waiting.rawValue), Word.state)
  }

  @inline(__always)
  package func endWait() {
    setState(load(Word.state) & ~Self.activityMask | UInt64(Condition.running.rawValue))
  }

  func end() {
    setState(UInt64(Condition.ended.rawValue))
  }

  @inline(__always)
  private func setState(_ state: UInt64) {
    store(state, Word.state)
    if load(Word.watcher) != 0 { HeartbeatWatcher.answer(self) }
  }

  // MARK: Time

  /// Records a time that the loop has read, for its own use or at a watcher's request.
  @inline(__always)
  func note(time: Nanoseconds) {
    store(time, Word.time)
    store(load(Word.sequence), Word.timeSequence)
  }

  @inline(__always)
  func note(time: Nanoseconds, due: Nanoseconds) {
    note(time: time)
    store(time > due ? time &- due : 0, Word.lateness)
  }
}

/// The two words of a closure; the first is its code's address.
@inline(__always)
func codeAddress<Closure>(_ body: Closure) -> UInt {
  // Known when this is compiled: a struct with a closure and nothing else.
  MemoryLayout<Closure>.size == MemoryLayout<(UInt, UInt)>.size
    ? unsafeBitCast(body, to: (UInt, UInt).self).0 : 0
}
