/// The common items of a loop that are in no mode, in the order in which they left their last one. Guarded by the loop's lock.
///
/// Invariant: an item's `looseIndex` is its place. A place that an item has left stays empty until half of them are, so that
/// leaving costs no search and keeps the order.
struct LooseItems: ~Copyable {
  private var places: [Unmanaged<RunLoop.BoundItem>?] = []
  private(set) var count = 0

  var all: [Unmanaged<RunLoop.BoundItem>] { places.compactMap(\.self) }

  mutating func append(_ item: RunLoop.BoundItem) {
    item.looseIndex = places.count
    places.append(.passUnretained(item))
    count += 1
  }

  /// Removes an item that is among them.
  mutating func remove(_ item: RunLoop.BoundItem) {
    guard let index = item.looseIndex else { return }
    places[index] = nil
    item.looseIndex = nil
    count -= 1
    if places.count > 2 * count + 8 { close() }
  }

  /// Gives up the empty places.
  private mutating func close() {
    places.removeAll { $0 == nil }
    for (index, item) in places.enumerated() { item?._withUnsafeGuaranteedRef { $0.looseIndex = index } }
  }
}
