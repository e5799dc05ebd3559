/// The safe areas of a window's views.
struct SafeAreaState {
  /// Whether a view may have, or have been notified of, insets although its superview has none: since a controller has some of
  /// its own, or a view has come from elsewhere.
  var looksEverywhere = false
  /// Whether a view's place has changed since the views were notified.
  var isStale = false
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

  /// The view's place has changed, or what covers its window: who must know is notified in the coming layout.
  @inline(__always)
  final func safeAreaMayChange() {
    if let home, home.usesSafeArea { home.markSafeArea() }
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

  final func markSafeArea() {
    guard !safeArea.isStale else { return }
    safeArea.isStale = true
    setNeedsLayout()
  }

  /// Notifies the views and controllers whose insets have changed, superviews first, before they are laid out.
  final func updateSafeArea() {
    guard safeArea.isStale else { return }
    safeArea.isStale = false
    var open: [(view: UIView, outer: EdgeInsets)] = [(self, .zero)]
    while let (view, outer) = open.popLast() {
      // A call may have taken it out of the window.
      guard view.home === self else { continue }
      let old = view.notifiedInsets
      let new = view.safeAreaInsets(in: outer)
      if new != old {
        view.notifiedInsets = new
        view.setNeedsLayout()
        view.roomChanged()
        if view.layoutFlags.contains(.takesPart) { view.constraintsChanged() }
        view.safeAreaInsetsDidChange()
        view.controller?.viewSafeAreaInsetsDidChange()
      } else if new == .zero, !safeArea.looksEverywhere {
        continue
      } else {
        // It may have become a page's content.
        view.roomChanged()
      }
      let inside = view.coveredInside(new)
      for child in view.children.reversed() { open.append((child, inside)) }
    }
  }

  /// A tree with this view has come into the window.
  final func safeAreaEntered(_ view: UIView) {
    if let controller = view.controller,
      controller.additionalSafeAreaInsets + controller.barInsets != .zero
    {
      safeArea.looksEverywhere = true
    }
    if view.notifiedInsets != .zero { safeArea.looksEverywhere = true }
    if usesSafeArea { markSafeArea() }
  }
}

extension UIApplication {
  /// Parts of the screen, from its edges, are covered or cut off from now on: by rounded corners, a frame, a bar of another
  /// program. Turning the device does not turn them.
  public final func screenSafeAreaChanged(to insets: EdgeInsets) {
    let parts = [insets.top, insets.left, insets.bottom, insets.right]
    guard parts.allSatisfy({ $0.isFinite && $0 >= 0 }), insets != screen.safeAreaInsets else { return }
    screen.safeAreaInsets = insets
    for window in windows { window.markSafeArea() }
  }
}

extension UIViewController {
  /// What covers its view, besides what covers the views around that, is another room now.
  final func insetsChanged() {
    guard let window = loadedView?.home else { return }
    window.safeArea.looksEverywhere = true
    window.markSafeArea()
  }
}
