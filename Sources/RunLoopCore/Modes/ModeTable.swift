/// The modes of a loop by name, which of them are common, and the sets of them.
///
/// Invariant: a name has one mode, in the order of making, and a combination of modes has one set object. Modes live until the loop object is deallocated; a set of several stays
/// while an item has it, its queue has entries, or it is that of the common modes, and one that is dropped is in no mode's list. Guarded by the loop's lock; `defaultMode` never changes.
struct ModeTable: ~Copyable {
  private(set) var modes: [ModeState] = []
  /// The modes after the first few, by name.
  private var laterModes: [RunLoop.Mode: ModeState] = [:]
  /// The first of the modes.
  let defaultMode = ModeState(.default, index: 0)
  /// Names of common modes other than `default`; they may not exist yet.
  private(set) var otherCommonNames: [RunLoop.Mode] = []
  /// Number of observers that were added to the common modes.
  var commonObservers = 0
  /// The common names after the first few.
  private var laterCommonNames: Set<RunLoop.Mode> = []
  let emptySet = ModeSet(Few())
  /// The set of each mode alone.
  private(set) var onlySets: [ModeSet] = []
  /// The sets of several modes.
  private(set) var combinations: [ModeSet] = []
  /// Number of combinations that triggers the next sweep of unused ones.
  private var mostCombinations = Self.fewCombinations
  /// The set of all common modes, or nil when it must be determined again.
  private var commonSet: Unmanaged<ModeSet>?
  /// Whether queues keep the entries of timers that have left. Not in a debug build: unoptimized code retains a timer while
  /// it examines it, which could be the last reference to a timer that the loop no longer retains.
  #if DEBUG
    var keepsStaleEntries = false
  #else
    var keepsStaleEntries = true
  #endif

  init() {
    defaultMode.isCommon.store(true, ordering: .relaxed)
    enter(defaultMode)
  }

  // MARK: Names

  @inline(__always)
  func mode(named name: RunLoop.Mode) -> ModeState? {
    name.known == .default ? defaultMode : otherMode(named: name)
  }

  /// Most loops have few modes, and the first of them are found faster by comparing than by hashing.
  @inline(never)
  private func otherMode(named name: RunLoop.Mode) -> ModeState? {
    for mode in modes.prefix(Self.modesWithoutTable) where mode.name.isStoredAs(name) { return mode }
    for mode in modes.prefix(Self.modesWithoutTable) where mode.name == name { return mode }
    return modes.count > Self.modesWithoutTable ? laterModes[name] : nil
  }

  /// Number of modes without a dictionary. The first dictionary of a process costs more than the rest of making a loop,
  /// since its generic type is instantiated then.
  private static let modesWithoutTable = 8

  /// Makes a mode for a name that has none.
  mutating func make(_ name: RunLoop.Mode) -> ModeState {
    precondition(name != .common, "'common' is a set of modes, not a mode")
    let mode = ModeState(name, index: modes.count)
    mode.isCommon.store(isCommon(name), ordering: .relaxed)
    enter(mode)
    return mode
  }

  private mutating func enter(_ mode: ModeState) {
    modes.append(mode)
    if mode.index >= Self.modesWithoutTable { laterModes[mode.name] = mode }
    let set = ModeSet(Few(mode))
    onlySets.append(set)
    set.listInModes()
    mode.onlySet = .passUnretained(set)
    commonSet = nil
  }

  // MARK: Common modes

  func isCommon(_ name: RunLoop.Mode) -> Bool {
    name == .default || otherCommonNames.prefix(Self.modesWithoutTable).contains(name)
      || otherCommonNames.count > Self.modesWithoutTable && laterCommonNames.contains(name)
  }

  /// Makes a name common; false when it was already.
  mutating func makeCommon(_ name: RunLoop.Mode) -> Bool {
    if isCommon(name) { return false }
    if otherCommonNames.count >= Self.modesWithoutTable { laterCommonNames.insert(name) }
    otherCommonNames.append(name)
    mode(named: name)?.isCommon.store(true, ordering: .relaxed)
    commonSet = nil
    return true
  }

  /// The common modes that exist, in the order of making.
  var commonModes: Few<ModeState> { modes.common }

  /// The common names that have no mode yet, in a fixed order.
  var commonNamesWithoutMode: [RunLoop.Mode] {
    otherCommonNames.filter { mode(named: $0) == nil }.sorted { $0.rawValue < $1.rawValue }
  }

  // MARK: Sets

  var sets: [ModeSet] { onlySets + combinations }

  /// The set of the modes that the name stands for, when it is known without making anything.
  @inline(__always)
  mutating func knownSet(_ name: RunLoop.Mode) -> Unmanaged<ModeSet>? {
    switch name.known {
    case .default: defaultMode.onlySet
    case .common: commonSet ?? findCommonSet()
    case .no: otherMode(named: name)?.onlySet
    }
  }

  @inline(never)
  private mutating func findCommonSet() -> Unmanaged<ModeSet>? {
    let common = commonModes
    // `default` has no entry among the names.
    guard common.count == otherCommonNames.count + 1 else { return nil }
    let set = set(of: common)
    commonSet = .passUnretained(set)
    return commonSet
  }

  /// The set of exactly these modes, which are in the order of making.
  private mutating func set(of modes: Few<ModeState>) -> ModeSet {
    if modes.isEmpty { return emptySet }
    if modes.count == 1 { return modes[0].onlySet.takeUnretainedValue() }
    // Most items in several modes were added to the common ones.
    if let commonSet, commonSet._withUnsafeGuaranteedRef({ $0.modes.isCopy(of: modes) }) {
      return commonSet.takeUnretainedValue()
    }
    let key = ModeSet.key(of: modes)
    if let known = combinations.first(where: { $0.key == key && $0.modes.elementsEqual(modes, by: ===) }) {
      known.isRecent = true
      return known
    }
    let set = ModeSet(modes)
    combinations.append(set)
    return set
  }

  /// The set with modes added that are not in it, in the order of making.
  mutating func set(_ set: ModeSet, adding added: Few<ModeState>) -> ModeSet {
    guard added.count == 1 else { return union(set, added) }
    assert(!set.contains(added[0]))
    return self.set(set, toggling: added[0])
  }

  /// The set without some of its modes.
  mutating func set(_ set: ModeSet, removing removed: Few<ModeState>) -> ModeSet {
    removed.count == 1 ? self.set(set, toggling: removed[0]) : rest(of: set, without: removed)
  }

  /// The set with the mode added or, when it was in the set, removed.
  private mutating func set(_ set: ModeSet, toggling mode: ModeState) -> ModeSet {
    if set.isEmpty { return mode.onlySet.takeUnretainedValue() }
    if set.onlyMode?.toOpaque() == Unmanaged.passUnretained(mode).toOpaque() { return emptySet }
    if let known = set.neighbour(mode) {
      known.isRecent = true
      return known
    }
    let other = set.contains(mode) ? rest(of: set, without: Few(mode)) : union(set, Few(mode))
    set.neighbours.append((mode, other))
    if other.neighbour(mode) == nil { other.neighbours.append((mode, set)) }
    return other
  }

  private mutating func union(_ set: ModeSet, _ added: Few<ModeState>) -> ModeSet {
    if set.isEmpty { return self.set(of: added) }
    var modes = Few<ModeState>()
    var others = added.makeIterator()
    var other = others.next()
    for mode in set.modes {
      while let earlier = other, earlier.index < mode.index {
        modes.append(earlier)
        other = others.next()
      }
      modes.append(mode)
    }
    while let later = other {
      modes.append(later)
      other = others.next()
    }
    return self.set(of: modes)
  }

  private mutating func rest(of set: ModeSet, without removed: Few<ModeState>) -> ModeSet {
    if removed.isEmpty { return set }
    if removed.count == set.modes.count { return emptySet }
    let removed = ModeSet(Few(contentsOf: removed.sorted { $0.index < $1.index }))
    return self.set(of: Few(contentsOf: set.modes.lazy.filter { !removed.contains($0) }))
  }

  // MARK: Sweeps

  /// Number of combinations for which no sweep is worth its time.
  private static let fewCombinations = 32

  /// Whether so many combinations were made since the last sweep that unused ones should be dropped: items that join one
  /// mode after the other leave a combination behind with each step.
  @inline(__always)
  var needsSweep: Bool { combinations.count >= mostCombinations }

  /// Drops combinations that are not marked as used, whose queue is empty, and that no item has reached since the last sweep; clears
  /// the marks. Items that join a few dozen modes one after the other, again and again, so find the combinations of the time before.
  ///
  /// - Parameter items: how many were looked at for that; the more, the later is the next sweep.
  mutating func sweep(items: Int) {
    for set in combinations where !set.queue.isEmpty { set.isUsed = true }
    commonSet?._withUnsafeGuaranteedRef { $0.isUsed = true }
    let used = combinations.count(where: \.isUsed)
    for set in combinations { set.unlistIfEmpty() }
    let dropped = combinations.filter { !$0.stays }
    combinations.removeAll { !$0.stays }
    for set in dropped { set.neighbours = [] }
    for set in onlySets { set.neighbours.removeAll { !$0.set.stays } }
    for set in combinations { set.neighbours.removeAll { !$0.set.stays } }
    for set in combinations { (set.isUsed, set.isRecent) = (false, false) }
    // Recent sets without items do not raise the increment; otherwise it would grow with each sweep.
    mostCombinations = combinations.count + max(Self.fewCombinations, used, items / 64)
  }

  /// Breaks the reference cycles between modes and sets when the loop ends. The modes are kept, since `RunStack.mode` may refer to one.
  mutating func dissolve() {
    for mode in modes { mode.dissolve() }
    for set in onlySets { set.dissolve() }
    for set in combinations { set.dissolve() }
    onlySets = []
    combinations = []
    commonSet = nil
  }
}
