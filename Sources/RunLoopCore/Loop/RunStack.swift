import Synchronization

/// The runs that are on the stack of a loop's thread, each inside the one before.
///
/// Invariant: the end of a run restores what its beginning saved. The loop's thread only, unless noted.
struct RunStack: ~Copyable {
  private(set) var depth = 0
  /// The number of the innermost run.
  private(set) var innermost: UInt64 = 0
  private var last: UInt64 = 0
  /// The mode of the innermost run, which lives until the loop object is deallocated. Guarded by the loop's lock.
  var mode: Unmanaged<ModeState>?
  /// The ends of runs that ring, outermost first: under simulated clocks only.
  var deadlines: [RunDeadline] = []
  /// Whether the innermost run shall stop. From any thread.
  let stopRequested = Atomic<Bool>(false)
  /// `stopRequested` before a fork, which raises it in the child.
  private var wasStoppedBeforeFork = false

  var nextNumber: UInt64 { last &+ 1 }

  mutating func begin(_ number: UInt64) {
    last = number
    innermost = number
    depth += 1
  }

  mutating func end(outer: UInt64) {
    assert(depth > 0)
    depth -= 1
    innermost = outer
  }

  /// Whether the innermost run shall stop; each request stops one run.
  @inline(__always)
  func takeStop() -> Bool {
    stopRequested.load(ordering: .sequentiallyConsistent)
      && stopRequested.exchange(false, ordering: .sequentiallyConsistent)
  }

  // MARK: Forks

  /// In a child of fork(2): a run in progress ends with its turn.
  mutating func becameCopy() {
    guard depth > 0 else { return }
    wasStoppedBeforeFork = stopRequested.load(ordering: .relaxed)
    stopRequested.store(true, ordering: .relaxed)
  }

  /// Lets the run continue once the child's loop can be used.
  func reinitialize() {
    if depth > 0 { stopRequested.store(wasStoppedBeforeFork, ordering: .relaxed) }
  }
}
