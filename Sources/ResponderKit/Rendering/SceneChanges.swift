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

  /// A view whose number is that of a released one is not listed again: it came after that had left, so a view around it is listed.
  mutating func add(_ view: UIView) {
    guard !isAll else { return }
    let number = ObjectIdentifier(view)
    if known.last == number || known.contains(number) { return }
    guard known.count < Self.most else { return addAll() }
    known.append(number)
    entries.append(Entry(view: view))
  }

  /// The views that still exist, which are forgotten; nil for the whole window.
  mutating func take() -> [UIView]? {
    let views = isAll ? nil : entries.compactMap(\.view)
    addAll()
    isAll = false
    return views
  }
}
