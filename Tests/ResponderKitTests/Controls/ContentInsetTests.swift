import TestHarness
import Testing

@testable import ResponderKit

/// What `contentInset` does to content that is in sight.
@Suite(.hangLimit) struct ContentInsetTests {
  private func view(_ height: Double = 1000) -> UIScrollView {
    let view = UIScrollView(frame: Rect(0, 0, 300, 400))
    view.contentSize = Size(300, height)
    return view
  }

  @Test func contentAtItsBeginningStaysThere() {
    let view = view()
    view.contentInset = EdgeInsets(top: 60, left: 20, bottom: 10, right: 0)
    #expect(view.contentOffset == Point(-20, -60))
    view.contentInset.top = 15
    #expect(view.contentOffset == Point(-20, -15))
    view.contentInset = .zero
    #expect(view.contentOffset == .zero)
  }

  @Test func contentInTheMiddleStaysAndIsNotLeftBeyondItsEnd() {
    let view = view()
    view.contentOffset.y = 200
    view.contentInset = EdgeInsets(50)
    #expect(view.contentOffset.y == 200)
    view.contentOffset.y = 650
    view.contentInset = .zero
    #expect(view.contentOffset.y == 600)
  }

  /// Puts its content into the middle whenever it is zoomed.
  private final class Centering: UIScrollViewDelegate {
    let content = UIView(frame: Rect(0, 0, 800, 600))
    func viewForZooming(in scrollView: UIScrollView) -> UIView? { content }
    func scrollViewDidZoom(_ scrollView: UIScrollView) {
      let across = max((scrollView.bounds.width - content.frame.width) / 2, 0)
      let down = max((scrollView.bounds.height - content.frame.height) / 2, 0)
      scrollView.contentInset = EdgeInsets(top: down, left: across, bottom: down, right: across)
    }
  }

  @Test func aPictureIsKeptInTheMiddleByInsets() {
    onStage { stage in
      let (view, rules) = (UIScrollView(frame: Rect(0, 0, 400, 800)), Centering())
      view.addSubview(rules.content)
      view.contentSize = Size(800, 600)
      view.delegate = rules
      (view.minimumZoomScale, view.maximumZoomScale) = (0.5, 4)
      stage.show(view)
      view.zoomScale = 0.5
      #expect(view.contentOffset == Point(0, -250))
      #expect(rules.content.convert(rules.content.bounds.center, to: nil) == Point(200, 400))
      view.zoom(to: Rect(300, 200, 100, 100), animated: true)
      stage.wait(1000)
      #expect(view.zoomScale == 4 && view.contentInset == .zero)
      #expect(rules.content.convert(Point(350, 250), to: nil) == Point(200, 400))
    }
  }

  @Test func lowContentOfAPageIsNotBelowTheBar() {
    onStage { stage in
      let page = UIViewController()
      let (view, other) = (view(100), view(100))
      page.view.addSubview(view)
      page.view.addSubview(other)
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(20)
      // The hindmost view of the page; others only where they scroll.
      #expect(view.adjustedContentInset.top == 44 && view.contentOffset.y == -44)
      #expect(other.adjustedContentInset == .zero)
      view.contentInsetAdjustmentBehavior = .scrollableAxes
      #expect(view.adjustedContentInset == .zero && view.contentOffset == .zero)
    }
  }

  @Test func lowContentThatIsThePageItselfIsNotBelowTheBar() {
    onStage { stage in
      let (page, alone) = (UIViewController(), UIViewController())
      let view = UIScrollView()
      page.view = view
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(20)
      #expect(view.adjustedContentInset.top == 44)
      // Without a navigation controller there is no bar to be below.
      let plain = UIScrollView()
      alone.view = plain
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 20))
      stage.show(alone)
      stage.wait(20)
      #expect(plain.safeAreaInsets.top == 20 && plain.adjustedContentInset == .zero)
    }
  }

  @Test func theContentOfAPageIsTheBackmostViewOrTheOneThatTheProgramNames() {
    onStage { stage in
      let page = UIViewController()
      let (view, other) = (view(100), view(100))
      page.view.addSubview(view)
      page.view.addSubview(other)
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(20)
      #expect(view.adjustedContentInset.top == 44 && other.adjustedContentInset.top == 0)
      page.view.bringSubviewToFront(view)
      stage.wait(20)
      #expect(view.adjustedContentInset.top == 0 && other.adjustedContentInset.top == 44)
      page.view.insertSubview(UIView(), at: 0)
      stage.wait(20)
      #expect(other.adjustedContentInset.top == 0)
      let box = UIView(frame: page.view.bounds)
      page.view.addSubview(box)
      box.addSubview(other)
      page.setContentScrollView(other)
      stage.wait(20)
      #expect(view.adjustedContentInset.top == 0 && other.adjustedContentInset.top == 44)
      page.setContentScrollView(nil)
      stage.wait(20)
      #expect(other.adjustedContentInset.top == 0)
    }
  }
}
