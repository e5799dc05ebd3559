/// The safe areas of a window's views.
struct SafeAreaState {
  /// Whether a view may have, or have been notified of, insets although its superview has none: since a controller has some of
  /// its own, or a view has come from elsewhere.
  var looksEverywhere = false
  /// Whether any view may have other insets.
  private var isAll = false
  /// Whether those of the window itself, and of the views right in it, may be others. It does not list itself, which would keep it.
  private var isWindowMarked = false
  /// So many views are listed in a window that is not laid out soon; then all are looked at.
  static let most = 64

  /// Views whose places have changed since the views were notified, or what covers their edges.
  private var changed: [UIView] = []
  /// Identifiers of the listed views, and whether they have come from elsewhere, with all that is in them.
  private var marks: [ObjectIdentifier: Bool] = [:]

  /// How many views were looked at, for tests.
  var looks = 0

  /// Whether a view may have other insets than it was notified of.
  var isStale: Bool { isAll || isWindowMarked || !changed.isEmpty }

  /// The window itself is marked.
  mutating func addWindow() { isWindowMarked = true }

  /// Lists a view if no more than `most` are listed; otherwise all are to be looked at. Returns views that are no longer listed: to be released after the access, as their
  /// ends may change others.
  mutating func add(_ view: UIView, isNew: Bool, most: Int) -> [UIView] {
    guard !isAll else { return [] }
    guard changed.count < most else { return addAll() }
    view.layoutFlags.insert(.insetsMarked)
    // One that has left and come back is listed already, without the flag.
    let known = marks[ObjectIdentifier(view)]
    if known == nil { changed.append(view) }
    marks[ObjectIdentifier(view)] = isNew || known == true
    return []
  }

  /// All views are to be looked at. Returns the listed ones, as `add` does.
  mutating func addAll() -> [UIView] {
    isAll = true
    return empty()
  }

  private mutating func empty() -> [UIView] {
    let views = changed
    for view in views { view.layoutFlags.remove(.insetsMarked) }
    changed = []
    marks = [:]
    return views
  }

  /// Empties the list.
  mutating func take() -> Marked {
    let marked = Marked(isAll: isAll, isWindow: isWindowMarked, marks: marks, views: empty().outsideFirst())
    (isAll, isWindowMarked) = (false, false)
    return marked
  }

  /// What was listed.
  struct Marked {
    let isAll: Bool
    let isWindow: Bool
    /// Of the views that are still to be looked at.
    var marks: [ObjectIdentifier: Bool]
    /// Superviews first.
    let views: [UIView]
  }
}

extension UIView {
  /// The parts of the bounds, from each edge, that the screen's edges or bars of controllers cover. Zero for a view in no window.
  public final var safeAreaInsets: EdgeInsets {
    guard let home, home.usesSafeArea else { return .zero }
    var path: [UIView] = []
    var view = self
    while let parent = view.parent {
      path.append(view)
      view = parent
    }
    return path.reversed().reduce(view.safeAreaInsets(in: .zero)) { insets, child in
      child.safeAreaInsets(in: child.parent?.coveredInside(insets) ?? insets)
    }
  }

  /// The view's insets, from those of its superview. Of a view that is transformed, those of the box around it.
  fileprivate final func safeAreaInsets(in outer: EdgeInsets) -> EdgeInsets {
    var insets = EdgeInsets.zero
    if let parent {
      let place = controller?.placeAtRest ?? geometry.frame
      insets = place.insets(covered: outer, in: parent.geometry.bounds)
    } else if let window = home, window === self {
      insets = geometry.frame.insets(covered: window.screen.safeAreaInsets, in: window.screen.bounds)
    }
    return controller.map { insets + $0.additionalSafeAreaInsets + $0.barInsets } ?? insets
  }

  /// The view's place has changed, or what covers it: it and the views in it are notified in the coming layout.
  @inline(__always)
  final func safeAreaMayChange() {
    guard !layoutFlags.contains(.insetsMarked), let home, home.usesSafeArea else { return }
    if home.geometry.flags.contains(.hidden) || hasInsets { home.markSafeArea(of: self) }
  }

  /// Whether it was notified of insets, or has some in its place, if those of its superview stay as they are. Where those change, all in the superview is looked at.
  fileprivate final var hasInsets: Bool {
    guard let parent else { return self === home }
    if notifiedInsets != .zero { return true }
    // Most views: what the superview says can only be less.
    if safeAreaInsets(in: parent.notifiedInsets) == .zero { return false }
    return safeAreaInsets(in: parent.coveredInside(parent.notifiedInsets)) != .zero
  }
}

extension Rect {
  /// How much of this rectangle, from each of its edges, lies under the insets of the one around it.
  fileprivate func insets(covered outer: EdgeInsets, in bounds: Rect) -> EdgeInsets {
    guard outer != .zero else { return .zero }
    let safe = bounds.inset(by: outer)
    func part(_ inset: Double, _ covered: Double, _ length: Double) -> Double {
      inset > 0 ? min(max(covered, 0), max(length, 0)) : 0
    }
    return EdgeInsets(
      top: part(outer.top, safe.minY - minY, height), left: part(outer.left, safe.minX - minX, width),
      bottom: part(outer.bottom, maxY - safe.maxY, height), right: part(outer.right, maxX - safe.maxX, width))
  }
}

extension UIWindow {
  /// Whether a view of the window can have insets.
  final var usesSafeArea: Bool {
    safeArea.looksEverywhere || safeArea.isStale || notifiedInsets != .zero || screen.safeAreaInsets != .zero
  }

  /// The insets of a view may have changed, and those of the views in it.
  ///
  /// - Parameter isNew: whether it has come from elsewhere, so that those of any view in it may have.
  final func markSafeArea(of view: UIView, isNew: Bool = false) {
    let wasStale = safeArea.isStale
    var dropped: [UIView] = []
    if view === self, !isNew {
      safeArea.addWindow()
    } else {
      dropped = safeArea.add(view, isNew: isNew, most: mostMarks(of: view))
    }
    withExtendedLifetime(dropped) { if !wasStale { setNeedsLayout() } }
  }

  /// Without an application nothing empties the list, and a window that lists itself would stay for ever.
  private final func mostMarks(of view: UIView) -> Int {
    if view === self || host == nil { return 0 }
    return geometry.flags.contains(.hidden) ? SafeAreaState.most : .max
  }

  /// Its views are no longer laid out: it does not keep those whose insets may have changed.
  final func forgetSafeAreaMarks() {
    let dropped = safeArea.addAll()
    withExtendedLifetime(dropped) {}
  }

  /// Notifies the views and controllers whose insets have changed, superviews first, before they are laid out. Looks only at the marked views, at those right in them, and at
  /// those in views whose insets have changed; at all in views that have come from elsewhere, where controllers have insets; and at all that have insets, or are right in such
  /// a view, where the marked ones were too many to be listed.
  final func updateSafeArea() {
    guard safeArea.isStale else { return }
    var marked = safeArea.take()
    var open: [UIView] = []
    // The screen may have changed while the window was not shown.
    if marked.isAll || marked.isWindow || notifiedInsets != safeAreaInsets(in: .zero) {
      updateSafeArea(of: self, isNew: marked.isAll, &open, &marked.marks)
    }
    for view in marked.views {
      // One in a new view was looked at with that.
      guard let isNew = marked.marks[ObjectIdentifier(view)] else { continue }
      updateSafeArea(of: view, isNew: isNew, &open, &marked.marks)
    }
  }

  /// - Parameters:
  ///   - open: an empty list, which is empty afterwards.
  ///   - marks: of the views that are still to be looked at: those in a new view are looked at with it.
  private func updateSafeArea(
    of marked: UIView, isNew: Bool, _ open: inout [UIView], _ marks: inout [ObjectIdentifier: Bool]
  ) {
    open.append(marked)
    while let view = open.popLast() {
      // A call may have taken it out of the window.
      guard view.home === self, view.parent != nil || view === self else { continue }
      safeArea.looks += 1
      let old = view.notifiedInsets
      // A call may have changed the insets of its superview, or put it into another one.
      let outer = view.parent.map { $0.coveredInside($0.notifiedInsets) } ?? .zero
      let insets = view.safeAreaInsets(in: outer)
      if insets != old {
        view.notifiedInsets = insets
        view.setNeedsLayout()
        view.roomChanged()
        if view.layoutFlags.contains(.takesPart) { view.constraintsChanged() }
        view.safeAreaInsetsDidChange()
        view.controller?.viewSafeAreaInsetsDidChange()
      } else if insets == .zero, !(isNew && safeArea.looksEverywhere) {
        continue
      } else {
        // It may have become a page's content.
        view.roomChanged()
        guard isNew || view === marked else { continue }
      }
      if isNew, !marks.isEmpty { marks[ObjectIdentifier(view)] = nil }
      open += view.children.reversed()
    }
  }

  /// A view has come into the window, maybe with insets that its superview does not have.
  final func safeAreaEntered(_ view: UIView) {
    view.layoutFlags.remove(.insetsMarked)
    if let controller = view.controller,
      controller.additionalSafeAreaInsets + controller.barInsets != .zero
    {
      safeArea.looksEverywhere = true
    }
    if view.notifiedInsets != .zero { safeArea.looksEverywhere = true }
  }

  /// A view has come to another place, with all that is in it.
  final func safeAreaMoved(_ view: UIView) {
    guard usesSafeArea else { return }
    if geometry.flags.contains(.hidden) || safeArea.looksEverywhere || view.hasInsets {
      markSafeArea(of: view, isNew: true)
    }
  }
}

extension UIApplication {
  /// Parts of the screen, from its edges, are covered or cut off from now on: by rounded corners, a frame, a bar of another
  /// program. Turning the device does not turn them.
  public final func screenSafeAreaChanged(to insets: EdgeInsets) {
    let parts = [insets.top, insets.left, insets.bottom, insets.right]
    guard parts.allSatisfy({ $0.isFinite && $0 >= 0 }), insets != screen.safeAreaInsets else { return }
    screen.safeAreaInsets = insets
    for window in windows { window.markSafeArea(of: window) }
  }
}

extension UIViewController {
  /// What covers its view, besides what covers the views around that, is another room now.
  final func insetsChanged() {
    guard let view = loadedView, let window = view.home else { return }
    window.safeArea.looksEverywhere = true
    view.safeAreaMayChange()
  }
}
