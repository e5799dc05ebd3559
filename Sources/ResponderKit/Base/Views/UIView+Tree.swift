/// Superviews, subviews and windows.
extension UIView {
  /// Puts a view in front of the other subviews; it leaves its former superview. A view that is this one, or contains it, stays where it
  /// is, and a line on the standard error stream says so.
  public final func addSubview(_ view: UIView) { insert(view, at: children.count) }

  /// Inserts a view among the subviews at an index, counted from the back. An index out of range is clamped.
  public final func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

  /// Right in front of one of the subviews.
  public final func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
    insert(view, beside: sibling, offset: 1)
  }

  /// Right behind one of the subviews.
  public final func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
    insert(view, beside: sibling, offset: 0)
  }

  /// Moves a subview in front of the others. Without effect for other views.
  public final func bringSubviewToFront(_ view: UIView) {
    guard view.parent === self else { return }
    insert(view, at: children.count)
  }

  /// Moves a subview behind the others. Without effect for other views.
  public final func sendSubviewToBack(_ view: UIView) {
    guard view.parent === self else { return }
    insert(view, at: 0)
  }

  /// Exchanges two subviews, by their indices from the back. Without effect when an index is out of range.
  public final func exchangeSubview(at first: Int, withSubviewAt second: Int) {
    guard children.indices.contains(first), children.indices.contains(second) else { return }
    let backmost = children.first
    children.swapAt(first, second)
    childrenChanged(since: backmost)
  }

  /// Takes the view out of its superview. Touches that began in it or in what it holds are cancelled first.
  public final func removeFromSuperview() { move(to: nil, at: 0) }

  /// Whether this view is the other one or holds it.
  public final func isAncestor(of view: UIView) -> Bool {
    // Quick for the many views that hold nothing.
    if children.isEmpty { return view === self }
    var next: UIView? = view
    while let current = next {
      if current === self { return true }
      next = current.parent
    }
    return false
  }

  /// Whether this view is the other one or in it.
  public final func isDescendant(of view: UIView) -> Bool { view.isAncestor(of: self) }

  /// Called after subviews were added, removed or reordered.
  ///
  /// - Parameter backmost: the view that was the backmost one.
  private func childrenChanged(since backmost: UIView?) {
    placesOfChildrenChanged()
    layerStorage?.arrangeSubviews()
    // The backmost view of a page may have another room.
    if controller != nil && children.first !== backmost { safeAreaMayChange() }
  }

  private func insert(_ view: UIView, beside sibling: UIView, offset: Int) {
    if view === sibling { return }
    let others = children.filter { $0 !== view }
    guard let index = others.firstIndex(where: { $0 === sibling }) else { return addSubview(view) }
    insert(view, at: index + offset)
  }

  /// Whether nothing in it lies over a subview.
  private func isInFront(_ view: UIView) -> Bool {
    children.last === view && layerStorage?.ownCount ?? 0 == 0
  }

  private func insert(_ view: UIView, at index: Int) {
    guard !view.isAround(self) else {
      return ProgramWarning.print(
        "view '\(view)' can not be put into itself or into what it holds, '\(self)': it stays where it is")
    }
    if view.parent === self {
      // Only the order changes, if it does.
      if isInFront(view), index >= children.count - 1 { return }
      let backmost = children.first
      if let place = children.firstIndex(where: { $0 === view }) { children.remove(at: place) }
      children.insert(view, at: min(max(index, 0), children.count))
      childrenChanged(since: backmost)
      return
    }
    view.move(to: self, at: index)
  }

  /// Moves from the superview into another one. Callees may change the tree in any way: each call is followed by a
  /// check whether to continue.
  ///
  /// - Parameter isSecond: the first attempt ended when the new superview had come into another window.
  private func move(to new: UIView?, at index: Int, isSecond: Bool = false) {
    if new != nil, let masked = layerStorage?.holder { masked.mask = nil }
    let old = parent
    guard old != nil || new != nil else { return }
    let oldWindow = home
    let newWindow = new?.windowForChildren
    let direction = directionOfPlace
    /// Whether the calls have left both where they were.
    func areInPlace() -> Bool { parent === old && home === oldWindow && new.map(isAround) != true }
    willMove(toSuperview: new)
    if oldWindow !== newWindow { announce(newWindow) }
    guard areInPlace() else { return stays(outOf: new) }
    if new?.windowForChildren !== newWindow {
      if !isSecond { return move(to: new, at: index, isSecond: true) }
      return stays(outOf: new)
    }
    // The touches' views are still in place, and are notified through their chain.
    if let oldWindow, oldWindow !== newWindow {
      willLeave(oldWindow)
      guard areInPlace(), new?.windowForChildren === newWindow else { return stays(outOf: new) }
    }
    withExtendedLifetime(self) {
      if let old {
        old.willRemoveSubview(self)
        guard areInPlace(), new?.windowForChildren === newWindow else { return stays(outOf: new) }
        if layoutFlags.contains(.constrained) { leaveConstraints() }
        let backmost = old.children.first
        if let place = old.children.firstIndex(where: { $0 === self }) { old.children.remove(at: place) }
        old.childrenChanged(since: backmost)
        old.setNeedsLayout()
        parent = nil
        old.childLeft(self)
        if new == nil { placeInSpace() }
        oldWindow?.traitSources.forget()
      }
      if let new {
        parent = new
        let backmost = new.children.first
        new.children.insert(self, at: min(max(index, 0), new.children.count))
        placeInSpace()
        new.childrenChanged(since: backmost)
        new.setNeedsLayout()
        if type(of: self).requiresConstraintBasedLayout { updatesFirst() }
        if layoutFlags.contains(.constrained) { joinConstraints() }
      }
      if oldWindow !== newWindow {
        enter(newWindow)
        oldWindow?.traitSources.forget()
      } else {
        newWindow?.safeAreaEntered(self)
        newWindow?.safeAreaMoved(self)
      }
      if UISemanticContentAttribute.isUsed { directionMayHaveChanged(since: direction) }
      didMoveToSuperview()
      if let new, parent === new { new.didAddSubview(self) }
    }
  }

  /// Says that the view is not put into another one, unless it is there: a call about that has moved one of them.
  private func stays(outOf new: UIView?) {
    guard let new, parent !== new else { return }
    ProgramWarning.print(
      "view '\(self)' is not put into '\(new)': one of them was moved by a call about that")
  }

  /// Notifies the tree, with its masks, that it is about to move to another window.
  final func announce(_ window: UIWindow?) {
    for view in tree(withMasks: true) { view.willMove(toWindow: window) }
  }

  /// Ends what the tree, with its masks, does in the window: animations, touches, and being its first responder.
  final func willLeave(_ window: UIWindow) {
    let views = tree(withMasks: true)
    for view in views where view.presentationStorage != nil { view.removeAllAnimations() }
    for view in views where view === self || view.parent == nil { window.host?.treeWillLeave(view, window) }
  }

  /// The tree is in another window now, with its masks.
  final func enter(_ window: UIWindow?) {
    let views = tree(withMasks: true)
    var ended: [RunningLayerAnimation] = []
    for view in views {
      view.home = window
      view.layerStorage?.windowChanged(&ended)
      if let window {
        if UIUserInterfaceStyle.isUsed, view.ownStyle != .unspecified { window.hasStyles = true }
        if UITraitOverrides.isUsed, view.overridesTraits { window.hasOverrides = true }
        if view.layerStorage?.tintColor != nil || view.hasOwnTintMode { window.hasTint = true }
        view.listAgain()
        // A mask has none, whatever it had as a subview.
        if view.isMask { view.notifiedInsets = .zero }
        window.safeAreaEntered(view)
        if let item = view.layoutItemStorage, !item.ownGuides.isEmpty { window.keyboardGuides.add(item) }
      }
    }
    if let window {
      if parent != nil { window.safeAreaMoved(self) }
      for view in views where view.isMask { for child in view.children { window.safeAreaMoved(child) } }
    }
    if window != nil, UIContentSizeCategory.isUsed { for view in views { view.contentSizeMayHaveChanged() } }
    window?.host?.viewsCame(views)
    // The program is called from here on, and may move any of the views.
    for animation in ended { animation.end(false) }
    if window != nil {
      for view in views where view.home === window && view.isMask { view.roomChanged() }
    }
    for view in views where view.home === window {
      if let menu = view.rareStorage?.editMenu {
        menu.close()
        // What is called then may have moved the view.
        guard view.home === window else { continue }
      }
      view.didMoveToWindow()
      view.controller?.viewMoved(to: window)
    }
  }

  /// Whether another view is seen through it, if it is in a window.
  private var isMask: Bool { parent == nil && !(self is UIWindow) }

  /// This view and all in it, each before what it holds. Not recursive, as a tree may be deep.
  ///
  /// - Parameter withMasks: also the views through which they are seen, and all in those.
  final func tree(withMasks: Bool = false) -> [UIView] {
    var views: [UIView] = [self]
    var index = 0
    while index < views.count {
      views.append(contentsOf: views[index].children)
      if withMasks, let layer = views[index].layerStorage { views += layer.viewsOfMasks }
      index += 1
    }
    return views
  }

  /// The window of views that are added to this one.
  private var windowForChildren: UIWindow? { self as? UIWindow ?? home }

  /// Takes the subviews out of a view that is deallocated. A tree is taken apart without recursion.
  final func dismantle() {
    var rest = children
    children = []
    for child in rest { child.parent = nil }
    giveUpMask(to: &rest)
    while var child = rest.popLast() {
      if child.home != nil { child.forgetWindow() }
      if isKnownUniquelyReferenced(&child) {
        for grandchild in child.children { grandchild.parent = nil }
        rest += child.children
        child.children = []
        child.giveUpMask(to: &rest)
      } else if child.children.contains(where: { $0.home != nil }) {
        for view in child.tree(withMasks: true) { view.home = nil }
      }
    }
  }
}
