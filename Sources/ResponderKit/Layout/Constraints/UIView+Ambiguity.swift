// For programs that look for mistakes in their constraints.

extension UIView {
  /// Whether the constraints leave more than one place or size for the view, which constraints place; false for one with a frame of its own. Lays out first what needs it.
  /// It takes as long as solving all constraints of the window: not for each frame.
  public final var hasAmbiguousLayout: Bool {
    guard let item = layoutItemStorage, case .constraints = layoutSource else { return false }
    return item.isUndecided(in: root)
  }

  /// Without effect: what nothing decides stays where it is.
  public final func exerciseAmbiguityInLayout() {}

  /// The active constraints that decide where the view is along an axis, and how long: its own, those of the views and guides that they relate it to, and so on, up to its superviews.
  /// The size of its content is not among them.
  public final func constraintsAffectingLayout(for axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
    layoutItemStorage?.constraints(along: axis) ?? []
  }
}

extension UILayoutGuide {
  /// Whether the constraints leave more than one place or size for the guide, if only constraints place it.
  public final var hasAmbiguousLayout: Bool {
    guard let view = owner as? UIView, case .constraints = layoutSource else { return false }
    return layoutItem.isUndecided(in: view.root)
  }

  /// As that of a view.
  public final func constraintsAffectingLayout(for axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
    layoutItem.constraints(along: axis)
  }
}

extension LayoutItem {
  fileprivate func isUndecided(in root: UIView) -> Bool {
    root.solveConstraintsIfNeeded()
    return root.undecidedItems().contains { $0 === self }
  }

  /// What leads from it to others along an axis.
  fileprivate func constraints(along axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
    var around: [LayoutItem] = []
    var next: (any LayoutSubject)? = subject?.layoutParent
    while let current = next {
      around.append(current.layoutItem)
      next = current.layoutParent
    }
    // Each is held by one of its items, or by what is around both.
    let outer = around.flatMap(\.constraints)
    var reached: [LayoutItem] = [self]
    var found: [NSLayoutConstraint] = []
    var index = 0
    while index < reached.count {
      let item = reached[index]
      index += 1
      for constraint in outer + item.constraints where constraint.isAlong(axis) {
        let (first, second) = constraint.targets
        guard first === item || second === item, !found.contains(where: { $0 === constraint }) else {
          continue
        }
        found.append(constraint)
        for other in [first, second].compactMap({ $0 }) {
          let isKnown = (reached + around).contains { $0 === other }
          if !isKnown { reached.append(other) }
        }
      }
    }
    return found
  }
}

extension NSLayoutConstraint {
  fileprivate final func isAlong(_ axis: Axis) -> Bool {
    switch firstAttribute.sense {
    case .across, .width: axis == .horizontal
    case .down, .height: axis == .vertical
    case .none: false
    }
  }
}
