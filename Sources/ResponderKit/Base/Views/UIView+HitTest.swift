extension UIView {
  /// The rule: first whether this view can be hit, then whether the point is inside, then the subviews from front to
  /// back, then itself.
  ///
  /// Subviews of standard classes (see HitTesting) are judged by their geometry without being called, which nobody can
  /// tell; all others get the whole sequence of calls.
  final func standardHitTest(_ point: Point, _ event: UIEvent?) -> UIView? {
    let flags = geometry.flags
    guard flags.isDisjoint(with: .notHit) else { return nil }
    if EventTrace.isOn { EventTrace.notePointInside(self) }
    // A window is nobody's subview and may be asked at any place.
    guard self.point(inside: point, with: event) else { return nil }
    return EventTrace.isOn ? tracedDescent(point, event) : descent(point, event)
  }

  @inline(__always)
  final func standardPointInside(_ point: Point) -> Bool {
    guard geometry.flags.contains(.insets) else { return geometry.bounds.contains(point) }
    return geometry.bounds.inset(by: insetsStorage).contains(point)
  }

  /// The point is inside of this view: who in it is hit.
  ///
  /// Once a standard view holds the point, somebody in it is hit, itself at the least: so the way leads downwards only,
  /// and deep trees need no deep stack.
  private func descent(_ point: Point, _ event: UIEvent?) -> UIView? {
    var view = self
    var point = point
    while true {
      var outcome: Descent
      if view.children.count >= SiblingIndex.least, let found = view.indexedDescent(point, event) {
        outcome = found
      } else {
        // Who is called may change the tree: the children are held as they are now.
        outcome = Self.look(at: view.children, point, event)
      }
      switch outcome {
      case .hit(let hit): return hit
      case .below(let child, let local):
        view = child
        point = local
      case .none: return view
      }
    }
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

  /// As `descent`, calling everybody, with a line in the trace for each call.
  private func tracedDescent(_ point: Point, _ event: UIEvent?) -> UIView? {
    for child in children.reversed() where !child.geometry.flags.contains(.singular) {
      EventTrace.noteHitTest(child)
      if let hit = child.hitTest(child.geometry.local(point), with: event) { return hit }
    }
    return self
  }
}

extension ViewGeometry.Flags {
  static let notHitOrSingular: ViewGeometry.Flags = [
    .hidden, .notInteractive, .transparent, .animated, .singular,
  ]
}
