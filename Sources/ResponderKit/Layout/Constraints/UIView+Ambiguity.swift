// For programs that look for mistakes in their constraints.

extension UIView {
  /// Whether the constraints leave more than one place or size for the view, which constraints place; false for one with a frame of its own. Lays out first what needs it.
  /// It takes as long as solving all constraints of the window: not for each frame.
  public final var hasAmbiguousLayout: Bool {
    guard let item = layoutItemStorage, isPlacedByConstraints else { return false }
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

  /// What is around it, from the inside out.
  private var around: [LayoutItem] {
    var items: [LayoutItem] = []
    var next: (any LayoutSubject)? = subject?.layoutParent
    while let current = next {
      items.append(current.layoutItem)
      next = current.layoutParent
    }
    return items
  }

  /// What leads from it to others along an axis.
  fileprivate func constraints(along axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
    var reached: [LayoutItem] = [self]
    var known = Set((around + [self]).map(ObjectIdentifier.init))
    // Each constraint is held by one of its items, or by what is around both.
    var holders: Set<ObjectIdentifier> = []
    var ofItem: [ObjectIdentifier: [NSLayoutConstraint]] = [:]
    var found: [NSLayoutConstraint] = []
    var seen: Set<ObjectIdentifier> = []
    var index = 0
    while index < reached.count {
      let item = reached[index]
      index += 1
      for holder in [item] + item.around where holders.insert(ObjectIdentifier(holder)).inserted {
        for constraint in holder.constraints where constraint.isAlong(axis) {
          let (first, second) = constraint.targets
          for target in [first, second].compactMap({ $0 }) {
            ofItem[ObjectIdentifier(target), default: []].append(constraint)
          }
        }
      }
      for constraint in ofItem[ObjectIdentifier(item)] ?? []
      where seen.insert(ObjectIdentifier(constraint)).inserted {
        found.append(constraint)
        let (first, second) = constraint.targets
        for other in [first, second].compactMap({ $0 })
        where known.insert(ObjectIdentifier(other)).inserted {
          reached.append(other)
        }
      }
    }
    return found
  }
}

extension NSLayoutConstraint {
  fileprivate final func isAlong(_ axis: Axis) -> Bool {
    [firstAttribute, secondAttribute].contains {
      switch $0.sense {
      case .across, .width: axis == .horizontal
      case .down, .height: axis == .vertical
      case .none: false
      }
    }
  }
}
