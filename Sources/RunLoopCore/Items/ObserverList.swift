/// The observers of a mode, by order, and in the order of adding among equals. The list retains them.
///
/// Invariant: the observers of a list never change while a phase works on it: see `ModeState`. Guarded by the loop's lock.
final class ObserverList {
  /// How many phases work on it.
  @exclusivity(unchecked) var phases = 0
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var capacity = 0
  @exclusivity(unchecked) private var memory: UnsafeMutablePointer<Unmanaged<RunLoop.Observer>>?
  /// How many observers want each of the activities that a loop has.
  @exclusivity(unchecked) private var wanted = InlineArray<8, Int32>(repeating: 0)

  init() {}

  /// The same observers, for changes while a phase works on the other list.
  init(_ other: ObserverList) {
    reserve(other.count + 1)
    count = other.count
    places.initialize(from: other.places, count: count)
    for index in 0..<count { _ = places[index].retain() }
    wanted = other.wanted
  }

  deinit {
    for index in 0..<count { places[index].release() }
    memory?.deallocate()
  }

  var all: [RunLoop.Observer] { (0..<count).map { places[$0].takeUnretainedValue() } }

  /// Only of a list that has had an observer, or is a copy: memory is kept to the end.
  @inline(__always)
  var places: UnsafeMutablePointer<Unmanaged<RunLoop.Observer>> { memory.unsafelyUnwrapped }

  /// The activities that any of them wants.
  var activities: RunLoop.Activity.RawValue {
    var activities: RunLoop.Activity.RawValue = 0
    for bit in wanted.indices where wanted[bit] > 0 { activities |= 1 << RunLoop.Activity.RawValue(bit) }
    return activities
  }

  func insert(_ observer: RunLoop.Observer) {
    if count == capacity { reserve(max(4, 2 * capacity)) }
    let index = firstIndex { $0.order > observer.order }
    (places + index + 1).moveInitialize(from: places + index, count: count - index)
    (places + index).initialize(to: .passRetained(observer))
    count += 1
    count(observer, 1)
  }

  /// Removes an observer, which the caller keeps.
  func remove(_ observer: RunLoop.Observer) {
    let address = Unmanaged.passUnretained(observer).toOpaque()
    var index = firstIndex { $0.order >= observer.order }
    while index < count, places[index].toOpaque() != address { index += 1 }
    guard index < count else { return }
    places[index].release()
    count -= 1
    (places + index).moveInitialize(from: places + index + 1, count: count - index)
    count(observer, -1)
  }

  /// The place of the first observer that is behind; all that follow are.
  private func firstIndex(where isBehind: (RunLoop.Observer) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if places[middle]._withUnsafeGuaranteedRef({ isBehind($0) }) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func count(_ observer: RunLoop.Observer, _ change: Int32) {
    for bit in wanted.indices where observer.activities.rawValue >> RunLoop.Activity.RawValue(bit) & 1 != 0 {
      wanted[bit] += change
    }
  }

  private func reserve(_ room: Int) {
    let new = UnsafeMutablePointer<Unmanaged<RunLoop.Observer>>.allocate(capacity: room)
    if let memory {
      new.moveInitialize(from: memory, count: count)
      memory.deallocate()
    }
    memory = new
    capacity = room
  }
}
