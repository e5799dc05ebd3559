/// The guides of a window's views. How much of a view the keyboard covers depends on where the view is in the window.
struct KeyboardGuides {
  /// Of the views that have one; may contain stale entries.
  private var items: [Entry] = []
  private struct Entry { weak var item: LayoutItem? }

  /// Adds that of a view which has come into the window or has got one.
  mutating func add(_ item: LayoutItem) {
    guard item.ownGuides[.keyboard] != nil else { return }
    items.removeAll { $0.item == nil || $0.item === item }
    items.append(Entry(item: item))
  }

  /// A view was moved, and with it what is in it.
  func moved(with view: UIView) {
    for entry in items {
      if let owner = entry.item?.subject as? UIView, owner.isDescendant(of: view) {
        owner.constraintsChanged(.inside)
      }
    }
  }
}
