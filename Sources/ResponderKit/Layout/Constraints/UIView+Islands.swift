/// Parts of a tree that are solved apart from each other. An island is a view whose frame is its own, and what is in it as far as the next islands; no
/// constraint leads out of it. So a change in one cell of a long list costs as much as in a short one.
extension UIView {
  /// Whether what is in the view is solved apart from what is around it. Of the topmost view always.
  final var isIsland: Bool {
    guard parent != nil else { return true }
    guard let item = layoutItemStorage else {
      if case .frame = layoutSource { return true }
      return false
    }
    guard item.crossings == 0, case .frame = layoutSource else { return false }
    return true
  }

  /// The innermost island that it is in; it itself, if it is one.
  private var island: UIView {
    var view = self
    while !view.isIsland, let parent = view.parent { view = parent }
    return view
  }

  /// Of an island: the views of its system, superviews first. Stacks are asked first to let their views take part.
  private func islandViews() -> [UIView] {
    guard layoutFlags.contains(.constrained) else { return [] }
    var views: [UIView] = [self]
    var index = 0
    while index < views.count {
      let view = views[index]
      var left: [UIView] = []
      for child in view.children where child.layoutItemStorage?.isArranged == true {
        child.layoutItem.isArranged = false
        left.append(child)
      }
      view.arrangeByConstraints()
      // One that a stack no longer arranges is solved apart from now on.
      for child in left where child.isIsland { child.constraintsChanged(.inside) }
      for child in view.children where child.layoutFlags.contains(.constrained) && !child.isIsland {
        views.append(child)
      }
      index += 1
    }
    return views.filter { $0.layoutFlags.contains(.takesPart) }
  }

  /// Of the topmost view: adds the islands of which something has changed since they were last solved.
  private func takeUnsolved(_ islands: inout ObjectList<UIView>) {
    guard let root = layoutItemStorage, !root.unsolvedItems.isEmpty else { return }
    for item in root.unsolvedItems.take() {
      let parts = item.unsolved
      item.unsolved = []
      guard !parts.isEmpty, let view = item.subject as? UIView, view.root === self else { continue }
      if parts.contains(.inside) { islands.add(view.island) }
      if parts.contains(.outside), let parent = view.parent { islands.add(parent.island) }
      if parts.contains(.deep) { view.addIslands(to: &islands) }
    }
  }

  private func addIslands(to islands: inout ObjectList<UIView>) {
    var open: [UIView] = [self]
    while let view = open.popLast() {
      if view.isIsland { islands.add(view) }
      open += view.children.filter { $0.layoutFlags.contains(.constrained) }
    }
  }

  /// Of the topmost view: calls `updateConstraints` where it is wanted. The islands that have to be solved.
  private func updateUnsolved() -> ObjectList<UIView> {
    var islands = ObjectList<UIView>()
    takeUnsolved(&islands)
    var updated = ObjectList<UIView>()
    for _ in 0..<LayoutFlags.mostPasses {
      let new = islands.filter { !updated.contains($0) }
      if new.isEmpty { break }
      for island in Self.outsideFirst(new).reversed() {
        updated.add(island)
        Self.updateConstraints(of: island.islandViews())
      }
      takeUnsolved(&islands)
    }
    return islands
  }

  private static func outsideFirst(_ views: [UIView]) -> [UIView] {
    guard views.count > 1 else { return views }
    let depths = views.map { view in
      var (depth, next) = (0, view.parent)
      while let parent = next { (depth, next) = (depth + 1, parent.parent) }
      return depth
    }
    return zip(views, depths).sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Of the topmost view: solves the islands of which something has changed, and sets frames.
  final func solveConstraintsIfNeeded() {
    for _ in 0..<LayoutFlags.mostPasses where layoutFlags.contains(.needsSolve) {
      var islands = updateUnsolved()
      if let home, home === self {
        home.updateTraits()
        home.updateSafeArea()
      }
      layoutFlags.remove(.needsSolve)
      takeUnsolved(&islands)
      for island in Self.outsideFirst(Array(islands)) where island.root === self && island.isIsland {
        island.solveIsland(of: self)
      }
      if let home, home === self { home.updateSafeArea() }
    }
  }

  private func solveIsland(of root: UIView) {
    let views = islandViews()
    if views.isEmpty { return }
    // What asked for it meanwhile is in it.
    for view in views { view.layoutItemStorage?.unsolved.remove(.inside) }
    root.layoutItem.solvedViews += views.count
    let conflicts = solve(views, fitting: nil)
    report(conflicts, views)
    for view in views where view !== root { view.takeSolvedFrame() }
  }
}
