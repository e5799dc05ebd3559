import Synchronization

/// The sources of a loop that were signalled since they were last performed.
///
/// Invariant: a registration is stacked once and listed once, at its `listIndex`. Other threads stack it without the loop's lock, so signalling takes
/// nothing from the loop's thread. The whole stack is listed at once, by the loop's thread or by one that removes a stacked registration. Guarded by
/// the loop's lock, unless noted.
///
/// `collect` moves the sources that are not in its mode to the front of the list. Later turns of the mode pass over them: each mode knows how many
/// at the beginning are not in it. When a source of the mode is put or joins at a place among those, the mode passes over only what is before it.
final class SignalledSources {
  /// The list: no array, whose uniqueness would be checked at each signal.
  @exclusivity(unchecked) private var places: UnsafeMutablePointer<Unmanaged<Registration>>?
  @exclusivity(unchecked) private var capacity = 0
  /// How many are listed; read by the loop's thread without the lock. Each store that may follow a lowered `passedOver` releases: a loop that finds
  /// the new count finds that, too.
  let listedCount = Atomic<Int>(0)
  /// Upper bound of what any mode passes over.
  @exclusivity(unchecked) private(set) var mostPassedOver = 0
  /// What is being performed, by the innermost run last. Not on the stack: a thread that ends inside a callout never returns there.
  @exclusivity(unchecked) private var batches: [SourceBatch] = []
  /// An empty batch with room. The loop's thread only.
  @exclusivity(unchecked) private var spare: SourceBatch?
  /// The top of the stack of registrations to be listed, or 0. Any thread.
  private let stack = Atomic<UInt>(0)
  /// In place of 0 while a thread that removes a registration moves the stack to the list: a loop that finds 0 finds in the list what
  /// was moved.
  private static let moving: UInt = 1

  deinit { places?.deallocate() }

  /// Unordered; may contain sources that were performed since.
  var listed: UnsafeBufferPointer<Unmanaged<Registration>> {
    UnsafeBufferPointer(start: places, count: listedCount.load(ordering: .relaxed))
  }

  /// The place of the listed registration that a turn of the mode has to look at, when there is just one.
  @inline(__always)
  func onlyPlace(for mode: ModeState) -> Int? {
    let last = listedCount.load(ordering: .relaxed) - 1
    return last == 0 || last > 0 && firstToLookAt(for: mode) == last ? last : nil
  }

  @inline(__always)
  subscript(place: Int) -> Unmanaged<Registration> { places.unsafelyUnwrapped[place] }

  /// Whether a turn of the mode would have no source to look at. The loop's thread, without the lock.
  @inline(__always)
  func isEmpty(for mode: ModeState) -> Bool {
    stack.load(ordering: .acquiring) == 0
      // In this order, opposite to that of `remove`: another thread may be removing one.
      && listedCount.load(ordering: .acquiring) <= mode.passedOver.load(ordering: .relaxed)
  }

  /// The place of the first listed source that may be in the mode.
  @inline(__always)
  func firstToLookAt(for mode: ModeState) -> Int {
    min(mode.passedOver.load(ordering: .relaxed), listedCount.load(ordering: .relaxed))
  }

  private func passOver(_ count: Int, for mode: ModeState) {
    mode.passedOver.store(count, ordering: .relaxed)
    mostPassedOver = max(mostPassedOver, count)
  }

  /// Limits what the mode passes over: one of its sources is at this place.
  @inline(__always)
  private static func lower(_ mode: ModeState, to place: Int) {
    if mode.passedOver.load(ordering: .relaxed) > place { mode.passedOver.store(place, ordering: .relaxed) }
  }

  /// Notes that a registration has joined modes: turns of such a mode look at it again.
  func joined(_ registration: Registration, _ modes: Few<ModeState>) {
    guard registration.isListed, registration.listIndex < mostPassedOver else { return }
    for mode in modes { Self.lower(mode, to: registration.listIndex) }
  }

  @inline(__always)
  func list(_ registration: Unmanaged<Registration>) {
    let count = listedCount.load(ordering: .relaxed)
    let isNew = registration._withUnsafeGuaranteedRef { registration in
      if registration.isListed || registration.index < 0 { return false }
      registration.listIndex = count
      if count < mostPassedOver { registration.eachMode { Self.lower($0, to: count) } }
      return true
    }
    guard isNew else { return }
    if count == capacity { grow() }
    (places.unsafelyUnwrapped + count).initialize(to: registration)
    listedCount.store(count &+ 1, ordering: .releasing)
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
  func takeStack(leaving end: UInt = 0) {
    guard stack.load(ordering: .relaxed) != 0 else { return }
    var address = stack.exchange(end, ordering: .acquiring)
    while address > Self.moving {
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

  /// Removes the registration at the place that `onlyPlace` returned from the list, and clears its mark, if it is to be performed in
  /// the mode.
  @inline(__always)
  func takeOnly(_ registration: Registration, at place: Int, _ mode: ModeState) -> Bool {
    guard let source = registration.sourceReference else { return false }
    return source._withUnsafeGuaranteedRef { source in
      guard registration.isIn(mode) || !source.isSignalled else {
        passOver(place + 1, for: mode)
        return false
      }
      listedCount.store(place, ordering: .relaxed)
      registration.listIndex = -1
      return source.isValid && source.takeSignal()
    }
  }

  /// The mode's signalled sources, by order and then by when they were signalled. Sources that were performed since
  /// are dropped from the list.
  private func collect(in mode: ModeState, into batch: SourceBatch) {
    guard let places else { return }
    var aside = firstToLookAt(for: mode)
    var kept = aside
    for index in aside..<listedCount.load(ordering: .relaxed) {
      let registration = places[index].takeUnretainedValue()
      guard let source = registration.source, source.isSignalled else {
        registration.listIndex = -1
        continue
      }
      if registration.isIn(mode) {
        if source.isValid { batch.registrations.append(registration) }
        put(places[index], at: kept)
      } else {
        let other = places[index]
        if aside < kept { put(places[aside], at: kept) }
        put(other, at: aside)
        aside += 1
      }
      kept += 1
    }
    listedCount.store(kept, ordering: .relaxed)
    passOver(aside, for: mode)
    if batch.count > 1 { batch.registrations.sort { Self.comesBefore($0, $1) } }
  }

  /// Gives a listed registration another place.
  @inline(__always)
  private func put(_ registration: Unmanaged<Registration>, at index: Int) {
    places.unsafelyUnwrapped[index] = registration
    registration._withUnsafeGuaranteedRef { registration in
      registration.listIndex = index
      if index < mostPassedOver { registration.eachMode { Self.lower($0, to: index) } }
    }
  }

  /// Begins to perform the mode's signalled sources, any of which may be removed meanwhile.
  func beginBatch(in mode: ModeState) -> Unmanaged<SourceBatch> {
    let batch = spare.take() ?? SourceBatch()
    collect(in: mode, into: batch)
    batches.append(batch)
    return .passUnretained(batch)
  }

  /// The innermost batch was performed; `keep` empties it, without the lock.
  func endBatch() -> SourceBatch? { batches.popLast() }

  /// Releases the batch's registrations, which may call back, and keeps its memory for the next one. On the loop's thread, without
  /// the lock.
  func keep(_ batch: SourceBatch) {
    batch.registrations.removeAll(keepingCapacity: batch.registrations.capacity <= SourceBatch.mostKept)
    spare = batch
  }

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
    return listed.dropFirst(firstToLookAt(for: mode)).contains { registration in
      let registration = registration.takeUnretainedValue()
      guard let source = registration.source else { return false }
      return source.isSignalled && source.isValid && registration.isIn(mode)
    }
  }

  /// Removes a registration; its source's lock is held, so no thread pushes it again.
  ///
  /// - Parameter modes: all modes of the loop.
  func remove(_ registration: Registration, modes: @autoclosure () -> [ModeState]) {
    if registration.isStacked.load(ordering: .relaxed) {
      takeStack(leaving: Self.moving)
      // What was pushed meanwhile stays on the stack.
      _ = stack.compareExchange(expected: Self.moving, desired: 0, ordering: .releasing)
    }
    guard registration.isListed, let places else { return }
    let last = listedCount.load(ordering: .relaxed) - 1
    let gap =
      registration.listIndex < mostPassedOver
      ? moveGap(registration.listIndex, behind: modes(), last) : registration.listIndex
    if gap < last { put(places[last], at: gap) }
    registration.listIndex = -1
    listedCount.store(last, ordering: .releasing)
  }
}

extension SignalledSources {
  /// Moves a gap behind the passed-over prefixes of all modes: from the shortest prefix that contains it, the prefix's last source fills the gap and
  /// leaves a new one. Returns the place of the gap.
  private func moveGap(_ first: Int, behind modes: [ModeState], _ last: Int) -> Int {
    var gap = first
    var ends: [Int] = []
    var most = 0
    for mode in modes {
      var passedOver = mode.passedOver.load(ordering: .relaxed)
      if passedOver > first {
        // The list may have become shorter than what a mode has passed over.
        if passedOver <= last + 1 { ends.append(passedOver) }
        passedOver = min(passedOver - 1, last)
        mode.passedOver.store(passedOver, ordering: .relaxed)
      }
      most = max(most, passedOver)
    }
    ends.sort()
    for end in ends {
      if end - 1 > gap { put(self[end - 1], at: gap) }
      gap = end - 1
    }
    mostPassedOver = most
    return gap
  }
}

/// Sources that are performed one after the other.
final class SourceBatch {
  fileprivate static let mostKept = 4096

  @exclusivity(unchecked) fileprivate var registrations: [Registration] = []

  fileprivate init() {}

  var count: Int { registrations.count }

  subscript(index: Int) -> Unmanaged<Registration> { .passUnretained(registrations[index]) }
}
