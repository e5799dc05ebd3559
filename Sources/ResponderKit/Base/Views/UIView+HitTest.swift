extension UIView {
  /// Moves the edges inside of which the view is hit; negative insets let it be hit outside of its bounds, but not
  /// outside of its superviews'.
  public final var hitTestEdgeInsets: EdgeInsets {
    get { insetsStorage }
    set {
      insetsStorage = newValue
      if newValue == .zero { geometry.flags.remove(.insets) } else { geometry.flags.insert(.insets) }
      parent?.placeOfChildChanged()
    }
  }

  /// The rule: first whether this view can be hit, then whether the point is inside, then the subviews from front to
  /// back, then itself.
  ///
  /// Subviews of standard classes (see HitTesting) are tested by their geometry without being called, which is not
  /// observable; all others get the whole sequence of calls.
  final func standardHitTest(_ point: Point, _ event: UIEvent?) -> UIView? {
    let flags = geometry.flags
    guard flags.isDisjoint(with: .notHit) else { return nil }
    if EventTrace.isOn { EventTrace.notePointInside(self) }
    // A window has no superview and may be tested at any place.
    guard self.point(inside: point, with: event) else { return nil }
    return EventTrace.isOn ? tracedDescent(point, event) : descent(point, event)
  }

  /// A point of the superview in its own coordinates. Of a view without a transform only two fields are read: a copy of the whole geometry retains its place in space.
  @inline(__always)
  final func local(_ point: Point) -> Point {
    if geometry.flags.contains(.transformed) { return transformedLocal(point) }
    let shift = geometry.shift
    return Point(point.x + shift.x, point.y + shift.y)
  }

  @inline(never)
  private final func transformedLocal(_ point: Point) -> Point { geometry.local(point) }

  @inline(__always)
  final func standardPointInside(_ point: Point) -> Bool {
    guard geometry.flags.contains(.insets) else { return geometry.bounds.contains(point) }
    return geometry.bounds.inset(by: insetsStorage).contains(point)
  }

  /// Finds the hit view for a point inside this view.
  ///
  /// Once a standard view contains the point, it or a view in it is hit: so the search only descends,
  /// and deep trees need no deep stack.
  private func descent(_ point: Point, _ event: UIEvent?) -> UIView? {
    var point = point
    // The tree retains the views on the way. Only a callee can change the tree: a view that is found after a call
    // is retained here.
    var held = self
    var current = Unmanaged.passUnretained(self)
    defer { withExtendedLifetime(held) {} }
    while true {
      switch current._withUnsafeGuaranteedRef({ $0.look(&point) }) {
      case .below(let child): current = child
      case .nobody: return current.takeUnretainedValue()
      case .ask:
        let view = current.takeUnretainedValue()
        switch view.ask(point, event) {
        case .hit(let hit): return hit
        case .none: return view
        case .below(let child, let local):
          point = local
          held = child
          current = Unmanaged.passUnretained(child)
        }
      }
    }
  }

  private enum Look {
    /// The child holds the point, which has been moved into its coordinates.
    case below(Unmanaged<UIView>)
    case nobody
    /// There are many children, or some of other classes.
    case ask
  }

  /// Looks at the children from front to back, without calling any override.
  @inline(__always)
  private func look(_ point: inout Point) -> Look {
    guard children.count < SiblingIndex.least else { return .ask }
    return children.withUnsafeBufferPointer { children in
      var index = children.count
      while index > 0 {
        index -= 1
        let child = Unmanaged.passUnretained(children[index])
        let flags = child._withUnsafeGuaranteedRef { $0.geometry.flags }
        guard flags.contains(.standard) else { return .ask }
        guard flags.isDisjoint(with: .notHitOrSingular) else { continue }
        let local = child._withUnsafeGuaranteedRef { $0.local(point) }
        guard child._withUnsafeGuaranteedRef({ $0.standardPointInside(local) }) else { continue }
        point = local
        return .below(child)
      }
      return .nobody
    }
  }

  /// As `look`, by the index if there is one, and asking children of other classes.
  private func ask(_ point: Point, _ event: UIEvent?) -> Descent {
    if children.count >= SiblingIndex.least, let found = indexedDescent(point, event) { return found }
    return Self.look(at: children, point, event)
  }

  /// The first of the views, from the last on, that holds the point.
  private static func look(at views: [UIView], _ point: Point, _ event: UIEvent?) -> Descent {
    views.withUnsafeBufferPointer { views in
      var index = views.count
      while index > 0 {
        index -= 1
        // Held by the array.
        let outcome = Unmanaged.passUnretained(views[index])._withUnsafeGuaranteedRef {
          $0.answer(point, event)
        }
        if case .none = outcome { continue }
        return outcome
      }
      return .none
    }
  }

  /// As `descent`, calling every view, with a line in the trace for each call.
  private func tracedDescent(_ point: Point, _ event: UIEvent?) -> UIView? {
    for child in children.reversed() where !child.geometry.flags.contains(.singular) {
      EventTrace.noteHitTest(child)
      if let hit = child.hitTest(child.local(point), with: event) { return hit }
    }
    return self
  }
}

extension ViewGeometry.Flags {
  static let notHitOrSingular: ViewGeometry.Flags = [
    .hidden, .notInteractive, .transparent, .animated, .singular,
  ]
}
