import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Views that follow the size of what they are in, at any depth.
@Suite(.hangLimit) struct DeepResizingTests {
  private class Logged: UIView {
    var log: Log?
    override func setNeedsLayout() {
      log?("layout \(label) \(bounds.width)")
      super.setNeedsLayout()
    }
  }

  private final class Framed: Logged {
    override var frame: Rect { didSet { log?("frame \(label) \(frame.width)") } }
  }

  private static func chain<View: UIView>(_ views: [View]) {
    for view in views { view.frame = Rect(0, 0, 100, 100) }
    for (outer, inner) in zip(views, views.dropFirst()).reversed() {
      inner.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      outer.addSubview(inner)
    }
  }

  @Test func viewsMayBeVeryDeep() {
    onStage { stage in
      let views = (0..<20_000).map { _ in UIView() }
      Self.chain(views)
      stage.show(views[0])
      views[0].frame = Rect(0, 0, 70, 60)
      #expect(views.allSatisfy { $0.bounds.size == Size(70, 60) })
      stage.window.layoutIfNeeded()
      views[0].removeFromSuperview()
    }
  }

  @Test func viewsThatFollowAreNotifiedFromTheInside() {
    let log = Log()
    let views = [Logged(), Logged(), Framed(), Logged(), Logged()]
    Self.chain(views)
    let still = Logged(frame: Rect(0, 0, 20, 20))
    views[1].addSubview(still)
    for (number, view) in (views + [still]).enumerated() { (view.label, view.log) = ("\(number)", log) }
    views[0].frame.size = Size(80, 100)
    #expect(
      log.take() == [
        "layout 4 80.0", "layout 3 80.0", "layout 2 80.0", "frame 2 80.0", "layout 1 80.0", "layout 0 80.0",
      ])
    views[3].autoresizesSubviews = false
    views[0].bounds.size.width = 50
    #expect(views.map(\.bounds.width) == [50, 50, 50, 50, 80])
    views[0].bounds.size.width = .infinity
    views[0].bounds.size.width = 30
    #expect(views[1].bounds.width == 50)
  }

  @Test func aCalleeMayChangeTheSubviews() {
    final class Emptied: UIView {
      override func roomChanged() { for view in subviews { view.removeFromSuperview() } }
    }
    let (outer, inner) = (Emptied(), Emptied())
    let views = [outer, inner] + (0..<3).map { _ in UIView() }
    Self.chain(views)
    outer.frame.size.width = 60
    #expect(
      views.map(\.bounds.width) == [60, 60, 60, 60, 60] && outer.subviews.isEmpty && inner.subviews.isEmpty)
  }
}
