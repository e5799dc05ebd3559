import HIDEvents
import ResponderKit
import TestHarness
import TestSupport
import Testing

/// What views, controllers and recognizers know of each other as the tree changes.
@Suite(.hangLimit) struct ViewTreeTests {
  private final class Told: UIView {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init(frame: .zero)
    }
    private func word(_ object: AnyObject?) -> String { object == nil ? "nil" : "new" }
    override func willMove(toSuperview superview: UIView?) {
      log("will move to \(word(superview)), now \(word(self.superview))")
    }
    override func didMoveToSuperview() { log("moved to \(word(superview))") }
    override func willMove(toWindow window: UIWindow?) {
      log("window will be \(word(window)), now \(word(self.window))")
    }
    override func didMoveToWindow() { log("window is \(word(window))") }
    override func didAddSubview(_ subview: UIView) { log("added, in it \(subview.superview === self)") }
    override func willRemoveSubview(_ subview: UIView) {
      log("removes, in it \(subview.superview === self)")
    }
  }

  @Test func aTagIsFoundHoweverDeepItIs() {
    let (root, middle, leaf) = (UIView(), UIView(), UIView())
    root.addSubview(middle)
    middle.addSubview(leaf)
    leaf.tag = 7
    #expect(root.viewWithTag(7) === leaf && root.viewWithTag(8) == nil)
  }

  @Test func aViewIsNotifiedBeforeAndAfterItMoves() {
    onStage { stage in
      let (root, view) = (stage.show(UIView()), Told(stage.log))
      root.addSubview(view)
      let coming = stage.log.take()
      #expect(coming.prefix(2) == ["will move to new, now nil", "window will be new, now nil"])
      #expect(coming.dropFirst(2) == ["window is new", "moved to new"])
      let child = UIView()
      view.addSubview(child)
      child.removeFromSuperview()
      #expect(stage.log.take() == ["added, in it true", "removes, in it true"])
      view.removeFromSuperview()
      #expect(
        stage.log.take() == [
          "will move to nil, now new", "window will be nil, now new", "window is nil", "moved to nil",
        ])
    }
  }

  @Test func aViewThatItsControllerHasGivenUpDoesNotLeadToIt() {
    onStage { _ in
      let (controller, parent) = (UIViewController(), UIView())
      let old: UIView = controller.view
      parent.addSubview(old)
      #expect(old.next === controller)
      controller.view = UIView()
      #expect(old.next === parent && controller.view.next === controller)
    }
  }

  @Test func aRecognizerThatWasRemovedIsOnNoView() {
    let (view, tap) = (UIView(), UITapGestureRecognizer())
    view.addGestureRecognizer(tap)
    view.removeGestureRecognizer(tap)
    #expect(tap.view == nil && view.gestureRecognizers == nil)
  }

  @Test func anEventReturnsTheTouchesOfAWindow() {
    final class Seen: UIWindow {
      var counts: [[Int?]] = []
      override func sendEvent(_ event: UIEvent) {
        let all = [UIApplication.shared.windows[0], self]
        counts.append(all.map { event.touches(for: $0)?.count })
        super.sendEvent(event)
      }
    }
    onStage { stage in
      stage.show(UIView(frame: stage.window.bounds))
      let upper = Seen(frame: Rect(0, 0, 100, 100))
      upper.isHidden = false
      stage.down(300, 300)
      stage.down(50, 50, finger: 2)
      #expect(upper.counts == [[1, 1]])
    }
  }
}
