import Synchronization

/// The sources of a loop that were signalled since they were last performed.
///
/// Invariant: a registration is stacked once and listed once. Other threads stack it without the loop's lock, so signalling takes
/// nothing from the loop's thread, which lists the whole stack at once. Guarded by the loop's lock, unless noted.
final class SignalledSources {
  /// Unordered; may contain sources that were performed since.
  @exclusivity(unchecked) private(set) var listed: [Unmanaged<Registration>] = []
  /// How many are listed; read by the loop's thread without the lock.
  let listedCount = Atomic<Int>(0)
  /// The top of the stack of registrations to be listed, or 0. Any thread.
  private let stack = Atomic<UInt>(0)

  /// Whether no source was signalled. The loop's thread, without the lock.
  @inline(__always)
  var isEmpty: Bool { listedCount.load(ordering: .relaxed) == 0 && stack.load(ordering: .acquiring) == 0 }

  @inline(__always)
  func list(_ registration: Unmanaged<Registration>) {
    let isNew = registration._withUnsafeGuaranteedRef { registration in
      if registration.isListed || registration.index < 0 { return false }
      registration.isListed = true
      return true
    }
    guard isNew else { return }
    listed.append(registration)
    listedCount.store(listed.count, ordering: .relaxed)
  }

  /// Puts a registration on the stack; its source's lock is held. From any thread.
  @inline(__always)
  func push(_ registration: Registration) {
    if registration.isStacked.exchange(true, ordering: .sequentiallyConsistent) { return }
    var top = stack.load(ordering: .relaxed)
    while true {
      registration.below = top
      let exchange = stack.compareExchange(
        expected: top, desired: registration.address, ordering: .acquiringAndReleasing)
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
      let registration = Registration.at(address)
      address = registration._withUnsafeGuaranteedRef { registration in
        let below = registration.below
        // A thread that marks the source after this stacks the registration again; before this, the mark is seen.
        _ = registration.isStacked.exchange(false, ordering: .sequentiallyConsistent)
        return below
      }
      list(registration)
    }
  }

  /// Takes the only listed registration out of the list, and its mark, if it is to be performed in the mode.
  @inline(__always)
  func takeOnly(_ registration: Registration, _ mode: ModeState) -> Bool {
    guard let source = registration.sourceReference else { return false }
    return source._withUnsafeGuaranteedRef { source in
      guard registration.modeSet.contains(mode) || !source.isSignalled else { return false }
      listed.removeLast()
      listedCount.store(0, ordering: .relaxed)
      registration.isListed = false
      return source.isValid && source.takeSignal()
    }
  }

  /// The mode's sources that are signalled, by order and then by when they were signalled. Those that were performed since
  /// leave the list. Retained for those who go through them: any may leave meanwhile.
  func signalled(in mode: ModeState) -> [Registration] {
    var signalled: [Registration] = []
    var kept = 0
    for index in listed.indices {
      let registration = listed[index].takeUnretainedValue()
      guard registration.isListed, let source = registration.source, source.isSignalled else {
        registration.isListed = false
        continue
      }
      if registration.modeSet.contains(mode), source.isValid { signalled.append(registration) }
      listed[kept] = listed[index]
      kept += 1
    }
    listed.removeLast(listed.count - kept)
    listedCount.store(kept, ordering: .relaxed)
    if signalled.count > 1 { signalled.sort { Self.comesBefore($0, $1) } }
    return signalled
  }

  private static func comesBefore(_ one: Registration, _ other: Registration) -> Bool {
    guard let one = one.source, let other = other.source else { return false }
    return (one.order, one.sequence) < (other.order, other.sequence)
  }

  /// Whether a run of the mode would perform a source.
  func hasSignalled(in mode: ModeState) -> Bool {
    takeStack()
    return listed.contains { registration in
      let registration = registration.takeUnretainedValue()
      guard registration.isListed, let source = registration.source else { return false }
      return source.isSignalled && source.isValid && registration.modeSet.contains(mode)
    }
  }

  /// The registration is given up; its source's lock is held, so no thread stacks it any more.
  func remove(_ registration: Registration) {
    takeStack()
    guard registration.isListed else { return }
    registration.isListed = false
    listed.removeAll { $0.toOpaque() == Unmanaged.passUnretained(registration).toOpaque() }
    listedCount.store(listed.count, ordering: .relaxed)
  }
}
