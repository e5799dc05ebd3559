import TestHarness
import Testing

@testable import ResponderKit

/// A zoomed view could not be scrolled in a scroll view whose content the program had given no size.
@Suite(.hangLimit) struct ZoomLosesContentWithoutASizeTests {
  private final class Zoomed: UIScrollViewDelegate {
    let picture = UIView(frame: Rect(0, 0, 300, 400))
    func viewForZooming(in scrollView: UIScrollView) -> UIView? { picture }
  }

  @Test func theContentIsAsLargeAsTheView() {
    onStage { stage in
      let (zoomed, view) = (Zoomed(), UIScrollView(frame: Rect(0, 0, 300, 400)))
      view.addSubview(zoomed.picture)
      view.delegate = zoomed
      view.maximumZoomScale = 4
      stage.show(view)
      view.zoom(to: Rect(100, 200, 100, 100), animated: false)
      #expect(view.zoomScale == 3 && view.contentSize == Size(900, 1200))
      #expect(zoomed.picture.frame == Rect(0, 0, 900, 1200))
      #expect(view.contentOffset.x == 300 && view.contentOffset.y == 550)
      view.setZoomScale(1, animated: false)
      #expect(view.contentSize == Size(300, 400) && zoomed.picture.frame == Rect(0, 0, 300, 400))
    }
  }
}
