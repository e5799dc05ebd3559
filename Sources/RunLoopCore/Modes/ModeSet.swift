/// The modes that an item is in, as one shared object: all items with the same modes have the same one.
///
/// So an item needs one pointer for its membership, and a timer in many modes stands in one heap, not in one per
/// mode. Guarded by the loop's lock, but for `modes` and `mask`, which never change.
final class ModeSet {
  let modes: [ModeState]
  /// Bit i for the mode of index i, as far as they fit.
  private let mask: UInt64
  /// The timers with exactly these modes, but for those whose callout runs.
  @exclusivity(unchecked) var heap = TimerHeap()
  /// The sets that differ from this one by one mode, as far as they were needed.
  @exclusivity(unchecked) private var neighbours: [(mode: ModeState, set: ModeSet)] = []

  init(_ modes: [ModeState]) {
    self.modes = modes
    mask = modes.reduce(0) { $0 | $1.bit }
  }

  @inline(__always)
  func contains(_ mode: ModeState) -> Bool {
    mode.bit != 0 ? mask & mode.bit != 0 : modes.contains { $0 === mode }
  }

  var isEmpty: Bool { modes.isEmpty }

  /// The set of the same loop with the mode added or, when it was in, taken out.
  func toggling(_ mode: ModeState, in loop: RunLoop) -> ModeSet {
    if let known = neighbours.first(where: { $0.mode === mode }) { return known.set }
    var other = modes.filter { $0 !== mode }
    if other.count == modes.count {
      other.append(mode)
      other.sort { $0.index < $1.index }
    }
    let set = loop.modeSet(of: other)
    neighbours.append((mode, set))
    if !set.neighbours.contains(where: { $0.mode === mode }) { set.neighbours.append((mode, self)) }
    return set
  }

  /// Lets go of the other sets when the loop ends, so that memory goes.
  func dissolve() {
    neighbours = []
  }
}
