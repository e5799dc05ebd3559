import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// What views and controllers know of the room that they have.
@Suite(.hangLimit) struct SafeAreaTests {
  private final class View: UIView {
    var calls: [String] = []
    override func safeAreaInsetsDidChange() { calls.append("area \(safeAreaInsets.top)") }
    override func layoutSubviews() { calls.append("layout") }
    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
      calls.append("traits \(previous!.horizontalSizeClass) \(traitCollection.horizontalSizeClass)")
    }
  }

  private final class Controller: UIViewController {
    var insets: [EdgeInsets] = []
    var classes: [UIUserInterfaceSizeClass] = []
    override func loadView() { view = View() }
    override func viewSafeAreaInsetsDidChange() { insets.append(view.safeAreaInsets) }
    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
      classes.append(traitCollection.verticalSizeClass)
    }
    var root: View { view as! View }
  }

  private static let notch = EdgeInsets(top: 40, left: 0, bottom: 20, right: 0)

  @Test func aViewHasTheInsetsOfWhatIsCoveredOfIt() {
    onStage(screen: Size(300, 400)) { stage in
      let (upper, lower, inner) = (
        View(frame: Rect(0, 0, 300, 100)), View(frame: Rect(0, 390, 300, 10)), View()
      )
      inner.frame = Rect(10, 30, 50, 20)
      stage.application.screenSafeAreaChanged(to: Self.notch)
      stage.show(upper)
      upper.addSubview(inner)
      stage.window.addSubview(lower)
      stage.wait(20)
      #expect(stage.window.safeAreaInsets == Self.notch)
      #expect(upper.safeAreaInsets == EdgeInsets(top: 40))
      #expect(upper.safeAreaLayoutGuide.layoutFrame == Rect(0, 40, 300, 60))
      #expect(inner.safeAreaInsets == EdgeInsets(top: 10))
      // No more than there is of it.
      #expect(lower.safeAreaInsets == EdgeInsets(bottom: 10))
      #expect(View().safeAreaInsets == .zero)
      #expect(upper.calls == ["area 40.0", "layout"] && inner.calls == ["area 10.0", "layout"])
    }
  }

  @Test func aChangeIsReportedOnceBeforeTheLayout() {
    onStage(screen: Size(300, 400)) { stage in
      let (view, still) = (View(frame: Rect(0, 10, 100, 100)), View(frame: Rect(0, 200, 10, 10)))
      stage.show(view)
      stage.window.addSubview(still)
      stage.wait(20)
      view.calls = []
      still.calls = []
      stage.application.screenSafeAreaChanged(to: Self.notch)
      stage.wait(20)
      #expect(view.calls == ["area 30.0", "layout"] && still.calls == [])
      // Moved, without another size.
      view.frame.origin.y = 25
      stage.wait(20)
      #expect(view.calls.suffix(2) == ["area 15.0", "layout"] && view.calls.count == 4)
      view.frame.origin.x = 5
      stage.wait(20)
      #expect(view.calls.count == 4)
      // Into a view that nothing covers, in the same window.
      still.addSubview(view)
      stage.wait(20)
      #expect(view.calls.contains("area 0.0") && view.safeAreaInsets == .zero)
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: .nan))
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: -1))
      #expect(stage.application.screen.safeAreaInsets == Self.notch)
    }
  }

  @Test func theInsetsOfAControllerAreAddedForItsViewAndWhatIsInIt() {
    onStage(screen: Size(300, 400)) { stage in
      let (outer, child) = (Controller(), Controller())
      outer.additionalSafeAreaInsets = EdgeInsets(top: 30)
      outer.addChild(child)
      outer.view.addSubview(child.view)
      child.view.frame = Rect(0, 10, 300, 100)
      stage.show(outer)
      stage.wait(20)
      #expect(outer.insets == [EdgeInsets(top: 30)] && child.insets == [EdgeInsets(top: 20)])
      stage.application.screenSafeAreaChanged(to: Self.notch)
      stage.wait(20)
      #expect(
        outer.insets.last == EdgeInsets(top: 70, bottom: 20) && child.insets.last == EdgeInsets(top: 60))
      outer.additionalSafeAreaInsets = .zero
      stage.wait(20)
      #expect(outer.insets.last == Self.notch && child.insets.last == EdgeInsets(top: 30))
      #expect(outer.insets.count == 3 && child.insets.count == 3)
      stage.application.screenSafeAreaChanged(to: .zero)
      stage.wait(20)
      #expect(outer.insets.last == .zero && child.insets.last == .zero)
    }
  }

  @Test func aWindowThatDoesNotFillTheScreenHasItsPartOfTheInsets() {
    onStage(screen: Size(300, 400)) { stage in
      stage.application.screenSafeAreaChanged(to: Self.notch)
      stage.window.frame = Rect(0, 25, 300, 100)
      stage.window.makeKeyAndVisible()
      #expect(stage.window.safeAreaInsets == EdgeInsets(top: 15))
    }
  }

  @Test func aViewThatEntersAWindowIsNotifiedOfWhatChangedFromItsLastOne() {
    onStage(screen: Size(300, 400)) { stage in
      let (view, other) = (View(frame: Rect(0, 0, 50, 50)), UIWindow(frame: Rect(0, 100, 300, 100)))
      stage.application.screenSafeAreaChanged(to: Self.notch)
      stage.show(view)
      other.isHidden = false
      stage.wait(20)
      view.calls = []
      other.addSubview(view)
      stage.wait(20)
      #expect(view.calls == ["area 0.0", "layout"] && view.notifiedInsets == .zero)
    }
  }

  @Test func theSizeClassesAreThoseOfTheWindow() {
    for (size, across, down) in [
      (Size(390, 844), UIUserInterfaceSizeClass.compact, UIUserInterfaceSizeClass.regular),
      (Size(844, 390), .regular, .compact), (Size(320, 240), .compact, .compact),
      (Size(800, 480), .regular, .regular), (Size(599, 479), .compact, .compact),
      (Size(600, 480), .regular, .regular),
    ] {
      let traits = UITraitCollection(size: size, displayScale: 2)
      #expect(traits.horizontalSizeClass == across && traits.verticalSizeClass == down, "\(size)")
    }
    #expect(UITraitCollection().horizontalSizeClass == .unspecified)
  }

  @Test func anotherSizeClassIsReportedBeforeTheLayout() {
    onStage(screen: Size(390, 844)) { stage in
      let controller = Controller()
      stage.show(controller)
      stage.wait(20)
      #expect(controller.traitCollection.horizontalSizeClass == .compact && controller.classes.isEmpty)
      #expect(controller.traitCollection.displayScale == 3)
      controller.root.calls = []
      stage.application.screenChanged(to: Size(844, 390))
      stage.wait(20)
      #expect(
        controller.root.calls == ["traits compact regular", "layout"] && controller.classes == [.compact])
      // Another size of the same class.
      stage.application.screenChanged(to: Size(900, 400))
      stage.wait(20)
      #expect(controller.root.calls == ["traits compact regular", "layout", "layout"])
      #expect(controller.classes.count == 1)
      #expect(Controller().traitCollection.verticalSizeClass == .compact)
    }
  }

  @Test func aChangeOfATraitIsReportedToItsObservers() {
    onStage(screen: Size(390, 844)) { stage in
      let controller = Controller()
      stage.show(controller)
      stage.wait(20)
      var told: [String] = []
      controller.registerForTraitChanges([UITraitVerticalSizeClass.self]) {
        (controller: Controller, old: UITraitCollection) in
        told.append("height \(old.verticalSizeClass) \(controller.traitCollection.verticalSizeClass)")
      }
      controller.root.registerForTraitChanges([UITraitDisplayScale.self]) { (_: View, _) in
        told.append("scale")
      }
      var next: UITraitChangeRegistration?
      controller.root.registerForTraitChanges(
        [UITraitDisplayScale.self, UITraitHorizontalSizeClass.self]
      ) { (view: View, _) in
        told.append("width")
        // The second one is not called any more.
        if let next { view.unregisterForTraitChanges(next) }
      }
      next = controller.root.registerForTraitChanges([UITraitHorizontalSizeClass.self]) { (_: View, _) in
        told.append("never")
      }
      controller.root.calls = []
      stage.application.screenChanged(to: Size(844, 390))
      stage.wait(20)
      #expect(told == ["width", "height regular compact"])
      #expect(controller.root.calls == ["traits compact regular", "layout"])
    }
  }

  /// What a call changes during the notification of the insets is not forgotten.
  @Test func aFrameThatACallChangesHasItsInsetsToo() {
    final class Mover: UIView {
      weak var other: UIView?
      override func safeAreaInsetsDidChange() { other?.frame.origin.y = 10 }
    }
    onStage(screen: Size(300, 400)) { stage in
      let (first, mover) = (View(frame: Rect(0, 100, 50, 50)), Mover(frame: Rect(0, 0, 50, 50)))
      mover.other = first
      stage.show(first)
      stage.window.addSubview(mover)
      stage.wait(20)
      stage.application.screenSafeAreaChanged(to: Self.notch)
      stage.wait(20)
      #expect(first.calls.contains("area 30.0") && first.notifiedInsets.top == 30)
    }
  }

  private final class Scroller: UIScrollView, UIScrollViewDelegate {
    var changes: [EdgeInsets] = []
    var told = 0
    override func adjustedContentInsetDidChange() { changes.append(adjustedContentInset) }
    func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) { told += 1 }
  }

  @Test func whatScrollsBeginsAndEndsInTheSafeArea() {
    onStage(screen: Size(300, 400)) { stage in
      let view = Scroller(frame: Rect(0, 0, 300, 400))
      view.delegate = view
      view.contentSize = Size(300, 1000)
      stage.show(view)
      stage.wait(20)
      #expect(view.contentOffset == .zero && view.changes == [])
      stage.application.screenSafeAreaChanged(to: Self.notch)
      stage.wait(20)
      #expect(view.contentInset == .zero && view.adjustedContentInset == Self.notch)
      #expect(view.changes == [Self.notch] && view.told == 1)
      // What was at the top is still seen.
      #expect(view.contentOffset == Point(0, -40))
      view.contentInset = EdgeInsets(top: 5)
      #expect(view.adjustedContentInset == EdgeInsets(top: 45, bottom: 20) && view.told == 2)
      view.scrollRectToVisible(Rect(0, 990, 10, 10), animated: false)
      #expect(view.contentOffset.y == 620)
      // Not beyond the end when less is covered.
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40))
      stage.wait(20)
      #expect(view.contentOffset.y == 600)
      view.contentOffset.y = 300
      stage.application.screenSafeAreaChanged(to: Self.notch)
      stage.wait(20)
      #expect(view.contentOffset.y == 300)
    }
  }

  @Test func theEdgesThatAreAdjustedAreThoseOfTheBehavior() {
    onStage(screen: Size(300, 400)) { stage in
      let insets = EdgeInsets(top: 40, left: 30, bottom: 20, right: 10)
      let view = UIScrollView(frame: Rect(0, 0, 300, 400))
      stage.application.screenSafeAreaChanged(to: insets)
      stage.show(view)
      stage.wait(20)
      #expect(view.adjustedContentInset == .zero)
      view.contentSize = Size(301, 400)
      #expect(view.adjustedContentInset == EdgeInsets(left: 30, right: 10))
      view.alwaysBounceVertical = true
      #expect(view.adjustedContentInset == insets)
      view.contentInsetAdjustmentBehavior = .never
      #expect(view.adjustedContentInset == .zero)
      view.contentSize = .zero
      view.alwaysBounceVertical = false
      view.contentInsetAdjustmentBehavior = .always
      #expect(view.adjustedContentInset == insets)
      view.contentInsetAdjustmentBehavior = .scrollableAxes
      #expect(view.adjustedContentInset == .zero)
      view.contentSize = Size(10, 390)
      view.frame.size.height = 380
      #expect(view.adjustedContentInset.top == 40)
    }
  }

  /// A finger that drags, and content that goes on, are not moved by a change.
  @Test func aDragGoesOnWhenTheSafeAreaChanges() {
    onStage(screen: Size(300, 400)) { stage in
      let view = UIScrollView(frame: Rect(0, 0, 300, 400))
      view.contentSize = Size(300, 4000)
      stage.show(view)
      stage.down(50, 300)
      stage.move(50, 280)
      stage.move(50, 290)
      // At the beginning of the content, but held.
      #expect(view.contentOffset == .zero)
      stage.application.screenSafeAreaChanged(to: Self.notch)
      stage.wait(20)
      #expect(view.contentOffset == .zero && view.adjustedContentInset == Self.notch)
      for y in [250.0, 200, 150] { stage.move(50, y) }
      #expect(abs(view.contentOffset.y - 150) <= 10.0001)
      stage.up(50, 150, after: 300)
    }
  }
}
