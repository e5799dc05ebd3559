/// The pass of layout in which constraints are solved and views get their frames.
extension UIView: LayoutSubject {
  final var layoutItem: LayoutItem {
    if let item = layoutItemStorage { return item }
    let item = LayoutItem(self)
    layoutItemStorage = item
    return item
  }

  final var marginsItem: LayoutItem { layoutMarginsGuide.layoutItem }
  final var layoutParent: (any LayoutSubject)? { parent }
  final var layoutBounds: Rect { geometry.bounds }
  final var layoutContentSize: Size { intrinsicContentSize }
  final var layoutName: String { description }

  final var layoutSource: LayoutSource {
    if isPlacedByConstraints { return .constraints }
    guard keepsDistances, let parent else { return .frame(plainFrame) }
    return .insets(distances(plainFrame, in: parent.geometry.bounds))
  }

  /// Whether constraints, or a stack, give it its frame.
  final var isPlacedByConstraints: Bool {
    layoutItemStorage.map { !$0.translatesMask || $0.isArranged } ?? false
  }

  /// Whether its frame depends on no constraint.
  final var hasOwnFrame: Bool { !isPlacedByConstraints && !keepsDistances }

  /// Whether autoresizing keeps the distances from all four edges of a superview whose size constraints find. Constraints in the view then size the
  /// superview.
  private final var keepsDistances: Bool {
    var view = self
    while view.autoresizingMask == [.flexibleWidth, .flexibleHeight], let parent = view.parent,
      parent.autoresizesSubviews, parent.scrolledGuide == nil
    {
      if parent.isPlacedByConstraints || parent.layoutItemStorage?.isFitted == true { return true }
      view = parent
    }
    return false
  }

  /// Autoresizing keeps other distances, of the view or of its subviews.
  final func keptDistancesChanged() {
    if layoutFlags.contains(.constrained) { constraintsChanged([.inside, .outside, .deep]) }
  }

  /// How far a frame of its own is from the edges of bounds: what autoresizing has kept, while it had no room for it.
  final func distances(_ frame: Rect, in outer: Rect) -> EdgeInsets {
    if let kept = layoutItemStorage?.crowded, kept.frame == frame, kept.outer == outer.size {
      return kept.distances
    }
    return EdgeInsets(
      top: frame.minY - outer.minY, left: frame.minX - outer.minX, bottom: outer.maxY - frame.maxY,
      right: outer.maxX - frame.maxX)
  }

  /// The frame that it would have without its transform.
  final var plainFrame: Rect {
    if geometry.isPlain { return geometry.frame }
    return geometry.plainFrame
  }

  // MARK: Taking part

  final func takePart() {
    guard !layoutFlags.contains(.takesPart) else { return }
    layoutFlags.insert(.takesPart)
    markConstrained()
    // `updateConstraints` is to be called.
    constraintsChanged(.inside)
  }

  /// Notes in the view and all that it is in that there are constraints. Stacks arrange their views by constraints from then on.
  private func markConstrained() {
    var next: UIView? = self
    while let view = next, !view.layoutFlags.contains(.constrained) {
      view.layoutFlags.insert(.constrained)
      if view is UIStackView { view.constraintsChanged(.inside) }
      next = view.parent
    }
  }

  final func constraintsChanged(_ parts: UnsolvedParts) {
    let root = root
    layoutItem.unsolved.formUnion(parts)
    root.layoutItem.note(layoutItem)
    root.layoutFlags.insert(.needsSolve)
    // The accessory view may need another height.
    if let home, let accessory = home.shownAccessoryView, isDescendant(of: accessory) { home.markForLayout() }
    root.listAgain()
  }

  /// The bounds or the center have changed: this matters if they are given for others.
  final func placeChanged(from old: Rect, _ oldCenter: Point) {
    var parts: UnsolvedParts = []
    if geometry.bounds.size != old.size || geometry.center != oldCenter,
      parent == nil || !isPlacedByConstraints
    {
      // What is in an island does not depend on where that is, but for the keyboard's guides: see `UIWindow.keyboardGuides`.
      if geometry.bounds.size != old.size || !isIsland { parts.insert(.inside) }
      if let item = layoutItemStorage, item.references > 0 { parts.insert(.outside) }
    }
    if geometry.bounds.origin != old.origin, layoutItemStorage?.dependsOnOffset == true {
      parts.insert(.inside)
    }
    if !parts.isEmpty { constraintsChanged(parts) }
  }

  /// It is drawn anew: its content may have another size.
  final func contentMayHaveChanged() {
    guard let item = layoutItemStorage, isPlacedByConstraints else { return }
    if layoutHeightFollowsWidth || intrinsicContentSize != item.wantedSize { constraintsChanged(.inside) }
  }

  /// Removes constraints between the view's tree and others, before it leaves its superview.
  final func leaveConstraints() {
    guard let parent else { return }
    parent.constraintsChanged(.inside)
    if layoutFlags.contains(.takesPart) {
      var next: UIView? = parent
      while let view = next {
        for constraint in view.constraints where constraint.isAbout(self) { constraint.isActive = false }
        next = view.parent
      }
    }
    // It is unsolved in a tree of its own from now on.
    root.layoutItemStorage?.unsolvedTree?.remove(layoutItem)
    layoutFlags.insert(.needsSolve)
    layoutItem.unsolved = [.inside, .deep]
    layoutItem.note(layoutItem)
  }

  /// It has come into its superview.
  final func joinConstraints() {
    layoutFlags.remove(.needsSolve)
    layoutItemStorage?.forgetUnsolvedTree()
    parent?.markConstrained()
    constraintsChanged([.inside, .outside, .deep])
  }

  /// Its constraints are made by `updateConstraints`, which is called although nothing is constrained yet.
  final func updatesFirst() {
    _ = layoutItem
    takePart()
  }

  // MARK: Solving

  /// Views that take part, superviews first; of an island, if wanted, only those of its system. Stacks are asked first to let their views take part.
  final func constrainedTree(upToIslands: Bool = false) -> [UIView] {
    guard layoutFlags.contains(.constrained) else { return [] }
    var views: [UIView] = [self]
    var index = 0
    while index < views.count {
      let view = views[index]
      let arranged = view.children.filter { $0.layoutItemStorage?.isArranged == true }
      for child in arranged { child.layoutItem.isArranged = false }
      view.arrangeByConstraints()
      // One that a stack no longer arranges may be solved apart from now on.
      for child in arranged where !child.layoutItem.isArranged { child.constraintsChanged(.inside) }
      for child in view.children where child.layoutFlags.contains(.constrained) {
        if !upToIslands || !child.isIsland { views.append(child) }
      }
      index += 1
    }
    return views.filter { $0.layoutFlags.contains(.takesPart) }
  }

  /// Solves again when a content's height is another one in the width that was found.
  final func solve(_ views: [UIView], fitting: LayoutEngine.Fitting?) -> [LayoutRule] {
    let items = (views.first === self ? views : [self] + views).map(\.layoutItem)
    let wasFitted = layoutItem.isFitted
    layoutItem.isFitted = fitting != nil
    for item in items { item.measure() }
    var conflicts: [LayoutRule] = []
    for attempt in 1...4 {
      var engine = LayoutEngine(layoutItem, items, fitting: fitting)
      engine.solve()
      // All are measured, whether or not another one has changed.
      let changed = items.filter { $0.measureInWidth(isFitted: fitting != nil && $0 === layoutItem) }
      if changed.isEmpty || attempt == 4 {
        conflicts = engine.conflicts
        break
      }
    }
    layoutItem.isFitted = wasFitted
    return conflicts
  }

  /// The items in its tree that could be at more places than one. Nothing is moved.
  final func undecidedItems() -> [LayoutItem] {
    let views = constrainedTree()
    let items = (views.first === self ? views : [self] + views).map(\.layoutItem)
    var engine = LayoutEngine(layoutItem, items)
    engine.looksForUndecided = true
    engine.solve()
    return engine.undecided
  }

  final func report(_ conflicts: [LayoutRule], _ views: [UIView]) {
    let broken = conflicts.compactMap(\.source)
    for view in views {
      for constraint in view.constraints where constraint.isBroken {
        if !broken.contains(where: { $0 === constraint }) { constraint.isBroken = false }
      }
    }
    for constraint in broken where !constraint.isBroken {
      constraint.isBroken = true
      ProgramWarning.print(
        "constraint \(constraint) contradicts others that are required, and has no effect until they change")
    }
  }

  final func takeSolvedFrame() {
    guard let item = layoutItemStorage else { return }
    if let content = item.ownGuides[.content]?.layoutItem, content.system == item.system {
      contentGuideSolved(content.solvedFrame.size)
    }
    guard isPlacedByConstraints, !(item.isArranged && isHidden) else { return }
    let solved = item.solvedFrame
    if solved.isFinite, solved != plainFrame { takeLaidOutFrame(solved) }
  }
}

extension LayoutItem {
  /// Asks for the size of the content, in the width of last time.
  fileprivate func measure() {
    guard let subject else { return }
    wantedSize = subject.layoutContentSize
    contentSize = wantedSize
    if subject.layoutHeightFollowsWidth, let lastWidth, lastWidth < wantedSize.width {
      contentSize.height = subject.layoutHeight(forWidth: lastWidth)
    }
  }

  /// Whether the content has another height in the width that was found.
  fileprivate func measureInWidth(isFitted: Bool) -> Bool {
    guard let subject, subject.layoutHeightFollowsWidth else { return false }
    if case .constraints = subject.layoutSource {} else if !isFitted { return false }
    let width = solvedFrame.width
    lastWidth = width
    let height = width < wantedSize.width ? subject.layoutHeight(forWidth: width) : wantedSize.height
    guard height != contentSize.height else { return false }
    contentSize.height = height
    return true
  }
}

extension NSLayoutConstraint {
  /// Whether one of its items is a view or in it.
  fileprivate final func isAbout(_ view: any LayoutSubject) -> Bool {
    for item in [first, second] {
      var next = item?.subject
      while let current = next {
        if current === view { return true }
        next = current.layoutParent
      }
    }
    return false
  }
}
