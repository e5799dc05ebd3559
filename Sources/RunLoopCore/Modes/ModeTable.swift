/// The modes of a loop by name, which of them are common, and the sets of them.
///
/// Invariant: a name has one mode, in the order of making, and a combination of modes has one set object. Modes and sets stay
/// until the loop ends. Guarded by the loop's lock; `defaultMode` never changes.
struct ModeTable: ~Copyable {
  private(set) var modes: [ModeState] = []
  /// The modes after the first few, by name.
  private var laterModes: [RunLoop.Mode: ModeState] = [:]
  /// The first of the modes.
  let defaultMode = ModeState(.default, index: 0)
  /// Names of common modes other than `default`; they may not exist yet.
  private(set) var otherCommonNames: [RunLoop.Mode] = []
  let emptySet = ModeSet([])
  private(set) var sets: [ModeSet] = []
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
    // An array literal would need a type that the runtime instantiates first.
    var itself: [ModeState] = []
    itself.append(mode)
    mode.onlySet = .passUnretained(set(of: itself))
    commonSet = nil
  }

  // MARK: Common modes

  func isCommon(_ name: RunLoop.Mode) -> Bool { name == .default || otherCommonNames.contains(name) }

  /// Makes a name common; false when it was already.
  mutating func makeCommon(_ name: RunLoop.Mode) -> Bool {
    if isCommon(name) { return false }
    otherCommonNames.append(name)
    mode(named: name)?.isCommon.store(true, ordering: .relaxed)
    commonSet = nil
    return true
  }

  /// The common modes that exist, in the order of making.
  var commonModes: [ModeState] { modes.filter { $0.isCommon.load(ordering: .relaxed) } }

  /// The common names that have no mode yet, in a fixed order.
  var commonNamesWithoutMode: [RunLoop.Mode] {
    otherCommonNames.filter { mode(named: $0) == nil }.sorted { $0.rawValue < $1.rawValue }
  }

  // MARK: Sets

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
    commonSet = .passUnretained(set(of: common))
    return commonSet
  }

  /// The set of exactly these modes, which are in the order of making.
  private mutating func set(of modes: [ModeState]) -> ModeSet {
    if modes.isEmpty { return emptySet }
    if let known = sets.first(where: { $0.modes.elementsEqual(modes, by: ===) }) { return known }
    let set = ModeSet(modes)
    sets.append(set)
    for mode in modes { mode.timerSets.append(set) }
    return set
  }

  /// The set with the mode added or, when it was in the set, removed.
  mutating func set(_ set: ModeSet, toggling mode: ModeState) -> ModeSet {
    if let known = set.neighbours.first(where: { $0.mode === mode }) { return known.set }
    var modes = set.modes.filter { $0 !== mode }
    if modes.count == set.modes.count {
      modes.append(mode)
      modes.sort { $0.index < $1.index }
    }
    let other = self.set(of: modes)
    set.neighbours.append((mode, other))
    if !other.neighbours.contains(where: { $0.mode === mode }) { other.neighbours.append((mode, set)) }
    return other
  }

  /// Breaks the reference cycles between modes and sets when the loop ends.
  mutating func dissolve() {
    for mode in modes { mode.dissolve() }
    for set in sets { set.dissolve() }
    emptySet.dissolve()
    sets = []
    commonSet = nil
  }
}
