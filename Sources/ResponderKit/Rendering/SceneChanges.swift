/// Which views of a window look different since the last picture, each with what is in it.
struct SceneChanges {
  /// More of them are not listed: then the whole window is compared with its picture.
  private static let most = 64

  private struct Entry {
    weak var view: UIView?
  }

  /// Whether the whole window may look different.
  private var isAll = true
  private var known: [ObjectIdentifier] = []
  private var entries: [Entry] = []

  mutating func addAll() {
    isAll = true
    known.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }

  /// A new view may reuse a released one's address: it is not listed, but the superview that it was added to is.
  mutating func add(_ view: UIView) {
    guard !isAll else { return }
    let number = ObjectIdentifier(view)
    if known.last == number || isInLast(view) || known.contains(number) { return }
    guard known.count < Self.most else { return addAll() }
    known.append(number)
    entries.append(Entry(view: view))
  }

  /// Whether a view is in the last listed one, not deep: a cell is listed, and then what its layout places. If it leaves that one, the view that it comes into is
  /// listed.
  private func isInLast(_ view: UIView) -> Bool {
    guard let last = known.last else { return false }
    var next = view.parent
    for _ in 0..<4 {
      guard let parent = next else { return false }
      if ObjectIdentifier(parent) == last { return true }
      next = parent.parent
    }
    return false
  }

  /// The views that still exist, which are forgotten; nil for the whole window.
  mutating func take() -> [UIView]? {
    let views = isAll ? nil : entries.compactMap(\.view)
    addAll()
    isAll = false
    return views
  }
}
