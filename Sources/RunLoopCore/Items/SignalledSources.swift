import Synchronization

/// The sources of a loop that were signalled since they were last performed.
///
/// Invariant: a registration is stacked once and listed once. Other threads stack it without the loop's lock, so signalling takes
/// nothing from the loop's thread, which lists the whole stack at once. Guarded by the loop's lock, unless noted.
final class SignalledSources {
  /// The list: no array, whose uniqueness would be checked at each signal.
  @exclusivity(unchecked) private var places: UnsafeMutablePointer<Unmanaged<Registration>>?
  @exclusivity(unchecked) private var capacity = 0
  /// How many are listed; read by the loop's thread without the lock.
  let listedCount = Atomic<Int>(0)
  /// What is being performed, by the innermost run last. Not on the stack: a thread that ends inside a callout never returns there.
  @exclusivity(unchecked) private var batches: [SourceBatch] = []
  /// The top of the stack of registrations to be listed, or 0. Any thread.
  private let stack = Atomic<UInt>(0)

  deinit { places?.deallocate() }

  /// Unordered; may contain sources that were performed since.
  var listed: UnsafeBufferPointer<Unmanaged<Registration>> {
    UnsafeBufferPointer(start: places, count: listedCount.load(ordering: .relaxed))
  }

  /// The listed registration, when there is just one.
  @inline(__always)
  var onlyListed: Unmanaged<Registration>? {
    listedCount.load(ordering: .relaxed) == 1 ? places?.pointee : nil
  }

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
    let count = listedCount.load(ordering: .relaxed)
    if count == capacity { grow() }
    (places.unsafelyUnwrapped + count).initialize(to: registration)
    listedCount.store(count &+ 1, ordering: .relaxed)
  }

  @inline(never)
  private func grow() {
    let old = places
    let count = capacity
    capacity = max(8, 2 * count)
    let new = UnsafeMutablePointer<Unmanaged<Registration>>.allocate(capacity: capacity)
    if let old {
      new.moveInitialize(from: old, count: count)
      old.deallocate()
    }
    places = new
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

  /// Removes the only listed registration from the list, and clears its mark, if it is to be performed in the mode.
  @inline(__always)
  func takeOnly(_ registration: Registration, _ mode: ModeState) -> Bool {
    guard let source = registration.sourceReference else { return false }
    return source._withUnsafeGuaranteedRef { source in
      guard registration.isIn(mode) || !source.isSignalled else { return false }
      listedCount.store(0, ordering: .relaxed)
      registration.isListed = false
      return source.isValid && source.takeSignal()
    }
  }

  /// The mode's signalled sources, by order and then by when they were signalled. Sources that were performed since
  /// are dropped from the list.
  func signalled(in mode: ModeState) -> [Registration] {
    var signalled: [Registration] = []
    guard let places else { return signalled }
    var kept = 0
    for index in 0..<listedCount.load(ordering: .relaxed) {
      let registration = places[index].takeUnretainedValue()
      guard registration.isListed, let source = registration.source, source.isSignalled else {
        registration.isListed = false
        continue
      }
      if registration.isIn(mode), source.isValid { signalled.append(registration) }
      places[kept] = places[index]
      kept += 1
    }
    listedCount.store(kept, ordering: .relaxed)
    if signalled.count > 1 { signalled.sort { Self.comesBefore($0, $1) } }
    return signalled
  }

  /// Begins to perform the mode's signalled sources, any of which may be removed meanwhile.
  func beginBatch(in mode: ModeState) -> Unmanaged<SourceBatch> {
    let batch = SourceBatch(registrations: signalled(in: mode))
    batches.append(batch)
    return .passUnretained(batch)
  }

  /// The innermost batch was performed; it is released without the lock.
  func endBatch() -> SourceBatch? { batches.popLast() }

  /// Ends the batches of a thread that ended inside a source's call; they are released without the lock.
  func abandonBatches() -> [SourceBatch] {
    defer { batches = [] }
    return batches
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
      return source.isSignalled && source.isValid && registration.isIn(mode)
    }
  }

  /// Removes a registration; its source's lock is held, so no thread pushes it again.
  func remove(_ registration: Registration) {
    takeStack()
    guard registration.isListed else { return }
    registration.isListed = false
    unlist(registration)
  }

  private func unlist(_ registration: Registration) {
    let last = listedCount.load(ordering: .relaxed) - 1
    let address = Unmanaged.passUnretained(registration).toOpaque()
    guard let places, let index = listed.firstIndex(where: { $0.toOpaque() == address }) else { return }
    places[index] = places[last]
    listedCount.store(last, ordering: .relaxed)
  }
}

/// Sources that are performed one after the other.
final class SourceBatch {
  private let registrations: [Registration]

  fileprivate init(registrations: [Registration]) { self.registrations = registrations }

  var count: Int { registrations.count }

  subscript(index: Int) -> Unmanaged<Registration> { .passUnretained(registrations[index]) }
}
