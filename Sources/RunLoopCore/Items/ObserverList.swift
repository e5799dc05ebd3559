/// The observers of a mode, by order, and in the order of adding among equals.
///
/// Invariant: its observers never change. A phase works on the list that was the mode's when it began.
final class ObserverList {
  let all: [RunLoop.Observer]
  /// The activities that any of them wants.
  let activities: RunLoop.Activity.RawValue
  let count: Int
  /// The same as `all`, which retains them: a phase counts no references.
  private let places: UnsafeMutablePointer<Unmanaged<RunLoop.Observer>>?
  /// How many phases work on it. Guarded by the loop's lock.
  @exclusivity(unchecked) var phases = 0

  init(_ all: [RunLoop.Observer] = []) {
    self.all = all
    activities = all.reduce(0) { $0 | $1.activities.rawValue }
    count = all.count
    guard count > 0 else {
      places = nil
      return
    }
    let places = UnsafeMutablePointer<Unmanaged<RunLoop.Observer>>.allocate(capacity: count)
    for (index, observer) in all.enumerated() { (places + index).initialize(to: .passUnretained(observer)) }
    self.places = places
  }

  deinit { places?.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Unmanaged<RunLoop.Observer> { places.unsafelyUnwrapped[index] }

  func adding(_ observer: RunLoop.Observer) -> ObserverList {
    var all = all
    all.insert(observer, at: all.firstIndex { $0.order > observer.order } ?? all.count)
    return ObserverList(all)
  }

  func removing(_ observer: RunLoop.Observer) -> ObserverList { ObserverList(all.filter { $0 !== observer }) }
}
