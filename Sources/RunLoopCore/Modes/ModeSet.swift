/// The modes that an item is in, as a shared object: all items of a loop with the same modes share one.
///
/// So an item needs one pointer for its membership, and a timer in many modes has one entry in one queue. Guarded by the
/// loop's lock, except for `modes`, `onlyMode` and `mask`, which never change.
final class ModeSet {
  let modes: Few<ModeState>
  /// The mode of a set with exactly one.
  let onlyMode: Unmanaged<ModeState>?
  /// Bit i for the mode of index i, as far as they fit.
  private let mask: UInt64
  /// Equal for equal sets, and most likely different for others.
  let key: UInt64
  /// The timers with exactly these modes, except timers that are being fired.
  @exclusivity(unchecked) var queue = TimerQueue()
  /// Whether its modes list it among their sets with timers. They do while the queue is not empty, and usually longer.
  @exclusivity(unchecked) private var hasTimers = false
  /// The sets that differ from this one by one mode, as far as they were needed.
  @exclusivity(unchecked) var neighbours: [(mode: ModeState, set: ModeSet)] = []
  /// Whether an item has these modes. Valid during a sweep only.
  @exclusivity(unchecked) var isUsed = false
  /// Whether it was made, or an item has come to these modes one by one, since the last sweep.
  @exclusivity(unchecked) var isRecent = true
  /// Whether a sweep keeps it. The set of one mode stays.
  var stays: Bool { isUsed || isRecent || modes.count < 2 }

  init(_ modes: Few<ModeState>) {
    self.modes = modes
    onlyMode = modes.count == 1 ? .passUnretained(modes[0]) : nil
    mask = modes.reduce(0) { $0 | $1.bit }
    key = Self.key(of: modes)
  }

  static func key(of modes: Few<ModeState>) -> UInt64 {
    modes.reduce(0) { ($0 ^ UInt64($1.index)) &* 0x9E37_79B9_7F4A_7C15 }
  }

  @inline(__always)
  func contains(_ mode: ModeState) -> Bool {
    mode.bit != 0 ? mask & mode.bit != 0 : finds(mode)
  }

  /// Whether a mode without a bit is among the modes, which are in the order of making.
  @inline(never)
  private func finds(_ mode: ModeState) -> Bool {
    var low = 0
    var high = modes.count
    while low < high {
      let middle = (low + high) / 2
      if modes[middle].index < mode.index { low = middle + 1 } else { high = middle }
    }
    return low < modes.count && modes[low] === mode
  }

  @inline(__always)
  var isEmpty: Bool { onlyMode == nil && modes.isEmpty }

  /// The set that differs from this one by the mode, if it is known.
  func neighbour(_ mode: ModeState) -> ModeSet? {
    var index = 0
    while index < neighbours.count {
      if neighbours[index].mode === mode { return neighbours[index].set }
      index += 1
    }
    return nil
  }

  /// Puts a timer into the queue.
  @inline(__always)
  func enqueue(_ timer: RunLoop.Timer) {
    if !hasTimers { listInModes() }
    queue.insert(timer)
  }

  /// Lists the set in its modes, before it gets a timer: sets without timers cost timers nothing.
  @inline(never)
  func listInModes() {
    if hasTimers { return }
    hasTimers = true
    eachMode { $0.list(self) }
  }

  /// Takes the set out of its modes' lists, unless it has timers. A mode's own set stays.
  func unlistIfEmpty() {
    guard hasTimers, onlyMode == nil, queue.isEmpty else { return }
    hasTimers = false
    for mode in modes { mode.unlist(self) }
  }

  /// Calls a function with each of the modes.
  @inline(__always)
  func eachMode(_ body: (ModeState) -> Void) {
    if let onlyMode { return onlyMode._withUnsafeGuaranteedRef(body) }
    for mode in modes { body(mode) }
  }

  /// Counts timers in or out of the modes.
  @inline(__always)
  func countTimers(_ change: Int) {
    eachMode { $0.countTimers(change) }
  }

  /// Releases the other sets and drops stale entries when the loop ends.
  func dissolve() {
    neighbours = []
    queue.dropAll()
  }

  @inline(__always)
  var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
}

extension Registration {
  /// The modes that the item is in.
  @inline(__always)
  var modeSet: ModeSet {
    get { Unmanaged<ModeSet>.fromOpaque(setAddress).takeUnretainedValue() }
    set { setAddress = newValue.address }
  }

  /// Whether the item is in the mode.
  @inline(__always)
  func isIn(_ mode: ModeState) -> Bool {
    // Set together with the registration, and kept by the loop.
    Unmanaged<ModeSet>.fromOpaque(setAddress)._withUnsafeGuaranteedRef { $0.contains(mode) }
  }

  /// Whether the item is in no mode.
  @inline(__always)
  var isNowhere: Bool { Unmanaged<ModeSet>.fromOpaque(setAddress)._withUnsafeGuaranteedRef { $0.isEmpty } }

  /// Calls a function with each mode that the item is in.
  @inline(__always)
  func eachMode(_ body: (ModeState) -> Void) {
    Unmanaged<ModeSet>.fromOpaque(setAddress)._withUnsafeGuaranteedRef { $0.eachMode(body) }
  }
}

extension RunLoop.BoundItem {
  /// The set at `setAddress`: of the modes that the item is in, or that it has left while its entry is still in their queue.
  @inline(__always)
  final var lastModeSet: Unmanaged<ModeSet>? {
    setAddress.map { .fromOpaque($0) }
  }

  /// The modes that the item is in; nil when the loop does not have it. Retained by the loop.
  @inline(__always)
  final var modeSet: Unmanaged<ModeSet>? {
    get { flags.contains(.hasLeft) ? nil : lastModeSet }
    set { setAddress = newValue.map { UnsafeRawPointer($0.toOpaque()) } }
  }
}

extension RunLoop.BoundItem {
  /// Whether the item is in a mode of the loop with the cell at `address`; called with that loop's lock held.
  @inline(__always)
  final func belongs(to address: UInt) -> Bool {
    home.load(ordering: .relaxed) == address && modeSet?._withUnsafeGuaranteedRef { !$0.isEmpty } ?? false
  }
}

extension RunLoop.Timer {
  /// Removes the timer's entry in the queue of modes that it has left. Under the guard.
  @inline(__always)
  func dropStaleEntry() {
    if flags.contains(.hasLeft) { dropEntry() }
  }

  @inline(never)
  private func dropEntry() {
    lastModeSet?._withUnsafeGuaranteedRef { $0.queue.drop(self) }
  }
}
