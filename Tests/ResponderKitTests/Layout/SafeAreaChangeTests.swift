import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// What a view is notified of when something else than its place changes its insets, or calls change them meanwhile.
@Suite(.hangLimit) struct SafeAreaChangeTests {
  /// In a window that nothing covers.
  private static func inWindow(_ body: @escaping @Sendable (Stage, UIView) -> Void) {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let view = UIView(frame: Rect(0, 0, 90, 90))
      root.addSubview(view)
      stage.window.layoutIfNeeded()
      body(stage, view)
    }
  }

  @Test func insetsThatAControllerHadBeforeItsViewCount() {
    Self.inWindow { stage, view in
      let page = UIViewController()
      page.additionalSafeAreaInsets = EdgeInsets(top: 7)
      page.view = view
      stage.window.layoutIfNeeded()
      #expect(view.notifiedInsets.top == 7)
    }
  }

  @Test func aControllerThatEndsTakesItsInsetsAlong() {
    Self.inWindow { stage, view in
      view.addSubview(UIView(frame: Rect(0, 0, 9, 9)))
      var page: UIViewController? = UIViewController()
      page?.view = view
      page?.additionalSafeAreaInsets = EdgeInsets(top: 7)
      stage.window.layoutIfNeeded()
      #expect(view.notifiedInsets.top == 7 && view.subviews[0].notifiedInsets.top == 7)
      page = nil
      stage.window.layoutIfNeeded()
      #expect(view.notifiedInsets == .zero && view.subviews[0].notifiedInsets == .zero)
    }
  }

  @Test func aViewHasTheInsetsOfThePlaceWhereItRests() {
    Self.inWindow { stage, view in
      let page = UIViewController()
      page.view = view
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40))
      stage.window.layoutIfNeeded()
      #expect(view.notifiedInsets.top == 40)
      page.placeAtRest = Rect(0, 30, 90, 90)
      stage.window.layoutIfNeeded()
      #expect(view.notifiedInsets.top == 10)
      page.placeAtRest = nil
      stage.window.layoutIfNeeded()
      #expect(view.notifiedInsets.top == 40)
    }
  }

  @Test func aMaskHasNoInsets() {
    Self.inWindow { stage, view in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40))
      stage.window.layoutIfNeeded()
      #expect(view.notifiedInsets.top == 40)
      view.superview?.mask = view
      stage.window.layoutIfNeeded()
      #expect(view.window != nil && view.notifiedInsets == .zero && view.safeAreaInsets == .zero)
    }
  }

  @Test func whatIsInAMaskHasTheRoomOfTheMask() {
    Self.inWindow { stage, view in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40))
      let (content, inner) = (UIScrollView(frame: Rect(0, 0, 90, 90)), UIView(frame: Rect(0, 0, 9, 9)))
      let outer = UIView(frame: Rect(0, 0, 90, 90))
      content.alwaysBounceVertical = true
      outer.addSubview(content)
      view.addSubview(outer)
      view.addSubview(inner)
      stage.window.layoutIfNeeded()
      #expect(content.adjustedContentInset.top == 40)
      inner.mask = outer
      stage.window.layoutIfNeeded()
      #expect(content.window != nil && content.notifiedInsets == .zero)
      #expect(content.adjustedContentInset == .zero)
      view.addSubview(content)
      stage.window.layoutIfNeeded()
      #expect(content.adjustedContentInset.top == 40)
      inner.mask = content
      #expect(content.adjustedContentInset == .zero && content.notifiedInsets == .zero)
    }
  }

  @Test func aViewKeepsItsControllerWhenAnOtherOneGivesItUp() {
    Self.inWindow { stage, view in
      var first: UIViewController? = UIViewController()
      let (second, third) = (UIViewController(), UIViewController())
      first?.view = view
      third.view = view
      second.view = view
      #expect(view.next === second)
      third.view = UIView()
      #expect(view.next === second)
      first = nil
      #expect(view.next === second)
    }
  }

  @Test func aMarkedWindowEndsAfterItsApplication() {
    onStage { stage in
      weak var left: UIView?
      weak var ended: UIWindow?
      var (window, hidden): (UIWindow?, UIWindow?) = (UIWindow(), UIWindow())
      weak let endedHidden = hidden
      window?.isHidden = false
      do {
        let view = UIView(frame: Rect(0, 0, 9, 9))
        window?.addSubview(view)
        (left, ended) = (view, window)
        stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40))
        window?.layoutIfNeeded()
        stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 50))
        view.frame.origin.x = 3
        hidden?.frame.origin.y += 1
        stage.application.terminate()
        view.removeFromSuperview()
      }
      #expect(left == nil)
      (window, hidden) = (nil, nil)
      #expect(ended == nil && endedHidden == nil)
    }
  }

  @Test func aWindowWithoutAnApplicationEnds() {
    onStage { stage in
      stage.application.terminate()
      var application: UIApplication? = UIApplication(screen: Size(390, 844), scale: 1)
      application?.screenSafeAreaChanged(to: EdgeInsets(top: 50))
      var window: UIWindow? = UIWindow()
      weak var left: UIView?
      weak let ended = window
      application?.terminate()
      application = nil
      #expect(window?.host == nil)
      do {
        let view = UIView(frame: Rect(0, 0, 9, 9))
        left = view
        window?.addSubview(view)
        window?.frame.origin.y += 1
        view.frame.origin.x = 3
        view.removeFromSuperview()
      }
      #expect(window?.safeArea.isStale == true && left == nil)
      window = nil
      #expect(ended == nil)
    }
  }

  @Test func aWindowThatKeepsItsSizeHasOtherInsetsOnAnotherScreen() {
    onStage(screen: Size(390, 844)) { stage in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(bottom: 20))
      stage.window.frame = Rect(0, 0, 390, 800)
      let view = stage.show(UIView(frame: stage.window.bounds))
      stage.window.layoutIfNeeded()
      #expect(view.notifiedInsets == .zero)
      stage.application.screenChanged(to: Size(390, 810))
      stage.window.layoutIfNeeded()
      #expect(view.notifiedInsets.bottom == 10 && stage.window.frame.height == 800)
    }
  }

  @Test func contentOfAControllerThatComesIntoAStackHasRoom() {
    onStage { stage in
      let (base, page, content) = (UIViewController(), UIViewController(), UIScrollView())
      stage.show(UINavigationController(rootViewController: base))
      page.view = UIView(frame: base.view.bounds)
      content.frame = page.view.bounds
      page.view.addSubview(content)
      base.view.addSubview(page.view)
      stage.window.layoutIfNeeded()
      base.setContentScrollView(nil)
      base.view.insertSubview(UIView(), at: 0)
      stage.window.layoutIfNeeded()
      #expect(content.adjustedContentInset == .zero && content.notifiedInsets.top == UINavigationBar.height)
      base.addChild(page)
      stage.window.layoutIfNeeded()
      #expect(content.adjustedContentInset.top == UINavigationBar.height)
      page.removeFromParent()
      stage.window.layoutIfNeeded()
      #expect(content.adjustedContentInset == .zero)
    }
  }

  /// Changes its insets, and lays out, when it is notified.
  private final class Nested: UIViewController {
    var isAsked = false
    override func viewSafeAreaInsetsDidChange() {
      guard !isAsked else { return }
      isAsked = true
      additionalSafeAreaInsets = EdgeInsets(top: 5)
      view.layoutIfNeeded()
    }
  }

  private final class Listener: UIView {
    var tops: [Double] = []
    override func safeAreaInsetsDidChange() { tops.append(safeAreaInsets.top) }
  }

  @Test func aCallMayChangeInsetsAndLayOut() {
    Self.inWindow { stage, view in
      let (page, inner) = (Nested(), Listener())
      page.view = view
      inner.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(inner)
      NSLayoutConstraint.activate([
        inner.topAnchor.constraint(equalTo: view.topAnchor),
        inner.leadingAnchor.constraint(equalTo: view.leadingAnchor),
        inner.widthAnchor.constraint(equalToConstant: 80), inner.heightAnchor.constraint(equalToConstant: 80),
      ])
      stage.window.layoutIfNeeded()
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40))
      stage.window.layoutIfNeeded()
      #expect(page.isAsked && view.notifiedInsets.top == 45)
      #expect(inner.notifiedInsets == inner.safeAreaInsets && inner.tops == [45])
    }
  }

  @Test func aWindowMayEndBeforeTheControllersOfItsViews() {
    final class Holder: UIView { var page: UIViewController? }
    final class Own: UIWindow {
      var page: UIViewController?
      deinit { page = nil }
    }
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40))
      weak var ended: UIWindow?
      for isHolderFirst in [false, true] {
        do {
          let (window, holder, around) = (Own(), Holder(), UIView(frame: Rect(0, 0, 90, 90)))
          let pages = (0..<2).map { _ in UIViewController() }
          for page in pages {
            page.view = UIView(frame: Rect(0, 0, 90, 90))
            around.addSubview(page.view)
          }
          (holder.page, window.page) = (pages[0], pages[1])
          for view in isHolderFirst ? [holder, around] : [around, holder] { window.addSubview(view) }
          window.layoutIfNeeded()
          #expect(pages[0].view.notifiedInsets.top == 40)
          ended = window
        }
        stage.wait(20)
        #expect(ended == nil)
      }
    }
  }
}
