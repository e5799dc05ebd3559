import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// A change looks at the safe areas of the views that it may concern, and finds all that it does.
@Suite(.hangLimit) struct SafeAreaWorkTests {
  private static let notch = EdgeInsets(top: 40, left: 0, bottom: 20, right: 0)

  private static func looks(_ stage: Stage, _ change: () -> Void) -> Int {
    stage.window.layoutIfNeeded()
    let before = stage.window.safeArea.looks
    change()
    stage.window.layoutIfNeeded()
    return stage.window.safeArea.looks - before
  }

  @Test func aMoveLooksAtTheViewAndThoseInIt() {
    for count in [100, 400] {
      onStage { stage in
        stage.application.screenSafeAreaChanged(to: Self.notch)
        let root = stage.show(UIView(frame: stage.window.bounds))
        let views = (0..<count).map { _ in UIView(frame: Rect(0, 200, 30, 30)) }
        for view in views {
          root.addSubview(view)
          let inner = UIView(frame: Rect(0, 0, 9, 9))
          view.addSubview(inner)
          inner.addSubview(UIView(frame: Rect(0, 0, 9, 9)))
        }
        let view = views[count / 2]
        // In sight of no edge it has no insets, before and afterwards.
        #expect(Self.looks(stage) { view.frame.origin.x += 5 } == 0)
        // Its insets change, and then those of what is in it.
        #expect(Self.looks(stage) { view.frame.origin.y = 10 } == 3)
        #expect(view.subviews[0].subviews[0].notifiedInsets.top == 9)
        #expect(Self.looks(stage) { view.frame.origin.x += 5 } == 2)
        #expect(
          Self.looks(stage) {
            view.frame.origin.x += 5
            views[0].frame.origin.x += 5
            view.frame.origin.x += 5
          } == 2)
        #expect(Self.looks(stage) { root.addSubview(UIView(frame: Rect(0, 0, 9, 9))) } == 1)
        let inner = view.subviews[0]
        #expect(Self.looks(stage) { inner.removeFromSuperview() } == 0)
        #expect(Self.looks(stage) {} == 0)
        view.frame.origin.y = 200
        view.addSubview(inner)
        #expect(Self.looks(stage) { for view in views { view.frame.origin.x += 5 } } == 0)
        #expect(Self.looks(stage) { for view in views { view.frame.origin.y = 10 } } == 3 * count)
        #expect(views.allSatisfy { $0.subviews[0].subviews[0].notifiedInsets.top == 9 })
        #expect(Self.looks(stage) { view.frame.origin.x += 5 } == 2)
      }
    }
  }

  @Test func aMoveLooksAtNoMoreWhereControllersHaveInsets() {
    onStage { stage in
      let (page, view) = (UIViewController(), UIView(frame: Rect(0, 200, 30, 30)))
      stage.show(UINavigationController(rootViewController: page))
      stage.application.screenSafeAreaChanged(to: Self.notch)
      page.view.addSubview(view)
      for _ in 0..<100 { view.addSubview(UIView(frame: Rect(0, 0, 9, 9))) }
      #expect(stage.window.safeArea.looksEverywhere)
      #expect(Self.looks(stage) { view.frame.origin.x += 5 } == 0)
      #expect(
        Self.looks(stage) {
          for y in [10.0, 200] { view.frame.origin.y = y }
        } == 1)
      // Only another backmost view may have another room.
      let views = (0..<3).map { _ in UIView(frame: Rect(0, 200, 30, 30)) }
      #expect(Self.looks(stage) { for view in views { page.view.addSubview(view) } } == 3)
      #expect(Self.looks(stage) { page.view.bringSubviewToFront(views[0]) } == 0)
      #expect(Self.looks(stage) { page.view.sendSubviewToBack(views[1]) } > 0)
    }
  }

  @Test func manyViewsThatComeAreLookedAtAlone() {
    onStage { stage in
      let page = UIViewController()
      stage.show(UINavigationController(rootViewController: page))
      for _ in 0..<1000 { page.view.addSubview(UIView(frame: Rect(0, 0, 9, 9))) }
      stage.window.layoutIfNeeded()
      #expect(stage.window.safeArea.looksEverywhere)
      let views = (0..<100).map { _ in UIView(frame: Rect(0, 200, 30, 30)) }
      #expect(Self.looks(stage) { for view in views { page.view.addSubview(view) } } == 100)
      // Listed once, however often they come.
      let looks = Self.looks(stage) {
        for _ in 0..<3 {
          for view in views { view.removeFromSuperview() }
          for view in views { page.view.addSubview(view) }
        }
      }
      #expect(looks == 100)
      // What is put into a view that has come is looked at with it.
      #expect(
        Self.looks(stage) {
          for (outer, inner) in zip(views, views.dropFirst()) { outer.addSubview(inner) }
        } == 99)
    }
  }

  @Test func aWindowThatIsNotShownListsFewViews() {
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: Self.notch)
      let window = UIWindow()
      let views = (0..<100).map { _ in UIView(frame: Rect(0, 0, 9, 9)) }
      for view in views { window.addSubview(view) }
      window.layoutIfNeeded()
      for count in [10, 70] {
        let before = window.safeArea.looks
        for view in views.prefix(count) { view.frame.origin.x += 1 }
        window.layoutIfNeeded()
        // So many are not listed: all that have insets, or are right in what has some, are looked at.
        #expect(window.safeArea.looks - before == (count == 10 ? 10 : 101))
      }
    }
  }

  @Test func aWindowThatIsNotShownKeepsNoViews() {
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: Self.notch)
      let window = UIWindow()
      weak var kept: UIView?
      for isShown in [false, true] {
        window.isHidden = !isShown
        do {
          let view = UIView(frame: Rect(0, 0, 9, 9))
          kept = view
          window.addSubview(view)
          view.frame.origin.x = 3
          view.removeFromSuperview()
        }
        window.isHidden = true
        stage.wait(20)
        #expect(kept == nil)
      }
    }
  }

  /// A controller in whose view there are others.
  private final class Page: UIViewController {
    override func loadView() { view = UIView(frame: Rect(0, 0, 200, 300)) }
  }

  @Test func allViewsAreNotifiedOfTheirInsets() {
    for round in 0..<20 {
      onStage { stage in
        var dice = SplitMix(UInt64(round) &* 7919 &+ 1)
        let base = UIViewController()
        stage.show(UINavigationController(rootViewController: base))
        let root = base.view!
        var pages = (0..<4).map { _ in Page() }
        let scrollViews = (0..<5).map { _ in UIScrollView() }
        var views: [UIView] = (0..<20).map { _ in UIView() } + scrollViews
        views += pages.map(\.view)
        func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &dice)) }
        func change() {
          let (view, other) = (views.randomElement(using: &dice)!, views.randomElement(using: &dice)!)
          let page = Int.random(in: pages.indices, using: &dice)
          switch Int.random(in: 0..<13, using: &dice) {
          case 0...2:
            view.frame = Rect(number(-20...30), number(-20...60), number(0...390), number(0...844))
          case 3: other.isDescendant(of: view) ? root.addSubview(view) : other.addSubview(view)
          case 4: Bool.random(using: &dice) ? view.removeFromSuperview() : root.addSubview(view)
          case 5:
            pages[page].additionalSafeAreaInsets = EdgeInsets(top: number(0...9))
          case 6:
            view.bounds.origin = Point(0, number(-20...20))
            (view as? UIScrollView)?.contentSize = Size(number(0...500), number(0...999))
          case 7: (view as? UIScrollView)?.alwaysBounceVertical.toggle()
          case 8: pages[page].setContentScrollView(scrollViews.randomElement(using: &dice))
          case 9: if view.controller == nil { pages[page].view = view }
          case 10: pages[page].parent == nil ? base.addChild(pages[page]) : pages[page].removeFromParent()
          case 11:
            pages[page].removeFromParent()
            pages[page] = Page()
            if view.controller == nil { pages[page].view = view }
          default:
            stage.application.screenSafeAreaChanged(
              to: EdgeInsets(top: number(0...50), bottom: number(0...9)))
          }
        }
        for step in 0..<150 {
          for _ in 0...(step % 3) { change() }
          stage.window.layoutIfNeeded()
          let wrong = stage.window.tree().filter { $0.notifiedInsets != $0.safeAreaInsets }
          let unfit = scrollViews.filter { view in
            let before = view.adjustedContentInset
            view.roomChanged()
            return view.window != nil && view.adjustedContentInset != before
          }
          #expect(wrong.isEmpty && unfit.isEmpty, "round \(round), step \(step)")
          if !wrong.isEmpty || !unfit.isEmpty { return }
        }
      }
    }
  }

  @Test func aWindowThatWasNotShownKnowsTheScreen() {
    onStage { stage in
      stage.window.isHidden = true
      let (window, view) = (UIWindow(), UIView(frame: Rect(0, 10, 100, 100)))
      stage.application.screenSafeAreaChanged(to: Self.notch)
      window.addSubview(view)
      window.layoutIfNeeded()
      #expect(window.notifiedInsets == Self.notch && view.notifiedInsets.top == 30)
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 50))
      view.frame.origin.x = 5
      window.layoutIfNeeded()
      #expect(window.notifiedInsets.top == 50 && view.notifiedInsets.top == 40)
    }
  }

  @Test func anotherViewOfAControllerHasItsInsets() {
    onStage { stage in
      let (page, first, second) = (UIViewController(), UIView(), UIView(frame: Rect(0, 0, 9, 9)))
      let root = stage.show(UIView(frame: stage.window.bounds))
      for view in [first, second] { root.addSubview(view) }
      page.view = first
      page.additionalSafeAreaInsets = EdgeInsets(top: 7)
      stage.window.layoutIfNeeded()
      #expect(first.notifiedInsets.top == 7 && second.notifiedInsets == .zero)
      page.view = second
      stage.window.layoutIfNeeded()
      #expect(first.notifiedInsets == .zero && second.notifiedInsets.top == 7)
    }
  }

  @Test func superviewsAreNotifiedFirst() {
    final class Named: UIView {
      var log: Log?
      override func safeAreaInsetsDidChange() { log?(label) }
    }
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: Self.notch)
      let views = (0..<3).map { _ in Named(frame: Rect(0, 0, 90, 90)) }
      for (number, view) in views.enumerated() { (view.label, view.log) = ("\(number)", stage.log) }
      stage.show(views[0]).addSubview(views[1])
      views[1].addSubview(views[2])
      stage.window.layoutIfNeeded()
      #expect(stage.log.take() == ["0", "1", "2"])
      views[2].frame.origin.y = 3
      views[0].frame.origin.y = 7
      views[1].frame.origin.y = 5
      stage.window.layoutIfNeeded()
      #expect(stage.log.take() == ["0", "1", "2"])
      #expect(views.map(\.notifiedInsets.top) == [33, 28, 25])
    }
  }
}
