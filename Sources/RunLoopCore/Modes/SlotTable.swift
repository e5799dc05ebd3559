/// The slots of a port set by the numbers of their descriptors: a hash table with open addressing (linear probing).
///
/// A dictionary would do, at five times the instructions of a look-up; and the first one of a process costs more than making the loop,
/// since the runtime instantiates its type then.
///
/// Invariant: at most half of the places are used, and between a number's first place and its entry none is empty.
struct SlotTable: ~Copyable {
  private struct Place {
    var descriptor: Int32
    /// Negative: the place is empty.
    var slot: Int32

    static let empty = Place(descriptor: 0, slot: -1)
  }

  private var places = UnsafeMutableBufferPointer<Place>(start: nil, count: 0)
  /// How many bits of a hash select a place.
  private var bits: UInt32 = 0
  private(set) var count = 0

  deinit { places.deallocate() }

  /// The slot of a descriptor, or nil.
  subscript(descriptor: Int32) -> Int? {
    if count == 0 { return nil }
    let slot = places[place(of: descriptor)].slot
    return slot < 0 ? nil : Int(slot)
  }

  /// Sets the slot of a descriptor, which may have one.
  mutating func set(_ slot: Int, of descriptor: Int32) {
    if 2 * (count + 1) > places.count { grow() }
    let place = place(of: descriptor)
    if places[place].slot < 0 { count += 1 }
    places[place] = Place(descriptor: descriptor, slot: Int32(truncatingIfNeeded: slot))
  }

  /// Removes a descriptor. Entries that were put behind it move up, so that the search for one never meets a gap.
  mutating func remove(_ descriptor: Int32) {
    if count == 0 { return }
    var gap = place(of: descriptor)
    if places[gap].slot < 0 { return }
    count -= 1
    var next = gap
    while true {
      next = self.next(next)
      if places[next].slot < 0 { break }
      // An entry may not move before its first place.
      let first = firstPlace(of: places[next].descriptor)
      if (next - first) & (places.count - 1) < (next - gap) & (places.count - 1) { continue }
      places[gap] = places[next]
      gap = next
    }
    places[gap] = .empty
  }

  /// The place of the descriptor's entry, or the empty one where it belongs.
  @inline(__always)
  private func place(of descriptor: Int32) -> Int {
    var place = firstPlace(of: descriptor)
    while places[place].slot >= 0, places[place].descriptor != descriptor { place = next(place) }
    return place
  }

  /// Numbers of descriptors are dense: multiplicative hashing spreads them evenly.
  @inline(__always)
  private func firstPlace(of descriptor: Int32) -> Int {
    Int((UInt32(bitPattern: descriptor) &* 0x9E37_79B9) &>> (32 - bits))
  }

  @inline(__always)
  private func next(_ place: Int) -> Int { (place + 1) & (places.count - 1) }

  @inline(never)
  private mutating func grow() {
    let old = places
    bits = max(3, bits + 1)
    places = .allocate(capacity: 1 << Int(bits))
    places.initialize(repeating: .empty)
    for entry in old where entry.slot >= 0 { places[place(of: entry.descriptor)] = entry }
    old.deallocate()
  }
}
