/// The safe areas of a window's views.
struct SafeAreaState {
  /// Whether a view may have, or have been notified of, insets although its superview has none: since a controller has some of
  /// its own, or a view has come from elsewhere.
  var looksEverywhere = false
  /// Views whose places have changed since the views were notified, or what covers their edges.
  private var changed: [Entry] = []

  private struct Entry {
    weak var view: UIView?
    /// Whether it has come from elsewhere, with all that is in it.
    let isNew: Bool
  }

  /// How many views were looked at, for tests.
  var looks = 0

  /// Whether a view may have other insets than it was notified of.
  var isStale: Bool { !changed.isEmpty }

  mutating func add(_ view: UIView, isNew: Bool) {
    // A window that is not shown is not laid out, however often views come and go.
    if changed.count >= room { tidy() }
    changed.append(Entry(view: view, isNew: isNew))
  }

  /// Size of the list that triggers the next removal of stale entries.
  private var room = 64

  private mutating func tidy() {
    var seen: Set<ObjectIdentifier> = []
    // A view that is new was listed so when it came last.
    changed = changed.reversed().filter { entry in
      entry.view.map { seen.insert(ObjectIdentifier($0)).inserted } ?? false
    }.reversed()
    room = max(64, 2 * changed.count)
  }

  /// The views that still exist, superviews first, which are forgotten; and which of them are new.
  mutating func take() -> (views: [UIView], new: Set<ObjectIdentifier>) {
    let views = changed.compactMap(\.view)
    let new = changed.compactMap { $0.isNew ? $0.view.map { ObjectIdentifier($0) } : nil }
    changed = []
    for view in views { view.layoutFlags.remove(.insetsMarked) }
    return (views.outsideFirst(), Set(new))
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
    if let home, home.usesSafeArea, !layoutFlags.contains(.insetsMarked) { home.markSafeArea(of: self) }
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
    view.layoutFlags.insert(.insetsMarked)
    safeArea.add(view, isNew: isNew)
    if !wasStale { setNeedsLayout() }
  }

  /// Notifies the views and controllers whose insets have changed, superviews first, before they are laid out. Looks only at the views that were marked, at those right in
  /// them, and at those in views whose insets have changed.
  final func updateSafeArea() {
    guard safeArea.isStale else { return }
    let (views, new) = safeArea.take()
    // The screen may have changed while the window was not shown.
    if notifiedInsets != safeAreaInsets(in: .zero) { updateSafeArea(of: self, isNew: false) }
    for view in views where view.home === self && (view.parent != nil || view === self) {
      updateSafeArea(of: view, isNew: new.contains(ObjectIdentifier(view)))
    }
  }

  private func updateSafeArea(of marked: UIView, isNew: Bool) {
    let outer = marked.parent.map { $0.coveredInside($0.notifiedInsets) } ?? .zero
    var open = [(view: marked, outer: outer)]
    while let (view, outer) = open.popLast() {
      // A call may have taken it out of the window.
      guard view.home === self else { continue }
      safeArea.looks += 1
      let old = view.notifiedInsets
      let insets = view.safeAreaInsets(in: outer)
      if insets != old {
        view.notifiedInsets = insets
        view.setNeedsLayout()
        view.roomChanged()
        if view.layoutFlags.contains(.takesPart) { view.constraintsChanged() }
        view.safeAreaInsetsDidChange()
        view.controller?.viewSafeAreaInsetsDidChange()
      } else if insets == .zero, !safeArea.looksEverywhere {
        continue
      } else {
        // It may have become a page's content.
        view.roomChanged()
        guard isNew || view === marked else { continue }
      }
      let inside = view.coveredInside(insets)
      for child in view.children.reversed() { open.append((child, inside)) }
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
    if usesSafeArea { markSafeArea(of: view, isNew: true) }
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
