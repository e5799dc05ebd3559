import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

/// The responder chain and its ends.
@Suite(.hangLimit) struct ChainTests {
  final class Delegate: UIResponder, UIApplicationDelegate {
    let log: Log
    init(_ log: Log) { self.log = log }
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { log("delegate") }
  }

  @Test("S002-7, S000-19, S004-10, S001-13") func theChainGoesUpToTheDelegate() {
    onStage { stage in
      let controller = UIViewController()
      let inner = UIView(frame: Rect(0, 0, 100, 100))
      controller.view.addSubview(inner)
      stage.show(controller)
      let delegate = Delegate(stage.log)
      stage.application.delegate = delegate
      let chain: [UIResponder] = [
        inner, controller.view, controller, stage.window, stage.application, delegate,
      ]
      #expect(Array(inner.chain) == chain)
      #expect(delegate.next == nil)
      stage.tap(10, 10)
      #expect(stage.log.take() == ["delegate"])
      // A delegate that is no responder ends it at the application.
      stage.application.delegate = nil
      #expect(Array(inner.chain) == chain.dropLast())
      #expect(UIView().next == nil)
    }
  }

  /// A screen and a color are no responders: nothing to test at run time, since they are other types.
  @Test("S001-13: kinds of responders") func viewsControllersWindowsAndApplicationsAreResponders() {
    onStage { stage in
      let all: [AnyObject] = [UIView(), UIViewController(), stage.window, stage.application, UIScreen.main]
      #expect(all.map { $0 is UIResponder } == [true, true, true, true, false])
    }
  }

  @Test("S002-7: a window is a view without a superview, and its next is the application") func windowsNext()
  {
    onStage { stage in
      stage.window.isHidden = false
      #expect(stage.window.superview == nil)
      #expect(stage.window.next === stage.application)
    }
  }

  @Test("S003-6") func aControllerReachesItsNavigationControllerThroughTheViewsBetween() {
    onStage { stage in
      let controller = UIViewController()
      let navigation = UINavigationController(rootViewController: controller)
      stage.show(navigation)
      #expect(controller.next !== navigation)
      #expect(controller.next === controller.view.superview)
      #expect(Array(controller.chain).contains(navigation))
      #expect(navigation.next === stage.window)
    }
  }

  @Test func aPresentedControllerIsFollowedByItsSuperviewOrThePresentingOne() {
    onStage { stage in
      let first = UIViewController()
      let second = UIViewController()
      second.modalPresentationStyle = .fullScreen
      first.present(second)
      // Nothing is in a window yet.
      #expect(second.next === first)
      first.dismiss()
      #expect(second.next == nil)
      stage.show(first)
      first.present(second)
      #expect(second.next === stage.window)
      #expect(first.presentedViewController === second)
      second.dismiss()
      #expect(second.view.superview == nil)
    }
  }

  private final class Quiet: UIView {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  }

  private final class Listener: UIView {
    var heard: [String] = []
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { heard.append("began") }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { heard.append("ended") }
  }

  @Test("S002-6, S004-11, S003-7") func aResponderThatDoesNotCallSuperEndsTheWay() {
    onStage { stage in
      let listener = stage.show(Listener(frame: UIScreen.main.bounds))
      let plain = UIView(frame: Rect(0, 0, 100, 100))
      let quiet = Quiet(frame: Rect(200, 0, 100, 100))
      listener.addSubview(plain)
      listener.addSubview(quiet)
      stage.tap(10, 10)
      #expect(listener.heard == ["began", "ended"])
      listener.heard = []
      stage.tap(210, 10, after: 1000)
      // Only the method that is overridden is silent.
      #expect(listener.heard == ["ended"])
    }
  }

  /// Responders that write down that they were asked, and ask the next one.
  private final class AskedView: UIView {
    var log: Log?
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      log?("\(label) began")
      super.touchesBegan(touches, with: event)
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      log?("\(label) ended")
      super.touchesEnded(touches, with: event)
    }
  }
  private final class AskedController: UIViewController {
    var log: Log?
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      log?("controller began")
      super.touchesBegan(touches, with: event)
    }
  }
  private final class AskedWindow: UIWindow {
    var log: Log?
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      log?("window began")
      super.touchesBegan(touches, with: event)
    }
  }
  private final class AskedApplication: UIApplication {
    var log: Log?
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      log?("application began")
      super.touchesBegan(touches, with: event)
    }
  }
  private final class AskedDelegate: UIResponder, UIApplicationDelegate {
    let log: Log
    init(_ log: Log) { self.log = log }
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      log("delegate began")
      super.touchesBegan(touches, with: event)
    }
  }

  @Test("S001-9, S000-19, S004-10") func anUnhandledEventIsDroppedAndTheLoopSleepsAgain() {
    let clock = SimulatedClock()
    onFreshThread(clock) {
      let log = Log()
      let application = AskedApplication(screen: Size(390, 844))
      defer { application.terminate() }
      let (window, controller, delegate) = (AskedWindow(), AskedController(), AskedDelegate(log))
      let (root, inner) = (AskedView(frame: UIScreen.main.bounds), AskedView(frame: Rect(0, 0, 100, 100)))
      (root.label, inner.label) = ("root", "inner")
      (root.log, inner.log, controller.log) = (log, log, log)
      (window.log, application.log) = (log, log)
      application.delegate = delegate
      controller.view = root
      root.addSubview(inner)
      window.rootViewController = controller
      window.makeKeyAndVisible()
      application.run(for: .milliseconds(1))
      log.watch(application.loop)
      let time = UInt64(clock.now.nanoseconds)
      application.post(HIDEvent(timestamp: time, .digitizer([.init(1, .began, x: 10, y: 10)])))
      application.run(for: .milliseconds(1))
      // Each was asked, in the order of the chain; then the loop slept again.
      #expect(
        log.take() == [
          "En", "BT", "BS", "inner began", "root began", "controller began", "window began",
          "application began", "delegate began", "BT", "BS", "BW", "AW", "Ex",
        ])
      #expect(application.losses.total == 0)
      application.post(HIDEvent(timestamp: time + 1, .digitizer([.init(1, .ended, x: 10, y: 10)])))
      application.run(for: .milliseconds(1))
      #expect(log.take().filter { $0.count > 2 } == ["inner ended", "root ended"])
    }
  }

  @Test func aChainInACircleEnds() {
    final class Circle: UIResponder {
      var other: UIResponder?
      override var next: UIResponder? { other }
    }
    onStage { _ in
      let links = (0..<3).map { _ in Circle() }
      for (index, link) in links.enumerated() { link.other = links[(index + 1) % 3] }
      #expect(Set(links[0].chain) == Set(links))
      #expect(Array(links[0].chain).count <= 9)
      links[0].other = nil
    }
  }
}
