import Synchronization

/// A mode of one loop. Made when an item or a block first needs it, and kept until the loop object is deallocated.
final class ModeState {
  let name: RunLoop.Mode
  let index: Int
  /// The name's number in `CalloutNames`.
  let number: UInt16
  /// Written under the loop's lock; read by the loop's thread without it.
  let isCommon = Atomic<Bool>(false)
  /// Sources and port sources in the mode. Written under the loop's lock; read by the loop's thread without it.
  let sourceCount = Atomic<Int>(0)
  /// Timers in the mode, also those whose callout runs. Written and read as above.
  let timerCount = Atomic<Int>(0)
  /// How many at the beginning of the loop's list of signalled sources are not in the mode, at least: see `SignalledSources`. Written
  /// under the loop's lock; read by the loop's thread without it.
  let passedOver = Atomic<Int>(0)
  /// Guarded by the loop's lock.
  @exclusivity(unchecked) private(set) var observers = ObserverList()
  /// Earlier lists that phases in progress work on. Not on the stack: a thread that ends inside a callout never returns there.
  /// Guarded by the loop's lock.
  @exclusivity(unchecked) private var replaced: [ObserverList] = []
  /// The activities that any observer wants. Written under the loop's lock; read by the loop's thread without it.
  private let observedActivities = Atomic<RunLoop.Activity.RawValue>(0)
  /// The sets with this mode that have or had timers, that of this mode alone first. The loop retains them. Guarded by the loop's
  /// lock.
  @exclusivity(unchecked) private var listedSets: [Unmanaged<ModeSet>] = []
  /// The set of this mode alone, which the loop retains. Set when the mode is made.
  @exclusivity(unchecked) var onlySet: Unmanaged<ModeSet>!
  /// The mode's port for timers, as CFRunLoop has it. Guarded by the loop's lock.
  @exclusivity(unchecked) var timerState = TimerState()
  /// The mode's descriptors, once it has run or got a port source. Guarded by the loop's lock.
  @exclusivity(unchecked) private(set) var ports: PortSet?
  private let portsAddress = Atomic<UInt>(0)

  /// Like `ports`, without the lock: they are set once, by any thread. For the loop's thread, which keeps them to its end.
  @inline(__always)
  var portsWithoutLock: Unmanaged<PortSet>? {
    UnsafeRawPointer(bitPattern: portsAddress.load(ordering: .acquiring)).map { .fromOpaque($0) }
  }

  func open(_ ports: PortSet) {
    self.ports = ports
    portsAddress.store(UInt(bitPattern: Unmanaged.passUnretained(ports).toOpaque()), ordering: .releasing)
  }

  /// Drops the descriptors, which are another process's, so that new ones are made.
  func close() {
    portsAddress.store(0, ordering: .releasing)
    ports = nil
  }

  init(_ name: RunLoop.Mode, index: Int) {
    self.name = name
    self.index = index
    number = CalloutNames.number(ofMode: name)
  }

  /// The bit of the mode in a set's mask, or 0 for the 65th and later modes.
  @inline(__always)
  var bit: UInt64 { index < 64 ? 1 << UInt64(index) : 0 }

  /// The sets with this mode that may have timers, for tests.
  var timerSets: [ModeSet] { listedSets.map { $0.takeUnretainedValue() } }

  /// Lists a set that gets timers.
  func list(_ set: ModeSet) { listedSets.append(.passUnretained(set)) }

  /// Forgets a set that has no timers. Most often it was listed last.
  func unlist(_ set: ModeSet) {
    let address = Unmanaged.passUnretained(set).toOpaque()
    if let index = listedSets.lastIndex(where: { $0.toOpaque() == address }) { listedSets.remove(at: index) }
  }

  /// Calls a function with each set that has timers. Called several times a turn, so it avoids reference counting.
  @inline(__always)
  func eachSetWithTimers(_ body: (ModeSet) -> Void) {
    var index = 0
    while index < listedSets.count {
      listedSets[index]._withUnsafeGuaranteedRef { if !$0.queue.isEmpty { body($0) } }
      index += 1
    }
  }

  /// When the first timer of the mode that is not firing is due, or an earlier time: after very many timers were moved,
  /// their entries are sorted gradually.
  ///
  /// - Parameter exactly: sorts as many entries as necessary.
  func firstFireTime(exactly: Bool) -> Nanoseconds {
    var first = Nanoseconds.never
    eachSetWithTimers { set in
      set.queue.settle(most: exactly ? .max : 64)
      first = min(first, set.queue.firstTime)
    }
    return first
  }

  /// Sorts the timers that were moved from before `now`; false when there are none.
  func settleTimers(until now: Nanoseconds) -> Bool {
    var hasMoved = false
    eachSetWithTimers { set in
      if set.queue.firstTime <= now, set.queue.settle(until: now) { hasMoved = true }
    }
    return hasMoved
  }

  /// Whether a queue's first entry is stale.
  var hasStaleFirst: Bool {
    var isStale = false
    eachSetWithTimers { set in if set.queue.isFirstStale { isStale = true } }
    return isStale
  }

  /// The first timer of the mode that is not firing.
  var firstTimer: RunLoop.Timer? {
    var first: RunLoop.Timer?
    eachSetWithTimers { set in
      set.queue.settle(most: .max)
      if set.queue.isEmpty { return }
      let timer = set.queue[0].timer.takeUnretainedValue()
      if first.map({ timer.isDue(before: $0) }) ?? true { first = timer }
    }
    return first
  }

  /// When the loop must wake for timers at the latest, tolerances used to the full.
  var latestTimerWake: Nanoseconds {
    var wake = Nanoseconds.never
    eachSetWithTimers { set in wake = min(wake, set.queue.latestWake()) }
    return wake
  }

  /// Releases everything except the name when the loop ends.
  func dissolve() {
    listedSets = []
    portsAddress.store(0, ordering: .relaxed)
    ports = nil
  }

  func insert(_ observer: RunLoop.Observer) {
    change { $0.insert(observer) }
  }

  func remove(_ observer: RunLoop.Observer) {
    change { $0.remove(observer) }
  }

  /// A phase works on the list of its beginning: the first change during it begins another list.
  private func change(_ body: (ObserverList) -> Void) {
    if observers.phases > 0 {
      replaced.append(observers)
      observers = ObserverList(observers)
    }
    body(observers)
    observedActivities.store(observers.activities, ordering: .relaxed)
  }

  /// Begins a phase: its observers exist until it ends.
  @inline(__always)
  func beginPhase() -> Unmanaged<ObserverList> {
    observers.phases &+= 1
    return .passUnretained(observers)
  }

  /// Ends a phase that worked on the list. Observers that were removed meanwhile are released with the result, without the lock:
  /// objects that their closures retain may call back.
  @inline(__always)
  func endPhase(_ list: ObserverList) -> ObserverList? {
    list.phases &-= 1
    return list === observers ? nil : takeReplaced(list)
  }

  @inline(never)
  private func takeReplaced(_ list: ObserverList) -> ObserverList? {
    guard list.phases == 0, let index = replaced.firstIndex(where: { $0 === list }) else { return nil }
    return replaced.remove(at: index)
  }

  /// Ends the phases of a thread that ended inside an observer's call; the result is released without the lock. No observer is in
  /// the mode any more, so the lists of all phases have been replaced.
  func abandonPhases() -> [ObserverList] {
    defer { replaced = [] }
    return replaced
  }

  /// Whether any observer wants the activity.
  @inline(__always)
  func observes(_ activity: RunLoop.Activity) -> Bool {
    observedActivities.load(ordering: .relaxed) & activity.rawValue != 0
  }

  /// Whether there is a source, port source or timer.
  @inline(__always)
  var hasWork: Bool { sourceCount.load(ordering: .relaxed) > 0 || timerCount.load(ordering: .relaxed) > 0 }

  /// Counts sources in or out, under the loop's lock.
  @inline(__always)
  func countSources(_ change: Int) {
    sourceCount.store(sourceCount.load(ordering: .relaxed) &+ change, ordering: .relaxed)
  }

  /// Counts timers in or out, under the loop's lock.
  @inline(__always)
  func countTimers(_ change: Int) {
    timerCount.store(timerCount.load(ordering: .relaxed) &+ change, ordering: .relaxed)
  }

  /// What the timer port would show if it were armed the moment a timer changes, as CFRunLoop's is.
  ///
  /// This library arms its port only before the loop sleeps. This type records the time for which CFRunLoop's would be
  /// armed, and whether its wake-up was taken, so that nested runs see timers exactly when CFRunLoop's do.
  struct TimerState {
    /// What the port is armed for.
    private(set) var deadline = Nanoseconds.never
    /// The wake-up for `deadline` was acknowledged.
    private(set) var isTaken = false

    /// Arms for the time; arming for the same time again does not repeat a taken wake-up.
    /// True when that changed anything.
    mutating func arm(for time: Nanoseconds) -> Bool {
      if time == deadline { return false }
      deadline = time
      isTaken = false
      return true
    }

    /// Lets the next `arm` take effect even for the same time.
    mutating func forget() {
      deadline = .never
      isTaken = false
    }

    @inline(__always)
    func isReady(at now: Nanoseconds) -> Bool { isArmed && deadline <= now }

    /// Whether the port may become ready.
    @inline(__always)
    var isArmed: Bool { deadline != .never && !isTaken }

    mutating func take() {
      isTaken = true
    }
  }
}

extension Sequence<ModeState> {
  /// The modes that are common now.
  var common: Few<ModeState> { Few(contentsOf: lazy.filter { $0.isCommon.load(ordering: .relaxed) }) }

  var names: Few<RunLoop.Mode> { Few(contentsOf: lazy.map(\.name)) }
}
