extension UIView {
  struct LayoutFlags: OptionSet {
    let rawValue: UInt16
    static let needsLayout = LayoutFlags(rawValue: 1)
    static let needsDisplay = LayoutFlags(rawValue: 2)
    /// On its application's list of views to lay out or display.
    static let listed = LayoutFlags(rawValue: 4)
    static let inLayout = LayoutFlags(rawValue: 8)
    /// It takes part in the layout by constraints.
    static let takesPart = LayoutFlags(rawValue: 16)
    /// It or something in it takes part, or once did.
    static let constrained = LayoutFlags(rawValue: 32)
    /// The constraints of the tree, whose topmost view it is, are to be solved.
    static let needsSolve = LayoutFlags(rawValue: 64)
    /// Its values are observed.
    static let observed = LayoutFlags(rawValue: 128)
    /// On its window's list of views whose safe area may have changed.
    static let insetsMarked = LayoutFlags(rawValue: 256)
    /// How often layout may ask for layout again in one frame.
    static let mostPasses = 16
  }
}

extension UIView {
  /// As `setNeedsDisplay()`: a view is drawn whole.
  public final func setNeedsDisplay(_ rect: Rect) { setNeedsDisplay() }

  final func markForLayout() {
    layoutFlags.insert(.needsLayout)
    listAgain()
  }

  final func markForDisplay() {
    layoutFlags.insert(.needsDisplay)
    if layoutFlags.contains(.takesPart) { contentMayHaveChanged() }
    listAgain()
  }

  /// Puts the view on its application's list for the coming frame, if it needs it.
  final func listAgain() {
    let needs: LayoutFlags = [.needsLayout, .needsDisplay, .needsSolve]
    guard !layoutFlags.isDisjoint(with: needs), !layoutFlags.contains(.listed) else { return }
    guard let host = (self as? UIWindow ?? home)?.host else { return }
    layoutFlags.insert(.listed)
    host.list(self)
  }

  /// Lays out, from the view down, all that need it. A view that asks again while it is laid out is laid out again, a
  /// few times at most: one that keeps asking waits for the next frame.
  final func layoutTreeIfNeeded() {
    for _ in 0..<LayoutFlags.mostPasses {
      if layoutFlags.contains(.constrained) { root.solveConstraintsIfNeeded() }
      var pending = false
      var stack: [UIView] = [self]
      while let view = stack.popLast() {
        if view.layoutFlags.contains(.needsLayout), !view.layoutFlags.contains(.inLayout) {
          view.layOutNow()
          pending = pending || view.layoutFlags.contains(.needsLayout)
        }
        stack.append(contentsOf: view.children.reversed())
      }
      if !pending, !layoutFlags.contains(.constrained) || !root.needsSolving { return }
    }
  }

  /// Lays out this view alone.
  final func layOutNow() {
    // The callees may request layout again.
    layoutFlags.remove(.needsLayout)
    if let home, home === self {
      home.updateTraits()
      home.updateSafeArea()
    }
    asLayout(callForLayout)
  }

  /// Runs work with the view marked as in layout, so that nested calls do not lay it out.
  final func asLayout(_ work: () -> Void) {
    layoutFlags.insert(.inLayout)
    if UIUserInterfaceStyle.isUsed { withTraits(work) } else { work() }
    layoutFlags.remove(.inLayout)
  }

  private final func callForLayout() {
    controller?.updateUnavailable()
    controller?.viewWillLayoutSubviews()
    if layerLaysOut { layer.layoutSublayers() } else { layoutSubviews() }
    controller?.viewDidLayoutSubviews()
  }

  final func displayNow() {
    layoutFlags.remove(.needsDisplay)
    drawingStorage = nil
    guard home?.rendererStorage != nil else { return drawUnseen() }
    record()
    looksChanged()
  }
}
