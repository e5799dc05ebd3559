import ResponderKit
import TestHarness
import Testing

/// A view or controller that was moved by a call about another move was in two places, or held itself.
@Suite(.hangLimit) struct CalleesMakeTreesInconsistentTests {
  /// Does something once, when it is notified.
  private final class Mover: UIView {
    enum Call {
      case move, window, removal
    }
    var calls: [Call: () -> Void] = [:]
    private func once(_ call: Call) { calls.removeValue(forKey: call)?() }
    override func willMove(toSuperview newSuperview: UIView?) { once(.move) }
    override func willMove(toWindow newWindow: UIWindow?) { once(.window) }
    override func willRemoveSubview(_ subview: UIView) { once(.removal) }
  }

  @Test func aViewGoesElsewhereWhileItsSuperviewLosesIt() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let (old, other, new, view) = (Mover(), UIView(), UIView(), UIView())
      for place in [old, other, new] { root.addSubview(place) }
      old.addSubview(view)
      old.calls[.removal] = { other.addSubview(view) }
      new.addSubview(view)
      // The later move counts.
      #expect(view.superview === other && other.subviews == [view])
      #expect(old.subviews.isEmpty && new.subviews.isEmpty)
    }
  }

  @Test func theNewSuperviewComesIntoTheViewMeanwhile() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      for byRemoval in [false, true] {
        let (old, new, view) = (Mover(), UIView(), Mover())
        root.addSubview(old)
        root.addSubview(new)
        old.addSubview(view)
        let enter = { view.addSubview(new) }
        if byRemoval { old.calls[.removal] = enter } else { view.calls[.move] = enter }
        new.addSubview(view)
        #expect(view.superview === old && new.superview === view && new.subviews.isEmpty)
        guard view.superview === old else { continue }
        #expect(view.isDescendant(of: root) && new.isDescendant(of: root))
      }
    }
  }

  @Test func theNewSuperviewComesIntoAnotherWindowMeanwhile() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let (other, new, view) = (UIWindow(), UIView(), Mover())
      root.addSubview(new)
      view.calls[.window] = { other.addSubview(new) }
      new.addSubview(view)
      #expect(view.superview === new && new.window === other && view.window === other)
      // And leaves it.
      let last = Mover()
      last.calls[.window] = { new.removeFromSuperview() }
      new.addSubview(last)
      #expect(last.superview === new && last.window == nil && view.window == nil)
    }
  }

  /// Does something once, when it gets another parent.
  private final class Child: UIViewController {
    var onMove: (() -> Void)?
    /// How often it was notified that it has no parent.
    private(set) var departures = 0
    override func didMove(toParent parent: UIViewController?) { if parent == nil { departures += 1 } }
    override func willMove(toParent parent: UIViewController?) {
      super.willMove(toParent: parent)
      let call = onMove
      onMove = nil
      if parent != nil { call?() }
    }
  }

  /// Does something once, when it gets other traits.
  private final class TraitWatcher: UIView {
    var onTraits: (() -> Void)?
    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      let call = onTraits
      onTraits = nil
      call?()
    }
  }

  @Test func aControllerGoesElsewhereWhileItLosesItsParentsTraits() {
    onStage { stage in
      let (first, second, child) = (UIViewController(), UIViewController(), Child())
      let view = TraitWatcher()
      child.view = view
      first.addChild(child)
      first.view.addSubview(view)
      stage.show(first)
      stage.wait(20)
      first.setOverrideTraitCollection(UITraitCollection(horizontalSizeClass: .regular), forChild: child)
      view.onTraits = { second.addChild(child) }
      child.removeFromParent()
      #expect(view.onTraits == nil && view.traitCollection.horizontalSizeClass == .compact)
      #expect(child.parent === second && second.children == [child] && first.children.isEmpty)
      // It has a parent.
      #expect(child.departures == 0)
      child.removeFromParent()
      #expect(child.parent == nil && second.children.isEmpty && child.departures == 1)
    }
  }

  @Test func aControllerIsItsOwnChild() {
    onStage { stage in
      let (outer, inner) = (UIViewController(), UIViewController())
      stage.show(outer)
      outer.addChild(inner)
      outer.addChild(outer)
      inner.addChild(outer)
      #expect(outer.parent == nil && outer.children == [inner] && inner.children.isEmpty)
      #expect(inner.presentingViewController == nil && outer.presentedViewController == nil)
    }
  }

  @Test func aControllerGoesElsewhereWhileItGetsAParent() {
    onStage { stage in
      let (first, second, child) = (UIViewController(), UIViewController(), Child())
      stage.show(first)
      child.onMove = { second.addChild(child) }
      first.addChild(child)
      #expect(child.parent === second && second.children == [child] && first.children.isEmpty)
      let other = Child()
      other.onMove = { other.addChild(first) }
      first.addChild(other)
      #expect(other.parent == nil && other.children == [first] && first.parent === other)
    }
  }
}
