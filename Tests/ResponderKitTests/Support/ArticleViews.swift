import ResponderKit
import TestSupport

/// The article's view: it logs each call before it does as usual.
class TestView: UIView {
  let log: Log

  init(_ name: String, _ frame: Rect, _ log: Log) {
    self.log = log
    super.init(frame: frame)
    label = name
  }

  override func hitTest(_ point: Point, with event: UIEvent?) -> UIView? {
    log("\(label) -[TestView hitTest:withEvent:]")
    return super.hitTest(point, with: event)
  }

  override func point(inside point: Point, with event: UIEvent?) -> Bool {
    log("\(label) pointInside")
    return super.point(inside: point, with: event)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    log("\(label) touchBegan")
    super.touchesBegan(touches, with: event)
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    log("\(label) touchesMoved")
    super.touchesMoved(touches, with: event)
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    log("\(label) touchesEnded")
    super.touchesEnded(touches, with: event)
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    log("\(label) touchesCancelled")
    super.touchesCancelled(touches, with: event)
  }
}

/// The controller of the third article, with its views.
final class FindingViewController: UIViewController {
  let log: Log
  private(set) var whiteView: TestView
  private(set) var grayView: TestView
  private(set) var redView: TestView
  private(set) var blueView: TestView
  private(set) var yellowView: TestView
  /// Whether each has a next responder: blue, red, yellow, gray; before and after they are put into the tree.
  private(set) var nextBefore: [UIResponder?] = []
  private(set) var nextAfter: [UIResponder?] = []
  private(set) var ownNextAtLoad: UIResponder?
  private(set) var ownNextAtAppearance: UIResponder?

  init(_ log: Log) {
    self.log = log
    whiteView = TestView("whiteView", UIScreen.main.bounds, log)
    grayView = TestView("grayView", Rect(50, 100, 260, 200), log)
    redView = TestView("redView", Rect(0, 0, 120, 100), log)
    blueView = TestView("blueView", Rect(80, 60, 100, 100), log)
    yellowView = TestView("yellowView", Rect(50, 360, 200, 200), log)
    super.init()
    label = "<FindingViewViewController: 0x7f86d2234360>"
  }

  override func loadView() { view = whiteView }

  override func viewDidLoad() {
    let views = [blueView, redView, yellowView, grayView]
    nextBefore = views.map(\.next)
    view.addSubview(grayView)
    grayView.addSubview(redView)
    grayView.addSubview(blueView)
    view.addSubview(yellowView)
    nextAfter = views.map(\.next) + [whiteView.next]
    ownNextAtLoad = next
  }

  override func viewDidAppear(_ animated: Bool) { ownNextAtAppearance = next }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    log("\(label) touchBegan")
    super.touchesBegan(touches, with: event)
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    log("\(label) touchesMoved")
    super.touchesMoved(touches, with: event)
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    log("\(label) touchesEnded")
    super.touchesEnded(touches, with: event)
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    log("\(label) touchesCancelled")
    super.touchesCancelled(touches, with: event)
  }
}
