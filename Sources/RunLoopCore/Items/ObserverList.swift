/// The observers of a mode, by order, and in the order of adding among equals.
///
/// Invariant: a list never changes. A phase works on the list that was the mode's when it began.
final class ObserverList {
  let all: [RunLoop.Observer]
  /// The activities that any of them wants.
  let activities: RunLoop.Activity.RawValue

  init(_ all: [RunLoop.Observer] = []) {
    self.all = all
    activities = all.reduce(0) { $0 | $1.activities.rawValue }
  }

  @inline(__always)
  var count: Int { all.count }

  @inline(__always)
  subscript(index: Int) -> Unmanaged<RunLoop.Observer> { .passUnretained(all[index]) }

  func adding(_ observer: RunLoop.Observer) -> ObserverList {
    var all = all
    all.insert(observer, at: all.firstIndex { $0.order > observer.order } ?? all.count)
    return ObserverList(all)
  }

  func removing(_ observer: RunLoop.Observer) -> ObserverList { ObserverList(all.filter { $0 !== observer }) }
}
