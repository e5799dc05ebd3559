/// Parts of a tree that are solved apart from each other. An island is a view whose frame is its own, and what is in it as far as the next islands; no
/// constraint leads out of it. So a change in one cell of a long list costs as much as in a short one.
extension UIView {
  /// Whether what is in the view is solved apart from what is around it. Of the topmost view always.
  final var isIsland: Bool {
    guard parent != nil else { return true }
    if let item = layoutItemStorage, item.crossings > 0 { return false }
    return hasOwnFrame
  }

  /// The innermost island that it is in; it itself, if it is one.
  private var island: UIView {
    var view = self
    while !view.isIsland, let parent = view.parent { view = parent }
    return view
  }

  /// Of the topmost view: the islands of which something has changed since this was last called. They are to be solved.
  private func takeUnsolved() -> [UIView] {
    guard let tree = layoutItemStorage?.unsolvedTree, !tree.items.isEmpty else { return [] }
    var islands = ObjectList<UIView>()
    for item in tree.takeItems() {
      // One that has left the tree is unsolved in another one.
      guard let view = item.subject as? UIView, view.root === self else { continue }
      let parts = item.unsolved
      item.unsolved = []
      if parts.contains(.inside) { islands.add(view.island) }
      if parts.contains(.outside), let parent = view.parent { islands.add(parent.island) }
      if parts.contains(.deep) { view.addIslands(to: &islands) }
    }
    for island in islands { tree.islands.add(island.layoutItem) }
    return Array(islands)
  }

  private func addIslands(to islands: inout ObjectList<UIView>) {
    var open: [UIView] = [self]
    while let view = open.popLast() {
      if view.isIsland { islands.add(view) }
      open += view.children.filter { $0.layoutFlags.contains(.constrained) }
    }
  }

  /// Of the topmost view: calls `updateConstraints` where it is wanted, again where that changes an island.
  ///
  /// - Parameter rounds: remaining rounds.
  private func updateUnsolved(_ rounds: inout Int) {
    var islands = takeUnsolved()
    while !islands.isEmpty, rounds > 0 {
      rounds -= 1
      for island in islands.outsideFirst().reversed() {
        Self.updateConstraints(of: island.constrainedTree(upToIslands: true))
      }
      islands = takeUnsolved()
    }
  }

  /// Of the topmost view: whether something is to be solved, or views have other insets, which constraints may depend on.
  final var needsSolving: Bool {
    if layoutFlags.contains(.needsSolve) { return true }
    if let home, home === self, home.safeArea.isStale { return true }
    return layoutItemStorage?.unsolvedTree?.islands.isEmpty == false
  }

  /// Of the topmost view: solves the islands of which something has changed, and sets frames.
  final func solveConstraintsIfNeeded() {
    var rounds = 2 * LayoutFlags.mostPasses
    for _ in 0..<LayoutFlags.mostPasses where needsSolving {
      if let home, home === self {
        // Views that are notified may want `updateConstraints`.
        home.updateTraits()
        home.updateSafeArea()
      }
      updateUnsolved(&rounds)
      layoutFlags.remove(.needsSolve)
      solveIslands()
      if let home, home === self { home.updateSafeArea() }
    }
  }

  private func solveIslands() {
    guard let tree = layoutItemStorage?.unsolvedTree else { return }
    tree.islands.removeAll { $0.subject == nil }
    for island in tree.islands.compactMap({ $0.subject as? UIView }).outsideFirst() {
      // A program's method that is called for a new frame may have laid it out.
      guard tree.islands.contains(island.layoutItem) else { continue }
      tree.islands.remove(island.layoutItem)
      if island.root === self, island.isIsland { island.solveIsland(in: tree) }
    }
  }

  private func solveIsland(in tree: UnsolvedTree) {
    let views = constrainedTree(upToIslands: true)
    if views.isEmpty { return }
    // What asked for it meanwhile is in it.
    for view in views { view.layoutItemStorage?.unsolved.remove(.inside) }
    tree.solvedViews += views.count
    let conflicts = solve(views, fitting: nil)
    report(conflicts, views)
    for view in views where view.parent != nil { view.takeSolvedFrame() }
  }
}
