import Synchronization

/// The sources of a loop that were signalled since they were last performed.
///
/// Invariant: a seat is stacked once and listed once. Other threads stack it without the loop's lock, so signalling takes
/// nothing from the loop's thread, which lists the whole stack at once. Guarded by the loop's lock, unless noted.
final class SignalledSources {
  /// Unordered; may contain sources that were performed since.
  @exclusivity(unchecked) private(set) var listed: [Unmanaged<Seat>] = []
  /// How many are listed; read by the loop's thread without the lock.
  let listedCount = Atomic<Int>(0)
  /// The top of the stack of seats to be listed, or 0. Any thread.
  private let stack = Atomic<UInt>(0)

  /// Whether no source was signalled. The loop's thread, without the lock.
  @inline(__always)
  var isEmpty: Bool { listedCount.load(ordering: .relaxed) == 0 && stack.load(ordering: .acquiring) == 0 }

  @inline(__always)
  func list(_ seat: Unmanaged<Seat>) {
    let isNew = seat._withUnsafeGuaranteedRef { seat in
      if seat.isListed || seat.index < 0 { return false }
      seat.isListed = true
      return true
    }
    guard isNew else { return }
    listed.append(seat)
    listedCount.store(listed.count, ordering: .relaxed)
  }

  /// Puts a seat on the stack; its source's lock is held. From any thread.
  @inline(__always)
  func push(_ seat: Seat) {
    if seat.isStacked.exchange(true, ordering: .sequentiallyConsistent) { return }
    var top = stack.load(ordering: .relaxed)
    while true {
      seat.below = top
      let exchange = stack.compareExchange(
        expected: top, desired: seat.address, ordering: .acquiringAndReleasing)
      if exchange.exchanged { return }
      top = exchange.original
    }
  }

  /// Lists what other threads put on the stack.
  @inline(__always)
  func takeStack() {
    guard stack.load(ordering: .relaxed) != 0 else { return }
    var address = stack.exchange(0, ordering: .acquiring)
    while address != 0 {
      let seat = Seat.at(address)
      address = seat._withUnsafeGuaranteedRef { seat in
        let below = seat.below
        // A thread that marks the source after this stacks the seat again; before this, the mark is seen.
        _ = seat.isStacked.exchange(false, ordering: .sequentiallyConsistent)
        return below
      }
      list(seat)
    }
  }

  /// Takes the only listed seat out of the list, and its mark, if it is to be performed in the mode.
  @inline(__always)
  func takeOnly(_ seat: Seat, _ mode: ModeState) -> Bool {
    guard let source = seat.sourceReference else { return false }
    return source._withUnsafeGuaranteedRef { source in
      guard seat.modeSet.contains(mode) || !source.isSignalled else { return false }
      listed.removeLast()
      listedCount.store(0, ordering: .relaxed)
      seat.isListed = false
      return source.isValid && source.takeSignal()
    }
  }

  /// The mode's sources that are signalled, by order and then by when they were signalled. Those that were performed since
  /// leave the list. Retained for those who go through them: any may leave meanwhile.
  func signalled(in mode: ModeState) -> [Seat] {
    var signalled: [Seat] = []
    var kept = 0
    for index in listed.indices {
      let seat = listed[index].takeUnretainedValue()
      guard seat.isListed, let source = seat.source, source.isSignalled else {
        seat.isListed = false
        continue
      }
      if seat.modeSet.contains(mode), source.isValid { signalled.append(seat) }
      listed[kept] = listed[index]
      kept += 1
    }
    listed.removeLast(listed.count - kept)
    listedCount.store(kept, ordering: .relaxed)
    if signalled.count > 1 { signalled.sort { Self.comesBefore($0, $1) } }
    return signalled
  }

  private static func comesBefore(_ one: Seat, _ other: Seat) -> Bool {
    guard let one = one.source, let other = other.source else { return false }
    return (one.order, one.sequence) < (other.order, other.sequence)
  }

  /// Whether a run of the mode would perform a source.
  func hasSignalled(in mode: ModeState) -> Bool {
    takeStack()
    return listed.contains { seat in
      let seat = seat.takeUnretainedValue()
      guard seat.isListed, let source = seat.source else { return false }
      return source.isSignalled && source.isValid && seat.modeSet.contains(mode)
    }
  }

  /// The seat is given up; its source's lock is held, so no thread stacks it any more.
  func remove(_ seat: Seat) {
    takeStack()
    guard seat.isListed else { return }
    seat.isListed = false
    listed.removeAll { $0.toOpaque() == Unmanaged.passUnretained(seat).toOpaque() }
    listedCount.store(listed.count, ordering: .relaxed)
  }
}
