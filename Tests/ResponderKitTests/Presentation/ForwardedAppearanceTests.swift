import ResponderKit
import TestHarness
import Testing

/// Containers that notify their children themselves.
@Suite(.hangLimit) struct ForwardedAppearanceTests {
  private final class Page: UIViewController {
    var calls: [String] = []
    override func viewWillAppear(_ animated: Bool) { calls.append("will appear \(animated)") }
    override func viewIsAppearing(_ animated: Bool) { calls.append("is appearing") }
    override func viewDidAppear(_ animated: Bool) { calls.append("did appear \(animated)") }
    override func viewWillDisappear(_ animated: Bool) { calls.append("will disappear \(animated)") }
    override func viewDidDisappear(_ animated: Bool) { calls.append("did disappear \(animated)") }
  }

  private final class Container: UIViewController {
    let page = Page()
    let forwards: Bool
    init(forwards: Bool) {
      self.forwards = forwards
      super.init(nibName: nil, bundle: nil)
    }
    override var shouldAutomaticallyForwardAppearanceMethods: Bool { forwards }
    override func viewDidLoad() {
      addChild(page)
      view.addSubview(page.view)
      page.didMove(toParent: self)
    }
  }

  @Test func aContainerThatDoesNotForwardCallsTheChildItself() {
    onStage { stage in
      let container = Container(forwards: false)
      stage.show(container)
      stage.wait(50)
      #expect(container.page.calls.isEmpty)
      container.page.beginAppearanceTransition(true, animated: true)
      #expect(container.page.calls == ["will appear true", "is appearing"])
      stage.wait(50)
      #expect(container.page.calls.count == 2)
      container.page.endAppearanceTransition()
      #expect(container.page.calls == ["will appear true", "is appearing", "did appear true"])
      container.page.calls = []
      container.page.beginAppearanceTransition(false, animated: false)
      container.page.endAppearanceTransition()
      #expect(container.page.calls == ["will disappear false", "did disappear false"])
      container.page.calls = []
      stage.window.isHidden = true
      stage.wait(50)
      #expect(container.page.calls.isEmpty)
    }
  }

  @Test func callsAreInPairs() {
    onStage { stage in
      let container = Container(forwards: false)
      stage.show(container)
      let page = container.page
      page.endAppearanceTransition()
      page.beginAppearanceTransition(false, animated: false)
      page.endAppearanceTransition()
      #expect(page.calls.isEmpty)
      page.beginAppearanceTransition(true, animated: false)
      page.beginAppearanceTransition(true, animated: false)
      page.endAppearanceTransition()
      page.endAppearanceTransition()
      #expect(page.calls == ["will appear false", "is appearing", "did appear false"])
      page.calls = []
      // A finger takes it back.
      page.beginAppearanceTransition(false, animated: true)
      page.beginAppearanceTransition(true, animated: true)
      page.endAppearanceTransition()
      #expect(page.calls == ["will disappear true", "will appear true", "is appearing", "did appear true"])
    }
  }

  @Test func aContainerThatForwardsMayAnnounceTheChild() {
    onStage { stage in
      let container = UIViewController()
      stage.show(container)
      stage.wait(50)
      let page = Page()
      container.addChild(page)
      page.beginAppearanceTransition(true, animated: true)
      container.view.addSubview(page.view)
      stage.wait(50)
      #expect(page.calls == ["will appear true", "is appearing"])
      page.endAppearanceTransition()
      page.didMove(toParent: container)
      #expect(page.calls.last == "did appear true" && page.calls.count == 3)
      page.calls = []
      page.willMove(toParent: nil)
      page.beginAppearanceTransition(false, animated: true)
      page.view.removeFromSuperview()
      #expect(page.calls == ["will disappear true"])
      page.endAppearanceTransition()
      #expect(page.calls == ["will disappear true", "did disappear true"])
    }
  }

  @Test func otherChildrenAreNotifiedByTheirViews() {
    onStage { stage in
      let container = Container(forwards: true)
      stage.show(container)
      stage.wait(50)
      #expect(container.page.calls == ["will appear false", "is appearing", "did appear false"])
    }
  }

  private final class Child: UIViewController {
    var calls: [String] = []
    var onAppear: ((Child) -> Void)?
    override func viewDidLoad() { calls.append("loaded") }
    override func viewWillAppear(_ animated: Bool) { calls.append("will appear \(isMovingToParent)") }
    override func viewDidAppear(_ animated: Bool) {
      calls.append("did appear \(isMovingToParent)")
      onAppear?(self)
    }
    override func viewDidDisappear(_ animated: Bool) { calls.append("did disappear \(animated)") }
  }

  /// A child of a controller that is shown; its own view is not.
  private func child(_ stage: Stage) -> Child {
    let (container, child) = (UIViewController(), Child())
    stage.show(container)
    container.addChild(child)
    return child
  }

  @Test func theViewIsThereFirstAndTheReasonLasts() {
    onStage { stage in
      let child = self.child(stage)
      child.beginAppearanceTransition(true, animated: false)
      child.endAppearanceTransition()
      #expect(child.calls == ["loaded", "will appear true", "did appear true"] && !child.isMovingToParent)
    }
  }

  @Test func aCallbackMayBeginTheNextChange() {
    onStage { stage in
      let child = self.child(stage)
      child.onAppear = { $0.beginAppearanceTransition(false, animated: true) }
      child.beginAppearanceTransition(true, animated: false)
      child.endAppearanceTransition()
      child.endAppearanceTransition()
      #expect(child.calls.last == "did disappear true")
    }
  }
}
