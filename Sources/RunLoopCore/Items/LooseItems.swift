/// The common items of a loop that are in no mode, in the order in which they left their last one. Guarded by the loop's lock.
///
/// Invariant: an item's `looseIndex` is its place. Empty places are removed when they outnumber the items by eight, so that leaving costs no
/// search and keeps the order.
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
    guard let index = item.looseIndex else { return assertionFailure("the item is in a mode") }
    places[index] = nil
    item.looseIndex = nil
    count -= 1
    if places.count > 2 * count + 8 { compact() }
  }

  /// Removes the empty places.
  private mutating func compact() {
    places.removeAll { $0 == nil }
    for (index, item) in places.enumerated() { item?._withUnsafeGuaranteedRef { $0.looseIndex = index } }
  }
}
